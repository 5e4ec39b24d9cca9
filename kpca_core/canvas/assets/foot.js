/** The lines under the views: facts, markers, colour scale, download. */

import { element, setHidden, setText } from "./dom.js";
import { marker, thinning } from "./markers.js";
import { recall, remember } from "./memory.js";
import { css, diverging, largestLevel } from "./palette.js";
import { explain } from "./terms.js";
import { formatNumber, subscript } from "./ticks.js";

const KEY_STOPS = 12;
const MARKER = 4.5;
// Labels whose markers are shown; further ones are counted.
const LABELS = 8;

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
  const [low, middle, high] = ["low", "middle", "high"].map((name) => element("span", { class: `value ${name}` }));
  const ramp = element("span", { class: "ramp" });
  const panel = element("span", { class: "of" });
  const scale = element("span", { class: "ramp-block" }, ramp, low, middle, high);
  const key = element("span", { class: "key", role: "img" }, panel, scale);
  const labels = element("span", { class: "labels" });
  const switched = element("button", { class: "switch", type: "button", textContent: "Points" });
  const button = element("button", { class: "png", type: "button", textContent: "PNG" });
  const keys = element("span", { class: "keys" }, switched, labels, key, button);
  button.setAttribute("aria-label", "Download the picture as PNG");
  button.addEventListener("click", save);
  let points = recall("points") !== "off";
  let pointed = 0;
  let shown = null;
  let drawn = "";

  switched.setAttribute("aria-label", "Show data points");
  switched.addEventListener("click", () => {
    points = !points;
    remember("points", points ? "on" : "off");
    changed();
  });

  function drawLabels({ arrays: { labels: all }, groups = [] }, ratio) {
    const known = [...new Set(all)].sort((a, b) => a - b);
    const every = thinning(all.length);
    const state = [known, groups, every, points, ratio].join(" ");
    if (state === drawn) return;
    drawn = state;
    switched.setAttribute("aria-pressed", String(points));
    labels.hidden = !points;
    const entries = known.slice(0, LABELS).map((label) => {
      const stamp = marker(label, MARKER * ratio, ratio);
      stamp.style.width = `${stamp.width / ratio}px`;
      stamp.setAttribute("aria-hidden", "true");
      return element("span", { class: "entry" }, stamp, document.createTextNode(groups[label] || (known.length > 1 ? `label ${label}` : "data")));
    });
    const rest = [];
    if (known.length > LABELS) rest.push(`and ${known.length - LABELS} more`);
    if (every > 1) rest.push(`1 point of ${every} drawn`);
    if (rest.length) entries.push(element("span", { class: "entry", textContent: rest.join(", ") }));
    labels.replaceChildren(...entries);
  }

  function drawScale() {
    const { levels } = shown.arrays;
    const count = levels.shape[1];
    const j = Math.min(pointed, levels.shape[0] - 1);
    setHidden(key, j < 0);
    if (j < 0) return;
    const end = formatNumber(largestLevel(levels.subarray(j * count, (j + 1) * count)), 2);
    setText(panel, `f${subscript(j + 1)}`);
    setText(low, `−${end}`);
    setText(middle, "0");
    setText(high, `+${end}`);
    const words = `Colours of panel ${j + 1}: from blue at −${end} through neutral at 0 to orange at ${end}`;
    if (key.getAttribute("aria-label") !== words) key.setAttribute("aria-label", words);
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
      drawLabels(frame, ratio);
      drawScale();
      // The bands between the outermost isolines.
      const stops = Array.from({ length: KEY_STOPS }, (_, i) => {
        const t = (2 * i + 1) / KEY_STOPS - 1;
        const colour = css(diverging(t, theme.dark));
        return `${colour} ${(100 * i) / KEY_STOPS}% ${(100 * (i + 1)) / KEY_STOPS}%`;
      });
      ramp.style.background = `linear-gradient(to right, ${stops.join(", ")})`;
    },
    /** Write the values of panel j on the colour scale. */
    scaleOf(j) {
      pointed = j;
      if (shown) drawScale();
    },
  };
}
