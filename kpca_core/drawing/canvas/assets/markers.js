/** Markers of data points: both shape and fill show the label. */

import LOOK from "./look.json" with { type: "json" };
import { css, sequential } from "./palette.js";

const { shapes, fills, polygons, radius: limits, share, few, crowding, outline, outlineShare, most } = LOOK.markers;

// The outline of markers whose fill is a number.
const OUTLINE = "#333333";
// Markers that are remembered.
const STAMPS = 512;

/** Of how many points one is drawn: more would hide the field, and take longer than all else. */
export const thinning = (count) => Math.max(1, Math.ceil(count / most));

/**
 * Marker radius in CSS pixels: smaller for many points and for small panels.
 *
 * @param {number} count number of points
 * @param {number} width of a panel
 */
export function markerRadius(count, width) {
  const crowd = Math.max(0, Math.log10(Math.max(1, count) / few));
  return Math.min(limits[1], Math.max(limits[0], width * share * (1 - crowding * crowd)));
}

/**
 * A marker on a canvas of its own.
 *
 * @param {number} label its shape, and its fill where it has no colour of its own
 * @param {string} [colour] CSS colour that stands for a number
 */
export function marker(label, radius, ratio, colour) {
  const size = Math.ceil(2 * radius + 3 * ratio);
  const canvas = Object.assign(document.createElement("canvas"), { width: size, height: size });
  const context = canvas.getContext("2d");
  const [fill, edge] = colour ? [colour, OUTLINE] : fills[label % fills.length];
  context.translate(size / 2, size / 2);
  tracePath(context, shapes[label % shapes.length], radius);
  context.fillStyle = fill;
  context.fill();
  context.lineJoin = "round";
  context.lineWidth = Math.min(outline * ratio, outlineShare * radius);
  context.strokeStyle = edge;
  context.stroke();
  return canvas;
}

const stamps = new Map();

/**
 * Draw a marker that is remembered: where points are dragged the same ones are needed for every frame.
 *
 * @param {number} radius  in pixels of the canvas
 * @param {number} ratio  pixels of the canvas in a CSS pixel
 * @param {number} unit  pixels of the canvas in the context's unit, that of x and y
 */
export function drawMarker(context, x, y, label, radius, ratio, unit, colour = "") {
  const key = `${label} ${radius} ${ratio} ${colour}`;
  if (stamps.size > STAMPS) stamps.clear();
  if (!stamps.has(key)) stamps.set(key, marker(label, radius, ratio, colour));
  const stamp = stamps.get(key);
  const [width, height] = [stamp.width / unit, stamp.height / unit];
  context.drawImage(stamp, x - width / 2, y - height / 2, width, height);
}

/** The ring of a selected point; `radius` is that of its marker, both in the context's unit. */
export function drawRing(context, x, y, radius, unit, colour) {
  context.beginPath();
  context.arc(x, y, 1.5 * radius + 1.5 * unit, 0, 2 * Math.PI);
  context.lineWidth = 2 * unit;
  context.strokeStyle = colour;
  context.stroke();
}

/** Trace the outline of a shape around the origin. */
export function tracePath(context, shape, radius) {
  context.beginPath();
  if (!polygons[shape]) {
    context.arc(0, 0, radius, 0, 2 * Math.PI);
    return;
  }
  const [corners, turn, reach] = polygons[shape];
  for (let i = 0; i < corners; i += 1) {
    const angle = ((turn + (360 * i) / corners) * Math.PI) / 180;
    context.lineTo(reach * radius * Math.cos(angle), reach * radius * Math.sin(angle));
  }
  context.closePath();
}

/**
 * What paints the markers of the maps at places in CSS pixels: `(context, place, at)`, `at` the index
 * among the points that are drawn.
 */
export function createMarkers({ arrays: { labels, tint }, marked }, drawn, count, side, ratio, { accent, type = 1 }) {
  const radius = markerRadius(count, side / 2) * ratio * type;
  return (context, { x, y }, at) => {
    const share = tint?.[drawn[at]];
    const colour = share === undefined ? "" : css(sequential(share / 255));
    drawMarker(context, x, y, labels[drawn[at]] ?? 0, radius, ratio, ratio, colour);
    if (marked?.has(drawn[at])) drawRing(context, x, y, radius / ratio, 1, accent);
  };
}
