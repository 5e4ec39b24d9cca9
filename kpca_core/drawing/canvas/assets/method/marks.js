/**
 * Plots, matrices and tables of marks, see `kpca_core/drawing/marks.py`. What has a grip can be
 * moved by pointer or keys; `hand` hears of it.
 */

import { arrowOf, element, onDrag, paintCanvas, placeIn, setHidden, setText } from "../dom.js";
import { createKey, paint } from "../figure/key.js";
import { createHand } from "../hand.js";
import { writeText } from "../ink.js";
import { drawMarker, drawRing } from "../markers.js";
import { css, diverging, fontOf } from "../palette.js";
import { clamp } from "../scale.js";
import { formatNumber, mapTicks } from "../ticks.js";
import { N_, _, filled } from "../words.js";

// CSS pixels: around a plot, from the pointer to what it takes, and of a matrix' entry at most.
const MARGIN = { left: 40, right: 12, top: 8, bottom: 24 };
const BARE = 12;
const REACH = { mouse: 16, touch: 30, pen: 22 };
const ENTRY = 46;
// Of the font of a matrix' entries, at most and at least, and the room beside them.
const FONT = [13, 11];
const ROOM = 2;
// From this width on a bar has its number beside it.
const NUMBERED = 34;
// The share of an axis that an arrow key moves.
const STEP = 0.02;
const KEYS = N_("arrow keys move what is marked, N takes the next one");

/** What every sheet has: a title and a key above it, a note below it. */
function framed(...content) {
  const title = element("h3", { class: "side" });
  const note = element("p", { class: "note" });
  const key = createKey();
  const block = element("div", { class: "sheet" }, title, key.element, ...content, note);
  return {
    element: block,
    /** The height that is left for a picture of this sheet. */
    left({ height, whole }, { offsetHeight }) {
      return whole ? Math.max(1, height - (block.offsetHeight - offsetHeight)) : height;
    },
    say(sheet, theme, ratio = 1) {
      key.draw(sheet.key, theme, ratio);
      setText(title, sheet.title);
      title.style.color = paint(sheet.colour, theme);
      setText(note, sheet.note ?? "");
      setHidden(note, !sheet.note);
    },
  };
}

/**
 * @param {(move: {grip, at, x, y}) => void} on.move  something is being moved
 * @param {() => void} on.rest  it was let go
 */
