/** One eigenfunction as a picture: bands of colour, isolines, points. Sizes in device pixels. */

import LOOK from "./look.json" with { type: "json" };
import { drawRing, marker, markerRadius, thinning } from "./markers.js";
import { paintOverlays } from "./overlays.js";
import { createTables, css, diverging, largestLevel } from "./palette.js";

const TABLE = 4096;
const REACH = 1.125;
const FARTHEST = 64;
const FULL_SCALE = 65535;
// Pixels between vertices of an isoline at least, at rest and while a slider is dragged: closer ones
// cost time and show nothing. On a circle of 10 pixels a chord of 3 is 0.1 away from the arc.
const CLOSE = 1.5;
const CLOSE_MOVING = 3;
// Markers that are remembered.
const STAMPS = 512;
// Steps of a score up to the end of the colours, and of those that share a colour.
const STEPS = 127;
const BAND = 8;

/**
 * A painter that keeps its memory between frames; all panels of a frame share it.
 *
 * @returns {{prepare: Function, paint: Function}} call `prepare` once a frame, then `paint` a panel
 */
export function createPainter() {
  let columns = null;
  let image = null;
  let points = null;
  let frame = null;
  let withPoints = true;
  const tables = createTables();

  return {
    /**
     * @param {object} next the decoded frame
     * @param {number} width of a panel
     * @param {number} height of a panel
     * @param {number} ratio device pixels per CSS pixel
     * @param {boolean} marked whether points are drawn
     * @param {{accent?: string}} [theme] for the rings of selected points
     */
    prepare(next, width, height, ratio, marked, theme = {}) {
      frame = next;
      withPoints = marked;
      const [, ny, nx] = next.arrays.fields.shape;
      if (columns?.width !== width || columns.nx !== nx || columns.ny !== ny) {
        columns = weights(nx, ny, width);
      }
      if (!image || image.width !== width || image.height !== height) {
        image = new ImageData(width, height);
      }
      if (marked && !next.arrays.own) points = drawPoints(points, next, width, height, ratio, theme.accent);
    },
    /** Paint panel j over the whole of a width × height context. */
    paint(context, j, theme, ratio) {
      const { fields, levels } = frame.arrays;
      const [, ny, nx] = fields.shape;
      const field = fields.subarray(j * ny * nx, (j + 1) * ny * nx);
      const count = levels.shape[1];
      const own = levels.subarray(j * count, (j + 1) * count);
      paintBands(image, field, ny, columns, own, tables, theme.dark);
      context.putImageData(image, 0, 0);
      strokeLines(context, frame, j, image.width, image.height, theme, ratio);
      if (withPoints && frame.arrays.own) drawOwn(context, frame, j, image.width, image.height, theme, ratio);
      else if (withPoints) context.drawImage(points, 0, 0);
      paintOverlays(context, frame, j, image.width, image.height, theme, ratio);
    },
  };
}

/** For each pixel column: the sample to its left and the share of the next one; and memory. */
function weights(nx, ny, width) {
  const index = new Int32Array(width);
  const share = new Float32Array(width);
  for (let i = 0; i < width; i += 1) {
    const position = ((i + 0.5) / width) * (nx - 1);
    index[i] = Math.min(nx - 2, Math.floor(position));
    share[i] = position - index[i];
  }
  return { width, nx, ny, index, share, stretched: new Float64Array(ny * width) };
}

/**
 * Fill the image by bilinear interpolation and a table of colours; row 0 of the field is below.
 *
 * The field is first stretched to the image's columns, in units of table entries, so that the
 * loop over pixels reads memory in order and needs neither weights nor clamping.
 */
function paintBands(image, field, ny, columns, levels, tables, dark) {
  const { width, height } = image;
  const { nx, index, share, stretched } = columns;
  const scale = largestLevel(levels);
  let reach = REACH;
  const largest = largestLevel(field) / scale;
  while (reach < largest && reach < FARTHEST) reach *= 2;
  const table = tables(levels, TABLE, reach, dark);
  const factor = TABLE / 2 / reach / scale;
  for (let j = 0, out = 0; j < ny; j += 1) {
    const start = j * nx;
    for (let i = 0; i < width; i += 1, out += 1) {
      const at = start + index[i];
      const left = field[at];
      const entry = (left + share[i] * (field[at + 1] - left)) * factor + TABLE / 2;
      stretched[out] = entry < 0 ? 0 : entry > TABLE - 1 ? TABLE - 1 : entry;
    }
  }
  const pixels = new Uint32Array(image.data.buffer);
  for (let k = 0, out = 0; k < height; k += 1) {
    const position = (1 - (k + 0.5) / height) * (ny - 1);
    const below = Math.min(ny - 2, Math.floor(position));
    const above = position - below;
    let low = below * width;
    for (const end = out + width; out < end; out += 1, low += 1) {
      const value = stretched[low];
      pixels[out] = table[(value + above * (stretched[low + width] - value)) | 0];
    }
  }
}

