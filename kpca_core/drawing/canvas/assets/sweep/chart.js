/** Lines over one parameter: a canvas that is drawn once, and a playhead that moves above it. */

import { createReader, element, onDrag, paintCanvas, placeIn, sharpness } from "../dom.js";
import { drawLine, writeText } from "../ink.js";
import { formatNumber, niceTicks } from "../ticks.js";
import { STRIP, endOf, lettersOf } from "./letters.js";

const MARGIN = { left: 46, right: 26, top: 18, bottom: 34 };
const NEAR = 9;

/**
 * @param {HTMLElement} on.root positioned element for the tooltip
 * @param {(position: number, released: boolean) => void} on.scrub a place was pointed at, as a real
 *   number of the value, counted from 0
 */
export function createChart({ root, scrub }) {
  const canvas = element("canvas", { role: "img" });
  const head = element("span", { class: "playhead", "aria-hidden": "true" });
  const box = element("div", { class: "chart" }, canvas, head);
  const reader = createReader(root, (event) => {
    const [x, y] = placeIn(canvas, event);
    return plot?.marks.filter((mark) => Math.hypot(mark.x - x, mark.y - y) <= NEAR).map(({ said }) => said);
  });
  let plot = null;

  const positionAt = (event) => plot.positionOf(placeIn(canvas, event)[0]);
  onDrag(canvas, {
    take(event) {
      reader.point(null);
      if (plot) scrub(positionAt(event), false);
      return plot;
    },
    drag: (event) => scrub(positionAt(event), false),
    drop: (event) => scrub(positionAt(event), true),
    hover: reader.point,
  });
  canvas.addEventListener("pointerleave", () => reader.point(null));

  return {
    element: box,
    /**
     * @param {object} what {label, yLabel, xLabel, values, log, yLog, yRange, percent,
     *   lines: [{values, colour, dash, width, letter}], marks: [{at, value, crosses, said}],
     *   bands: [{first, last, text}]}
     */
    draw(what, width, height, theme) {
      const ratio = sharpness(canvas);
      paintCanvas(canvas, width, height, ratio, (context) => (plot = paintChart(context, what, width, height, theme)));
      canvas.setAttribute("aria-label", what.label);
      head.style.top = `${plot.top}px`;
      head.style.height = `${plot.floor - plot.top}px`;
    },
    /** Move the playhead. */
    place(position) {
      if (plot) head.style.transform = `translateX(${plot.xOf(position)}px)`;
    },
  };
}

/** Paint a chart from the corner of a context; returns its places. `what` as of `draw`. */
function paintChart(context, what, width, height, theme) {
  const plot = planned(what, width, height);
  context.font = `11px ${theme.font}`;
  drawBands(context, what, plot, theme);
  drawAxes(context, what, plot, theme);
  drawLines(context, what, plot, theme);
  drawMarks(context, plot, theme);
  return plot;
}

/** A chart as a part of a picture, see `../png.js`, with the playhead at a position if there is one. */
export function chartPart(what, width, height, theme, position = null) {
  function paint(context) {
    const { top, floor, xOf } = paintChart(context, what, width, height, theme);
    if (position === null) return;
    context.fillStyle = theme.accent;
    context.fillRect(xOf(position) - 1, top, 2, floor - top);
  }
  return { width, height, paint };
}

/** Places on the canvas; between `bottom`, where lines end, and `floor` stand their letters. */
function planned({ values, log, yLog, yRange, lines, marks = [] }, width, height) {
  const [left, right] = [MARGIN.left, width - MARGIN.right];
  const [top, floor] = [MARGIN.top, height - MARGIN.bottom];
  const bottom = lines.some(({ letter }) => letter) ? floor - STRIP : floor;
  const along = scaleOf(values[0], values.at(-1), log);
  const up = scaleOf(yRange[0], yRange[1], yLog);
  const shares = values.map(along);
  const xOf = (position) => {
    const i = Math.min(values.length - 2, Math.max(0, Math.floor(position)));
    return left + (right - left) * (shares[i] + (position - i) * (shares[i + 1] - shares[i]));
  };
  const yOf = (value) => bottom - (bottom - top) * up(value);
  const positionOf = (x) => {
    const share = Math.min(1, Math.max(0, (x - left) / (right - left)));
    let i = shares.findIndex((own) => own >= share);
    if (i <= 0) i = i < 0 ? values.length - 1 : 1;
    return i - 1 + (share - shares[i - 1]) / (shares[i] - shares[i - 1]);
  };
  const placed = marks.map((mark) => ({ ...mark, x: xOf(mark.at), y: yOf(mark.value) }));
  const valueX = (value) => left + (right - left) * along(value);
  return { left, right, top, bottom, floor, xOf, yOf, valueX, positionOf, marks: placed };
}

