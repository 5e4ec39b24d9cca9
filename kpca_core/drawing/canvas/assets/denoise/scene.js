/**
 * The scene of the page "Denoise" (see `../maps.js`): noisy points and their pre-images over the
 * objective of one of them, linear PCA beside it, the methods, and how each came out.
 */

import { createTooltip, element, fitCanvas, inUnit, paintCanvas, setText } from "../dom.js";
import { createPainter, sample } from "../field.js";
import { createFacts } from "../foot.js";
import { PHONE, aspectOf, panelOrigin } from "../layout.js";
import { createSave } from "../legend.js";
import { recall, remember } from "../memory.js";
import { drawAxes } from "../panels.js";
import { composed, mapsPart } from "../png.js";
import { formatNumber } from "../ticks.js";
import { undone } from "../wire.js";
import { arrangePair, nearestPlace, placesOf } from "./layout.js";
import { colourOf, paintPoints } from "./paint.js";
import { N_, _, filled, plural } from "../words.js";

const SHARPEST = 2;
const NEAR = 14;
// The objective is a background: this much of the page's colour lies over it.
const WASH = 0.35;
// Width of a panel whose title has room for what the distances are from.
const ROOMY = 340;
const PANELS = [
  { images: "images", ways: true },
  { images: "linear", ways: false },
];
const HEADS = [N_("Method"), N_("Objective"), N_("Steps"), N_("Outcome")];
const LEGEND = [
  ["noisy", N_("noisy points, with arrows")],
  ["image", N_("pre-images")],
  ["stuck", N_("not converged")],
  ["truth", N_("without noise")],
  ["picked", ""],
];

