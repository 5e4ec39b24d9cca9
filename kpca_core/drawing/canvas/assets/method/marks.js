/**
 * Plots, matrices and tables of marks, see `kpca_core/drawing/canvas/marks.py`. What has a grip can be
 * moved by pointer or keys; `hand` hears of it.
 */

import { element, paintCanvas, placeIn, setHidden, setText } from "../dom.js";
import { drawRing, marker } from "../markers.js";
import { css, diverging, fontOf } from "../palette.js";
import { colourOf } from "../sweep/theming.js";
import { formatNumber, mapTicks } from "../ticks.js";
import { N_, _, filled } from "../words.js";

const INKS = ["blue", "orange", "green", "purple", "olive", "red", "teal", "violet"];
// CSS pixels: around a plot, from the pointer to what it takes, and of a matrix' entry at most.
const MARGIN = { left: 40, right: 12, top: 8, bottom: 24 };
const BARE = 12;
const REACH = { mouse: 16, touch: 30, pen: 22 };
const ENTRY = 46;
const NAMED = 34;
// From this width on a bar has its number beside it.
const NUMBERED = 34;
// The share of an axis that an arrow key moves.
const STEP = 0.02;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const KEYS = N_("arrow keys move what is marked, N takes the next one");

const paint = (ink, theme) => (ink ? colourOf(INKS.indexOf(ink), theme) : theme.text);

/** What every sheet has: a title above it, a note below it. */
function framed(...content) {
  const title = element("h3", { class: "side" });
  const note = element("p", { class: "note" });
  return {
    element: element("div", { class: "sheet" }, title, ...content, note),
    say(sheet, theme) {
      setText(title, sheet.title);
      title.style.color = paint(sheet.ink, theme);
      setText(note, sheet.note ?? "");
      setHidden(note, !sheet.note);
    },
  };
}

/**
 * @param {object} hand
 * @param {(move: {grip, grip_at, grip_x, grip_y}) => void} hand.move  something is being moved
 * @param {() => void} hand.rest  it was let go
 */
