/** The lines under the views: facts, markers, colour scale, download. */

import { element, setHidden, setText } from "./dom.js";
import { createLabels, createScale } from "./legend.js";
import { largestLevel } from "./palette.js";
import { explain } from "./terms.js";
import { formatEnd, subscript } from "./ticks.js";

/**
 * @param {object} on
 * @param {() => void} on.save called when PNG is pressed
 * @param {object} on.choices whether points are drawn, see `choices.js`
 * @param {object} on.tooltip
 * @returns {{element: HTMLElement, draw: Function, scaleOf: Function}}
 */
export function createFoot({ save, choices, tooltip }) {
  const facts = element("span", { class: "facts" });
  const legend = element("span", { class: "legend-text" });
  const panel = element("span", { class: "of" });
  const scale = createScale();
  const key = element("span", { class: "key", role: "img" }, panel, scale.element);
  const labels = createLabels();
  const switched = element("button", { class: "switch", type: "button", textContent: "Points" });
  const button = element("button", { class: "png", type: "button", textContent: "PNG" });
  const keys = element("span", { class: "keys" }, switched, labels.element, key, button);
  button.setAttribute("aria-label", "Download the picture as PNG");
  button.title = "The picture as it stands here, for slides";
  button.addEventListener("click", save);
  let pointed = 0;
  let shown = null;

  switched.setAttribute("aria-label", "Show data points");
  choices.button(switched, "markers");

  function drawScale() {
    const { levels } = shown.arrays;
    const count = levels.shape[1];
    const j = Math.min(pointed, levels.shape[0] - 1);
    setHidden(key, j < 0);
    if (j < 0) return;
    const end = formatEnd(largestLevel(levels.subarray(j * count, (j + 1) * count)));
    setText(panel, `f${subscript(j + 1)}`);
    scale.write(end);
    const words = `Colours of panel ${j + 1}: from blue at −${end} through neutral at 0 to orange at ${end}`;
    if (key.getAttribute("aria-label") !== words) key.setAttribute("aria-label", words);
  }

  return {
    element: element("div", { class: "foot" }, facts, legend, keys),
    draw(frame, theme, ratio) {
      shown = frame;
      explain(facts, frame.facts.join(" · "), tooltip);
      explain(legend, frame.legend ?? "", tooltip);
      setHidden(legend, !frame.legend);
      setHidden(labels.element, !choices.isOn("markers"));
      labels.draw(frame.arrays.labels, frame.groups ?? [], ratio);
      drawScale();
      scale.draw(theme);
    },
    /** Write the values of panel j on the colour scale. */
    scaleOf(j) {
      pointed = j;
      if (shown) drawScale();
    },
  };
}
