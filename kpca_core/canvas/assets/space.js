/** Points and the image of the plane in three dimensions, turned by hand or keys. */

import { createAspect, nearest, placeRing, pointName } from "./aspect.js";
import { createMarkers } from "./scores.js";
import { css, diverging, largestLevel } from "./palette.js";
import { formatNumber } from "./ticks.js";

// Radians a pixel of a drag, and a press of an arrow key.
const TURN = 0.01;
const STEP = Math.PI / 24;
const START = { turn: -0.6, tilt: 0.35 };
const STRAIGHT = Math.PI / 2;
const EDGE = 26;

/** The view "space", see `views.js`. */
export function createSpace({ root, hover }) {
  const block = createAspect(root, "space", hover);
  const { canvas } = block;
  let shown = null;
  let marked = null;
  let angles = { ...START };
  let held = null;

  function turnBy(turn, tilt) {
    angles = {
      turn: angles.turn + turn,
      tilt: Math.min(STRAIGHT, Math.max(-STRAIGHT, angles.tilt + tilt)),
    };
    paint();
  }

  canvas.addEventListener("pointerdown", (event) => {
    held = { x: event.clientX, y: event.clientY };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!held) return;
    turnBy(TURN * (event.clientX - held.x), TURN * (event.clientY - held.y));
    held = { x: event.clientX, y: event.clientY };
  });
  for (const type of ["pointerup", "pointercancel"]) canvas.addEventListener(type, () => (held = null));
  canvas.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.key === "Home") angles = { ...START };
    else if (!by) return;
    event.preventDefault();
    turnBy(STEP * (by?.[0] ?? 0), STEP * (by?.[1] ?? 0));
  });

  block.onRead((x, y) => {
    const at = shown?.points && !held ? nearest(shown.places, x, y) : -1;
    if (at < 0) return null;
    const { frame } = shown;
    const point = frame.arrays.drawn[at];
    const lines = frame.aspect.names.flatMap((name, axis) =>
      name ? [`${name} = ${formatNumber(frame.arrays.space[3 * at + axis], 4)}`] : [],
    );
    return { point, lines: [pointName(frame, point), ...lines] };
  });

  function ring() {
    const at = shown && marked !== null ? shown.frame.arrays.drawn.indexOf(marked) : -1;
    placeRing(block.rings, shown?.places?.[at]);
  }

  function paint() {
    if (!shown) return;
    const { frame, side, theme, ratio, points } = shown;
    const project = projection(frame.arrays, angles, side);
    shown.places = projected(frame.arrays.space, project);
    const context = block.begin(side, side, ratio);
    paintBox(context, frame, project, theme);
    const stamp = createMarkers(frame, shown.places.length, side, ratio, theme.accent);
    const quads = sheet(frame, project, theme.dark);
    const marks = points ? shown.places.map((place, at) => ({ depth: place.depth, place, at })) : [];
    // Far things first: what is nearer covers them.
    for (const one of [...quads, ...marks].sort((a, b) => a.depth - b.depth)) {
      if (one.corners) paintQuad(context, one, theme);
      else stamp(context, one.place, one.at);
    }
    paintArrow(context, frame, project, theme);
    canvas.dataset.turn = `${angles.turn.toFixed(3)} ${angles.tilt.toFixed(3)}`;
    ring();
    block.describe();
  }

  return {
    element: block.element,
    draw(frame, room, theme, ratio) {
      if (frame.aspect?.name !== "space") return;
      block.say(frame.aspect, `${frame.aspect.what}; arrow keys turn it, Home turns it back`);
      shown = { frame, side: block.side(room), theme, ratio, points: room.points, places: [] };
      paint();
    },
    mark(point) {
      marked = point;
      ring();
    },
  };
}

/**
 * From features to CSS pixels: turned about the third axis, tilted towards the viewer, one unit the
 * same on all axes, points and sheet inside the canvas at every angle. `depth` grows to the viewer.
 *
 * @param {object} arrays  `space` and `sheet`
 * @param {{turn: number, tilt: number}} angles
 * @param {number} side of the canvas
 * @returns {(x: number, y: number, z: number) => {x: number, y: number, depth: number}}
 */
