/** Where the two panels go, and which point is near: pure functions of sizes, in CSS pixels. */

import { AXIS, GAP, GUTTER, PHONE, ROW_GAP, TITLE } from "../layout.js";

// The least height of a panel, unless its width asks for less, and what stands below both. Lower
// ones have no room for their titles.
const LEAST = 360;
const BELOW = 215;
const TALLEST = 1.3;

/**
 * Two panels of the same size, beside each other or, on a phone, one above the other.
 *
 * @param {object} space
 * @param {number} space.width  of the drawing
 * @param {number} space.height  of the window below what stands above the panels
 * @param {number} space.aspect  width / height of the region
 * @returns {object} as `layoutPanels` in ../layout.js
 */
export function arrangePair({ width, height, aspect }) {
  const columns = width < PHONE ? 1 : 2;
  const rows = 2 / columns;
  const widest = Math.floor((width - GUTTER - (columns - 1) * GAP) / columns);
  const room = columns === 1 ? TALLEST * width : Math.max(LEAST, height - TITLE - AXIS - BELOW);
  const panel = Math.max(1, Math.floor(Math.min(widest, room * aspect)));
  const tall = Math.max(1, Math.floor(panel / aspect));
  return {
    columns,
    rows,
    width: panel,
    height: tall,
    title: TITLE,
    totalWidth: GUTTER + columns * panel + (columns - 1) * GAP,
    totalHeight: rows * (tall + TITLE) + (rows - 1) * ROW_GAP + AXIS,
  };
}

/**
 * Places of points (n, 2) on a panel of this size, from its upper left corner.
 *
 * @param {Float32Array} points  x, y, x, y, …
 * @param {number[][]} region
 * @returns {Float32Array} likewise
 */
export function placesOf(points, [[x0, x1], [y0, y1]], width, height) {
  const places = new Float32Array(points.length);
  for (let i = 0; i < points.length; i += 2) {
    places[i] = ((points[i] - x0) / (x1 - x0)) * width;
    places[i + 1] = ((y1 - points[i + 1]) / (y1 - y0)) * height;
  }
  return places;
}

/** Index of the place nearest to (x, y), at most `near` away; null if there is none. */
export function nearestPlace(places, x, y, near) {
  let [found, least] = [null, near];
  for (let i = 0; 2 * i < places.length; i += 1) {
    const away = Math.hypot(places[2 * i] - x, places[2 * i + 1] - y);
    if (away <= least) [found, least] = [i, away];
  }
  return found;
}

// The head of an arrow: length of its sides, and of the shortest arrow that has one.
const HEAD = 4;
const SHORTEST = 9;
const OPENING = 0.45;

/**
 * The strokes of an arrow as [x, y, x, y] each: a line, and two for its head where it is long enough.
 *
 * @returns {number[][]} none where nothing moved by half a pixel
 */
export function arrow(fromX, fromY, toX, toY) {
  const length = Math.hypot(toX - fromX, toY - fromY);
  if (!(length >= 0.5)) return [];
  const line = [[fromX, fromY, toX, toY]];
  if (length < SHORTEST) return line;
  const back = Math.atan2(fromY - toY, fromX - toX);
  const side = (turn) => [toX, toY, toX + HEAD * Math.cos(back + turn), toY + HEAD * Math.sin(back + turn)];
  return [...line, side(OPENING), side(-OPENING)];
}
