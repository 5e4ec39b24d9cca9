/**
 * The scene of the page "Denoise" (see `../maps.js`): noisy points and their pre-images over the
 * objective of one of them, linear PCA beside it, the methods, and how each came out.
 */

import { createTooltip, element, inUnit, setText } from "../dom.js";
import { createPainter, sample } from "../field.js";
import { createFacts } from "../foot.js";
import { createGrid } from "../grid.js";
import { PHONE, aspectOf, nearest, placesOf, rowsOf } from "../layout.js";
import { createSave } from "../legend.js";
import { recall, remember } from "../memory.js";
import { composed } from "../png.js";
import { formatNumber } from "../ticks.js";
import { undone } from "../wire.js";
import { arrangePair } from "./layout.js";
import { colourOf, paintPoints } from "./paint.js";
import { N_, _, filled, plural } from "../words.js";

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
  const field = createPainter();
  // Isolines are not dashed: the field has one sign.
  const prepare = (frame, width, height, ratio) =>
    shown.frame.hasObjective && field.prepare({ ...frame, moving: true }, width, height, ratio, false);
  const grid = createGrid({ root, kind: "plot", painter: { prepare, paint }, made, read: (j, at) => at && readout(shown.frame, j, pointAt(j, at), at) });
  let buttons = [];
  let points = recall("noisy-points") !== "off";
  let shown = null;

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

  function made(own, j) {
    const { panel, canvas, text } = own;
    text.classList.add("plot-title");
    panel.removeAttribute("role");
    canvas.removeAttribute("aria-hidden");
    canvas.setAttribute("role", "img");
    canvas.tabIndex = PANELS[j].ways ? 0 : -1;
    own.named = canvas;
    canvas.addEventListener("click", (event) => {
      const near = pointAt(j, grid.placeAt(j, event));
      if (near >= 0) choose({ point: near });
    });
    canvas.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!step || !shown) return;
      event.preventDefault();
      const count = shown.frame.arrays.labels.length;
      choose({ point: (shown.frame.chosen + step + count) % count });
    });
  }

  /** The data point near a place of a panel, or that whose image is near; -1 for none. */
  function pointAt(j, at) {
    const { frame, panels } = shown;
    const found = ["points", PANELS[j].images].map((name) =>
      at ? nearest(rowsOf(placesOf(frame.arrays[name], frame.region, panels.width, panels.height)), at.x, at.y, NEAR) : -1);
    return found.find((one) => one >= 0) ?? -1;
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

  function paint(context, j, theme, ratio) {
    const { frame, panels: { width, height } } = shown;
    const behind = PANELS[j].ways && frame.hasObjective && frame.picked;
    if (behind) field.paint(context, 0, theme, ratio);
    inUnit(context, ratio, () => {
      context.globalAlpha = behind ? WASH : 1;
      context.fillStyle = theme.background;
      context.fillRect(0, 0, width, height);
      context.globalAlpha = 1;
      paintPoints(context, frame, { width, height, ...PANELS[j] }, theme, ratio, points);
    });
  }

  function compose({ frame, plan, theme, heading, caption: origin }) {
    const lines = [frame.facts.join(" · "), frame.description, origin];
    return composed({ width: plan.panels.totalWidth, heading, parts: [grid.part()], lines }, theme);
  }

  return {
    elements: [row, notes, grid.element, table, foot],
    measured: [row],
    prepare(frame) {
      const { arrays } = frame;
      arrays.fields ??= undone(arrays.steps, arrays.scales);
    },
    needs: aspectOf,
    room(frame, { width, viewport, top, chrome, onPaper }) {
      const height = width < PHONE && !onPaper ? Infinity : viewport - top - chrome - row.offsetHeight;
      return { panels: arrangePair({ width, height, aspect: aspectOf(frame) }) };
    },
    draw(frame, plan, theme) {
      const { panels } = plan;
      shown = { frame, panels };
      switched.setAttribute("aria-pressed", String(points));
      offer(frame, theme);
      tell(frame, theme);
      setText(notes, frame.notes.join(" "));
      notes.hidden = !frame.notes.length;
      facts.write(frame.facts, frame.leading);
      setText(picked, sayPicked(frame));
      const tiles = PANELS.map(({ ways }, j) => {
        const whole = titleOf(frame, j);
        const said = ways ? filled(_("{title}. Arrow keys choose another point."), { title: whole }) : whole;
        return { text: titleOf(frame, j, panels.width), range: "", said };
      });
      grid.draw({ region: frame.region, moving: frame.moving, arrays: frame.arrays, tiles }, plan, theme);
      grid.cells.forEach(({ text }, j) => (text.title = titleOf(frame, j)));
    },
    complete: (moving) => moving,
    fields: () => PANELS.length,
  };
}

/** The tooltip's lines. */
function readout(frame, j, point, { s, t }) {
  const { arrays, low, hasObjective, region: [[x0, x1], [y0, y1]] } = frame;
  const lines = [`x ${formatNumber(x0 + s * (x1 - x0))}   y ${formatNumber(y0 + t * (y1 - y0))}`];
  if (PANELS[j].ways && hasObjective) {
    const value = formatNumber(low - sample(arrays.fields, 0, s, t));
    lines.push(filled(_("objective of point {point}: {value}"), { point: frame.chosen, value }));
  }
  if (point < 0) return lines;
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