export function createPlot(on) {
  const canvas = element("canvas", { role: "img" });
  const frame = framed(canvas);
  let shown = null;
  let held = null;
  let chosen = 0;
  const hand = createHand({ rest: on.rest });

  const grips = () =>
    (shown?.sheet.marks ?? []).flatMap((one) => {
      if (!one.grip) return [];
      const tips = one.kind === "arrow" ? [[one.xy[1], 0]] : one.xy.map((xy, at) => [xy, at]);
      return tips.map(([xy, at]) => ({ grip: one.grip, at, xy }));
    });

  function nearest(event) {
    const [x, y] = placeIn(canvas, event);
    const reach = REACH[event.pointerType] ?? REACH.mouse;
    let [best, found] = [reach, -1];
    grips().forEach(({ xy }, k) => {
      const [px, py] = shown.place(xy);
      const distance = Math.hypot(px - x, py - y);
      if (distance < best) [best, found] = [distance, k];
    });
    return found;
  }

  function moveTo(one, [x, y]) {
    const [[x0, x1], [y0, y1]] = shown.sheet.region;
    on.move({ grip: one.grip, at: one.at, x: clamp(x, x0, x1), y: clamp(y, y0, y1) });
  }

  onDrag(canvas, {
    take(event) {
      const found = nearest(event);
      if (found < 0) return false;
      chosen = found;
      held = grips()[found];
      event.preventDefault();
      canvas.focus({ preventScroll: true });
      return true;
    },
    drag: (event) => moveTo(held, shown.back(placeIn(canvas, event))),
    drop: on.rest,
    hover: (event) => shown && (canvas.style.cursor = nearest(event) < 0 ? "" : "grab"),
  });
  canvas.addEventListener("keydown", (event) => {
    const all = grips();
    if (!all.length || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.toLowerCase() === "n") chosen = (chosen + 1) % all.length;
    const by = arrowOf(event);
    if (by) {
      const one = all[chosen % all.length];
      const [[x0, x1], [y0, y1]] = shown.sheet.region;
      event.preventDefault();
      moveTo(one, [one.xy[0] + by[0] * STEP * (x1 - x0), one.xy[1] + by[1] * STEP * (y1 - y0)]);
      hand.letGoSoon();
    }
    draw();
  });
  for (const type of ["focus", "blur"]) canvas.addEventListener(type, draw);

  function draw() {
    if (!shown) return;
    const { sheet, size, theme, ratio } = shown;
    paintCanvas(canvas, size.width, size.height, ratio, (context) => {
      drawFrame(context, sheet, size, theme);
      context.save();
      context.beginPath();
      context.rect(size.left - 1, size.top - 8, size.inner[0] + 2 + MARGIN.right * theme.type, size.inner[1] + 16);
      context.clip();
      for (const one of sheet.marks) PAINTERS[one.kind](context, one, shown.place, theme, ratio);
      context.restore();
      nameAxes(context, sheet, size, theme);
      const all = grips();
      if (all.length && canvas.matches(":focus-visible")) {
        const [x, y] = shown.place(all[chosen % all.length].xy);
        drawRing(context, x, y, 8 * theme.type, theme.type, theme.accent);
      }
    });
  }

  return {
    element: frame.element,
    draw(sheet, room, theme) {
      const { width, ratio } = room;
      frame.say(sheet, theme, ratio);
      const tallest = frame.left(room, canvas);
      const size = sizeOf(room.whole ? { ...sheet, height: tallest } : sheet, width, tallest, theme.type);
      const [[x0, x1], [y0, y1]] = sheet.region;
      const [w, h] = size.inner;
      shown = {
        sheet, size, theme, ratio,
        place: ([x, y]) => [size.left + ((x - x0) / (x1 - x0)) * w, size.top + ((y1 - y) / (y1 - y0)) * h],
        back: ([x, y]) => [x0 + ((x - size.left) / w) * (x1 - x0), y1 - ((y - size.top) / h) * (y1 - y0)],
      };
      const movable = grips().length > 0;
      canvas.tabIndex = movable ? 0 : -1;
      canvas.setAttribute("role", movable ? "application" : "img");
      canvas.setAttribute("aria-label", movable ? `${sheet.said}${_("; ")}${_(KEYS)}` : sheet.said);
      canvas.classList.toggle("movable", movable);
      draw();
    },
  };
}

/** Of a plot: its canvas, and where its axes are in it. */
function sizeOf(sheet, width, tallest, type) {
  const margin = sheet.axes ? MARGIN : { left: BARE, right: BARE, top: BARE, bottom: BARE };
  const [left, right, top, bottom] = ["left", "right", "top", "bottom"].map((side) => Math.round(margin[side] * type));
  let w = width - left - right;
  let h = Math.min(sheet.height, tallest) - top - bottom;
  if (sheet.equal) {
    const [[x0, x1], [y0, y1]] = sheet.region;
    h = Math.min((w * (y1 - y0)) / (x1 - x0), tallest - top - bottom);
    w = (h * (x1 - x0)) / (y1 - y0);
  }
  return { width: w + left + right, height: h + top + bottom, left, top, inner: [w, h] };
}

function drawFrame(context, { region, axes, ticks }, { left, top, inner: [w, h] }, theme) {
  context.lineWidth = 1;
  context.strokeStyle = theme.faint;
  context.strokeRect(left - 0.5, top - 0.5, w + 1, h + 1);
  const [[x0, x1], [y0, y1]] = region;
  const across = (x) => left + ((x - x0) / (x1 - x0)) * w;
  const up = (y) => top + ((y1 - y) / (y1 - y0)) * h;
  context.beginPath();
  if (x0 < 0 && x1 > 0) context.rect(across(0), top, 0, h);
  if (y0 < 0 && y1 > 0) context.rect(left, up(0), w, 0);
  context.stroke();
  if (!axes) return;
  const style = { font: fontOf(theme, 11), colour: theme.muted };
  const words = ticks.length ? ticks : mapTicks(x0, x1, w / theme.type, "across").map((x) => [x, formatNumber(x)]);
  for (const [x, label] of words) writeText(context, label, across(x), top + h + 5, { ...style, align: "center", base: "top" });
  for (const y of mapTicks(y0, y1, h / theme.type, "up")) writeText(context, formatNumber(y), left - 5, up(y), { ...style, align: "right", base: "middle" });
}

