/** Colours of the page, and of identities. */

import LOOK from "../look.json" with { type: "json" };
import { forcedColours, themeFrom } from "../palette.js";

/** The colour of an identity; after ten they begin again, and lines are then dashed. */
export function colourOf(identity, theme) {
  const colours = LOOK.themes[theme.dark ? "dark" : "light"].identities;
  return colours[identity % colours.length];
}

/** The dashes of an identity's line. */
export const dashOf = (identity) => [[], [6, 3], [2, 3]][Math.floor(identity / LOOK.themes.light.identities.length) % 3];

/** Give the style sheet the colours that the page has, and return all of them. */
export function themed(root, read) {
  const theme = themeFrom(forcedColours(root) ?? read());
  for (const name of ["background", "text", "muted", "faint", "frame", "accent", "font"]) {
    root.style.setProperty(`--kpca-${name}`, theme[name]);
  }
  root.style.colorScheme = theme.dark ? "dark" : "light";
  return theme;
}
