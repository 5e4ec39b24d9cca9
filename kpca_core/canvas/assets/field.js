/** One eigenfunction as a picture: bands of colour, isolines, points. Sizes in device pixels. */

import { createTables, largestLevel } from "./palette.js";

const TABLE = 4096;
const REACH = 1.125;
const FARTHEST = 64;
const FULL_SCALE = 65535;
const CLOSE = 1.5;
const SHAPES = ["circle", "square", "triangle", "diamond", "down", "hexagon"];
const FILLS = { pale: "#ffffff", deep: "#16181f", warm: "#ffe14d" };
const FILL_ORDER = ["pale", "deep", "warm"];

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
  const tables = createTables();

  return {
    /**
     * @param {object} next the decoded frame
     * @param {number} width of a panel
     * @param {number} height of a panel
     * @param {number} ratio device pixels per CSS pixel
     */
    prepare(next, width, height, ratio) {
      frame = next;
      const [, ny, nx] = next.arrays.fields.shape;
      if (columns?.width !== width || columns.nx !== nx || columns.ny !== ny) {
        columns = weights(nx, ny, width);
      }
      if (!image || image.width !== width || image.height !== height) {
        image = new ImageData(width, height);
      }
      points = drawPoints(points, next, width, height, ratio);
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
      context.drawImage(points, 0, 0);
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

/** Stroke panel j's isolines: all thin ones as one path, then the zero line. */
function strokeLines(context, { arrays }, j, width, height, theme, ratio) {
  const { vertices, starts, lines, levels } = arrays;
  const count = levels.shape[1];
  const thin = new Path2D();
  const zero = new Path2D();
  const sx = width / FULL_SCALE;
  const sy = height / FULL_SCALE;
  for (let p = firstLine(lines, j); p < lines.shape[0] && lines[2 * p] === j; p += 1) {
    const path = levels[j * count + lines[2 * p + 1]] === 0 ? zero : thin;
    const last = starts[p + 1] - 1;
    let x = vertices[2 * starts[p]] * sx;
    let y = height - vertices[2 * starts[p] + 1] * sy;
    path.moveTo(x, y);
    for (let v = starts[p] + 1; v <= last; v += 1) {
      const nextX = vertices[2 * v] * sx;
      const nextY = height - vertices[2 * v + 1] * sy;
      // Vertices closer than a pixel cost time and show nothing.
      if (v < last && Math.abs(nextX - x) + Math.abs(nextY - y) < CLOSE) continue;
      path.lineTo((x = nextX), (y = nextY));
    }
  }
  context.lineJoin = "round";
  context.lineWidth = 0.8 * ratio;
  context.strokeStyle = theme.isoline;
  context.stroke(thin);
  context.lineWidth = 1.9 * ratio;
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
function drawPoints(canvas, frame, width, height, ratio) {
  const { points, labels } = frame.arrays;
  const unchanged =
    canvas?.width === width &&
    canvas.height === height &&
    same(canvas.points, points) &&
    same(canvas.labels, labels) &&
    String(canvas.region) === String(frame.region);
  if (unchanged) return canvas;
  const layer = canvas ?? document.createElement("canvas");
  Object.assign(layer, { width, height, points, labels, region: frame.region });
  const context = layer.getContext("2d");
  const [[x0, x1], [y0, y1]] = frame.region;
  const radius = markerRadius(points.shape[0], width / ratio) * ratio;
  const markers = new Map();
  for (let i = 0; i < points.shape[0]; i += 1) {
    const label = labels[i] ?? 0;
    if (!markers.has(label)) markers.set(label, marker(label, radius, ratio));
    const stamp = markers.get(label);
    const x = ((points[2 * i] - x0) / (x1 - x0)) * width;
    const y = ((y1 - points[2 * i + 1]) / (y1 - y0)) * height;
    context.drawImage(stamp, x - stamp.width / 2, y - stamp.height / 2);
  }
  return layer;
}

function same(a, b) {
  return a?.length === b.length && a.every((value, i) => value === b[i]);
}

/**
 * Marker radius in CSS pixels: smaller for many points and for small panels.
 *
 * @param {number} count number of points
 * @param {number} width of a panel
 */
export function markerRadius(count, width) {
  const crowd = Math.max(0, Math.log10(Math.max(1, count) / 60));
  return Math.min(3.6, Math.max(1.3, (width / 80) * (1 - 0.32 * crowd)));
}

/** A marker on a canvas of its own: both shape and fill show the label. */
export function marker(label, radius, ratio) {
  const size = Math.ceil(2 * radius + 3 * ratio);
  const canvas = Object.assign(document.createElement("canvas"), { width: size, height: size });
  const context = canvas.getContext("2d");
  const fill = FILL_ORDER[label % FILL_ORDER.length];
  context.translate(size / 2, size / 2);
  tracePath(context, SHAPES[label % SHAPES.length], radius);
  context.fillStyle = FILLS[fill];
  context.fill();
  context.lineJoin = "round";
  context.lineWidth = Math.min(0.9 * ratio, 0.3 * radius);
  context.strokeStyle = fill === "deep" ? FILLS.pale : FILLS.deep;
  context.stroke();
  return canvas;
}

/** Regular polygons of about the circle's area. */
function tracePath(context, shape, radius) {
  const sides = { square: 4, triangle: 3, diamond: 4, down: 3, hexagon: 6 }[shape];
  const turn = { square: 45, triangle: -90, diamond: 0, down: 90, hexagon: 0 }[shape];
  context.beginPath();
  if (!sides) {
    context.arc(0, 0, radius, 0, 2 * Math.PI);
    return;
  }
  const reach = radius * (sides === 3 ? 1.45 : 1.32);
  for (let i = 0; i < sides; i += 1) {
    const angle = ((turn + (360 * i) / sides) * Math.PI) / 180;
    context.lineTo(reach * Math.cos(angle), reach * Math.sin(angle));
  }
  context.closePath();
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
