/** Maps of functions with curves, arrows and points on their way over them. */

import { paintArrows, paintCurves } from "../denoise/paint.js";
import { createPainter } from "../field.js";
import { placesOf } from "../layout.js";

// CSS pixels of the radii where a point begins and where it is.
const RING = 3.5;
const DOT = 4.5;

/**
 * A painter as `field.js` makes one; `arrays` may have `images`, `curve` with `starts`, and `path`.
 *
 * @param {() => number} step  how far the points of `path` (s, m, 2) are; beyond the last one, at the end
 */
export function createOverPainter(step) {
  return createPainter((context, { arrays, region }, { width, height, theme }) => {
    const places = (points) => placesOf(points, region, width, height);
    context.lineJoin = "round";
    if (arrays.images) paintArrows(context, places(arrays.points), places(arrays.images), theme);
    if (arrays.curve) paintCurves(context, places(arrays.curve), arrays.starts, { ...theme, zeroLine: theme.text }, 2);
    if (arrays.path) paintPath(context, arrays.path, places(arrays.path), step(), theme);
  });
}

/** The lines that points move on, rings where they begin, and dots where they are. */
function paintPath(context, { shape: [steps, count] }, places, step, theme) {
  const at = (s, i) => places.subarray(2 * (s * count + i), 2 * (s * count + i) + 2);
  const here = Math.min(steps - 1, step);
  const [lines, rings, dots] = [new Path2D(), new Path2D(), new Path2D()];
  const circle = (path, [x, y], radius) => {
    path.moveTo(x + radius, y);
    path.arc(x, y, radius, 0, 2 * Math.PI);
  };
  for (let i = 0; i < count; i += 1) {
    lines.moveTo(...at(0, i));
    for (let s = 1; s < steps; s += 1) lines.lineTo(...at(s, i));
    circle(rings, at(0, i), RING);
    circle(dots, at(here, i), DOT);
  }
  context.strokeStyle = theme.text;
  context.lineWidth = 1.5;
  context.stroke(lines);
  context.stroke(rings);
  context.fillStyle = theme.bar;
  context.fill(dots);
  context.strokeStyle = theme.background;
  context.stroke(dots);
}
