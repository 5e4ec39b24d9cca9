/** The scene of the page "Explore": maps with all that can stand beside them, and points in the hand. */

import { createBack } from "./back.js";
import { createEditor } from "./editor.js";
import { GRAM, SCORES, SPACE } from "./kinds.js";
import { createMaps } from "./maps.js";
import { createSelection } from "./selection.js";

export const createExplore = (on) => createMaps(on, { createEditor, createSelection, createBack, beside: [SCORES, SPACE, GRAM] });
