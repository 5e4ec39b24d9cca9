/** A figure in a file of its own. */

import { heldFrame, onThemeChange, pageTheme, place } from "../held.js";
import { createFigure } from "./figure.js";

/** Draw the figure that the page holds. */
export async function draw() {
  const figure = createFigure(place(), { theme: pageTheme });
  onThemeChange(figure.redraw);
  figure.show(await heldFrame());
}
