/**
 * One eigenfunction as a picture: bands of colour in device pixels, and over them isolines, points and
 * arrows in CSS pixels.
 *
 * While a slider is dragged all of it is one image, whose pixels are computed here: a canvas without
 * a graphics processor takes five times as long to stroke the lines. They are then not dashed.
 */

import { contours } from "./contours.js";
import { inUnit } from "./dom.js";
import { placesOf } from "./layout.js";
import LOOK from "./look.json" with { type: "json" };
import { drawMarker, drawRing, markerRadius, thinning } from "./markers.js";
import { paintOverlays } from "./overlays.js";
import { bandTable, colourTable, createTables, css, diverging, errorStops, largestLevel, levelTable, opacity, parseColor } from "./palette.js";

const TABLE = 4096;
const REACH = 1.125;
const FARTHEST = 64;
// CSS pixels between vertices of an isoline at least: closer ones cost time and show nothing.
const CLOSE = 0.75;
// Steps of a score up to the end of the colours, and of those that share a colour.
const STEPS = 127;
const BAND = 8;
// Maps of errors: log₁₀ of them as entries of a table, from the smallest error to the largest.
const OF_ERROR = (TABLE - 1) / (LOOK.errors.high - LOOK.errors.low);
const ERRORS = { factor: OF_ERROR, zero: -LOOK.errors.low * OF_ERROR };

/**
 * A painter that keeps its memory between frames; all panels of a frame share it.
 *
 * @param {Function} [above]  `above(context, frame, {width, height, theme})` draws over a panel in CSS pixels
 * @returns {{prepare: Function, paint: Function}} call `prepare` once a frame, then `paint` a panel
 */
