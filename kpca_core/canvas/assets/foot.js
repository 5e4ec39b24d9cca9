/** The lines under the views: facts, markers, colour scale, download. */

import { element, setHidden, setText } from "./dom.js";
import { createLabels, createSave, createScale } from "./legend.js";
import { recall, remember } from "./memory.js";
import { explain } from "./terms.js";

/**
 * @param {object} on
 * @param {() => void} on.save called when PNG is pressed
 * @param {() => void} on.changed called when points were switched on or off
 * @param {object} on.tooltip
 * @returns {{element: HTMLElement, points: boolean, draw: Function, scaleOf: Function}}
 */
export function createFoot({ save, changed, tooltip }) {
  const facts = element("span", { class: "facts" });
  const legend = element("span", { class: "legend-text" });
  const scale = createScale();
  const labels = createLabels();
  const switched = element("button", { class: "switch", type: "button", textContent: "Points" });
  const keys = element("span", { class: "keys" }, switched, labels.element, scale.element, createSave(save));
  let points = recall("points") !== "off";
  let pointed = 0;
  let shown = null;

  switched.setAttribute("aria-label", "Show data points");
  switched.addEventListener("click", () => {
    points = !points;
    remember("points", points ? "on" : "off");
    changed();
  });

  function drawScale() {
    const { levels } = shown.arrays;
    scale.write(levels, Math.min(pointed, levels.shape[0] - 1));
  }

  return {
    element: element("div", { class: "foot" }, facts, legend, keys),
    /** Whether points are drawn. */
    get points() {
      return points;
    },
    draw(frame, theme, ratio) {
      shown = frame;
      explain(facts, frame.facts.join(" · "), tooltip);
      explain(legend, frame.legend ?? "", tooltip);
      setHidden(legend, !frame.legend);
      switched.setAttribute("aria-pressed", String(points));
      setHidden(labels.element, !points);
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