export function createDenoising({ root, choose, changed, save }) {
  const row = element("div", { class: "views", role: "group", "aria-label": _("Method") });
  const axes = element("canvas", { class: "axes", "aria-hidden": "true" });
  const group = element("div", { class: "panels pair" }, axes);
  const notes = element("p", { class: "notes", role: "status", hidden: true });
  const caption = element("caption");
  const rows = element("tbody");
  const head = element("tr", {}, ...HEADS.map((text) => element("th", { scope: "col", textContent: _(text) })));
  const table = element("table", { class: "ends" }, caption, element("thead", {}, head), rows);
  const legend = element("span", { class: "labels" });
  const switched = element("button", { class: "switch", type: "button", textContent: _("Points") });
  const keys = element("span", { class: "keys" }, switched, createSave(() => save(compose)));
  const tooltip = createTooltip(root);
  const facts = createFacts(tooltip);
  const foot = element("div", { class: "foot" }, facts.element, legend, keys);
  const painter = createPainter();
  const plots = PANELS.map(addPlot);
  let buttons = [];
  let points = recall("noisy-points") !== "off";
  let shown = null;
  let pointer = null;

  const entries = LEGEND.map(([kind, text]) =>
    element("span", { class: "entry" }, element("i", { class: `sign ${kind}` }), document.createTextNode(_(text))));
  const picked = entries.at(-1).lastChild;
  legend.append(...entries);
  switched.setAttribute("aria-label", _("Show noisy points and arrows"));
  switched.addEventListener("click", () => {
    points = !points;
    remember("noisy-points", points ? "on" : "off");
    changed();
  });

  function addPlot(panel, j) {
    const title = element("div", { class: "plot-title" });
    const canvas = element("canvas", { role: "img", tabIndex: panel.ways ? 0 : -1 });
    const block = element("div", { class: "plot" }, title, canvas);
    for (const type of ["pointermove", "pointerdown", "pointerleave"]) {
      canvas.addEventListener(type, (event) => {
        pointer = type === "pointerleave" ? null : { j, x: event.clientX, y: event.clientY };
        describe();
      });
    }
    canvas.addEventListener("click", (event) => {
      const near = pointAt(j, event.clientX, event.clientY).point;
      if (near !== null) choose({ point: near });
    });
    canvas.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!step || !shown) return;
      event.preventDefault();
      const count = shown.frame.arrays.labels.length;
      choose({ point: (shown.frame.chosen + step + count) % count });
    });
    group.append(block);
    return { title, canvas, block };
  }

  /** The fractions of the region at a point of the window, and the data point or image near it. */
  function pointAt(j, clientX, clientY) {
    const { frame, plan } = shown;
    const box = plots[j].canvas.getBoundingClientRect();
    const [x, y] = [clientX - box.left, clientY - box.top];
    const scaled = [box.width || 1, box.height || 1];
    const near = ["points", PANELS[j].images]
      .map((name) => nearestPlace(placesOf(frame.arrays[name], frame.region, ...scaled), x, y, NEAR))
      .find((found) => found !== null);
    return { point: near ?? null, s: x / scaled[0], t: 1 - y / scaled[1], plan };
  }

  /** Also called after each frame: what lies under a resting pointer changes too. */
  function describe() {
    if (!pointer || !shown) return tooltip.hide();
    const { point, s, t } = pointAt(pointer.j, pointer.x, pointer.y);
    if (s < 0 || s > 1 || t < 0 || t > 1) return tooltip.hide();
    return tooltip.show(readout(shown.frame, pointer.j, point, s, t), pointer.x, pointer.y);
  }

  function offer({ methods, method }, theme) {
    if (buttons.length !== methods.length) {
      buttons = methods.map(({ name, label }) => {
        const one = element("button", { class: "switch", type: "button" }, element("i", { class: "swatch" }));
        one.append(label);
        one.addEventListener("click", () => one.getAttribute("aria-disabled") === "true" || choose({ method: name }));
        return one;
      });
      row.replaceChildren(...buttons);
    }
    methods.forEach(({ name, why }, place) => {
      const one = buttons[place];
      one.setAttribute("aria-pressed", String(name === method));
      one.setAttribute("aria-disabled", String(Boolean(why)));
      one.title = why;
      one.firstChild.style.background = colourOf(place, theme);
    });
  }

  function tell({ ends, methods, method, chosen }, theme) {
    setText(caption, filled(_("Point {point}, by each method"), { point: chosen }));
    rows.replaceChildren(...ends.map(({ name, label, objective, steps, converged }) => {
      const place = methods.findIndex((one) => one.name === name);
      const swatch = element("i", { class: "swatch" });
      swatch.style.background = colourOf(place, theme);
      const first = element("th", { scope: "row" }, swatch, document.createTextNode(label));
      const state = steps ? (converged ? _("converged") : _("not converged")) : _("closed form");
      const cells = [objective, steps ? String(steps) : "–", state];
      const line = element("tr", {}, first, ...cells.map((text) => element("td", { textContent: text })));
      if (name === method) line.setAttribute("class", "current");
      return line;
    }));
  }

  /** Isolines are not dashed: the field has one sign. */
  function prepareField(frame, width, height, ratio) {
    if (frame.hasObjective) painter.prepare({ ...frame, moving: true }, width, height, ratio, false);
  }

  function paint(context, j, frame, panels, theme, ratio) {
    const [width, height] = [panels.width, panels.height];
    const behind = PANELS[j].ways && frame.hasObjective && frame.picked;
    if (behind) painter.paint(context, 0, theme, ratio);
    inUnit(context, ratio, () => {
      context.globalAlpha = behind ? WASH : 1;
      context.fillStyle = theme.background;
      context.fillRect(0, 0, width, height);
      context.globalAlpha = 1;
      paintPoints(context, frame, { width, height, ...PANELS[j] }, theme, ratio, points);
    });
  }

  function compose({ frame, plan, theme, heading, caption: origin }) {
    const { panels } = plan;
    const tiles = PANELS.map((_, j) => ({ title: [{ text: titleOf(frame, j, panels.width), weight: 600, size: 13 }] }));
    function paintOne(context, j, ratio) {
      prepareField(frame, context.canvas.width, context.canvas.height, ratio);
      paint(context, j, frame, panels, theme, ratio);
    }
    const maps = mapsPart({ region: frame.region, tiles, panels, paint: paintOne }, theme);
    const lines = [frame.facts.join(" · "), frame.description, origin];
    return composed({ width: panels.totalWidth, heading, parts: [maps], lines }, theme);
  }

  return {
    elements: [row, notes, group, table, foot],
    measured: [row],
    busy: false,
    asked: () => ({}),
    beside: () => ({}),
    settings: () => ({}),
    check() {},
    settle() {},
    prepare(frame) {
      const { arrays } = frame;
      arrays.fields ??= undone(arrays.steps, arrays.scales);
    },
    needs: () => "",
    room(frame, { width, viewport, top, chrome, onPaper }) {
      const height = width < PHONE && !onPaper ? Infinity : viewport - top - chrome - row.offsetHeight;
      return { panels: arrangePair({ width, height, aspect: aspectOf(frame) }) };
    },
    draw(frame, plan, theme) {
      const { panels } = plan;
      const ratio = Math.min(SHARPEST, plan.ratio);
      shown = { frame, plan };
      switched.setAttribute("aria-pressed", String(points));
      offer(frame, theme);
      tell(frame, theme);
      setText(notes, frame.notes.join(" "));
      notes.hidden = !frame.notes.length;
      facts.write(frame.facts, frame.leading);
      setText(picked, sayPicked(frame));
      group.style.marginLeft = `${Math.max(0, Math.floor((plan.width - panels.totalWidth) / 2))}px`;
      group.style.width = `${panels.totalWidth}px`;
      group.style.height = `${panels.totalHeight}px`;
      const [width, height] = [panels.width, panels.height].map((size) => Math.round(size * ratio));
      prepareField(frame, width, height, ratio);
      plots.forEach(({ title, canvas, block }, j) => {
        const { x, y } = panelOrigin(panels, j);
        block.style.left = `${x}px`;
        block.style.top = `${y - panels.title}px`;
        block.style.width = `${panels.width}px`;
        const whole = titleOf(frame, j);
        setText(title, titleOf(frame, j, panels.width));
        title.title = whole;
        const said = PANELS[j].ways ? filled(_("{title}. Arrow keys choose another point."), { title: whole }) : whole;
        if (canvas.getAttribute("aria-label") !== said) canvas.setAttribute("aria-label", said);
        paint(fitCanvas(canvas, panels.width, panels.height, ratio), j, frame, panels, theme, ratio);
      });
      paintCanvas(axes, panels.totalWidth, panels.totalHeight, plan.ratio, (context) => drawAxes(context, frame, panels, theme));
      describe();
    },
    complete: (moving) => moving,
    pixels: ({ panels: { width, height } }) => Math.max(width, height),
    dispose() {},
  };
}

