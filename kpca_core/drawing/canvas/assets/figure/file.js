/** A figure in a file of its own. */

import { heldFrame, onThemeChange, pageTheme, place } from "../held.js";
import { createFigure, withSheets } from "./figure.js";

const figure = createFigure(place(), { theme: pageTheme });
onThemeChange(figure.redraw);
figure.show(await withSheets(await heldFrame()));
