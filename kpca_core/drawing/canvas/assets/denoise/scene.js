/**
 * The scene of the page "Denoise" (see `../maps.js`): noisy points and their pre-images over the
 * objective of one of them, linear PCA beside it, the methods, and how each came out.
 */

import { arrowOf, button, createTooltip, element, inUnit, onDrag, setHidden, setText } from "../dom.js";
import { createPainter, sample } from "../field.js";
import { createFacts } from "../foot.js";
import { createGrid } from "../grid.js";
import { createHand } from "../hand.js";
import { AXIS, PHONE, TITLE, arrange, aspectOf, nearest, placesOf, rowsOf, widest } from "../layout.js";
import { createSave } from "../legend.js";
import { recall, remember } from "../memory.js";
import { composed } from "../png.js";
import { formatNumber } from "../ticks.js";
import { colourOf, paintPoints } from "./paint.js";
import { N_, _, filled } from "../words.js";

const NEAR = 14;
// CSS pixels of the least height of a panel, unless its width asks for less, lower ones have no room for their
// titles, and of what stands below both; and the height of one on a phone, in widths.
const LEAST = 360;
const BELOW = 215;
const TALLEST = 1.3;
// The objective is a background: this much of the page's colour lies over it.
const WASH = 0.35;
// Width of a panel whose title has room for what the distances are from.
const ROOMY = 340;
const HEADS = [N_("Method"), N_("Objective"), N_("Steps"), N_("Outcome")];
const LEGEND = [
  ["noisy", N_("noisy points, with arrows")],
  ["image", N_("pre-images")],
  ["stuck", N_("not converged")],
  ["truth", N_("without noise")],
  ["picked", ""],
];