/** The names of the axes, above whatever is drawn where they stand. */
function nameAxes(context, { axes }, { left, top, inner: [w, h] }, theme) {
  if (!axes) return;
  const name = (words, x, y, align) => write(context, words, x, y, theme.muted, theme, align, 11, 400);
  if (axes[0]) name(axes[0], left + w - 3, top + h - 9 * theme.type, "right");
  if (axes[1]) name(axes[1], left + 5, top + 8 * theme.type, "left");
}

const PAINTERS = {
  points(context, { xy, labels, names, rings, colour, size }, place, theme, ratio) {
    xy.forEach((at, i) => {
      const [x, y] = place(at);
      const radius = size * theme.type;
      drawMarker(context, x, y, labels[i] ?? 0, radius * ratio, ratio * theme.type, ratio, colour ? paint(colour, theme) : "");
      if (rings.includes(i)) drawRing(context, x, y, radius, theme.type, theme.accent);
      if (names[i]) write(context, names[i], x + radius + 3, y - radius - 3, paint(colour, theme), theme, "left", 12);
    });
  },
  line(context, { xy, colour, width, dashed, faint }, place, theme) {
    if (!xy.length) return;
    context.beginPath();
    xy.forEach((at, i) => context[i ? "lineTo" : "moveTo"](...place(at)));
    context.setLineDash(dashed ? [5 * theme.type, 4 * theme.type] : []);
    context.lineWidth = width * theme.type;
    context.strokeStyle = faint ? theme.frame : paint(colour, theme);
    context.stroke();
    context.setLineDash([]);
  },
  arrow(context, { xy, colour, grip }, place, theme) {
    const [[x0, y0], [x1, y1]] = xy.map(place);
    const length = Math.hypot(x1 - x0, y1 - y0) || 1;
    const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
    context.fillStyle = context.strokeStyle = paint(colour, theme);
    context.lineWidth = 2.5 * theme.type;
    context.beginPath();
    context.moveTo(x0, y0);
    context.lineTo(x1 - 8 * theme.type * ux, y1 - 8 * theme.type * uy);
    context.stroke();
    context.beginPath();
    context.moveTo(x1, y1);
    const [long, wide] = [11 * theme.type, 5 * theme.type];
    context.lineTo(x1 - long * ux - wide * uy, y1 - long * uy + wide * ux);
    context.lineTo(x1 - long * ux + wide * uy, y1 - long * uy - wide * ux);
    context.fill();
    if (grip) drawRing(context, x1, y1, 5 * theme.type, theme.type, paint(colour, theme));
  },
  bars(context, { values, colour, width, numbers }, place, theme) {
    context.fillStyle = paint(colour, theme);
    values.forEach((value, i) => {
      const [left, top] = place([i + 1 - width / 2, Math.max(0, value)]);
      const [right, bottom] = place([i + 1 + width / 2, Math.min(0, value)]);
      context.fillRect(left, top, Math.max(1, right - left), Math.max(1, bottom - top));
    });
    const step = place([1, 0])[0] - place([0, 0])[0];
    if (step < NUMBERED * theme.type) return;
    numbers.forEach((words, i) => {
      const [x, y] = place([i + 1, values[i]]);
      write(context, words, x, y + (values[i] < 0 ? 9 : -8) * theme.type, paint(colour, theme), theme, "center", 11);
    });
  },
};

function write(context, words, x, y, colour, theme, align, size, weight = 600) {
  context.font = fontOf(theme, size, weight);
  context.textAlign = align;
  context.textBaseline = "middle";
  context.lineWidth = 3;
  context.lineJoin = "round";
  context.strokeStyle = theme.background;
  context.strokeText(words, x, y);
  context.fillStyle = colour;
  context.fillText(words, x, y);
}

