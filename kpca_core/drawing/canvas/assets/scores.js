/** The scatter of the scores on two components. */

import { NEAR, createAspect, placeRing, pointName } from "./aspect.js";
import { N_, _, filled } from "./words.js";
import { element, placeIn, setText } from "./dom.js";
import { drawLine, writeText } from "./ink.js";
import { nearest } from "./layout.js";
import { createTintScale } from "./legend.js";
import { createMarkers } from "./markers.js";
import { paintPlace } from "./overlays.js";
import { fontOf } from "./palette.js";
import { clamp } from "./scale.js";
import { formatNumber, niceTicks } from "./ticks.js";
import { arrangeArrows, createVariables, paintArrows } from "./variables.js";

const AT_LEFT = 46;
const AT_BOTTOM = 34;
const EDGE = 10;
// The widest picture of scores that stand first, in units of its height.
const WIDE = 1.8;
// Where a box stands in a text.
const SLOT = "\u0000";

/** The view "scores", see `views.js`. */
export function createScores({ root, hover, choices, component, lasso, back }) {
  const block = createAspect(root, N_("scores"), hover);
  const boxes = [_("Across"), _("Up")].map((label, axis) => {
    const box = element("select", { "aria-label": label });
    box.addEventListener("change", () => component.pairUp(axis, Number(box.value)));
    return box;
  });
  const tint = createTintScale();
  const variables = createVariables(choices);
  const outcome = back.toggle && createOutcome(block.tail);
  const [before, between, after] = filled(_("component {i} across, {j} up"), { i: SLOT, j: SLOT }).split(SLOT);
  block.head.append(before, boxes[0], between, boxes[1], after, variables.element, tint.element, ...(back.toggle ? [back.toggle] : []));
  let shown = null;

  function offer(components, pair) {
    boxes.forEach((box, axis) => {
      box.disabled = choices.isFixed("i") || choices.isFixed("j");
      const count = Math.max(components, pair[axis]);
      if (box.options.length !== count) {
        const options = Array.from({ length: count }, (_, k) => new Option(String(k + 1)));
        box.replaceChildren(...options);
      }
      if (box !== box.getRootNode().activeElement) box.value = String(pair[axis]);
    });
  }

  /** The component whose axis a pointer is on, null inside the plot. */
  function axisAt(event) {
    if (!shown) return null;
    const [x, y] = placeIn(block.canvas, event);
    const { box } = shown.plan;
    if (y > box.top + box.height) return shown.pair[0];
    return x < box.left ? shown.pair[1] : null;
  }

  block.canvas.addEventListener("click", (event) => !lasso.active && !back.took && axisAt(event) && component.select(axisAt(event)));
  block.canvas.addEventListener("pointermove", (event) => {
    block.canvas.style.cursor = axisAt(event) ? "pointer" : "";
  });

  back.watch(block.canvas, (event) => placeIn(block.canvas, event), () => shown?.plan, placeOn, () => !lasso.active);

  block.onRead((x, y) => {
    const at = shown && !back.held ? nearest(shown.plan.places, x, y, NEAR) : -1;
    if (at < 0) return null;
    const { panels, drawn, scores, pair: [i, j] } = shown;
    const point = drawn[at];
    const [a, b] = [0, 1].map((axis) => formatNumber(scores[2 * at + axis], 4));
    const lines = [pointName(panels, point), ...[[i, a], [j, b]].map(([k, value]) => filled(_("score {k}: {value}"), { k, value }))];
    if (panels.tinted) lines.push(filled(_("{name}: about {value}"), { name: panels.tinted.name, value: formatNumber(tintOf(panels, point), 3) }));
    return { point, lines };
  });

  lasso.watch(block.canvas, block.canvas, () =>
    (shown?.plan.places ?? []).map(({ x, y }, at) => ({ row: shown.drawn[at], x, y })),
  );

  block.onMark((point) => placeRing(block.rings, shown?.plan.places[shown.drawn.indexOf(point)]));

  return {
    element: block.element,
    draw({ scores: sheet, panels }, room, theme, ratio) {
      const { pair } = component;
      const scores = sheet && columnsOf(sheet, sheet.arrays.scores, pair);
      if (!scores) return;
      offer(sheet.components, pair);
      variables.offer(sheet);
      if (room.words) outcome?.(back.place ? sheet : {});
      tint.draw(panels.tinted);
      const say = (words) => {
        const axes = { i: pair[0], j: pair[1], ...words };
        const how = filled([sheet.how, sheet.tangents].filter(Boolean).join(" "), axes);
        block.say({ ...sheet, how }, filled(_("Scatter of scores on components {i} and {j}"), axes));
      };
      // Before the picture, which takes the room that the words leave; its arrows change few of them.
      if (room.words) say(shown?.words);
      const side = block.side(room);
      // Where the scores stand first they take the width, too: as much as their height asks for.
      const width = room.lead ? Math.min(room.width, Math.round(WIDE * side)) : side;
      const plan = arrangeScores(scores, width, side, theme.type);
      const ends = ["origins", "arrows"].map((name) => sheet.arrays[name] && columnsOf(sheet, sheet.arrays[name], pair));
      const arrows = ends[1] && arrangeArrows(sheet, ...ends, plan, theme.type);
      if (room.words) say(arrows?.words);
      const { drawn } = sheet.arrays;
      shown = { panels, drawn, scores, pair, plan, words: arrows?.words };
      const stamp = createMarkers(panels, drawn, plan.places.length, side, ratio, theme);
      block.paint(width, side, ratio, (context) => {
        paintAxes(context, plan, pair, component.number, theme);
        plan.places.forEach((place, at) => stamp(context, place, at));
        if (arrows) paintArrows(context, arrows, plan, theme);
        if (back.place) paintPlace(context, placeOn(plan, back.place), theme, sheet.near, theme.type);
      });
      block.changed();
    },
    mark: block.mark,
  };
}

