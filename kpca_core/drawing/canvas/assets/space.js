/** Points and the image of the plane in three dimensions, turned by hand or keys. */

import { NEAR, createAspect, placeRing, pointName } from "./aspect.js";
import { arrowOf, onDrag } from "./dom.js";
import { drawLine, writeText } from "./ink.js";
import { nearest } from "./layout.js";
import { N_, _, filled } from "./words.js";
import { createMarkers } from "./markers.js";
import { strokeTwice, traceArrow } from "./overlays.js";
import { css, diverging, fontOf, largestLevel } from "./palette.js";
import { formatNumber, formatPercent, subscript } from "./ticks.js";

// Radians a pixel of a drag, and a press of an arrow key.
const TURN = 0.01;
const STEP = Math.PI / 24;
const START = { turn: -0.6, tilt: 0.35 };
const STRAIGHT = Math.PI / 2;
const EDGE = 26;
// CSS pixels of the head of an arrow at most.
const HEAD = 11;
const MIDDLE = { align: "center", base: "middle" };
// The colour of a flat cut, which no value of a component has.
const CUT = "#7a9a3a";

/** The view "space", see `views.js`. */
export function createSpace({ root, hover, component }) {
  const block = createAspect(root, N_("space"), hover);
  const { canvas } = block;
  let shown = null;
  let angles = { ...START };
  let held = null;

  function turnBy(turn, tilt) {
    angles = {
      turn: angles.turn + turn,
      tilt: Math.min(STRAIGHT, Math.max(-STRAIGHT, angles.tilt + tilt)),
    };
    paint();
  }

  onDrag(canvas, {
    take: (event) => (held = event),
    drag(event) {
      turnBy(TURN * (event.clientX - held.clientX), TURN * (event.clientY - held.clientY));
      held = event;
    },
    drop: () => (held = null),
  });
  canvas.addEventListener("keydown", (event) => {
    const by = arrowOf(event);
    if (event.key === "Home") angles = { ...START };
    else if (!by) return;
    event.preventDefault();
    const [across, up] = by ?? [0, 0];
    turnBy(STEP * across, -STEP * up);
  });

  block.onRead((x, y) => {
    const at = shown?.points && !held ? nearest(shown.places, x, y, NEAR) : -1;
    if (at < 0) return null;
    const { panels, drawn, solid: { names, space } } = shown;
    const point = drawn[at];
    const lines = names.flatMap((name, axis) => (name ? [`${name} = ${formatNumber(space[3 * at + axis], 4)}`] : []));
    return { point, lines: [pointName(panels, point), ...lines] };
  });

  block.onMark((point) => placeRing(block.rings, shown?.places[shown.drawn.indexOf(point)]));

  function paint() {
    if (!shown) return;
    const { panels, drawn, solid, side, theme, ratio, points } = shown;
    const project = projection(solid, angles, side, EDGE * (theme.type ?? 1));
    shown.places = projected(solid.space, project);
    const stamp = createMarkers(panels, drawn, shown.places.length, side * (theme.type ?? 1), ratio, theme);
    const quads = [...sheet(solid, project, theme.dark), ...cells(solid.cut, project, () => CUT)];
    const marks = points ? shown.places.map((place, at) => ({ depth: place.depth, place, at })) : [];
    // Far things first: what is nearer covers them.
    const things = [...quads, ...marks].sort((a, b) => a.depth - b.depth);
    block.paint(side, side, ratio, (context) => {
      paintBox(context, solid, project, theme);
      for (const one of things) {
        if (one.corners) paintQuad(context, one, theme);
        else stamp(context, one.place, one.at);
      }
      paintArrow(context, solid, project, theme);
    });
    canvas.dataset.turn = `${angles.turn.toFixed(3)} ${angles.tilt.toFixed(3)}`;
    block.changed();
  }

  return {
    element: block.element,
    draw({ space: sheet, panels }, room, theme, ratio) {
      const solid = sheet && solidOf(sheet, component.number);
      if (!solid) return;
      if (room.words) {
        const [how, equation] = [sheet.how, sheet.equation].map((text) => filled(text, solid.words));
        block.say({ ...sheet, how, equation }, filled(_("{what}, component {k}; arrow keys turn it, Home turns it back"), { what: sheet.what, k: component.number }));
      }
      shown = { panels, drawn: sheet.arrays.drawn, solid, side: block.side(room), theme, ratio, points: room.points, places: [] };
      paint();
    },
    mark: block.mark,
  };
}

