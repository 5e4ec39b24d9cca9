/** Scatters of scores side by side. */

import { element, paintCanvas, setText } from "../dom.js";
import { evenColumns } from "../layout.js";
import { createMarkers } from "../markers.js";
import { arrangeScores, paintAxes } from "../scores.js";
import { _, filled } from "../words.js";

// CSS pixels of one at most, between two, and those below which there are fewer in a row.
const LARGEST = 330;
const GAP = 10;
const LEAST = 150;

/** A sheet "scores" of `figure.js`. */
export function createScatters() {
  const block = element("div", { class: "scatters", role: "group", "aria-label": _("Scores") });
  let plots = [];
  return {
    element: block,
    draw({ plots: shown, arrays }, { width, ratio }, theme) {
      while (plots.length < shown.length) {
        const title = element("p", { class: "side" });
        const canvas = element("canvas", { role: "img" });
        plots.push({ title, canvas, whole: element("div", {}, title, canvas) });
      }
      plots = plots.slice(0, shown.length);
      block.replaceChildren(...plots.map(({ whole }) => whole));
      const columns = evenColumns(plots.length, Math.max(1, Math.floor((width + GAP) / (LEAST + GAP))));
      const side = Math.floor(Math.min(LARGEST, (width - GAP * (columns - 1)) / columns));
      const drawn = Uint32Array.from(arrays.labels.keys());
      plots.forEach(({ title, canvas, whole }, k) => {
        whole.style.width = `${side}px`;
        setText(title, shown[k].title);
        canvas.setAttribute("aria-label", filled(_("Scores: {title}"), shown[k]));
        const plan = arrangeScores(shown[k].arrays.scores, side, side);
        const stamp = createMarkers({ arrays: { labels: arrays.labels } }, drawn, drawn.length, side, ratio, theme);
        paintCanvas(canvas, side, side, ratio, (context) => {
          paintAxes(context, plan, [1, 2], 0, theme);
          plan.places.forEach((place, at) => stamp(context, place, at));
        });
      });
    },
  };
}
