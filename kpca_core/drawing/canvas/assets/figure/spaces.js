/** Feature spaces side by side, each turned by hand. */

import { element } from "../dom.js";
import { createKey } from "./key.js";
import { createSpace } from "../space.js";

// CSS pixels of one at most, between two, and those below which they stand below one another.
const LARGEST = 460;
const GAP = 24;
const LEAST = 220;
// Of the words below one.
const MARGINS = 24;

/** A sheet "spaces" of `figure.js`. */
export function createSpaces(root) {
  const block = element("div", { class: "spaces" });
  const key = createKey();
  let views = [];
  return {
    element: block,
    draw({ spaces, groups, key: entries, arrays }, { width, height, whole, ratio }, theme) {
      if (views.length !== spaces.length) {
        views = spaces.map(() => createSpace({ root, hover: () => {}, component: { number: 1 } }));
        block.replaceChildren(key.element, ...views.map((view) => view.element));
      }
      const side = (width - GAP * (spaces.length - 1)) / spaces.length;
      const most = whole ? width : LARGEST;
      const room = { width: Math.min(most, side < LEAST ? width : side), height: Infinity, points: true, words: true };
      key.draw(entries, theme, ratio);
      if (whole) room.height = height - key.element.offsetHeight - MARGINS;
      views.forEach((view, k) => {
        view.element.style.width = `${room.width}px`;
        view.draw({ space: spaces[k], panels: { groups, arrays } }, room, theme, ratio);
      });
    },
  };
}