export function createPainter(above = () => {}) {
  let columns = null;
  let image = null;
  let points = null;
  let frame = null;
  let withPoints = true;
  const [bands, places] = [createTables(bandTable), createTables(levelTable)];

  return {
    /**
     * @param {object} next the decoded frame
     * @param {number} width of a panel in device pixels
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
      const scale = frame.errors ? ERRORS : scaleOf(field, own);
      stretch(field, columns, scale);
      if (frame.errors) {
        paintBands(image, columns, colourTable(errorStops(theme), TABLE));
        return context.putImageData(image, 0, 0);
      }
      const table = bands(own, TABLE, scale.reach, theme.dark);
      const zero = zeroLine(frame, field, own, theme);
      const shared = withPoints && !frame.arrays.own;
      if (frame.moving) paintLines(image, columns, table, places(own, TABLE, scale.reach), zero, theme, ratio);
      else paintBands(image, columns, table);
      if (frame.moving && shared) paintPoints(image, points.spots);
      context.putImageData(image, 0, 0);
      const [width, height] = [image.width / ratio, image.height / ratio];
      return inUnit(context, ratio, () => {
        if (!frame.moving) {
          strokeLines(context, field, nx, ny, own, width, height, zero, theme);
          if (shared) context.drawImage(points.layer, 0, 0, width, height);
        }
        if (withPoints && !shared) drawMarkers(context, frame, width, height, ratio, { accent: theme.accent, colourOf: ownColour(frame, j, theme) });
        paintOverlays(context, frame, j, width, height, theme);
        above(context, frame, { width, height, theme });
      });
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
  return { width, nx, ny, index, share, stretched: new Float64Array(ny * width), row: new Float64Array(width + 1) };
}

/** How far the tables of colours reach, in units of the outermost level, their entries a unit of the field, and that of 0. */
function scaleOf(field, levels) {
  const scale = largestLevel(levels);
  const largest = largestLevel(field) / scale;
  let reach = REACH;
  while (reach < largest && reach < FARTHEST) reach *= 2;
  return { reach, factor: TABLE / 2 / reach / scale, zero: TABLE / 2 };
}

/**
 * Interpolate the field at the image's columns, in units of table entries, so that the loops over
 * pixels read memory in order and need neither weights nor clamping.
 */
function stretch(field, { width, nx, ny, index, share, stretched }, { factor, zero }) {
  for (let j = 0, out = 0; j < ny; j += 1) {
    const start = j * nx;
    for (let i = 0; i < width; i += 1, out += 1) {
      const at = start + index[i];
      const left = field[at];
      const entry = (left + share[i] * (field[at + 1] - left)) * factor + zero;
      stretched[out] = entry < 0 ? 0 : entry > TABLE - 1 ? TABLE - 1 : entry;
    }
  }
}

/** Row k of the image lies this share of the way from sample `below` to the next one; y is upward. */
function rowOf(k, height, ny) {
  const position = (1 - (k + 0.5) / height) * (ny - 1);
  const below = Math.min(ny - 2, Math.floor(position));
  return { below, above: position - below };
}

/** Fill the image by bilinear interpolation and a table of colours. */
function paintBands({ width, height, data }, { ny, stretched }, table) {
  const pixels = new Uint32Array(data.buffer);
  for (let k = 0, out = 0; k < height; k += 1) {
    const { below, above } = rowOf(k, height, ny);
    let low = below * width;
    for (const end = out + width; out < end; out += 1, low += 1) {
      const value = stretched[low];
      pixels[out] = table[(value + above * (stretched[low + width] - value)) | 0];
    }
  }
}

/** The zero line: heavy, but of a difference as thin as the others, and none where it reaches no other. */
function zeroLine({ differences }, field, levels, theme) {
  if (!differences) return { colour: theme.zeroLine, width: LOOK.lines.zero };
  const first = Math.min(...levels.filter((level) => level > 0));
  return { colour: theme.isoline, width: largestLevel(field) < first ? 0 : LOOK.lines.isoline };
}

/**
 * The same with isolines, smooth at their edges: a pixel is as far from a line as its value is from the
 * level, over the slope.
 *
 * @param {Float32Array} places  of the level nearest to each entry of the table
 * @param {{colour: string, width: number}} heavy  the zero line
 */
function paintLines({ width, height, data }, { ny, stretched, row }, table, places, heavy, theme, ratio) {
  const pixels = new Uint32Array(data.buffer);
  const isoline = inkOf(theme.isoline, LOOK.lines.isoline * ratio);
  const zero = inkOf(heavy.colour, heavy.width * ratio);
  const farthest = Math.max(isoline.half, zero.half) + 0.5;
  const steep = (ny - 1) / height;
  for (let k = 0, out = 0; k < height; k += 1) {
    const { below, above } = rowOf(k, height, ny);
    const start = below * width;
    for (let i = 0, low = start; i < width; i += 1, low += 1) {
      row[i] = stretched[low] + above * (stretched[low + width] - stretched[low]);
    }
    row[width] = row[width - 1];
    let before = row[0];
    for (let i = 0, low = start; i < width; i += 1, low += 1, out += 1) {
      const value = row[i];
      const entry = value | 0;
      const level = places[entry];
      const away = Math.abs(value - level);
      const across = (row[i + 1] - before) / 2;
      const up = (stretched[low + width] - stretched[low]) * steep;
      before = value;
      pixels[out] = table[entry];
      if (away >= farthest * (Math.abs(across) + Math.abs(up))) continue;
      const ink = level === TABLE / 2 ? zero : isoline;
      const covered = Math.min(ink.most, ink.half + 0.5 - away / Math.sqrt(across * across + up * up));
      if (covered > 0) pixels[out] = blended(table[entry], ink.colour, covered * ink.alpha);
    }
  }
}

/** A line's colour as a pixel, its opacity, half its width, and how much of a pixel it covers at most. */
function inkOf(text, width) {
  const [r, g, b] = parseColor(text);
  return { colour: (b << 16) | (g << 8) | r, alpha: 256 * opacity(text), half: width / 2, most: Math.min(1, width) };
}

/** An opaque pixel of two colours, `share` of 256 parts of the second one. */
function blended(pixel, colour, share) {
  const part = share | 0;
  const rest = 256 - part;
  const red = ((pixel & 0xff) * rest + (colour & 0xff) * part) >> 8;
  const green = (((pixel >> 8) & 0xff) * rest + ((colour >> 8) & 0xff) * part) >> 8;
  const blue = (((pixel >> 16) & 0xff) * rest + ((colour >> 16) & 0xff) * part) >> 8;
  return (0xff << 24) | (blue << 16) | (green << 8) | red;
}

/** Draw points over the pixels: `spots` says which they touch, with what colour and opacity. */
function paintPoints({ data }, { at, colours, shares }) {
  const pixels = new Uint32Array(data.buffer);
  for (let k = 0; k < at.length; k += 1) {
    pixels[at[k]] = blended(pixels[at[k]], colours[k], shares[k]);
  }
}

/** Stroke isolines: negative ones dashed, which prints keep, then the zero line, heavy or not. */
function strokeLines(context, field, nx, ny, levels, width, height, heavy, theme) {
  const [negative, positive, zero] = [new Path2D(), new Path2D(), new Path2D()];
  const sx = width / (nx - 1);
  const sy = height / (ny - 1);
  for (const level of levels) {
    const path = level === 0 ? zero : level < 0 ? negative : positive;
    for (const line of contours(field, nx, ny, level)) {
      const last = line.length - 2;
      let x = line[0] * sx;
      let y = height - line[1] * sy;
      path.moveTo(x, y);
      for (let v = 2; v <= last; v += 2) {
        const nextX = line[v] * sx;
        const nextY = height - line[v + 1] * sy;
        if (v < last && Math.abs(nextX - x) + Math.abs(nextY - y) < CLOSE) continue;
        path.lineTo((x = nextX), (y = nextY));
      }
    }
  }
  context.lineJoin = "round";
  context.lineWidth = LOOK.lines.isoline;
  context.strokeStyle = theme.isoline;
  context.stroke(positive);
  context.setLineDash(LOOK.lines.dash);
  context.stroke(negative);
  context.setLineDash([]);
  if (!heavy.width) return;
  context.lineWidth = heavy.width;
  context.strokeStyle = heavy.colour;
  context.stroke(zero);
}

/** The points as a transparent picture that is drawn once, and the pixels that they touch. */
function drawPoints(known, frame, width, height, ratio, accent) {
  const { points, labels } = frame.arrays;
  const { marked, region } = frame;
  const unchanged =
    known?.layer.width === width &&
    known.layer.height === height &&
    same(known.points, points) &&
    same(known.labels, labels) &&
    known.marked === marked &&
    known.accent === accent &&
    String(known.region) === String(region);
  if (unchanged) return known;
  const layer = known?.layer ?? document.createElement("canvas");
  Object.assign(layer, { width, height });
  const context = layer.getContext("2d", { willReadFrequently: true });
  inUnit(context, ratio, () => drawMarkers(context, frame, width / ratio, height / ratio, ratio, { accent }));
  return { layer, points, labels, marked, accent, region, spots: spotsOf(context.getImageData(0, 0, width, height)) };
}

/** Which pixels of an image are not transparent, their colours, and how many of 256 parts cover what is below. */
function spotsOf({ data }) {
  const pixels = new Uint32Array(data.buffer);
  const at = Int32Array.from(pixels.keys()).filter((k) => pixels[k] >>> 24);
  return { at, colours: Int32Array.from(at, (k) => pixels[k]), shares: Int32Array.from(at, (k) => ((pixels[k] >>> 24) * 256) / 255) };
}

/**
 * Markers of the points of a frame, by their labels or each in a colour of its own.
 *
 * @param {object} [look]  `accent` of the rings of selected points, `colourOf(i)` of a point, and the `size` beside
 *   that of others
 */
export function drawMarkers(context, { arrays: { points, labels }, region, marked }, width, height, ratio, { accent, colourOf = () => "", size = 1 }) {
  const n = points.shape[0];
  const every = thinning(n);
  const radius = size * markerRadius(n / every, width);
  const places = placesOf(points, region, width, height);
  for (let i = 0; i < n; i += every) {
    const [x, y] = [places[2 * i], places[2 * i + 1]];
    drawMarker(context, x, y, labels[i] ?? 0, radius * ratio, ratio, ratio, colourOf(i));
    if (marked?.has(i)) drawRing(context, x, y, radius, 1, accent);
  }
}

/** The colour of a point of a slice: that of its own score, in steps of `own` (p, n), not of its place. */
const ownColour = ({ arrays: { own, points } }, j, { dark }) => (i) =>
  css(diverging((Math.round(own[j * points.shape[0] + i] / BAND) * BAND) / STEPS, dark));

function same(a, b) {
  return a?.length === b.length && a.every((value, i) => value === b[i]);
}

/** Bilinear value of panel j at fractions (s, t) of the region, t upward. */
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