/** The tooltip's lines. */
function readout(frame, j, point, s, t) {
  const { arrays, low, hasObjective, region: [[x0, x1], [y0, y1]] } = frame;
  const lines = [`x ${formatNumber(x0 + s * (x1 - x0))}   y ${formatNumber(y0 + t * (y1 - y0))}`];
  if (PANELS[j].ways && hasObjective) {
    const value = formatNumber(low - sample(arrays.fields, 0, s, t));
    lines.push(filled(_("objective of point {point}: {value}"), { point: frame.chosen, value }));
  }
  if (point === null) return lines;
  const to = arrays[PANELS[j].images];
  const moved = Math.hypot(to[2 * point] - arrays.points[2 * point], to[2 * point + 1] - arrays.points[2 * point + 1]);
  lines.push(filled(_("point {point} moves by {distance}"), { point, distance: formatNumber(moved) }));
  if (PANELS[j].ways && hasObjective) {
    const steps = arrays.steps_taken[point];
    const stopped = arrays.converged[point] ? _("its objective: {value}, {steps} steps") : _("its objective: {value}, {steps} steps, not converged");
    const text = steps ? stopped : _("its objective: {value}");
    lines.push(filled(text, { value: formatNumber(arrays.objectives[point]), steps }));
  }
  return lines;
}

/** What the ring is around. */
function sayPicked({ hasObjective, picked }) {
  if (!picked) return _("the point of the lines and of the table: click one to choose it");
  return hasObjective ? _("the chosen point: its objective is the background, bluer where larger") : _("the chosen point");
}

/** A panel's title, whole or as far as a panel of this width has room. */
function titleOf({ titles, truth }, j, width = Infinity) {
  return width < ROOMY ? titles[j] : filled(_("{title} from {truth}"), { title: titles[j], truth });
}
