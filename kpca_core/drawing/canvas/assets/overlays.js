/** What is drawn over a map: arrows of the gradient, a cross at the closest input, lines of the limit. */

import { contours } from "./contours.js";
import LOOK from "./look.json" with { type: "json" };
import { formatNumber } from "./ticks.js";
import { _, filled } from "./words.js";

const { longest: LONGEST, head: HEAD, angle: HEAD_ANGLE } = LOOK.arrows;
// CSS pixels: the shortest arrow that is drawn, the arms of a cross, and the widths of lines and of the halo around them.
const [SHORTEST, ARM] = [2, 6];
const [ARROW_LINE, CROSS_LINE, HALO] = [1.2, 2.4, 2];
const STEPS = 127;
// Of the limit's lines: the dashes, and the widths of the isolines and of the zero line.
const [LIMIT_DASH, LIMIT_LINE, LIMIT_ZERO] = [[6, 4], 1.1, 2.4];

/**
 * Draw what there is for panel j over a map of width × height CSS pixels, the context's unit.
 *
 * @param {object} maps  a sheet; see `kpca_core/drawing/canvas/overlays.py`
 */
export function paintOverlays(context, maps, j, width, height, theme) {
  const { arrows, closest, limits } = maps.arrays;
  if (j < limits?.shape[0]) paintLimit(context, maps, j, width, height, theme);
  if (arrows) {
    const path = new Path2D();
    for (const arrow of arrowsOf(arrows, j, width, height)) traceArrow(path, arrow);
    strokeTwice(context, path, ARROW_LINE, theme);
  }
  const { image } = maps;
  if (image) {
    const [[x0, x1], [y0, y1]] = maps.region;
    const at = { x: ((image.x - x0) / (x1 - x0)) * width, y: ((y1 - image.y) / (y1 - y0)) * height };
    paintPlace(context, at, theme, image.near);
  }
  const place = closest && closestPlace(maps, j);
  if (place) {
    const [x, y] = [place.s * width, (1 - place.t) * height];
    const path = new Path2D();
    for (const [dx, dy] of [[ARM, ARM], [ARM, -ARM]]) {
      path.moveTo(x - dx, y - dy);
      path.lineTo(x + dx, y + dy);
    }
    strokeTwice(context, path, CROSS_LINE, theme);
  }
}

/** Add an arrow to a path; its head has a share of its length, and at most so many CSS pixels. */
export function traceArrow(path, [x0, y0, x1, y1], most = Infinity) {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const [size, angle] = [Math.min(most, HEAD * Math.hypot(dx, dy)), Math.atan2(dy, dx)];
  path.moveTo(x0, y0);
  path.lineTo(x1, y1);
  for (const turn of [-HEAD_ANGLE, HEAD_ANGLE]) {
    path.moveTo(x1, y1);
    path.lineTo(x1 - size * Math.cos(angle + turn), y1 - size * Math.sin(angle + turn));
  }
}

/** The mark of a place and of its pre-image: filled where the pre-image comes near to it. */
export function paintPlace(context, { x, y }, theme, near, unit = 1) {
  const path = new Path2D();
  path.arc(x, y, 6.5 * unit, 0, 2 * Math.PI);
  for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
    path.moveTo(x + 6.5 * unit * dx, y + 6.5 * unit * dy);
    path.lineTo(x + 11 * unit * dx, y + 11 * unit * dy);
  }
  strokeTwice(context, path, 2.2 * unit, theme);
  if (!near) return;
  context.beginPath();
  context.arc(x, y, 4 * unit, 0, 2 * Math.PI);
  context.fillStyle = theme.accent;
  context.fill();
}

/** The isolines of the limit's function, dashed; under the pointer the zero line alone, which is heavy. */
function paintLimit(context, { moving, arrays: { limits, levels } }, j, width, height, theme) {
  const [, ny, nx] = limits.shape;
  const count = levels.shape[1];
  const field = limits.subarray(j * ny * nx, (j + 1) * ny * nx);
  context.setLineDash(LIMIT_DASH);
  for (const level of moving ? [0] : levels.subarray(j * count, (j + 1) * count)) {
    const path = new Path2D();
    for (const line of contours(field, nx, ny, level)) {
      for (let v = 0; v < line.length; v += 2) {
        path[v ? "lineTo" : "moveTo"]((line[v] / (nx - 1)) * width, height - (line[v + 1] / (ny - 1)) * height);
      }
    }
    context.strokeStyle = theme.limit;
    context.lineWidth = level === 0 ? LIMIT_ZERO : LIMIT_LINE;
    context.stroke(path);
  }
  context.setLineDash([]);
}

/**
 * The arrows of panel j as [x0, y0, x1, y1] in CSS pixels, y downward, each with its middle
 * at its place of the lattice. They are at right angles to the isolines, since both axes of a panel
 * have one scale.
 */
export function arrowsOf(arrows, j, width, height) {
  const [, rows, columns] = arrows.shape;
  const reach = (LONGEST * Math.min(width / columns, height / rows)) / STEPS / 2;
  const found = [];
  for (let row = 0, at = 2 * j * rows * columns; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1, at += 2) {
      const [dx, dy] = [arrows[at] * reach, -arrows[at + 1] * reach];
      if (2 * Math.hypot(dx, dy) < SHORTEST) continue;
      const x = ((column + 0.5) / columns) * width;
      const y = height - ((row + 0.5) / rows) * height;
      found.push([x - dx, y - dy, x + dx, y + dy]);
    }
  }
  return found;
}

/** Where the closest input of panel j is, as fractions of the region, t upward; null outside. */
export function closestPlace({ arrays: { closest }, region: [[x0, x1], [y0, y1]] }, j) {
  const s = (closest[3 * j] - x0) / (x1 - x0);
  const t = (closest[3 * j + 1] - y0) / (y1 - y0);
  return s >= 0 && s <= 1 && t >= 0 && t <= 1 ? { s, t } : null;
}

/** The tooltip's lines of panel j: what the longest arrow stands for, and, without a sentence, the closest input. */
export function overlayLines({ arrays: { steepest, closest }, sentences }, j) {
  const lines = [];
  if (steepest) lines.push(filled(_("longest arrow: |∇f| = {value}"), { value: formatNumber(steepest[j]) }));
  if (closest && !sentences?.[j]) {
    const [x, y, cosine] = closest.subarray(3 * j, 3 * j + 3);
    const place = `(${formatNumber(x)}, ${formatNumber(y)})`;
    lines.push(filled(_("Closest input {place}, cosine {cosine}."), { place, cosine: formatNumber(cosine, 2) }));
  }
  return lines;
}

/** Stroke a path in the colour of text, or another one, with a halo in that of the background. */
export function strokeTwice(context, path, line, theme, ink = theme.text) {
  context.lineCap = "round";
  context.lineJoin = "round";
  for (const [colour, width] of [[theme.background, line + HALO], [ink, line]]) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.stroke(path);
  }
  context.lineCap = "butt";
}
