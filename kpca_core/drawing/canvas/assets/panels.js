/** The grid of eigenfunctions: one button a panel, one canvas behind all for the axes' numbers. */

import { placeRing, pointName } from "./aspect.js";
import { createTooltip, element, fitCanvas, paintCanvas, setHidden, setText } from "./dom.js";
import { createPainter, sample } from "./field.js";
import { TITLE, isBottom, panelOrigin } from "./layout.js";
import LOOK from "./look.json" with { type: "json" };
import { overlayLines } from "./overlays.js";
import { fontOf, largestLevel } from "./palette.js";
import { formatEnd, formatNumber, mapTicks, subscript } from "./ticks.js";
import { N_, _, filled } from "./words.js";

const NEAR = 8;
const SHARPEST = 2;
// A finger that begins to scroll is cancelled as a pointer.
const ELSEWHERE = ["pointerdown", "pointercancel", "wheel"];
const RANGE = N_("The outermost isolines, and the ends of the colours");

/**
 * The view "panels", see `views.js`.
 *
 * A click selects the component of a panel, and a second one opens its map large. A first tap also
 * reads the value under the finger.
 *
 * @param {object} tools
 * @param {HTMLElement} tools.root positioned element that holds the component
 * @param {object} tools.component the one in the hand, see `maps.js`: pressed by click, tap, Enter
 *   or Space
 * @param {(point: number | null) => void} tools.hover called with the data point under the pointer
 * @param {(panel: number | null) => void} [tools.point] called with the panel that is pointed at
 * @param {() => void} [tools.used] called when a panel was clicked or tapped
 * @param {object} [tools.hand] what edits points, see `editor.js`
 * @param {object} [tools.lasso] what selects points, see `selection.js`; while one of them is active
 *   nothing opens
 * @returns {{element: HTMLElement, draw: Function, dispose: Function}}
 */
