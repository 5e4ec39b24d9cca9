/**
 * What every kind of drawing has, in one file for browsers: `make bundles` lets all parts of `front.js`
 * import this. Left to itself esbuild makes a file for every set of parts that share something.
 */

import "./address.js";
import "./aspect.js";
import "./captions.js";
import "./controls.js";
import "./dom.js";
import "./field.js";
import "./grid.js";
import "./hand.js";
import "./ink.js";
import "./kinds.js";
import "./later.js";
import "./layout.js";
import "./legend.js";
import "./markers.js";
import "./memory.js";
import "./numbers.js";
import "./palette.js";
import "./png.js";
import "./queue.js";
import "./sweep/theming.js";
import "./ticks.js";
import "./wire.js";
import "./words.js";