/** A matrix whose entries can be clicked, or walked through by keys; `on` as of `createPlot`. */
export function createMatrix(on) {
  const canvas = element("canvas", { role: "img" });
  const frame = framed(canvas);
  let shown = null;

  function take(row, column) {
    const [rows, columns] = shown.sheet.arrays.values.shape;
    on.move({ grip: shown.sheet.grip, at: 0, x: clamp(row, 0, rows - 1), y: clamp(column, 0, columns - 1) });
    on.rest();
  }

  canvas.addEventListener("click", (event) => {
    if (!shown?.sheet.grip) return;
    const [x, y] = placeIn(canvas, event);
    take(Math.floor(y / shown.side), Math.floor(x / shown.side));
  });
  canvas.addEventListener("keydown", (event) => {
    const by = arrowOf(event);
    if (!by || !shown?.sheet.grip) return;
    event.preventDefault();
    const [row, column] = shown.sheet.lit ?? [0, 0];
    take(row - by[1], column + by[0]);
  });

  return {
    element: frame.element,
    draw(sheet, room, theme) {
      const { width, ratio } = room;
      frame.say(sheet, theme, ratio);
      const [rows, columns] = sheet.arrays.values.shape;
      const more = sheet.sums.length ? 1.6 : 0;
      const most = room.whole ? 2 * ENTRY : ENTRY;
      const side = Math.min(most, width / (columns + more), frame.left(room, canvas) / rows);
      shown = { sheet, side };
      paintCanvas(canvas, side * (columns + more), side * rows, ratio, (context) => {
        paintEntries(context, sheet, side, theme);
        sheet.sums.forEach((words, i) => entry(context, words, columns + more / 2, i, side * more, side, theme));
        if (!sheet.lit) return;
        const [row, column] = sheet.lit;
        context.strokeStyle = theme.accent;
        context.lineWidth = 3;
        context.strokeRect(column * side + 1, row * side + 1, Math.max(3, side - 2), Math.max(3, side - 2));
      });
      canvas.tabIndex = sheet.grip ? 0 : -1;
      canvas.setAttribute("role", sheet.grip ? "application" : "img");
      const lit = sheet.lit ? filled(_("; entry {entry} is marked, arrow keys mark another"), { entry: sheet.lit.map((one) => one + 1).join(_(", ")) }) : "";
      canvas.setAttribute("aria-label", sheet.said + (sheet.grip ? lit : ""));
      canvas.classList.toggle("movable", Boolean(sheet.grip));
    },
  };
}

function paintEntries(context, { arrays: { values }, numbers }, side, theme) {
  const [rows, columns] = values.shape;
  const written = fitting(context, numbers.flat(), side, theme);
  for (let i = 0; i < rows; i += 1) {
    for (let j = 0; j < columns; j += 1) {
      const value = values[i * columns + j];
      context.fillStyle = css(diverging(0.75 * value, theme.dark));
      // Entries overlap by a part of a pixel: no seams.
      context.fillRect(j * side, i * side, side + 0.5, side + 0.5);
      if (written) entry(context, numbers[i][j], j + 0.5, i, side, side, theme);
    }
  }
}

/** Whether numbers of one size fit into entries of this width: what cannot be read is left out. */
function fitting(context, numbers, width, theme) {
  if (!numbers.length) return false;
  const longest = numbers.reduce((one, other) => (other.length > one.length ? other : one));
  return sizeOfEntry(context, longest, width, theme) >= FONT[1];
}

/** The size of the font in which words fit into an entry, before it grows with the type. */
function sizeOfEntry(context, words, width, theme) {
  context.font = fontOf(theme, FONT[0]);
  return Math.min(FONT[0], (FONT[0] * (width - ROOM)) / context.measureText(words).width);
}

function entry(context, words, column, row, width, side, theme) {
  const font = fontOf(theme, Math.max(FONT[1], sizeOfEntry(context, words, width, theme)));
  writeText(context, words, column * side, (row + 0.5) * side, { font, colour: theme.text, align: "center", base: "middle" });
}

/** The place of a sheet that answers the question, before a reader asks for it. */
export function createHidden() {
  const words = element("p", { textContent: _("Hidden until you ask for the answer.") });
  const box = element("div", { class: "unasked" }, words);
  return {
    element: box,
    draw(sheet, { height, whole }) {
      box.style.height = whole ? `${height}px` : "";
    },
  };
}

/** A table of words and numbers. */
export function createTable() {
  const table = element("table");
  const frame = framed(element("div", { class: "scrolls", tabIndex: -1 }, table));
  let drawn = "";
  return {
    element: frame.element,
    draw(sheet, _, theme) {
      frame.say(sheet, theme);
      const needs = JSON.stringify([sheet.head, sheet.rows, sheet.colours, theme.dark]);
      if (needs === drawn) return;
      drawn = needs;
      const cell = (tag) => (words, k) => {
        const one = element(tag, { textContent: words });
        if (sheet.colours[k]) one.style.color = paint(sheet.colours[k], theme);
        return one;
      };
      const row = (cells) => element("tr", {}, ...cells);
      const head = element("thead", {}, row(sheet.head.map(cell("th"))));
      table.replaceChildren(head, element("tbody", {}, ...sheet.rows.map((cells) => row(cells.map(cell("td"))))));
    },
  };
}
