/** Spectrum and maps in a file of their own. */

import { mount } from "./drawing.js";
import { heldBytes, onThemeChange, pageTheme, place } from "./held.js";

const drawing = mount(place(), { theme: pageTheme });
const show = () => drawing.rest(heldBytes());
onThemeChange(show);
show();
