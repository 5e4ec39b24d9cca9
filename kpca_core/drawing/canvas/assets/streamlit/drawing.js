/**
 * The drawing as a Streamlit component. Only the files of this folder and
 * `views/hosts/streamlit/front.py` know Streamlit.
 *
 * Streamlit calls the default export once for every change of data or theme. Drawings outlive these
 * calls, and the elements that they stand in.
 */

import { isPresenting } from "../dom.js";
import { mount } from "../drawing.js";
import { createMissing } from "../later.js";
import { decode } from "../wire.js";
import { createKeeper, markDrawn } from "./keeper.js";
import { HEADER_OF_PAGE, connect, replaceAddress, settle, tellGoals } from "./page.js";
import { readTheme } from "./theme.js";

// By the `kind` of a scene.
const SCENES = {
  explore: () => import("../explore.js").then(({ createExplore }) => createExplore),
  compare: () => import("../compare/pairs.js").then(({ createPairs }) => createPairs),
  denoise: () => import("../denoise/scene.js").then(({ createDenoising }) => createDenoising),
  scores: () => import("../denoise/scores.js").then(({ createDigitScores }) => createDigitScores),
};
const keepers = new Map();
// What stands in elements whose drawing could not be loaded.
const missing = new WeakMap();

/**
 * @param {object} component Streamlit's argument: data, parentElement, setStateValue
 * @returns {(() => void) | undefined | Promise} cleanup, at once where the scene was loaded before
 */
export default function draw(component) {
  if (!component.data) return undefined;
  const { kind } = decode(component.data);
  const keep = keepers.get(kind);
  return keep ? shown(keep, component) : first(kind, component);
}

async function first(kind, component) {
  const place = component.parentElement;
  try {
    const create = await (SCENES[kind] ?? SCENES.explore)();
    if (!keepers.has(kind)) keepers.set(kind, createKeeper((parent) => createEntry(parent, create)));
  } catch {
    // Beside it stands the style sheet of the component.
    if (!missing.has(place)) missing.set(place, place.appendChild(createMissing()));
    return undefined;
  }
  missing.get(place)?.remove();
  missing.delete(place);
  return shown(keepers.get(kind), component);
}

function shown(keep, { parentElement, data }) {
  const [entry, left] = keep(parentElement);
  entry.drawing.rest(data);
  markDrawn(parentElement);
  return left;
}

function createEntry(parent, scene) {
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
    measured: tellGoals,
    stage: isPresenting,
    // Of points that were changed before there may be none left.
    choose: (settings) => settle(settings, { changes: [] }),
    select: (numbers) => settle({}, { selected: numbers }),
    theme: readTheme,
    top: HEADER_OF_PAGE,
    scene,
  });
  entry.moveTo = (other) => entry.drawing.moveTo(other);
  entry.dispose = () => {
    removeEventListener("popstate", entry.travelled);
    socket.dispose();
    entry.drawing.dispose();
  };
  return entry;
}
