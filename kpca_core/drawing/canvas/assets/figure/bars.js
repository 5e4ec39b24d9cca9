/** A spectrum that stands still. */

import { element, paintCanvas, setText } from "../dom.js";
import { arrangeSpectrum, paintSpectrum } from "../spectrum.js";

// CSS pixels.
const HEIGHT = 180;
const WIDEST = 900;

/** A sheet "spectrum" of `figure.js`. */
export function createBars() {
  const label = element("p", { class: "side" });
  const canvas = element("canvas", { role: "img" });
  return {
    element: element("div", {}, label, canvas),
    draw(sheet, { width, height, whole, ratio }, theme) {
      setText(label, sheet.label);
      canvas.setAttribute("aria-label", sheet.label);
      const tall = whole ? height - label.offsetHeight : HEIGHT;
      const plan = arrangeSpectrum(sheet, Math.min(WIDEST, width), tall, false, theme.type);
      paintCanvas(canvas, plan.width, plan.height, ratio, (context) => paintSpectrum(context, plan, theme));
    },
  };
}