/**
 * What stands in three dimensions while a component is in the hand.
 *
 * @param {number} chosen the component, counted from 1
 * @returns {{space: Float32Array, sheet: Float32Array, shades: Float32Array, axis: number[][] | null,
 *   names: string[], cut?: Float32Array, chosen: number, words: object} | null} points (n, 3) and nodes (ny, nx, 3); the
 *   values of the component at the nodes; its axis from the smallest score to the largest; what the
 *   words above say; null where the frame was asked for before the component was selected
 */
export function solidOf({ columns, components, names: ofFeatures, letter, shares, whole, arrays }, chosen) {
  const at = columns.indexOf(chosen);
  const wanted = arrays.space ? [] : [1, 2, Math.max(3, chosen)];
  if (at < 0 || wanted.some((one) => !columns.includes(one))) return null;
  const [, ny, nx] = arrays.values.shape;
  const valuesOf = (column) => arrays.values.subarray(column * ny * nx, (column + 1) * ny * nx);
  const shades = Object.assign(valuesOf(at), { shape: [ny, nx] });
  const common = { shades, chosen };
  if (arrays.space) {
    const [from, to] = [0, 3].map((end) => [...arrays.axes.subarray(6 * at + end, 6 * at + end + 3)]);
    const axis = from.some((value, k) => value !== to[k]) ? [from, to] : null;
    return { ...common, space: arrays.space, sheet: arrays.sheet, names: ofFeatures, axis, letter, cut: arrays.cut, words: { j: chosen } };
  }
  // No axis for a component that does not exist: its scores are all zero.
  const there = wanted.filter((one) => one <= components);
  const places = there.map((one) => columns.indexOf(one));
  const space = interleaved(arrays.scores.shape[0], places, (p, column) => arrays.scores[p * columns.length + column]);
  const nodes = interleaved(ny * nx, places, (p, column) => arrays.values[column * ny * nx + p]);
  const names = there.map((one) => `f${subscript(one)}`);
  const slot = there.indexOf(chosen);
  let axis = null;
  if (slot >= 0) {
    const own = space.filter((_, k) => k % 3 === slot);
    axis = [Math.min(...own), Math.max(...own)].map((end) => [0, 1, 2].map((k) => (k === slot ? end : 0)));
  }
  const held = there.reduce((sum, one) => sum + (shares[one - 1] ?? NaN), 0);
  const axes = listed(there);
  const share = formatPercent(held);
  const words = {
    j: chosen,
    axes: Number.isFinite(held) ? filled(_("{axes}, {share} of the {whole}"), { axes, share, whole }) : axes,
    functions: names.map((name) => `${name}(x)`).join(", "),
  };
  return { ...common, space, sheet: nodes, names: [...names, "", ""].slice(0, 3), axis, words };
}

/** "1", "1 and 2", "1, 2 and 3". */
function listed(numbers) {
  const first = numbers.slice(0, -1).join(_(", "));
  return first ? filled(_("{first} and {last}"), { first, last: numbers.at(-1) }) : numbers.join("");
}

/** An array (count, 3) of `value(row, column)`; what has no column is 0. */
function interleaved(count, columns, value) {
  const found = new Float32Array(3 * count);
  for (let p = 0; p < count; p += 1) {
    columns.forEach((column, axis) => (found[3 * p + axis] = value(p, column)));
  }
  return found;
}

/**
 * From features to CSS pixels: turned about the third axis, tilted towards the viewer, one unit the
 * same on all axes. Points and sheet fill the canvas at every angle. `depth` grows to the viewer.
 *
 * @param {object} solid  as of `solidOf`: `space` and `sheet`
 * @param {number} side of the canvas
 * @param {number} [edge] around the picture, for what the axes are named
 */
