/** The Gram matrices K and K̃ as images, sorted by label. */

import { createAspect, pointName } from "./aspect.js";
import { element } from "./dom.js";
import { writeText } from "./ink.js";
import { css, diverging, fontOf } from "./palette.js";
import { formatNumber } from "./ticks.js";
import { N_, _, filled } from "./words.js";

const GAP = 18;
const ABOVE = 18;
const BELOW = 26;
const SHADES = 256;
const BAR = 4;
const NAMES = ["gram", "centred"];
const TITLES = ["K", "K̃"];

/** The view "gram", see `views.js`. */
export function createGram({ root, hover }) {
  const block = createAspect(root, N_("gram"), hover);
  const images = NAMES.map(() => document.createElement("canvas"));
  let shown = null;

  block.onRead((x, y) => {
    const cell = shown && cellAt(shown.squares, shown.count, x, y);
    if (!cell) return null;
    const { sheet, panels, count } = shown;
    const [p, q] = [cell.row, cell.column].map((k) => sheet.arrays.order[k]);
    const values = NAMES.map((name, which) => {
      const value = entry(sheet, name, cell.row * count + cell.column);
      return `${TITLES[which]}[${p}, ${q}] = ${formatNumber(value, 4)}`;
    });
    return { point: p, lines: [filled(_("row: {point}"), { point: pointName(panels, p) }), filled(_("column: {point}"), { point: pointName(panels, q) }), ...values] };
  });

  block.onMark((point) => {
    block.rings.replaceChildren();
    const at = shown?.sheet.arrays.order.indexOf(point) ?? -1;
    if (at < 0) return;
    for (const { x, y, side } of shown.squares) {
      const middle = ((at + 0.5) / shown.count) * side;
      const [row, column] = [0, 1].map(() => element("i", { class: "line" }));
      Object.assign(row.style, { left: `${x}px`, top: `${y + middle}px`, width: `${side}px` });
      Object.assign(column.style, { left: `${x + middle}px`, top: `${y}px`, height: `${side}px` });
      block.rings.append(row, column);
    }
  });

  return {
    element: block.element,
    draw({ gram: sheet, panels }, room, theme, ratio) {
      if (!sheet) return;
      if (room.words) block.say(sheet, _("Gram matrices K and K̃ as images, sorted by label"));
      const plan = arrangeGram(room.width, block.side({ ...room, width: Infinity }), theme.type);
      const { order } = sheet.arrays;
      shown = { sheet, panels, ...plan, count: order.length };
      block.paint(room.width, plan.height, ratio, (context) =>
        NAMES.forEach((name, which) => {
          paintMatrix(images[which], sheet, name, theme);
          paintSquare(context, plan.squares[which], images[which], TITLES[which], theme);
          paintGroups(context, plan.squares[which], order, panels.arrays.labels, theme);
          paintSelected(context, plan.squares[which], order, panels.marked, theme);
          paintScale(context, plan.squares[which], range(sheet, name), theme);
        }),
      );
      block.changed();
    },
    mark: block.mark,
  };
}

/**
 * Two squares side by side, or one below the other where that makes them larger. Pure.
 *
 * @param {number} height  to be kept to; Infinity where the page scrolls
 * @param {number} [type]  how much larger than usual type is
 */
export function arrangeGram(width, height, type = 1) {
  const [HEAD, SCALE] = [ABOVE * type, BELOW * type];
  const beside = Math.floor((width - GAP) / 2);
  const below = Math.floor(Math.min(width, (height - GAP) / 2 - HEAD - SCALE));
  const stacked = Number.isFinite(height) && below > beside;
  const side = stacked ? below : beside;
  const step = side + (stacked ? HEAD + SCALE + GAP : GAP);
  const squares = [0, 1].map((k) => ({
    x: stacked ? 0 : k * step,
    y: HEAD + (stacked ? k * step : 0),
    side,
  }));
  return { squares, height: squares[1].y + side + SCALE };
}

/** Row and column of the cell at a point, null outside the squares. */
export function cellAt(squares, count, x, y) {
  for (const square of squares) {
    const column = Math.floor(((x - square.x) / square.side) * count);
    const row = Math.floor(((y - square.y) / square.side) * count);
    if (row >= 0 && row < count && column >= 0 && column < count) return { row, column };
  }
  return null;
}

