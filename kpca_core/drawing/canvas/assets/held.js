/** What a page without a server holds: a frame as base64 in the element "frames", and its colours. */

import { themeAround } from "./palette.js";
import { unpacked } from "./wire.js";

/** The element that it is drawn in. */
export const place = () => document.getElementById("here");

/** The settings that it is drawn with. */
export const settings = () => JSON.parse(document.getElementById("settings").textContent);

/** The frame, decoded. */
export function heldFrame() {
  const text = atob(document.getElementById("frames").textContent);
  return unpacked(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
}

/** The colours of the page. */
export const pageTheme = () => themeAround(place());

/** Call `redraw` when the page's colours change. */
export function onThemeChange(redraw) {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
}
