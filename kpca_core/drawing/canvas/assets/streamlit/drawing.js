/**
 * The drawing as a Streamlit component. Only the files of this folder and
 * `views/hosts/streamlit/front.py` know Streamlit.
 *
 * Streamlit calls the default export once for every change of data or theme. Drawings outlive these
 * calls, and the elements that they stand in.
 */

import { createPairs } from "../compare/pairs.js";
import { createDenoising } from "../denoise/scene.js";
import { mount } from "../drawing.js";
import { createExplore } from "../explore.js";
import { decode } from "../wire.js";
import { createKeeper, markDrawn } from "./keeper.js";
import { connect, replaceAddress, settle } from "./page.js";
import { readTheme } from "./theme.js";

// Height of the header that covers the upper edge of the page, see views/hosts/streamlit/page.css.
const HEADER = "var(--kpca-header)";
// By the `kind` of a scene, besides that of Explore.
const SCENES = { denoise: createDenoising, compare: createPairs };
const keepers = new Map();

/**
 * @param {object} component Streamlit's argument: data, parentElement, setStateValue
 * @returns {(() => void) | undefined} cleanup
 */
export default function draw(component) {
  if (!component.data) return undefined;
  const { kind } = decode(component.data);
  if (!keepers.has(kind)) keepers.set(kind, createKeeper((parent) => createEntry(parent, kind)));
  const [entry, left] = keepers.get(kind)(component.parentElement);
  entry.drawing.rest(component.data);
  markDrawn(component.parentElement);
  return left;
}

function createEntry(parent, kind) {
  const entry = {};
  const socket = connect(import.meta.url, "drawing", {
    receive: (data, size) => entry.drawing.show(data, size),
    refused: ({ n }) => entry.drawing.refused(n),
    announced: (worked) => entry.drawing.announced(worked),
    changed: (stands) => entry.drawing.line(stands),
  });
  entry.travelled = () => entry.drawing.follow(new URLSearchParams(location.search));
  addEventListener("popstate", entry.travelled);
  entry.drawing = mount(parent, {
    ask: socket.ask,
    release: settle,
    hold: replaceAddress,
    stage: () => document.documentElement.classList.contains("presenting"),
    // Of points that were changed before there may be none left.
    choose: (settings) => settle(settings, { changes: [] }),
    select: (numbers) => settle({}, { selected: numbers }),
    theme: readTheme,
    top: HEADER,
    scene: SCENES[kind] ?? createExplore,
  });
  entry.moveTo = (other) => entry.drawing.moveTo(other);
  entry.dispose = () => {
    removeEventListener("popstate", entry.travelled);
    socket.dispose();
    entry.drawing.dispose();
  };
  return entry;
}
