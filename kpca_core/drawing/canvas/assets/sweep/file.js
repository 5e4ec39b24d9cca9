/** A sweep in a file of its own: the player on a page without a server. */

import { themeOfPage, written } from "../page.js";
import { createPlayer } from "./player.js";
import { unpacked } from "./unpacked.js";

/**
 * Play the frames that stand in the element "frames", as base64, in the element "drawing".
 *
 * @param {object} settings  of the player, and the `address` of the page that shows the same
 */
export async function play(settings) {
  const parent = document.getElementById("drawing");
  const player = createPlayer(parent, { theme: themeOfPage, address: () => settings.address });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", player.redraw);
  player.show(await unpacked(written()), settings);
}
