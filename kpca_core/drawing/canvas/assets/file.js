/** Spectrum and maps in a file of their own. */

import { mount } from "./drawing.js";
import { heldBytes, onThemeChange, pageTheme, place } from "./held.js";

/** Draw the frame that the page holds. */
export function draw() {
  const drawing = mount(place(), { theme: pageTheme });
  const show = () => drawing.rest(heldBytes());
  onThemeChange(show);
  show();
}