export function projection({ space, sheet }, { turn, tilt }, side) {
  const { low, high } = extent([space, sheet]);
  const middle = low.map((value, axis) => (value + high[axis]) / 2);
  const radius = Math.max(reach(space, middle), reach(sheet, middle)) || 1;
  const unit = (side / 2 - EDGE) / radius;
  const [cosine, sine] = [Math.cos(turn), Math.sin(turn)];
  const [level, steep] = [Math.cos(tilt), Math.sin(tilt)];
  return (x, y, z) => {
    const [a, b, c] = [x - middle[0], y - middle[1], z - middle[2]];
    const across = cosine * a - sine * b;
    const away = sine * a + cosine * b;
    return {
      x: side / 2 + unit * across,
      y: side / 2 - unit * (level * c + steep * away),
      depth: steep * c - level * away,
    };
  };
}

/** The largest distance of points (…, 3) from a point. */
function reach(array, [x, y, z]) {
  let largest = 0;
  for (let at = 0; at < array.length; at += 3) {
    largest = Math.max(largest, Math.hypot(array[at] - x, array[at + 1] - y, array[at + 2] - z));
  }
  return largest;
}

/** Smallest and largest coordinates of (…, 3) arrays. */
export function extent(arrays) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const array of arrays) {
    for (let at = 0; at < array.length; at += 1) {
      low[at % 3] = Math.min(low[at % 3], array[at]);
      high[at % 3] = Math.max(high[at % 3], array[at]);
    }
  }
  return { low, high };
}

function projected(array, project) {
  return Array.from({ length: array.length / 3 }, (_, p) =>
    project(array[3 * p], array[3 * p + 1], array[3 * p + 2]),
  );
}

/** The cells of the sheet with their colours: bands as on the maps would need finer cells. */
function sheet({ arrays: { sheet: nodes, shades } }, project, dark) {
  const [ny, nx] = shades.shape;
  const places = projected(nodes, project);
  const largest = largestLevel(shades);
  const quads = [];
  for (let row = 0; row + 1 < ny; row += 1) {
    for (let i = 0; i + 1 < nx; i += 1) {
      const around = [row * nx + i, row * nx + i + 1, (row + 1) * nx + i + 1, (row + 1) * nx + i];
      const value = around.reduce((sum, at) => sum + shades[at], 0) / 4;
      const corners = around.map((at) => places[at]);
      const depth = corners.reduce((sum, corner) => sum + corner.depth, 0) / 4;
      quads.push({ corners, depth, colour: css(diverging(value / largest, dark)) });
    }
  }
  return quads;
}

function paintQuad(context, { corners, colour }, theme) {
  context.beginPath();
  for (const { x, y } of corners) context.lineTo(x, y);
  context.closePath();
  context.globalAlpha = 0.72;
  context.fillStyle = colour;
  context.fill();
  context.strokeStyle = theme.isoline;
  context.lineWidth = 0.5;
  context.stroke();
  context.globalAlpha = 1;
}

/** The three axes along the edges of the data's box, with names and ends. */
function paintBox(context, { arrays, aspect }, project, theme) {
  const { low, high } = extent([arrays.space, arrays.sheet]);
  context.font = `12px ${theme.font}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineWidth = 1;
  aspect.names.forEach((name, axis) => {
    if (!name) return;
    const end = low.map((value, k) => (k === axis ? high[k] : value));
    const [from, to] = [project(...low), project(...end)];
    context.strokeStyle = theme.frame;
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
    context.stroke();
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    context.fillStyle = theme.text;
    context.fillText(name, to.x + (14 * (to.x - from.x)) / length, to.y + (11 * (to.y - from.y)) / length);
    context.fillStyle = theme.muted;
    context.font = `11px ${theme.font}`;
    context.fillText(formatNumber(high[axis], 2), to.x - (16 * (to.x - from.x)) / length, to.y + 12);
    context.font = `12px ${theme.font}`;
  });
}

/** The principal axis v of the component that colours the sheet. */
function paintArrow(context, { aspect: { axis, component } }, project, theme) {
  if (!axis) return;
  const [from, to] = axis.map((end) => project(...end));
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const barb = (side) => [to.x - 11 * Math.cos(angle + side), to.y - 11 * Math.sin(angle + side)];
  context.strokeStyle = theme.bar;
  context.lineWidth = 3;
  context.lineJoin = "round";
  context.beginPath();
  context.moveTo(from.x, from.y);
  context.lineTo(to.x, to.y);
  context.moveTo(...barb(0.4));
  context.lineTo(to.x, to.y);
  context.lineTo(...barb(-0.4));
  context.stroke();
  context.lineWidth = 1;
  context.fillStyle = theme.bar;
  context.font = `600 13px ${theme.font}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(`v${component}`, to.x + 14 * Math.cos(angle), to.y + 14 * Math.sin(angle));
}
