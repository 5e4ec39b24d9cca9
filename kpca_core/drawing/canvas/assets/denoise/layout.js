/** Where the two panels go, and arrows on them: pure functions of sizes, in CSS pixels. */

import { AXIS, PHONE, TITLE, arrange, widest } from "../layout.js";

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
  const room = columns === 1 ? TALLEST * width : Math.max(LEAST, height - TITLE - AXIS - BELOW);
  const panel = Math.max(1, Math.floor(Math.min(widest(columns, width), room * aspect)));
  return arrange(columns, 2, panel, aspect);
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