export function projection({ space, sheet }, { turn, tilt }, side, edge = EDGE) {
  const [cosine, sine] = [Math.cos(turn), Math.sin(turn)];
  const [level, steep] = [Math.cos(tilt), Math.sin(tilt)];
  const seen = (a, b, c) => {
    const away = sine * a + cosine * b;
    return [cosine * a - sine * b, level * c + steep * away, steep * c - level * away];
  };
  // The ends of the axes belong to the picture: they are corners of the box around points and sheet.
  const { low, high } = extent([space, sheet]);
  const ends = [low, ...low.map((_, axis) => low.map((value, k) => (k === axis ? high[k] : value)))];
  const flat = [space, sheet, ends.flat()].map((array) => {
    const found = new Float64Array(array.length);
    for (let at = 0; at < array.length; at += 3) found.set(seen(array[at], array[at + 1], array[at + 2]), at);
    return found;
  });
  const box = extent(flat);
  const middle = [0, 1].map((k) => (box.low[k] + box.high[k]) / 2);
  const widest = Math.max(box.high[0] - box.low[0], box.high[1] - box.low[1]);
  const unit = (side - 2 * edge) / (widest || 1);
  return (x, y, z) => {
    const [across, up, depth] = seen(x, y, z);
    return { x: side / 2 + unit * (across - middle[0]), y: side / 2 - unit * (up - middle[1]), depth };
  };
}

/** Smallest and largest coordinates of (…, 3) arrays. */
function extent(arrays) {
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
function sheet({ sheet: nodes, shades }, project, dark) {
  const largest = largestLevel(shades);
  const mean = (around) => around.reduce((sum, at) => sum + shades[at], 0) / 4;
  return cells(nodes, project, (around) => css(diverging(mean(around) / largest, dark)), shades.shape);
}

/** The cells between nodes (ny, nx, 3), none where there are no nodes, with `colour(corners)`. */
function cells(nodes, project, colour, [ny, nx] = nodes?.shape ?? [0, 0]) {
  const places = nodes ? projected(nodes, project) : [];
  const quads = [];
  for (let row = 0; row + 1 < ny; row += 1) {
    for (let i = 0; i + 1 < nx; i += 1) {
      const around = [row * nx + i, row * nx + i + 1, (row + 1) * nx + i + 1, (row + 1) * nx + i];
      const corners = around.map((at) => places[at]);
      const depth = corners.reduce((sum, corner) => sum + corner.depth, 0) / 4;
      quads.push({ corners, depth, colour: colour(around) });
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
function paintBox(context, { space, sheet: nodes, names }, project, theme) {
  const { low, high } = extent([space, nodes]);
  const { type = 1 } = theme;
  names.forEach((name, axis) => {
    if (!name) return;
    const end = low.map((value, k) => (k === axis ? high[k] : value));
    const [from, to] = [project(...low), project(...end)];
    drawLine(context, [[from.x, from.y], [to.x, to.y]], theme.frame);
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const [dx, dy] = [(type * (to.x - from.x)) / length, (type * (to.y - from.y)) / length];
    writeText(context, name, to.x + 14 * dx, to.y + 11 * dy, { font: fontOf(theme, 12), colour: theme.text, ...MIDDLE });
    writeText(context, formatNumber(high[axis], 2), to.x - 16 * dx, to.y + 12 * type, { font: fontOf(theme, 11), colour: theme.muted, ...MIDDLE });
  });
}

/** The principal axis v of the component that colours the sheet. */
function paintArrow(context, { axis, letter, chosen }, project, theme) {
  if (!axis) return;
  const [from, to] = axis.map((end) => project(...end));
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const path = new Path2D();
  traceArrow(path, [from.x, from.y, to.x, to.y], HEAD);
  // On a sheet of its own colour it would not be seen.
  strokeTwice(context, path, 3, theme, theme.bar);
  const away = 14 * (theme.type ?? 1);
  const style = { font: fontOf(theme, 13, 600), colour: theme.bar, ...MIDDLE };
  writeText(context, letter || `v${subscript(chosen)}`, to.x + away * Math.cos(angle), to.y + away * Math.sin(angle), style);
}