export function createDenoising({ root, changed, save, move, rest }) {
  const row = element("div", { class: "views", role: "group", "aria-label": _("Method") });
  const notes = element("p", { class: "notes", role: "status", hidden: true });
  const caption = element("caption");
  const rows = element("tbody");
  const head = element("tr", {}, ...HEADS.map((text) => element("th", { scope: "col", textContent: _(text) })));
  const table = element("table", { class: "ends" }, caption, element("thead", {}, head), rows);
  const legend = element("span", { class: "labels" });
  const switched = button("switch", _("Points"), showPoints, { "aria-label": _("Show noisy points and arrows") });
  const keys = element("span", { class: "keys" }, switched, createSave(() => save(compose)));
  const facts = createFacts(createTooltip(root));
  const foot = element("div", { class: "foot" }, facts.element, legend, keys);
  const hand = createHand({ move, rest });
  const field = createPainter();
  // Isolines are not dashed: the field has one sign.
  const prepare = (maps, width, height, ratio) =>
    maps.arrays.fields && field.prepare({ ...maps, moving: true }, width, height, ratio, false);
  const read = (j, at) => at && readout(shown, j, pointAt(j, at), at);
  const grid = createGrid({ root, kind: "plot", painter: { prepare, paint }, made, read });
  let buttons = [];
  let points = recall("noisy-points") !== "off";
  let shown = null;

  const entries = LEGEND.map(([kind, text]) =>
    element("span", { class: "entry" }, element("i", { class: `sign ${kind}` }), document.createTextNode(_(text))));
  const picked = entries.at(-1).lastChild;
  legend.append(...entries);

  function showPoints() {
    points = !points;
    remember("noisy-points", points ? "on" : "off");
    changed();
  }

  function made(own, j) {
    const { panel, canvas, text } = own;
    text.classList.add("plot-title");
    panel.removeAttribute("role");
    canvas.removeAttribute("aria-hidden");
    canvas.setAttribute("role", "img");
    canvas.tabIndex = j ? -1 : 0;
    own.named = canvas;
    const pickAt = (event) => pick(pointAt(j, grid.placeAt(j, event)));
    onDrag(canvas, {
      take(event) {
        // A finger may be about to scroll.
        if (event.pointerType === "touch" || pointAt(j, grid.placeAt(j, event)) < 0) return false;
        hand.hold();
        pickAt(event);
        return true;
      },
      drag: pickAt,
      drop: hand.letGo,
    });
    canvas.addEventListener("click", (event) => pickAt(event) && hand.letGo());
    canvas.addEventListener("keydown", (event) => {
      const by = arrowOf(event);
      if (!by || !shown) return;
      const step = by[0] - by[1];
      event.preventDefault();
      const count = shown.maps.arrays.labels.length;
      if (pick((chosen() + step + count) % count)) hand.letGoSoon();
    });
  }

  const isFixed = (key) => shown.ways.fixed.includes(key);

  /** The point in the hand, or that on screen. */
  const chosen = () => hand.open.point ?? shown.ways.chosen;

  /** Choose a point, -1 for none; says whether it is another one. */
  function pick(point) {
    const isChosen = point === chosen() && (shown.ways.picked || "point" in hand.open);
    if (point < 0 || isChosen || isFixed("point")) return false;
    hand.take({ point });
    return true;
  }

  /** The data point near a place of a panel, or that whose image is near; -1 for none. */
  function pointAt(j, at) {
    const { maps, panels } = shown;
    const found = [maps.arrays.points, maps.tiles[j].arrays.images].map((places) =>
      at ? nearest(rowsOf(placesOf(places, maps.region, panels.width, panels.height)), at.x, at.y, NEAR) : -1);
    return found.find((one) => one >= 0) ?? -1;
  }

  function choose(method, button) {
    if (button.getAttribute("aria-disabled") === "true" || method === (hand.open.method ?? shown.ways.method)) return;
    hand.take({ method });
    hand.letGo();
  }

  function offer({ methods, method }, theme) {
    if (buttons.length !== methods.length) {
      buttons = methods.map(({ name, label }) => {
        const one = button("switch", "", () => choose(name, one));
        one.append(element("i", { class: "swatch" }), label);
        return one;
      });
      row.replaceChildren(...buttons);
    }
    methods.forEach(({ name, why }, place) => {
      const one = buttons[place];
      one.setAttribute("aria-pressed", String(name === method));
      one.setAttribute("aria-disabled", String(Boolean(why) || isFixed("method")));
      one.title = why;
      one.firstChild.style.background = colourOf(place, theme);
    });
  }

  function tell({ ends, methods, method, chosen: point }, theme) {
    setText(caption, filled(_("Point {point}, by each method"), { point }));
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

  /** Write what is read beside the panels. */
  function write({ maps, ways }, said, theme) {
    offer(ways, theme);
    tell(ways, theme);
    setText(notes, said.legend);
    setHidden(notes, !said.legend);
    facts.write(said.facts, said.leading);
    setText(picked, sayPicked(maps, ways));
  }

  function paint(context, j, theme, ratio) {
    const { maps, ways, panels: { width, height } } = shown;
    const behind = !j && maps.arrays.fields && ways.picked;
    if (behind) field.paint(context, 0, theme, ratio);
    inUnit(context, ratio, () => {
      context.globalAlpha = behind ? WASH : 1;
      context.fillStyle = theme.background;
      context.fillRect(0, 0, width, height);
      context.globalAlpha = 1;
      paintPoints(context, maps, ways, { width, height, j }, theme, ratio, points);
    });
  }

  function compose({ frame: { sheets, description }, plan, theme, heading, caption: origin }) {
    const lines = [sheets[2].facts.join(" · "), description, origin];
    return composed({ width: plan.panels.totalWidth, heading, parts: [grid.part()], lines }, theme);
  }

  return {
    elements: [row, notes, grid.element, table, foot],
    measured: [row],
    get busy() {
      return hand.busy;
    },
    asked: () => hand.open,
    settings: () => hand.open,
    settle: hand.settle,
    needs: ({ sheets }) => aspectOf(sheets[0]),
    room({ sheets }, { width, viewport, top, chrome, onPaper }) {
      const height = width < PHONE && !onPaper ? Infinity : viewport - top - chrome - row.offsetHeight;
      return { panels: arrangePair({ width, height, aspect: aspectOf(sheets[0]) }) };
    },
    draw({ sheets: [maps, ways, said], moving }, plan, theme) {
      const { panels } = plan;
      shown = { maps, ways, panels };
      if (plan.words) write(shown, said, theme);
      switched.setAttribute("aria-pressed", String(points));
      const tiles = maps.tiles.map((tile, j) => {
        const named = j ? tile.text : filled(_("{title}. Arrow keys choose another point."), { title: tile.text });
        return { ...tile, text: panels.width < ROOMY ? tile.short : tile.text, short: "", range: "", said: named };
      });
      grid.draw({ ...maps, moving, tiles }, plan, theme, plan.words);
      if (plan.words) grid.cells.forEach(({ text }, j) => (text.title = maps.tiles[j].text));
    },
    dispose: hand.drop,
  };
}

/**
 * Two panels of the same size, beside each other or, on a phone, one above the other.
 *
 * @param {object} space  {width, height, aspect} of the drawing, of the window below what stands above the panels,
 *   and of the region
 * @returns {object} as `layoutPanels` in ../layout.js
 */
export function arrangePair({ width, height, aspect }) {
  const columns = width < PHONE ? 1 : 2;
  const room = columns === 1 ? TALLEST * width : Math.max(LEAST, height - TITLE - AXIS - BELOW);
  return arrange(columns, 2, Math.floor(Math.min(widest(columns, width), room * aspect)), aspect);
}

/** The tooltip's lines. */
function readout({ maps, ways }, j, point, { s, t }) {
  const { arrays, region: [[x0, x1], [y0, y1]] } = maps;
  const lines = [`x ${formatNumber(x0 + s * (x1 - x0))}   y ${formatNumber(y0 + t * (y1 - y0))}`];
  const isMeasured = !j && arrays.fields;
  if (isMeasured) {
    const value = formatNumber(ways.low - sample(arrays.fields, 0, s, t));
    lines.push(filled(_("objective of point {point}: {value}"), { point: ways.chosen, value }));
  }
  if (point < 0) return lines;
  const to = maps.tiles[j].arrays.images;
  const moved = Math.hypot(to[2 * point] - arrays.points[2 * point], to[2 * point + 1] - arrays.points[2 * point + 1]);
  lines.push(filled(_("point {point} moves by {distance}"), { point, distance: formatNumber(moved) }));
  if (isMeasured) {
    const { iterations, converged, objectives } = ways.arrays;
    const steps = iterations[point];
    const stopped = converged[point] ? _("its objective: {value}, {steps} steps") : _("its objective: {value}, {steps} steps, not converged");
    const text = steps ? stopped : _("its objective: {value}");
    lines.push(filled(text, { value: formatNumber(objectives[point]), steps }));
  }
  return lines;
}

/** What the ring is around. */
function sayPicked({ arrays: { fields } }, { picked }) {
  if (!picked) return _("the point of the lines and of the table: click one to choose it");
  return fields ? _("the chosen point: its objective is the background, bluer where larger") : _("the chosen point");
}
