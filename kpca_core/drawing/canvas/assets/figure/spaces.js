/** Feature spaces side by side, each turned by hand. */

import { element } from "../dom.js";
import { createSpace } from "../space.js";

// CSS pixels of one at most, between two, and those below which they stand below one another.
const LARGEST = 460;
const GAP = 24;
const LEAST = 220;

/** A sheet "spaces" of `figure.js`. */
export function createSpaces(root) {
  const block = element("div", { class: "spaces" });
  let views = [];
  return {
    element: block,
    draw({ aspects, groups, arrays }, { width, ratio }, theme) {
      if (views.length !== aspects.length) {
        views = aspects.map(() => createSpace({ root, hover: () => {}, component: { number: 1 } }));
        block.replaceChildren(...views.map((view) => view.element));
      }
      const side = (width - GAP * (aspects.length - 1)) / aspects.length;
      const room = { width: Math.min(LARGEST, side < LEAST ? width : side), height: Infinity, points: true, words: true };
      views.forEach((view, k) => {
        view.element.style.width = `${room.width}px`;
        const own = Object.fromEntries(
          ["drawn", "values", "space", "sheet", "axes", "scores"].map((name) => [name, arrays[`${name}${k}`]]),
        );
        view.draw({ aspect: aspects[k], groups, arrays: { ...own, labels: arrays.labels } }, room, theme, ratio);
      });
    },
  };
}