export function createPanels({ root, component, hover, point: pointedAt = () => {}, used = () => {}, hand, lasso }) {
  const axes = element("canvas", { class: "axes", "aria-hidden": "true" });
  const group = element("div", { class: "panels", role: "group" }, axes);
  group.setAttribute("aria-label", _("Eigenfunctions over the input plane"));
  const tooltip = createTooltip(root);
  const painter = createPainter();
  const tiles = [];
  let shown = null;
  let pointer = null;
  let marked = null;
  let tapped = null;
  let drawnAxes = "";

  const occupied = () => Boolean(hand?.active || lasso?.active);

  /** Where all points stand on a panel's picture. */
  function places(frame) {
    const { region: [[x0, x1], [y0, y1]], arrays: { points, labels } } = frame;
    const { width, height } = shown.panels;
    return Array.from(labels, (_, row) => ({
      row,
      x: ((points[2 * row] - x0) / (x1 - x0)) * width,
      y: ((y1 - points[2 * row + 1]) / (y1 - y0)) * height,
    }));
  }

  function addTile() {
    const j = tiles.length;
    const number = element("span", { class: "number", textContent: String(j + 1) });
    const text = element("span", { class: "text" });
    const range = element("span", { class: "range", title: _(RANGE) });
    const name = element("span", { class: "name" }, number, text);
    const title = element("span", { class: "title" }, name, range);
    const sentence = element("span", { class: "sentence" });
    const canvas = element("canvas", { "aria-hidden": "true" });
    const rings = element("span", { class: "rings" });
    const button = element("button", { class: "panel", type: "button" }, title, sentence, canvas, rings);
    hand?.watch(button, canvas);
    lasso?.watch(button, canvas, places);
    button.addEventListener("click", (event) => {
      if (occupied()) return undefined;
      const first = event.pointerType === "touch" && tapped !== j;
      tapped = first ? j : null;
      used();
      point(j, first ? event : null);
      return first ? component.select(j + 1) : component.press(j + 1);
    });
    button.addEventListener("focus", () => pointedAt(j));
    button.addEventListener("blur", () => pointedAt(null));
    canvas.addEventListener("pointermove", (event) => point(j, event));
    canvas.addEventListener("pointerdown", (event) => point(j, event));
    // A finger that is lifted leaves what it asked for.
    canvas.addEventListener("pointerleave", ({ pointerType }) => pointerType !== "touch" && point(j, null));
    tiles.push({ button, text, range, sentence, canvas, rings });
    group.append(button);
  }

  function point(j, event) {
    pointer = event && { j, x: event.clientX, y: event.clientY };
    pointedAt(event ? j : null);
    if (!pointer) hover(null);
    describe();
  }

  /** Also called after each frame: the value under a resting pointer changes too. */
  function describe() {
    if (!pointer || !shown || !tiles[pointer.j] || tiles[pointer.j].button.hidden) return tooltip.hide();
    const box = tiles[pointer.j].canvas.getBoundingClientRect();
    const s = (pointer.x - box.left) / box.width;
    const t = 1 - (pointer.y - box.top) / box.height;
    const near = shown.points ? nearestPoint(shown.frame, s, t, box) : null;
    hover(near);
    // While points are edited, the tools say which one is chosen.
    if (occupied() || s < 0 || s > 1 || t < 0 || t > 1) return tooltip.hide();
    const lines = readout(shown.frame, pointer.j, s, t, near);
    if (tapped === pointer.j && !component.large) lines.push(_("tap again to enlarge"));
    return tooltip.show(lines, pointer.x, pointer.y);
  }

  /** Set the words of a panel. */
  function write({ button, text, range, sentence }, j) {
    const { frame, panels } = shown;
    const { levels } = frame.arrays;
    setText(text, frame.titles[j]);
    const own = levels.subarray(j * levels.shape[1], (j + 1) * levels.shape[1]);
    setText(range, `±${formatEnd(largestLevel(own))}`);
    const words = frame.sentences?.[j] ?? "";
    setText(sentence, words);
    setHidden(sentence, shown.few || panels.title <= TITLE);
    const opens = j + 1 === component.named ? _("open large") : _("select");
    const does = hand?.active ? _("edit its points") : lasso?.active ? _("select points") : opens;
    const label = [filled(_("Component {k}, {title}"), { k: j + 1, title: frame.titles[j] }), words, does].filter(Boolean).join(": ");
    if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
  }

  /** The largest canvas, and while a slider is dragged it hardly ever changes. */
  function drawAxesOnce(frame, panels, theme, ratio) {
    const state = JSON.stringify([frame.region, panels, theme, ratio]);
    // At rest it is drawn again: a font may have come meanwhile.
    if (frame.moving && state === drawnAxes) return;
    drawnAxes = state;
    paintCanvas(axes, panels.totalWidth, panels.totalHeight, ratio, (context) => drawAxes(context, frame, panels, theme));
  }

  function ring() {
    const { frame, panels } = shown ?? {};
    const place = frame && marked !== null ? placeOf(frame, marked, panels) : null;
    for (const { rings } of tiles) placeRing(rings, place);
  }

  /**
   * A tap elsewhere, or scrolling by hand, ends the reading. Not every scroll does: what the page
   * hides after a tap makes it scroll, too.
   */
  function elsewhere(event) {
    const here = event.composedPath().includes(tiles[tapped]?.button);
    if (tapped === null || (here && event.type === "pointerdown")) return;
    tapped = null;
    point(0, null);
  }
  for (const type of ELSEWHERE) addEventListener(type, elsewhere, { capture: true, passive: true });

  return {
    element: group,
    /** Draw all panels in one go; canvases whose size stays are painted over, not cleared. */
    draw(frame, { panels, first, few, order, width: room, points, words: written }, theme, devicePixelRatio) {
      const ratio = Math.min(SHARPEST, devicePixelRatio);
      const count = frame.titles.length;
      // Lines and markers grow with the type.
      const scale = ratio * (theme.type ?? 1);
      while (tiles.length < count) addTile();
      while (tiles.length > count) tiles.pop().button.remove();
      shown = { frame, panels, points, few };
      group.classList.toggle("edited", occupied());
      // Centred on whole pixels: half of one would blur every canvas.
      group.style.marginLeft = `${Math.max(0, Math.floor((room - panels.totalWidth) / 2))}px`;
      group.style.width = `${panels.totalWidth}px`;
      group.style.height = `${panels.totalHeight}px`;
      if (panels.count) {
        const [width, height] = [panels.width, panels.height].map((size) => Math.round(size * ratio));
        painter.prepare(frame, width, height, scale, points, theme);
      }
      tiles.forEach(({ button, canvas }, j) => {
        const chosen = j + 1 === component.number;
        // An attribute that is set again costs a new look at the page's style.
        if (chosen !== button.classList.contains("chosen")) {
          button.classList.toggle("chosen", chosen);
          button.setAttribute("aria-current", String(chosen));
        }
        const place = order ? order.indexOf(j) : j - first;
        setHidden(button, place < 0 || place >= panels.count);
        if (button.hidden) return;
        const { x, y } = panelOrigin(panels, place);
        button.style.left = `${x}px`;
        button.style.top = `${y - panels.title}px`;
        button.style.width = `${panels.width}px`;
        button.style.height = `${panels.title + panels.height}px`;
        painter.paint(fitCanvas(canvas, panels.width, panels.height, ratio), j, theme, scale);
      });
      if (written) tiles.forEach(write);
      drawAxesOnce(frame, panels, theme, devicePixelRatio);
      ring();
      describe();
    },
    focus: (j) => tiles[j]?.button.focus({ preventScroll: true }),
    /** Light up the panel of a component, none for null. */
    light(component) {
      tiles.forEach(({ button }, j) => button.classList.toggle("lit", j === component));
    },
    mark(point) {
      if (point === marked) return;
      marked = point;
      ring();
    },
    dispose() {
      for (const type of ELSEWHERE) removeEventListener(type, elsewhere, { capture: true });
    },
  };
}

