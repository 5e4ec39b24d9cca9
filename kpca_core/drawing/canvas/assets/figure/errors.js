/** Maps of errors: log₁₀ of them in colours from the smallest error to the largest. */

import LOOK from "../look.json" with { type: "json" };
import { parseColor } from "../palette.js";

const STEPS = 256;

/** The colours of errors, from the smallest to the largest, as CSS. */
export const stops = (theme) => LOOK.themes[theme.dark ? "dark" : "light"].errors;

/** The same from left to right. */
export const gradient = (theme) => `linear-gradient(to right, ${stops(theme).join(", ")})`;

/**
 * Colours between evenly spaced stops as pixels in the memory order of ImageData.
 *
 * @param {string[]} colours as CSS, of at least two stops
 */
export function colourTable(colours) {
  const known = colours.map((colour) => parseColor(colour));
  return Uint32Array.from({ length: STEPS }, (_, i) => {
    const at = (i / (STEPS - 1)) * (known.length - 1);
    const k = Math.min(known.length - 2, Math.floor(at));
    const [r, g, b] = known[k].map((value, c) => Math.round(value + (at - k) * (known[k + 1][c] - value)));
    return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
  });
}

/** The place of a value among the entries of a table. */
export const entryOf = (value, low, high) =>
  Math.round(Math.min(1, Math.max(0, (value - low) / (high - low))) * (STEPS - 1));

/** A painter of log₁₀ of errors as `createPainter` of `field.js` makes one. */
export function createErrorPainter() {
  const { low: least, high: most } = LOOK.errors;
  let frame = null;
  let image = null;
  return {
    prepare(next, width, height) {
      frame = next;
      if (image?.width !== width || image.height !== height) image = new ImageData(width, height);
    },
    paint(context, j, theme) {
      const { fields } = frame.arrays;
      const [, ny, nx] = fields.shape;
      const table = colourTable(stops(theme));
      const pixels = new Uint32Array(image.data.buffer);
      const { width, height } = image;
      for (let k = 0, out = 0; k < height; k += 1) {
        const y = (1 - (k + 0.5) / height) * (ny - 1);
        const below = Math.min(ny - 2, Math.floor(y));
        for (let i = 0; i < width; i += 1, out += 1) {
          const x = ((i + 0.5) / width) * (nx - 1);
          const left = Math.min(nx - 2, Math.floor(x));
          const at = (j * ny + below) * nx + left;
          const low = fields[at] + (x - left) * (fields[at + 1] - fields[at]);
          const high = fields[at + nx] + (x - left) * (fields[at + nx + 1] - fields[at + nx]);
          pixels[out] = table[entryOf(low + (y - below) * (high - low), least, most)];
        }
      }
      context.putImageData(image, 0, 0);
    },
  };
}
