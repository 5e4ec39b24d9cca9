/** A sweep in a file of its own: the player on a page without a server. */

import { heldFrame, onThemeChange, pageTheme, place, settings } from "../held.js";
import { createPlayer } from "./player.js";

// Settings of the player, and the `address` of the page that shows the same.
const shown = settings();
const player = createPlayer(place(), { theme: pageTheme, address: () => shown.address });
onThemeChange(player.redraw);
player.show(await heldFrame(), shown);