/** Where a data point stands on a panel, from the top of its title; null outside the region. */
function placeOf({ arrays: { points }, region: [[x0, x1], [y0, y1]] }, point, { title, width, height }) {
  const x = (points[2 * point] - x0) / (x1 - x0);
  const y = (y1 - points[2 * point + 1]) / (y1 - y0);
  return x >= 0 && x <= 1 && y >= 0 && y <= 1 ? { x: x * width, y: title + y * height } : null;
}

/** The tooltip's lines. */
function readout(frame, j, s, t, near) {
  const [[x0, x1], [y0, y1]] = frame.region;
  const x = x0 + s * (x1 - x0);
  const y = y0 + t * (y1 - y0);
  const lines = [
    `x ${formatNumber(x)}   y ${formatNumber(y)}`,
    `f${subscript(j + 1)} = ${formatNumber(sample(frame.arrays.fields, j, s, t), 4)}`,
  ];
  if (near !== null) lines.push(pointName(frame, near));
  if (frame.sentences?.[j]) lines.push(frame.sentences[j]);
  return [...lines, ...overlayLines(frame, j)];
}

/** Index of the data point near fractions (s, t) of the region, null if there is none. */
function nearestPoint({ arrays: { points }, region: [[x0, x1], [y0, y1]] }, s, t, box) {
  let nearest = null;
  let distance = NEAR;
  for (let i = 0; i < points.shape[0]; i += 1) {
    const dx = ((points[2 * i] - x0) / (x1 - x0) - s) * box.width;
    const dy = ((points[2 * i + 1] - y0) / (y1 - y0) - t) * box.height;
    const away = Math.hypot(dx, dy);
    if (away <= distance) [nearest, distance] = [i, away];
  }
  return nearest;
}

/**
 * Ticks and numbers at the outer edges: the left column and the lowest panel of each column.
 * The context's unit is the CSS pixel, its origin the corner of the panels' block.
 */
export function drawAxes(context, frame, panels, theme) {
  const count = Math.min(frame.titles.length, panels.count ?? Infinity);
  const [xs, ys] = frame.region;
  const xTicks = mapTicks(...xs, panels.width, "across");
  const yTicks = mapTicks(...ys, panels.height, "up");
  context.font = fontOf(theme, LOOK.ticks.font);
  context.lineWidth = 1;
  for (let j = 0; j < count; j += 1) {
    const { x, y } = panelOrigin(panels, j);
    context.fillStyle = theme.muted;
    context.strokeStyle = theme.frame;
    context.beginPath();
    if (isBottom(panels, j, count)) {
      const bottom = y + panels.height;
      context.textBaseline = "top";
      for (const tick of xTicks) {
        const at = x + ((tick - xs[0]) / (xs[1] - xs[0])) * panels.width;
        const text = formatNumber(tick);
        const half = context.measureText(text).width / 2;
        context.textAlign = "left";
        // Numbers stay under their own panel: two neighbours' ends would read as one number.
        const left = Math.min(x + panels.width - 2 * half, Math.max(x, at - half));
        context.fillText(text, left, bottom + 5);
        const line = Math.min(x + panels.width - 1, Math.round(at)) + 0.5;
        context.moveTo(line, bottom);
        context.lineTo(line, bottom + LOOK.ticks.length);
      }
    }
    if (j % panels.columns === 0) {
      context.textBaseline = "middle";
      context.textAlign = "right";
      for (const tick of yTicks) {
        const at = y + ((ys[1] - tick) / (ys[1] - ys[0])) * panels.height;
        const inside = Math.min(y + panels.height - 4, Math.max(y + 4, at));
        context.fillText(formatNumber(tick), x - 6, inside);
        const line = Math.min(y + panels.height - 1, Math.round(at)) + 0.5;
        context.moveTo(x - LOOK.ticks.length, line);
        context.lineTo(x, line);
      }
    }
    context.stroke();
  }
}
