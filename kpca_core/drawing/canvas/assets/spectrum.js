/** The picture of a spectrum: bars, a band of shuffled columns, negative eigenvalues, cumulative share, groups. */

import { drawLine, writeText } from "./ink.js";
import { fontOf } from "./palette.js";
import { formatNumber, niceTicks } from "./ticks.js";
import { N_, _, filled } from "./words.js";

const AT_LEFT = 44;
const AT_RIGHT = 42;
const TOP = 7;
const OF_NUMBERS = 15;
const OF_BRACKETS = 15;
// Few eigenvalues take this share of the width each, not all of it.
const WIDEST = 1 / 14;
// Powers of ten that a logarithmic axis shows at most: what is below is rounding.
const DECADES = 17;
const MIDDLE = { align: "center", base: "middle" };
export const DEGENERATE = N_("near-degenerate: any rotation within the group is nearly as valid");

/**
 * Where everything stands, in CSS pixels. Pure.
 *
 * @param {object} spectrum the frame's entry
 * @param {boolean} [logarithmic] bars stand for log |λ|, negative eigenvalues' beside the others
 * @param {number} [type] how much larger than usual type is
 */
export function arrangeSpectrum(spectrum, width, height, logarithmic = false, type = 1) {
  const { values, negative = [], cumulative = [], groups = [], chance = [], limit = [] } = spectrum;
  const [lowest = [], highest = []] = chance;
  const [LEFT, RIGHT, NUMBERS, BRACKET] = [AT_LEFT, AT_RIGHT, OF_NUMBERS, OF_BRACKETS].map((size) => size * type);
  const floor = height - NUMBERS - BRACKET;
  const axis = (logarithmic ? logarithmicAxis : linearAxis)([...values, ...negative, ...highest, ...limit], floor, type);
  const { y, base } = axis;
  const slots = values.length + negative.length + (negative.length ? 0.5 : 0);
  const pitch = (width - LEFT - RIGHT) * Math.min(WIDEST, 1 / Math.max(1, slots));
  const right = LEFT + Math.max(1, slots) * pitch;
  const thickness = Math.max(2, pitch * 0.62);
  const bars = [...values, ...negative].map((value, i) => {
    const slot = i < values.length ? i : i + 0.5;
    const centre = LEFT + (slot + 0.5) * pitch;
    // A bar that exists stays visible, however small its value.
    const length = value === 0 ? 0 : Math.max(1, Math.abs(y(value) - base));
    return {
      value,
      number: i < values.length ? i + 1 : null,
      kind: i >= values.length ? "negative" : i < spectrum.shown ? "shown" : "further",
      centre,
      x: centre - thickness / 2,
      width: thickness,
      y: value < 0 && !logarithmic ? base : base - length,
      height: length,
    };
  });
  const share = (fraction) => base - fraction * (base - TOP);
  return {
    width,
    height,
    left: LEFT,
    right,
    floor,
    numbers: NUMBERS,
    pitch,
    bars,
    zero: base,
    ticks: axis.ticks.map((value) => ({ value, y: y(value) })),
    shares: [0, 0.5, 1].map((value) => ({ value, y: share(value) })),
    band: highest.map((high, i) => ({ x: bars[i].centre - pitch / 2, y: y(high), height: y(lowest[i]) - y(high) })),
    marks: limit.slice(0, values.length).map((value, i) => ({ x: bars[i].x, width: thickness, y: y(value) })),
    dots: cumulative.map((value, i) => ({ x: LEFT + (i + 0.5) * pitch, y: share(value), value })),
    brackets: groups
      .filter((group) => group.length > 1 && group.at(-1) < values.length)
      .map((group) => ({ from: bars[group[0]].x, to: bars[group.at(-1)].x + thickness })),
  };
}

/** Heights in proportion to the values, negative ones downward. */
function linearAxis(all, floor, type) {
  const [bottom, top] = [Math.min(0, ...all), Math.max(0, ...all) || 1];
  const y = (value) => TOP + ((top - value) * (floor - TOP)) / (top - bottom);
  return { y, base: y(0), ticks: niceTicks(bottom, top, Math.max(2, (floor - TOP) / (32 * type))) };
}

/** Heights in proportion to the logarithms of the sizes, from a power of ten below the smallest. */
function logarithmicAxis(all, floor, type) {
  const sizes = all.map(Math.abs).filter((size) => size > 0);
  const top = Math.log10(Math.max(...sizes, Number.MIN_VALUE)) || 0;
  const lowest = sizes.length ? Math.log10(Math.min(...sizes)) : -1;
  const bottom = Math.max(top - DECADES, Math.floor(Math.min(lowest, top - 0.5) - 0.01));
  const y = (value) => {
    const height = Math.max(bottom, Math.log10(Math.abs(value) || Number.MIN_VALUE));
    return TOP + ((top - height) * (floor - TOP)) / (top - bottom);
  };
  const step = Math.max(1, Math.ceil((top - bottom) / Math.max(2, (floor - TOP) / (22 * type))));
  const ticks = [];
  for (let power = Math.ceil(bottom); power <= top; power += step) ticks.push(Number(`1e${power}`));
  return { y, base: floor, ticks };
}