function entry({ arrays, scales }, name, at) {
  const [low, step] = scales[name];
  return low + step * arrays[name][at];
}

/** The smallest and the largest entry. */
function range({ arrays, scales }, name) {
  let [least, most] = [Infinity, -Infinity];
  for (const value of arrays[name]) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const [low, step] = scales[name];
  return [low + step * least, low + step * most];
}

/** One pixel an entry, in the diverging colours about 0, to the matrix's own scale. */
function paintMatrix(canvas, sheet, name, theme) {
  const values = sheet.arrays[name];
  const [size] = values.shape;
  if (canvas.width !== size) Object.assign(canvas, { width: size, height: size });
  const [least, most] = range(sheet, name);
  const largest = Math.max(Math.abs(least), Math.abs(most)) || 1;
  const [low, step] = sheet.scales[name];
  const table = Array.from({ length: SHADES }, (_, k) => diverging((2 * k) / (SHADES - 1) - 1, theme.dark));
  const context = canvas.getContext("2d");
  const image = context.createImageData(size, size);
  for (let at = 0; at < values.length; at += 1) {
    const share = (low + step * values[at]) / largest;
    const [red, green, blue] = table[Math.round(((share + 1) / 2) * (SHADES - 1))];
    image.data.set([red, green, blue, 255], 4 * at);
  }
  context.putImageData(image, 0, 0);
}

function paintSquare(context, { x, y, side }, image, title, theme) {
  context.imageSmoothingEnabled = image.width > side;
  context.drawImage(image, x, y, side, side);
  context.strokeStyle = theme.frame;
  context.lineWidth = 1;
  context.strokeRect(x + 0.5, y + 0.5, side - 1, side - 1);
  writeText(context, title, x, y - 3, { font: fontOf(theme, 13, 600), colour: theme.text, base: "bottom" });
}

/** Thin lines between groups of one label. */
function paintGroups(context, { x, y, side }, order, labels, theme) {
  context.strokeStyle = theme.zeroLine;
  context.lineWidth = 0.5;
  context.beginPath();
  for (let k = 1; k < order.length; k += 1) {
    if (labels[order[k]] === labels[order[k - 1]]) continue;
    const at = (k / order.length) * side;
    context.moveTo(x, y + at);
    context.lineTo(x + side, y + at);
    context.moveTo(x + at, y);
    context.lineTo(x + at, y + side);
  }
  context.stroke();
}

/** Bars at the left and the upper edge, beside the rows and columns of selected points. */
function paintSelected(context, { x, y, side }, order, marked, theme) {
  if (!marked?.size) return;
  context.fillStyle = theme.accent;
  const size = Math.max(1, side / order.length);
  order.forEach((row, k) => {
    if (!marked.has(row)) return;
    const at = (k / order.length) * side;
    context.fillRect(x, y + at, BAR, size);
    context.fillRect(x + at, y, size, BAR);
  });
}

/** The colours from the smallest entry to the largest, with their values. */
function paintScale(context, { x, y, side }, [least, most], theme) {
  const largest = Math.max(Math.abs(least), Math.abs(most)) || 1;
  const top = y + side + 5;
  const ramp = context.createLinearGradient(x, 0, x + side, 0);
  for (let k = 0; k <= 16; k += 1) {
    const value = least + ((most - least) * k) / 16;
    ramp.addColorStop(k / 16, css(diverging(value / largest, theme.dark)));
  }
  context.fillStyle = ramp;
  context.fillRect(x, top, side, 7);
  context.strokeRect(x + 0.5, top + 0.5, side - 1, 6);
  const style = { font: fontOf(theme, 11), colour: theme.muted, base: "top" };
  writeText(context, formatNumber(least), x, top + 9, style);
  writeText(context, formatNumber(most), x + side, top + 9, { ...style, align: "right" });
  const zero = (-least / (most - least)) * side;
  if (zero > 40 && zero < side - 40) writeText(context, "0", x + zero, top + 9, { ...style, align: "center" });
}