function scaleOf(low, high, log) {
  if (!log) return (value) => (value - low) / (high - low || 1);
  return (value) => Math.log(value / low) / (Math.log(high / low) || 1);
}

/** Round numbers on a linear or a logarithmic axis. */
export function ticksOf(low, high, log, count) {
  if (!log) return niceTicks(low, high, count);
  const found = [];
  const decades = Math.log10(high / low);
  const steps = decades > 2.5 ? [1] : decades > 1.2 ? [1, 3] : [1, 2, 5];
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power += 1) {
    for (const step of steps) found.push(Number((step * 10 ** power).toPrecision(3)));
  }
  return found.filter((tick) => tick >= low * 0.999 && tick <= high * 1.001);
}

function drawBands(context, { bands = [] }, plot, theme) {
  for (const { first, last, text } of bands) {
    const [from, to] = [plot.xOf(first), plot.xOf(last)];
    context.fillStyle = theme.faint;
    context.fillRect(from - 2, plot.top, Math.max(4, to - from + 4), plot.floor - plot.top);
    if (!text) continue;
    const width = context.measureText(text).width;
    writeText(context, text, Math.max(plot.left, Math.min(plot.right - width, from)), plot.top - 2, { font: `11px ${theme.font}`, colour: theme.muted, base: "bottom" });
  }
}

function drawAxes(context, what, plot, theme) {
  const { left, right, top, bottom, floor } = plot;
  context.strokeStyle = theme.frame;
  context.lineWidth = 1;
  context.strokeRect(left + 0.5, top + 0.5, right - left - 1, floor - top - 1);
  const style = { font: `11px ${theme.font}`, colour: theme.muted, base: "top" };
  const [low, high] = [what.values[0], what.values.at(-1)];
  writeText(context, what.xLabel, right, floor + 20, { ...style, align: "right" });
  writeText(context, what.yLabel, left, floor + 20, style);
  for (const tick of ticksOf(low, high, what.log, (right - left) / 70)) {
    context.fillRect(Math.round(plot.valueX(tick)), floor, 1, 4);
    writeText(context, formatNumber(tick), plot.valueX(tick), floor + 6, { ...style, align: "center" });
  }
  for (const tick of ticksOf(...what.yRange, what.yLog, (bottom - top) / 28)) {
    context.fillRect(left - 4, Math.round(plot.yOf(tick)), 4, 1);
    const text = what.percent ? `${Math.round(100 * tick)} %` : formatNumber(tick);
    writeText(context, text, left - 6, plot.yOf(tick), { ...style, align: "right", base: "middle" });
  }
}

function drawLines(context, { lines }, plot, theme) {
  context.save();
  context.beginPath();
  context.rect(plot.left, plot.top, plot.right - plot.left, plot.bottom - plot.top);
  context.clip();
  context.lineJoin = "round";
  for (const { values, colour, dash = [], width = 1.6 } of lines) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.setLineDash(dash);
    context.beginPath();
    values.forEach((value, i) => {
      if (value === null) return;
      const place = [plot.xOf(i), plot.yOf(value)];
      if (i && values[i - 1] !== null) context.lineTo(...place);
      else context.moveTo(...place);
    });
    context.stroke();
  }
  context.restore();
  drawLetters(context, lines, plot, theme);
}

/** The letter of each line, and a stroke that leads from the line's end to it. */
function drawLetters(context, lines, plot, theme) {
  const ended = lines
    .map(({ values, colour, letter }) => ({ colour, letter, end: letter ? endOf(values, plot) : null }))
    .filter(({ end }) => end);
  const places = lettersOf(ended.map(({ end }) => end), plot);
  ended.forEach(({ colour, letter, end }, k) => {
    const { x, y, aside } = places[k];
    drawLine(context, [[end.x, end.y], aside ? [x - 6, y] : [x, y - 5]], colour);
    writeText(context, letter, x, y + 0.5, { font: `600 11px ${theme.font}`, colour, align: "center", base: "middle" });
  });
}

/** A ring where lines cross, a diamond where they avoid it. */
function drawMarks(context, { marks, left, right, top, bottom }, theme) {
  context.lineWidth = 1.4;
  context.strokeStyle = theme.text;
  context.fillStyle = theme.background;
  for (const { x, y, crosses } of marks) {
    if (x < left || x > right || y < top || y > bottom) continue;
    context.beginPath();
    if (crosses) context.arc(x, y, 3.2, 0, 2 * Math.PI);
    else for (const [dx, dy] of [[0, -4.5], [4.5, 0], [0, 4.5], [-4.5, 0]]) context.lineTo(x + dx, y + dy);
    context.closePath();
    context.fill();
    context.stroke();
  }
}
