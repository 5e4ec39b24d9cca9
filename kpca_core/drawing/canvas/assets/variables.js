/** Arrows of input variables in the scatter of scores, see `Scores` in `kpca_core/drawing/canvas/aspects.py`. */

import { element, setHidden } from "./dom.js";
import { strokeTwice, traceArrow } from "./overlays.js";
import { fontOf } from "./palette.js";
import { formatNumber } from "./ticks.js";
import { _ } from "./words.js";

// CSS pixels: the longest arrow at a point, the shortest that is drawn, cells that have one arrow each,
// the line, the longest head, a line of names. At the mean row: the longest as a share of the plot, and how many.
const [LONGEST, SHORTEST, CELL, LINE, HEAD, NAME, SHARE, MOST] = [32, 2, 16, 1.5, 9, 13, 0.36, 16];

/** What chooses the column: none, all at the mean row, or one of them. */
export function createVariables(choices) {
  const box = element("select", { "aria-label": _("Arrows of a column") });
  const root = element("label", { class: "variables", hidden: true }, _("arrows:"), box);
  box.addEventListener("change", () => choices.choose({ variable: box.value }));
  return {
    element: root,
    offer({ variables }) {
      const value = variables ? choices.of("variable") : undefined;
      setHidden(root, value === undefined);
      if (root.hidden || box === box.getRootNode().activeElement) return;
      const options = [["", _("none")], ["0", _("all columns, at the mean row")], ...Object.entries(variables)];
      box.replaceChildren(...options.map(([number, name]) => new Option(name, number, false, number === value)));
      box.disabled = choices.isFixed("variable");
    },
  };
}

/**
 * Which arrows are drawn: `lines` [x0, y0, x1, y1] in CSS pixels, at the mean row with `names`, each a rate of
 * change times `step`, a round number; of a crowd one, of many columns the longest. Pure.
 *
 * @param {object} sheet of the scores
 * @param {Float32Array} origins (1 or a, 2)
 * @param {Float32Array} arrows (a, 2)
 * @param {object} plan of `arrangeScores`
 * @param {number} [type] how much larger than usual type is
 */
export function arrangeArrows({ variable, variables }, origins, arrows, { zero, unit, box }, type = 1) {
  const all = Array.from({ length: arrows.shape[0] }, (_, k) => {
    const [dx, dy] = arrows.subarray(2 * k, 2 * k + 2);
    const [x, y] = origins.subarray(origins.shape[0] > 1 ? 2 * k : 0);
    return { k, dx, dy, size: Math.hypot(dx, dy), x: zero.x + x / unit, y: zero.y - y / unit };
  }).filter(({ size }) => size > 0);
  const longest = all.reduce((most, { size }) => Math.max(most, size), 0);
  const reach = variable ? LONGEST * type : SHARE * Math.min(box.width, box.height);
  const step = roundBelow((reach * unit) / (longest || 1));
  const cell = CELL * type;
  const cells = new Map(all.map((one) => [`${Math.floor(one.x / cell)} ${Math.floor(one.y / cell)}`, one]));
  const few = variable ? [...cells.values()] : all.sort((a, b) => b.size - a.size).slice(0, MOST);
  const drawn = few.filter(({ size }) => (size * step) / unit >= SHORTEST * type);
  const lines = drawn.map(({ x, y, dx, dy }) => [x, y, x + (dx * step) / unit, y - (dy * step) / unit]);
  const names = Object.values(variables);
  const words = { step: formatNumber(step), drawn: lines.length, column: variables[variable] ?? _("one column") };
  return { step, lines, names: variable ? [] : drawn.map(({ k }) => names[k]), words };
}

/** The largest of 1, 2, 5 times a power of ten that is not above a number. */
function roundBelow(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return Number((power * ([5, 2].find((one) => one * power <= value) ?? 1)).toPrecision(1));
}

export function paintArrows(context, { lines, names }, { box }, theme) {
  const path = new Path2D();
  const { type = 1 } = theme;
  for (const line of lines) traceArrow(path, line, HEAD * type);
  strokeTwice(context, path, LINE * type, theme, theme.accent);
  Object.assign(context, { font: fontOf(theme, 11, 600), textBaseline: "middle", textAlign: "left", lineWidth: 3 });
  Object.assign(context, { strokeStyle: theme.background, fillStyle: theme.text });
  const placed = [];
  names.forEach((name, k) => {
    const place = placeName(context.measureText(name).width, lines[k], box, placed, NAME * type);
    if (!place) return;
    placed.push(place);
    context.strokeText(name, place.x, place.y);
    context.fillText(name, place.x, place.y);
  });
}

/** Beside the tip of an arrow, a little up or down where another name is; nothing where all is taken. */
function placeName(width, [x0, , x1, y1], { left, width: across }, placed, high) {
  const x = Math.max(left + 2, Math.min(left + across - width - 2, x1 < x0 ? x1 - width - 4 : x1 + 4));
  const places = [0, -1, 1, -2, 2].map((row) => ({ x, y: y1 + row * high, width }));
  const meets = (one) => (two) => one.x < two.x + two.width && two.x < one.x + width && Math.abs(one.y - two.y) < high;
  return places.find((one) => !placed.some(meets(one)));
}