export function createPlot(hand) {
  const canvas = element("canvas", { role: "img" });
  const frame = framed(canvas);
  let shown = null;
  let held = null;
  let chosen = 0;
  let timer;

  const grips = () =>
    (shown?.sheet.marks ?? []).flatMap((one) => {
      if (!one.grip) return [];
      const tips = one.mark === "arrow" ? [[one.xy[1], 0]] : one.xy.map((xy, at) => [xy, at]);
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
    const inside = (value, low, high) => Math.min(high, Math.max(low, value));
    held = { ...one, xy: [inside(x, x0, x1), inside(y, y0, y1)] };
    hand.move({ grip: one.grip, grip_at: one.at, grip_x: held.xy[0], grip_y: held.xy[1] });
  }

  canvas.addEventListener("pointerdown", (event) => {
    const found = nearest(event);
    if (found < 0) return;
    chosen = found;
    held = grips()[found];
    canvas.setPointerCapture(event.pointerId);
    event.preventDefault();
    canvas.focus({ preventScroll: true });
  });
  canvas.addEventListener("pointermove", (event) => {
    if (held) moveTo(held, shown.back(placeIn(canvas, event)));
    else if (shown) canvas.style.cursor = nearest(event) < 0 ? "" : "grab";
  });
  for (const type of ["pointerup", "pointercancel"]) {
    canvas.addEventListener(type, () => {
      if (held) hand.rest();
      held = null;
    });
  }
  canvas.addEventListener("keydown", (event) => {
    const all = grips();
    if (!all.length || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.toLowerCase() === "n") chosen = (chosen + 1) % all.length;
    const by = ARROWS[event.key];
    if (by) {
      const one = all[chosen % all.length];
      const [[x0, x1], [y0, y1]] = shown.sheet.region;
      event.preventDefault();
      moveTo(one, [one.xy[0] + by[0] * STEP * (x1 - x0), one.xy[1] + by[1] * STEP * (y1 - y0)]);
      held = null;
      clearTimeout(timer);
      timer = setTimeout(hand.rest, 250);
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
      context.rect(size.left - 1, size.top - 8, size.inner[0] + 2 + MARGIN.right, size.inner[1] + 16);
      context.clip();
      for (const one of sheet.marks) PAINTERS[one.mark](context, one, shown.place, theme, ratio);
      context.restore();
      const all = grips();
      if (all.length && canvas.matches(":focus-visible")) {
        const [x, y] = shown.place(all[chosen % all.length].xy);
        drawRing(context, x, y, 8, 1, theme.accent);
      }
    });
  }

  return {
    element: frame.element,
    draw(sheet, { width, height, ratio }, theme) {
      const size = sizeOf(sheet, width, height);
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
      frame.say(sheet, theme);
      draw();
    },
  };
}

/** Of a plot: its canvas, and where its axes are in it. */
function sizeOf(sheet, width, tallest) {
  const bare = !sheet.axes;
  const [left, right] = bare ? [BARE, BARE] : [MARGIN.left, MARGIN.right];
  const [top, bottom] = bare ? [BARE, BARE] : [MARGIN.top, MARGIN.bottom];
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
  context.font = fontOf(theme, 11);
  context.fillStyle = theme.muted;
  context.textBaseline = "top";
  context.textAlign = "center";
  const words = ticks.length ? ticks : mapTicks(x0, x1, w, "across").map((x) => [x, formatNumber(x)]);
  for (const [x, label] of words) context.fillText(label, across(x), top + h + 5);
  if (axes[0]) label(context, axes[0], left + w, top + h - 14, "right");
  context.textBaseline = "middle";
  context.textAlign = "right";
  for (const y of mapTicks(y0, y1, h, "up")) context.fillText(formatNumber(y), left - 5, up(y));
  context.textBaseline = "top";
  if (axes[1]) label(context, axes[1], left + 5, top + 3, "left");
}

function label(context, words, x, y, align) {
  context.textAlign = align;
  context.fillText(words, x, y);
}

const PAINTERS = {
  points(context, { xy, labels, names, rings, ink, size }, place, theme, ratio) {
    xy.forEach((at, i) => {
      const [x, y] = place(at);
      const stamp = marker(labels[i] ?? 0, size * ratio, ratio, ink ? paint(ink, theme) : "");
      const [w, h] = [stamp.width / ratio, stamp.height / ratio];
      context.drawImage(stamp, x - w / 2, y - h / 2, w, h);
      if (rings.includes(i)) drawRing(context, x, y, size, 1, theme.accent);
      if (names[i]) write(context, names[i], x + size + 3, y - size - 3, ink, theme, "left", 12);
    });
  },
  line(context, { xy, ink, width, dashed, faint }, place, theme) {
    if (!xy.length) return;
    context.beginPath();
    xy.forEach((at, i) => context[i ? "lineTo" : "moveTo"](...place(at)));
    context.setLineDash(dashed ? [5, 4] : []);
    context.lineWidth = width;
    context.strokeStyle = faint ? theme.frame : paint(ink, theme);
    context.stroke();
    context.setLineDash([]);
  },
  arrow(context, { xy, ink, grip }, place, theme) {
    const [[x0, y0], [x1, y1]] = xy.map(place);
    const length = Math.hypot(x1 - x0, y1 - y0) || 1;
    const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
    context.fillStyle = context.strokeStyle = paint(ink, theme);
    context.lineWidth = 2.5;
    context.beginPath();
    context.moveTo(x0, y0);
    context.lineTo(x1 - 8 * ux, y1 - 8 * uy);
    context.stroke();
    context.beginPath();
    context.moveTo(x1, y1);
    context.lineTo(x1 - 11 * ux - 5 * uy, y1 - 11 * uy + 5 * ux);
    context.lineTo(x1 - 11 * ux + 5 * uy, y1 - 11 * uy - 5 * ux);
    context.fill();
    if (grip) drawRing(context, x1, y1, 5, 1, paint(ink, theme));
  },
  text(context, { xy: [at], words, ink, align }, place, theme) {
    write(context, words, ...place(at), ink, theme, align, 13);
  },
  bars(context, { values, ink, at, width, numbers }, place, theme) {
    context.fillStyle = paint(ink, theme);
    values.forEach((value, i) => {
      const [left, top] = place([i + 1 + at - width / 2, Math.max(0, value)]);
      const [right, bottom] = place([i + 1 + at + width / 2, Math.min(0, value)]);
      context.fillRect(left, top, Math.max(1, right - left), Math.max(1, bottom - top));
    });
    const step = place([1, 0])[0] - place([0, 0])[0];
    if (step < NUMBERED) return;
    numbers.forEach((words, i) => {
      const [x, y] = place([i + 1 + at, values[i]]);
      write(context, words, x, values[i] < 0 ? y + 9 : y - 8, ink, theme, "center", 11);
    });
  },
};

function write(context, words, x, y, ink, theme, align, size) {
  context.font = fontOf(theme, size, 600);
  context.textAlign = align;
  context.textBaseline = "middle";
  context.lineWidth = 3;
  context.lineJoin = "round";
  context.strokeStyle = theme.background;
  context.strokeText(words, x, y);
  context.fillStyle = paint(ink, theme);
  context.fillText(words, x, y);
}

/** A matrix whose entries can be clicked, or walked through by keys. */
export function createMatrix(hand) {
  const canvas = element("canvas", { role: "img" });
  const frame = framed(canvas);
  let shown = null;

  function take(row, column) {
    const [rows, columns] = shown.sheet.arrays.values.shape;
    const inside = (value, count) => Math.min(count - 1, Math.max(0, value));
    hand.move({ grip: shown.sheet.grip, grip_at: 0, grip_x: inside(row, rows), grip_y: inside(column, columns) });
    hand.rest();
  }

  canvas.addEventListener("click", (event) => {
    if (!shown?.sheet.grip) return;
    const [x, y] = placeIn(canvas, event);
    take(Math.floor(y / shown.side), Math.floor(x / shown.side));
  });
  canvas.addEventListener("keydown", (event) => {
    const by = ARROWS[event.key];
    if (!by || !shown?.sheet.grip) return;
    event.preventDefault();
    const [row, column] = shown.sheet.lit ?? [0, 0];
    take(row - by[1], column + by[0]);
  });

  return {
    element: frame.element,
    draw(sheet, { width, height, ratio }, theme) {
      const [rows, columns] = sheet.arrays.values.shape;
      const more = sheet.sums.length ? 1.6 : 0;
      const side = Math.min(ENTRY, width / (columns + more), height / rows);
      shown = { sheet, side };
      paintCanvas(canvas, side * (columns + more), side * rows, ratio, (context) => {
        paintEntries(context, sheet, side, theme);
        sheet.sums.forEach((words, i) => entry(context, words, columns + more / 2, i, side * 1.1, side, theme.text, theme));
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
      frame.say(sheet, theme);
    },
  };
}

function paintEntries(context, { arrays: { values }, numbers }, side, theme) {
  const [rows, columns] = values.shape;
  for (let i = 0; i < rows; i += 1) {
    for (let j = 0; j < columns; j += 1) {
      const value = values[i * columns + j];
      context.fillStyle = css(diverging(0.75 * value, theme.dark));
      // Entries overlap by a part of a pixel: no seams.
      context.fillRect(j * side, i * side, side + 0.5, side + 0.5);
      if (numbers.length && side >= NAMED * 0.7) {
        entry(context, numbers[i][j], j + 0.5, i, side, side, theme.text, theme);
      }
    }
  }
}

function entry(context, words, column, row, width, side, colour, theme) {
  const size = Math.min(13, (1.75 * width) / Math.max(3, words.length));
  context.font = fontOf(theme, Math.max(8, size));
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = colour;
  context.fillText(words, column * side, (row + 0.5) * side);
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
      const needs = JSON.stringify([sheet.head, sheet.rows, sheet.inks, theme.dark]);
      if (needs === drawn) return;
      drawn = needs;
      const cell = (tag) => (words, k) => {
        const one = element(tag, { textContent: words });
        if (sheet.inks[k]) one.style.color = paint(sheet.inks[k], theme);
        return one;
      };
      const row = (cells) => element("tr", {}, ...cells);
      const head = element("thead", {}, row(sheet.head.map(cell("th"))));
      table.replaceChildren(head, element("tbody", {}, ...sheet.rows.map((cells) => row(cells.map(cell("td"))))));
    },
  };
}
