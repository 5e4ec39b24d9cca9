/** What the marks on maps mean: the markers of the labels, and the colour scale. */

import { element, setText } from "./dom.js";
import { LOOK } from "./look.js";
import { marker, thinning } from "./markers.js";
import { css, diverging } from "./palette.js";

// The bands between the outermost isolines.
const BANDS = 2 * LOOK.lines.levels;
const MARKER = 4.5;
// Labels whose markers are shown; further ones are counted.
const MOST = 8;

/** The marker of a label as an element for a line of text. */
export function markerOf(label, ratio) {
  const stamp = marker(label, MARKER * ratio, ratio);
  stamp.style.width = `${stamp.width / ratio}px`;
  stamp.setAttribute("aria-hidden", "true");
  return stamp;
}

/** The marker of each label with its name. */
export function createLabels() {
  const root = element("span", { class: "labels" });
  let drawn = "";
  return {
    element: root,
    /**
     * @param {ArrayLike<number>} all the label of each point
     * @param {string[]} names of labels 0, 1, …; "" or nothing where they have none
     * @param {number} ratio pixels of the screen in a CSS pixel
     */
    draw(all, names, ratio) {
      const known = [...new Set(all)].sort((a, b) => a - b);
      const every = thinning(all.length);
      const state = [known, names, every, ratio].join(" ");
      if (state === drawn) return;
      drawn = state;
      const entries = known.slice(0, MOST).map((label) => {
        const name = names[label] || (known.length > 1 ? `label ${label}` : "data");
        return element("span", { class: "entry" }, markerOf(label, ratio), document.createTextNode(name));
      });
      const rest = [];
      if (known.length > MOST) rest.push(`and ${known.length - MOST} more`);
      if (every > 1) rest.push(`1 point of ${every} drawn`);
      if (rest.length) entries.push(element("span", { class: "entry", textContent: rest.join(", ") }));
      root.replaceChildren(...entries);
    },
  };
}

/** The bands of colour between the outermost isolines, with the values at both ends and between. */
export function createScale() {
  const values = ["low", "middle", "high"].map((name) => element("span", { class: `value ${name}` }));
  const ramp = element("span", { class: "ramp" });
  return {
    element: element("span", { class: "ramp-block" }, ramp, ...values),
    /** @param {string} end the largest value */
    write(end) {
      [`−${end}`, "0", `+${end}`].forEach((text, i) => setText(values[i], text));
    },
    draw(theme) {
      const stops = Array.from({ length: BANDS }, (_, i) => {
        const colour = css(diverging((2 * i + 1) / BANDS - 1, theme.dark));
        return `${colour} ${(100 * i) / BANDS}% ${(100 * (i + 1)) / BANDS}%`;
      });
      ramp.style.background = `linear-gradient(to right, ${stops.join(", ")})`;
    },
  };
}

/** Both in one line, for maps whose titles hold the values at the ends of the scale. */
export function createLegend() {
  const labels = createLabels();
  const scale = createScale();
  const what = element("span", { textContent: "± value over each map" });
  const key = element("span", { class: "key", role: "img" }, scale.element, what);
  key.setAttribute("aria-label", "Colours: from blue through neutral at 0 to orange; the value of both ends is over each map");
  scale.write("");
  return {
    element: element("div", { class: "map-legend" }, labels.element, key),
    draw(all, names, ratio, theme) {
      labels.draw(all, names, ratio);
      scale.draw(theme);
    },
  };
}