/**
 * Paint an arrangement; the context's unit is the CSS pixel.
 *
 * @param {object} [marks] `lit` has a frame, `chosen` stands on a band of its own; indices of bars
 */
export function paintSpectrum(context, plan, theme, { lit = null, chosen = null } = {}) {
  const { bars, zero, floor, left, right, numbers } = plan;
  const line = (x0, y0, x1, y1) => {
    context.moveTo(x0, Math.round(y0) + 0.5);
    context.lineTo(x1, Math.round(y1) + 0.5);
  };
  context.lineWidth = 1;

  if (bars[chosen]) {
    const { centre } = bars[chosen];
    const wide = Math.min(plan.pitch, bars[chosen].width + 12);
    context.fillStyle = theme.faint;
    context.fillRect(centre - wide / 2, 0, wide, floor);
    context.fillStyle = theme.text;
    context.fillRect(centre - wide / 2, floor, wide, numbers + 2);
  }

  context.strokeStyle = theme.faint;
  context.beginPath();
  for (const tick of plan.ticks) line(left, tick.y, right, tick.y);
  context.stroke();

  const colours = { shown: theme.bar, further: theme.paleBar, negative: theme.negativeBar };
  for (const bar of bars) {
    context.fillStyle = colours[bar.kind];
    context.fillRect(bar.x, bar.y, bar.width, bar.height);
  }

  paintBand(context, plan, theme);
  paintLimit(context, plan, theme);

  if (bars[lit]) {
    const { x, width } = bars[lit];
    context.strokeStyle = theme.accent;
    context.lineWidth = 2;
    context.strokeRect(x - 3, 1, width + 6, floor + numbers);
    context.lineWidth = 1;
  }

  context.strokeStyle = theme.frame;
  context.beginPath();
  line(left, zero, right, zero);
  context.stroke();

  paintShares(context, plan, theme);

  const font = fontOf(theme, 11);
  for (const tick of plan.ticks) writeText(context, formatNumber(tick.value), left - 7, tick.y, { font, colour: theme.muted, align: "right", base: "middle" });

  const every = Math.ceil((18 * (theme.type ?? 1)) / plan.pitch);
  bars.forEach((bar, i) => {
    if (bar.number === null || (i !== chosen && (bar.number - 1) % every)) return;
    const colour = i === chosen ? theme.background : bar.kind === "shown" ? theme.text : theme.muted;
    writeText(context, String(bar.number), bar.centre, floor + numbers / 2 + 2, { font, colour, ...MIDDLE });
  });
  paintNegativeLabel(context, plan, theme);
  paintBrackets(context, plan, theme);
}

/** The eigenvalues of shuffled columns: a tint from the smallest to the largest, and a line there. */
function paintBand(context, { band, pitch }, theme) {
  for (const { x, y, height } of band) {
    context.globalAlpha = 0.4;
    context.fillStyle = theme.muted;
    context.fillRect(x, y, pitch, height);
    context.globalAlpha = 1;
    context.fillStyle = theme.text;
    context.fillRect(x, Math.round(y), pitch, 1);
  }
}

/** The eigenvalues of infinitely many points: a line across the bar of each, and beyond it. */
function paintLimit(context, { marks }, theme) {
  for (const { x, width, y } of marks) {
    context.fillStyle = theme.background;
    context.fillRect(x - 4, Math.round(y) - 2, width + 8, 5);
    context.fillStyle = theme.limit;
    context.fillRect(x - 3, Math.round(y) - 1, width + 6, 3);
  }
}

function paintShares(context, { dots, shares, right }, theme) {
  if (!dots.length) return;
  const style = { font: fontOf(theme, 11), colour: theme.cumulative, base: "middle" };
  for (const { value, y } of shares) writeText(context, `${100 * value} %`, right + 7, y, style);
  drawLine(context, dots.map(({ x, y }) => [x, y]), theme.cumulative, 1.5);
  context.strokeStyle = theme.background;
  for (const { x, y } of dots) {
    context.beginPath();
    context.arc(x, y, 3.4, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  }
  context.lineWidth = 1;
}

function paintNegativeLabel(context, { bars, floor, numbers }, theme) {
  const negative = bars.filter((bar) => bar.kind === "negative");
  if (!negative.length) return;
  const middle = (negative[0].centre + negative.at(-1).centre) / 2;
  const room = negative.at(-1).centre - negative[0].centre + negative[0].width;
  context.font = fontOf(theme, 11);
  const text = room > context.measureText(_("negative")).width ? _("negative") : "< 0";
  writeText(context, text, middle, floor + numbers / 2 + 2, { font: context.font, colour: theme.negativeBar, ...MIDDLE });
}

function paintBrackets(context, { brackets, floor, numbers }, theme) {
  const y = floor + numbers + 6.5;
  for (const { from, to } of brackets) {
    const middle = (from + to) / 2;
    drawLine(context, [[from, y - 4], [from, y], [middle - 9, y]], theme.muted);
    drawLine(context, [[middle + 9, y], [to, y], [to, y - 4]], theme.muted);
    writeText(context, "≈", middle, y + 1, { font: fontOf(theme, 13, 600), colour: theme.text, ...MIDDLE });
  }
}

/** What the dots are. */
export const shareWords = ({ whole }) => filled(_("cumulative share of the {whole}"), { whole });
