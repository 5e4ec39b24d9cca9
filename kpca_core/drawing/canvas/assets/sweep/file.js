/** A sweep in a file of its own: the player on a page without a server. */

import { heldFrame, onThemeChange, pageTheme, place } from "../held.js";
import { createPlayer } from "./player.js";

/**
 * Play the frames that the page holds.
 *
 * @param {object} settings  of the player, and the `address` of the page that shows the same
 */
export async function draw(settings) {
  const player = createPlayer(place(), { theme: pageTheme, address: () => settings.address });
  onThemeChange(player.redraw);
  player.show(await heldFrame(), settings);
}
