/** Colours of the page, and of identities. */

import { forcedColours, themeFrom } from "../palette.js";

// Ten hues that stand out from the background by 3:1 and more, and carry letters in it by 4.5:1.
const LIGHT = [
  "#0060a8", "#b84700", "#007a53", "#9a3a94", "#7a5c00", "#b0123a", "#00708c", "#5b4bb5", "#4f6b00",
  "#8c4a2f",
];
const DARK = [
  "#6cb4ff", "#ff9d5c", "#4fd1a1", "#e08bdc", "#e0bd4a", "#ff7d95", "#5ed0ea", "#a99cff", "#b5d15a",
  "#d9a085",
];

/** The colour of an identity; after ten they begin again, and lines are then dashed. */
export function colourOf(identity, theme) {
  const colours = theme.dark ? DARK : LIGHT;
  return colours[identity % colours.length];
}

/** The dashes of an identity's line. */
export const dashOf = (identity) => [[], [6, 3], [2, 3]][Math.floor(identity / LIGHT.length) % 3];

/** Give the style sheet the colours that the page has, and return all of them. */
export function themed(root, read) {
  const theme = themeFrom(forcedColours(root) ?? read());
  for (const name of ["background", "text", "muted", "faint", "frame", "accent", "font"]) {
    root.style.setProperty(`--kpca-${name}`, theme[name]);
  }
  root.style.colorScheme = theme.dark ? "dark" : "light";
  return theme;
}
