/** What the colours and markers of a sheet stand for. */

import { element } from "../dom.js";
import { markerOf } from "../legend.js";
import { colourOf } from "../sweep/theming.js";

const INKS = ["blue", "orange", "green", "purple", "olive", "red", "teal", "violet"];

/** The colour of a mark, that of text for none. */
export const paint = (colour, theme) => (colour ? colourOf(INKS.indexOf(colour), theme) : theme.text);

// CSS pixels of a marker's radius.
const RADIUS = 5;

/** A line of entries {mark: "line" | "dashed" | "sheet" | "marker", colour, label, words}, see `marks.py`. */
export function createKey() {
  const root = element("p", { class: "sheet-key" });
  let drawn = "";
  return {
    element: root,
    draw(entries = [], theme, ratio) {
      root.hidden = !entries.length;
      const { type = 1 } = theme;
      const needs = JSON.stringify([entries, theme.dark, ratio, type]);
      if (needs === drawn) return;
      drawn = needs;
      root.replaceChildren(
        ...entries.map(({ mark, colour, label, words }) => {
          const swatch = mark === "marker" ? markerOf(label, ratio, RADIUS * type) : element("i", { class: `of-${mark}` });
          if (mark !== "marker") swatch.style.color = paint(colour, theme);
          return element("span", {}, swatch, document.createTextNode(words));
        }),
      );
    },
  };
}