/**
 * Some columns of an array whose columns are those of the components in a sheet's `columns`.
 *
 * @param {Float32Array & {shape: number[]}} array (n, c)
 * @param {number[]} wanted components, counted from 1
 * @returns {(Float32Array & {shape: number[]}) | null} (n, wanted), null where one is missing: the
 *   frame was asked for before it was selected
 */
function columnsOf({ columns }, array, wanted) {
  const from = wanted.map((component) => columns.indexOf(component));
  if (from.includes(-1)) return null;
  const [n, width] = [array.shape[0], wanted.length];
  const found = Object.assign(new Float32Array(n * width), { shape: [n, width] });
  from.forEach((column, k) => {
    for (let p = 0; p < n; p += 1) found[p * width + k] = array[p * columns.length + column];
  });
  return found;
}

/**
 * Where everything stands, in CSS pixels: one unit is as long across as up. Pure.
 *
 * @param {Float32Array & {shape: number[]}} scores (n, 2)
 * @param {number} [type] how much larger than usual type is
 */
export function arrangeScores(scores, width, height, type = 1) {
  const [LEFT, BELOW] = [AT_LEFT * type, AT_BOTTOM * type];
  const [w, h] = [width - LEFT - EDGE, height - BELOW - EDGE];
  const ends = [0, 1].map((axis) => {
    let [low, high] = [0, 0];
    for (let p = axis; p < scores.length; p += 2) {
      low = Math.min(low, scores[p]);
      high = Math.max(high, scores[p]);
    }
    return [low, high];
  });
  const unit = 1.08 * Math.max((ends[0][1] - ends[0][0]) / w, (ends[1][1] - ends[1][0]) / h) || 1;
  const [middleX, middleY] = ends.map(([low, high]) => (low + high) / 2);
  const x = (value) => LEFT + w / 2 + (value - middleX) / unit;
  const y = (value) => EDGE + h / 2 - (value - middleY) / unit;
  const places = Array.from({ length: scores.shape[0] }, (_, p) => ({
    x: x(scores[2 * p]),
    y: y(scores[2 * p + 1]),
  }));
  const across = niceTicks(middleX - (w / 2) * unit, middleX + (w / 2) * unit, Math.max(2, w / 70));
  const up = niceTicks(middleY - (h / 2) * unit, middleY + (h / 2) * unit, Math.max(2, h / 60));
  return {
    box: { left: LEFT, top: EDGE, width: w, height: h },
    below: BELOW,
    unit,
    zero: { x: x(0), y: y(0) },
    places,
    across: across.map((value) => ({ value, at: x(value) })),
    up: up.map((value) => ({ value, at: y(value) })),
  };
}

/** Where a place (2,) stands in a plan; beyond its box, on the edge of that. */
export function placeOn({ box, zero, unit }, [a, b]) {
  return { x: clamp(zero.x + a / unit, box.left, box.left + box.width), y: clamp(zero.y - b / unit, box.top, box.top + box.height) };
}

/** What a place leads back to, in words and as a row of a table: `said`, `heads` and `lines` of a sheet. */
function createOutcome(parent) {
  const said = element("p", { class: "outcome", role: "status" });
  const table = element("table", { class: "ends" });
  parent.append(said, table);
  const row = (texts, tag) => element("tr", {}, ...texts.map((textContent, k) => element(k ? tag : "th", { textContent })));
  return ({ said: words = "", heads = [], lines = [] }) => {
    setText(said, words);
    table.replaceChildren(...(lines.length ? [row(heads, "th"), ...lines.map((texts) => row(texts, "td"))] : []));
  };
}

/** The chosen component has a heavy edge and its name in bold; axes at 0 are never heavier than data. */
export function paintAxes(context, { box, below, zero, across, up }, [i, j], chosen, theme) {
  const bottom = box.top + box.height;
  const right = box.left + box.width;
  drawLine(context, [[zero.x, box.top], [zero.x, bottom]], theme.faint);
  drawLine(context, [[box.left, zero.y], [right, zero.y]], theme.faint);
  context.lineWidth = 1;
  context.strokeStyle = theme.frame;
  context.strokeRect(box.left + 0.5, box.top + 0.5, box.width, box.height);
  if (i === chosen) drawLine(context, [[box.left, bottom], [right, bottom]], theme.text, 3);
  if (j === chosen) drawLine(context, [[box.left, box.top], [box.left, bottom]], theme.text, 3);
  const number = { font: fontOf(theme, 11), colour: theme.muted };
  for (const { value, at } of across) writeText(context, formatNumber(value), at, bottom + 4, { ...number, align: "center", base: "top" });
  for (const { value, at } of up) writeText(context, formatNumber(value), box.left - 5, at, { ...number, align: "right", base: "middle" });
  const name = (k, x, y, base) =>
    writeText(context, filled(_("score {k}"), { k }), x, y, { font: fontOf(theme, 11, k === chosen ? 700 : 400), colour: theme.text, align: "center", base });
  name(i, box.left + box.width / 2, bottom + below, "bottom");
  context.save();
  context.translate(2, box.top + box.height / 2);
  context.rotate(-Math.PI / 2);
  name(j, 0, 0, "top");
  context.restore();
}

/** The value of the column that colours the points; a frame has it in 256 steps. */
function tintOf({ tinted: { low, high }, arrays: { tint } }, point) {
  return low + (tint[point] / 255) * (high - low);
}
