/** Colours and dashes of identities. */

import LOOK from "../look.json" with { type: "json" };

/** The colour of an identity; after ten they begin again, and lines are then dashed. */
export function colourOf(identity, theme) {
  const colours = LOOK.themes[theme.dark ? "dark" : "light"].identities;
  return colours[identity % colours.length];
}

/** The dashes of an identity's line. */
export const dashOf = (identity) => [[], [6, 3], [2, 3]][Math.floor(identity / LOOK.themes.light.identities.length) % 3];
