/** A sweep in a file of its own: the player on a page without a server. */

import { createPlayer } from "./player.js";
import { unpacked } from "./unpacked.js";

/**
 * Play the frames that stand in the element "frames", as base64, in the element "sweep".
 *
 * @param {object} settings  of the player, and the `address` of the page that shows the same
 */
export async function play(settings) {
  const theme = () => {
    const style = getComputedStyle(document.body);
    return { background: style.backgroundColor, text: style.color, font: style.fontFamily };
  };
  const player = createPlayer(document.getElementById("sweep"), { theme, address: () => settings.address });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", player.redraw);
  const bytes = atob(document.getElementById("frames").textContent);
  const frame = await unpacked(Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)));
  player.show(frame, settings);
}
