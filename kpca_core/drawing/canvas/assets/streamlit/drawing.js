/**
 * The drawing as a Streamlit component. Only the files of this folder and
 * `kpca_core/drawing/canvas/streamlit.py` know Streamlit.
 *
 * Streamlit calls the default export once for every change of data or theme. Drawings outlive these
 * calls, and the elements that they stand in.
 */

import { createDenoising } from "../denoise/scene.js";
import { mount } from "../drawing.js";
import { createSocket } from "../socket.js";
import { decode } from "../wire.js";
import { createKeeper, markDrawn } from "./keeper.js";
import { isDown, replaceAddress, settle } from "./page.js";
import { readTheme } from "./theme.js";

// Height of the header that covers the upper edge of the page, see views/shared/page.css.
const HEADER = "var(--kpca-header)";
// What a frame's `scene` names besides that of `drawing.js` itself; each has a socket of its own.
const SCENES = { denoise: createDenoising };
const keepers = new Map();

/**
 * @param {object} component Streamlit's argument: data, parentElement, setStateValue
 * @returns {(() => void) | undefined} cleanup
 */
export default function draw(component) {
  if (!component.data) return undefined;
  const { scene } = decode(component.data);
  if (!keepers.has(scene)) keepers.set(scene, createKeeper((parent) => createEntry(parent, scene)));
  const [entry, left] = keepers.get(scene)(component.parentElement);
  entry.component = component;
  entry.drawing.rest(component.data);
  markDrawn(component.parentElement);
  return left;
}

function createEntry(parent, scene) {
  const entry = { component: null };
  entry.socket = createSocket({
    url: socketAddress(import.meta.url, scene),
    receive: (data, size) => entry.drawing.show(data, size),
    refused: (question) => entry.component.setStateValue("live", question),
    announced: (worked) => entry.drawing.announced(worked),
    down: isDown,
    changed: (stands) => entry.drawing.line(stands),
  });
  entry.awake = () => document.hidden || entry.socket.test();
  entry.travelled = () => entry.drawing.follow(new URLSearchParams(location.search));
  for (const type of ["visibilitychange", "online"]) addEventListener(type, entry.awake);
  addEventListener("popstate", entry.travelled);
  entry.drawing = mount(parent, {
    ask: entry.socket.ask,
    release: ({ request, mark, changes }, settings) => settle(settings, { request, mark, changes }),
    hold: replaceAddress,
    stage: () => document.documentElement.classList.contains("presenting"),
    // Of points that were changed before there may be none left.
    choose: (settings) => settle(settings, { changes: [] }),
    select: (numbers) => settle({}, { selected: numbers }),
    theme: readTheme,
    top: HEADER,
    scene: SCENES[scene],
  });
  entry.moveTo = (other) => entry.drawing.moveTo(other);
  entry.dispose = () => {
    for (const type of ["visibilitychange", "online"]) removeEventListener(type, entry.awake);
    removeEventListener("popstate", entry.travelled);
    entry.socket.dispose();
    entry.drawing.dispose();
  };
  return entry;
}

/**
 * Where frames come from, given the address of this module, which is one level below that of the app.
 *
 * @param {string} file
 * @param {string} [scene]
 */
export function socketAddress(file, scene) {
  const url = new URL(["../frames", scene].filter(Boolean).join("/"), file);
  url.protocol = url.protocol.replace("http", "ws");
  return url.href;
}
