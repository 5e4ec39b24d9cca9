/** What stands on the panels: the curve, arrows, points, and the path of each method. */

import { drawMarkers } from "../field.js";
import { placesOf } from "../layout.js";
import { markerRadius } from "../markers.js";
import { strokeTwice, traceArrow } from "../overlays.js";

// A colour that is told from the background's and from the others also by the colour-blind (Okabe and
// Ito), on light and on dark, and dashes, by the method's place in the list.
const COLOURS = [
  { light: "#7a3b9a", dark: "#c9a0e6" },
  { light: "#005a9c", dark: "#56b4e9" },
  { light: "#00694c", dark: "#3fd0a4" },
  { light: "#a8006d", dark: "#f29ac8" },
  { light: "#16181f", dark: "#f4f4f4" },
];
const DASHES = [[], [], [7, 3], [2, 3], [9, 3, 2, 3]];
const HALO = 3;
const END = 4;
// CSS pixels of the head of an arrow at most, and of the shortest arrow; the size of noisy points beside others'.
const HEAD = 4;
const SHORTEST = 0.5;
const NOISY = 0.8;

/** The colour of the method at this place of the list. */
export const colourOf = (place, theme) => COLOURS[place % COLOURS.length][theme.dark ? "dark" : "light"];

/**
 * Paint one panel above its background. The context's unit is the CSS pixel.
 *
 * @param {object} maps  the sheet of the panels, see `kpca_core/drawing/canvas/denoising.py`
 * @param {object} ways  that of the methods, whose ways and outcome are drawn on the first panel
 * @param {boolean} points  whether noisy points are drawn
 */
export function paintPoints(context, { arrays, region, tiles }, ways, { width, height, j }, theme, ratio, points) {
  const placed = (places) => placesOf(places, region, width, height);
  const [from, to] = [placed(arrays.points), placed(tiles[j].arrays.images)];
  context.lineJoin = "round";
  paintCurves(context, placed(arrays.curve), arrays.starts, theme);
  if (points) {
    paintArrows(context, from, to, theme);
    drawMarkers(context, { arrays, region }, width, height, ratio, { size: NOISY });
  }
  paintImages(context, to, j ? null : ways.arrays.converged, width, theme);
  if (!j) paintWays(context, ways, from, placed(ways.arrays.path), theme);
  paintChosen(context, from, ways.chosen, theme);
}

/**
 * Curves whose vertices are places; `starts` says where each begins and the last one ends. Dashed, or
 * `solid` pixels wide.
 */
export function paintCurves(context, curve, starts, theme, solid = 0) {
  context.strokeStyle = theme.zeroLine;
  context.lineWidth = solid || 1.5;
  context.setLineDash(solid ? [] : [6, 4]);
  context.beginPath();
  for (let p = 0; p + 1 < starts.length; p += 1) {
    const [x, y] = [curve[2 * starts[p]], curve[2 * starts[p] + 1]];
    if (starts[p + 1] - starts[p] === 1) {
      // A single place: a cross.
      for (const [dx, dy] of [[7, 0], [0, 7]]) {
        context.moveTo(x - dx, y - dy);
        context.lineTo(x + dx, y + dy);
      }
      continue;
    }
    context.moveTo(x, y);
    for (let v = starts[p] + 1; v < starts[p + 1]; v += 1) context.lineTo(curve[2 * v], curve[2 * v + 1]);
  }
  context.stroke();
  context.setLineDash([]);
}

/** An arrow from each place to its own. */
export function paintArrows(context, from, to, theme) {
  const path = new Path2D();
  for (let i = 0; i < from.length; i += 2) {
    const line = [from[i], from[i + 1], to[i], to[i + 1]];
    if (Math.hypot(line[2] - line[0], line[3] - line[1]) >= SHORTEST) traceArrow(path, line, HEAD);
  }
  context.strokeStyle = theme.text;
  context.globalAlpha = 0.65;
  context.lineWidth = 0.8;
  context.stroke(path);
  context.globalAlpha = 1;
}

/** Filled dots; an outline alone where the iteration has not converged. */
function paintImages(context, places, converged, width, theme) {
  const radius = Math.max(1.6, markerRadius(places.length / 2, width) * 0.8);
  const [done, stuck] = [new Path2D(), new Path2D()];
  for (let i = 0; i < places.length; i += 2) {
    const path = !converged || converged[i / 2] ? done : stuck;
    path.moveTo(places[i] + radius, places[i + 1]);
    path.arc(places[i], places[i + 1], radius, 0, 2 * Math.PI);
  }
  // Outlines first: where dots touch they surround all of them.
  context.lineWidth = 1.6;
  context.strokeStyle = theme.background;
  context.stroke(done);
  context.fillStyle = theme.accent;
  context.fill(done);
  context.lineWidth = 1.4;
  context.strokeStyle = theme.accent;
  context.stroke(stuck);
}

/** Each leg of each method, on a halo so that it stands out, and where the method ends. */
function paintWays(context, { arrays: { starts, owners }, method, methods, chosen }, points, path, theme) {
  const start = points.subarray(2 * chosen, 2 * chosen + 2);
  const order = Array.from(owners, (_, leg) => leg).sort(
    (a, b) => (methods[owners[a]].name === method) - (methods[owners[b]].name === method),
  );
  for (const leg of order) {
    const place = owners[leg];
    const [first, end] = [starts[leg], starts[leg + 1]];
    const line = new Path2D();
    // A closed form is one step from the noisy point.
    const jumps = end - first === 1;
    line.moveTo(jumps ? start[0] : path[2 * first], jumps ? start[1] : path[2 * first + 1]);
    for (let v = first; v < end; v += 1) line.lineTo(path[2 * v], path[2 * v + 1]);
    const [x, y] = [path[2 * end - 2], path[2 * end - 1]];
    context.lineWidth = 2 + HALO;
    context.strokeStyle = theme.background;
    context.stroke(line);
    context.lineWidth = methods[place].name === method ? 2.6 : 1.8;
    context.strokeStyle = colourOf(place, theme);
    context.setLineDash(DASHES[place % DASHES.length]);
    context.stroke(line);
    context.setLineDash([]);
    context.beginPath();
    context.arc(x, y, END, 0, 2 * Math.PI);
    context.fillStyle = colourOf(place, theme);
    context.fill();
    context.lineWidth = 1.2;
    context.strokeStyle = theme.background;
    context.stroke();
  }
}

function paintChosen(context, places, chosen, theme) {
  const path = new Path2D();
  path.arc(places[2 * chosen], places[2 * chosen + 1], 7.5, 0, 2 * Math.PI);
  strokeTwice(context, path, 2.5, theme, theme.accent);
}