/** Stroke panel j's isolines: negative ones dashed, which prints keep, then the zero line. */
function strokeLines(context, { arrays, moving }, j, width, height, theme, ratio) {
  const { vertices, starts, lines, levels } = arrays;
  const count = levels.shape[1];
  const [negative, positive, zero] = [new Path2D(), new Path2D(), new Path2D()];
  const sx = width / FULL_SCALE;
  const sy = height / FULL_SCALE;
  const close = moving ? CLOSE_MOVING : CLOSE;
  for (let p = firstLine(lines, j); p < lines.shape[0] && lines[2 * p] === j; p += 1) {
    const level = levels[j * count + lines[2 * p + 1]];
    const path = level === 0 ? zero : level < 0 ? negative : positive;
    const last = starts[p + 1] - 1;
    let x = vertices[2 * starts[p]] * sx;
    let y = height - vertices[2 * starts[p] + 1] * sy;
    path.moveTo(x, y);
    for (let v = starts[p] + 1; v <= last; v += 1) {
      const nextX = vertices[2 * v] * sx;
      const nextY = height - vertices[2 * v + 1] * sy;
      if (v < last && Math.abs(nextX - x) + Math.abs(nextY - y) < close) continue;
      path.lineTo((x = nextX), (y = nextY));
    }
  }
  context.lineJoin = "round";
  context.lineWidth = LOOK.lines.isoline * ratio;
  context.strokeStyle = theme.isoline;
  context.stroke(positive);
  // Dashes take a quarter of a redraw without a graphics processor: they come at rest.
  if (!moving) context.setLineDash(LOOK.lines.dash.map((length) => length * ratio));
  context.stroke(negative);
  context.setLineDash([]);
  context.lineWidth = LOOK.lines.zero * ratio;
  context.strokeStyle = theme.zeroLine;
  context.stroke(zero);
}

/** Index of the first polyline of panel j; lines are sorted by panel. */
function firstLine(lines, j) {
  let low = 0;
  let high = lines.shape[0];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[2 * middle] < j) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The points as a transparent picture that is drawn once and copied to every panel. */
function drawPoints(canvas, frame, width, height, ratio, accent) {
  const { points, labels } = frame.arrays;
  const { marked } = frame;
  const unchanged =
    canvas?.width === width &&
    canvas.height === height &&
    same(canvas.points, points) &&
    same(canvas.labels, labels) &&
    canvas.marked === marked &&
    canvas.accent === accent &&
    String(canvas.region) === String(frame.region);
  if (unchanged) return canvas;
  const layer = canvas ?? document.createElement("canvas");
  Object.assign(layer, { width, height, points, labels, marked, accent, region: frame.region });
  const context = layer.getContext("2d");
  const [[x0, x1], [y0, y1]] = frame.region;
  const radius = markerRadius(points.shape[0] / thinning(points.shape[0]), width / ratio) * ratio;
  const every = thinning(points.shape[0]);
  for (let i = 0; i < points.shape[0]; i += every) {
    const label = labels[i] ?? 0;
    const stamp = stampOf(label, radius, ratio);
    const x = ((points[2 * i] - x0) / (x1 - x0)) * width;
    const y = ((y1 - points[2 * i + 1]) / (y1 - y0)) * height;
    context.drawImage(stamp, x - stamp.width / 2, y - stamp.height / 2);
    if (marked?.has(i)) drawRing(context, x, y, radius, ratio, accent);
  }
  return layer;
}

/**
 * The points of a slice: each has the colour of its own score, in steps of `own` (p, n), which is not
 * that of its place.
 */
function drawOwn(context, { arrays: { points, labels, own }, region, marked }, j, width, height, theme, ratio) {
  const [[x0, x1], [y0, y1]] = region;
  const n = points.shape[0];
  const every = thinning(n);
  const radius = markerRadius(n / every, width / ratio) * ratio;
  for (let i = 0; i < n; i += every) {
    const band = Math.round(own[j * n + i] / BAND) * BAND;
    const stamp = stampOf(labels[i] ?? 0, radius, ratio, css(diverging(band / STEPS, theme.dark)));
    const x = ((points[2 * i] - x0) / (x1 - x0)) * width;
    const y = ((y1 - points[2 * i + 1]) / (y1 - y0)) * height;
    context.drawImage(stamp, x - stamp.width / 2, y - stamp.height / 2);
    if (marked?.has(i)) drawRing(context, x, y, radius, ratio, theme.accent);
  }
}

const stamps = new Map();

/** A marker; where points are dragged the same ones are needed for every frame. */
function stampOf(label, radius, ratio, colour = "") {
  const key = `${label} ${radius} ${ratio} ${colour}`;
  if (stamps.size > STAMPS) stamps.clear();
  if (!stamps.has(key)) stamps.set(key, marker(label, radius, ratio, colour));
  return stamps.get(key);
}

function same(a, b) {
  return a?.length === b.length && a.every((value, i) => value === b[i]);
}

/**
 * Bilinear value of panel j at fractions (s, t) of the region, t upward.
 *
 * @param {Float32Array & {shape: number[]}} fields
 * @param {number} j
 * @param {number} s
 * @param {number} t
 */
export function sample(fields, j, s, t) {
  const [, ny, nx] = fields.shape;
  const column = Math.min(nx - 1, Math.max(0, s * (nx - 1)));
  const row = Math.min(ny - 1, Math.max(0, t * (ny - 1)));
  const left = Math.min(nx - 2, Math.floor(column));
  const below = Math.min(ny - 2, Math.floor(row));
  const at = j * ny * nx + below * nx + left;
  const low = fields[at] + (column - left) * (fields[at + 1] - fields[at]);
  const high = fields[at + nx] + (column - left) * (fields[at + nx + 1] - fields[at + nx]);
  return low + (row - below) * (high - low);
}
