/** The scatter of the scores on two components. */

import { createAspect, nearest, placeRing, pointName } from "./aspect.js";
import { element } from "./dom.js";
import { drawRing, marker, markerRadius } from "./markers.js";
import { formatNumber, niceTicks } from "./ticks.js";

const LEFT = 46;
const BELOW = 34;
const EDGE = 10;

/** The view "scores", see `views.js`. */
export function createScores({ root, hover, choices, lasso }) {
  const block = createAspect(root, "scores", hover);
  const boxes = ["i", "j"].map((key) => {
    const box = element("select", { "aria-label": key === "i" ? "Across" : "Up" });
    box.addEventListener("change", () => choices.choose({ [key]: box.value }));
    return box;
  });
  block.head.append("component ", boxes[0], " across, ", boxes[1], " up");
  let shown = null;
  let marked = null;

  function offer({ components, pair }) {
    boxes.forEach((box, axis) => {
      box.disabled = choices.isFixed(axis ? "j" : "i");
      const count = Math.max(components, pair[axis]);
      if (box.options.length !== count) {
        const options = Array.from({ length: count }, (_, k) => new Option(String(k + 1)));
        box.replaceChildren(...options);
      }
      if (box !== box.getRootNode().activeElement) box.value = String(pair[axis]);
    });
  }

  block.onRead((x, y) => {
    const at = shown ? nearest(shown.places, x, y) : -1;
    if (at < 0) return null;
    const { frame } = shown;
    const point = frame.arrays.drawn[at];
    const [i, j] = frame.aspect.pair;
    const [a, b] = [0, 1].map((axis) => formatNumber(frame.arrays.scores[2 * at + axis], 4));
    return { point, lines: [pointName(frame, point), `score ${i}: ${a}`, `score ${j}: ${b}`] };
  });

  lasso?.watch(block.canvas, block.canvas, () =>
    (shown?.places ?? []).map(({ x, y }, at) => ({ row: shown.frame.arrays.drawn[at], x, y })),
  );

  function ring() {
    const at = shown && marked !== null ? shown.frame.arrays.drawn.indexOf(marked) : -1;
    placeRing(block.rings, shown?.places[at]);
  }

  return {
    element: block.element,
    draw(frame, room, theme, ratio) {
      if (frame.aspect?.name !== "scores") return;
      const { aspect, arrays } = frame;
      offer(aspect);
      block.say(aspect, `Scatter of scores on components ${aspect.pair.join(" and ")}`);
      const side = block.side(room);
      const plan = arrangeScores(arrays.scores, side, side);
      shown = { frame, places: plan.places };
      const context = block.begin(side, side, ratio);
      paintAxes(context, plan, aspect.pair, theme);
      const stamp = createMarkers(frame, plan.places.length, side, ratio, theme.accent);
      plan.places.forEach((place, at) => stamp(context, place, at));
      ring();
      block.describe();
    },
    mark(point) {
      marked = point;
      ring();
    },
  };
}

/**
 * Where everything stands, in CSS pixels: one unit is as long across as up. Pure.
 *
 * @param {Float32Array & {shape: number[]}} scores (n, 2)
 * @param {number} width
 * @param {number} height
 */
export function arrangeScores(scores, width, height) {
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
    zero: { x: x(0), y: y(0) },
    places,
    across: across.map((value) => ({ value, at: x(value) })),
    up: up.map((value) => ({ value, at: y(value) })),
  };
}

function paintAxes(context, { box, zero, across, up }, [i, j], theme) {
  const bottom = box.top + box.height;
  context.lineWidth = 1;
  context.strokeStyle = theme.faint;
  context.beginPath();
  context.moveTo(zero.x, box.top);
  context.lineTo(zero.x, bottom);
  context.moveTo(box.left, zero.y);
  context.lineTo(box.left + box.width, zero.y);
  context.stroke();
  context.strokeStyle = theme.frame;
  context.strokeRect(box.left + 0.5, box.top + 0.5, box.width, box.height);
  context.font = `11px ${theme.font}`;
  context.fillStyle = theme.muted;
  context.textAlign = "center";
  context.textBaseline = "top";
  for (const { value, at } of across) context.fillText(formatNumber(value), at, bottom + 4);
  context.textAlign = "right";
  context.textBaseline = "middle";
  for (const { value, at } of up) context.fillText(formatNumber(value), box.left - 5, at);
  context.fillStyle = theme.text;
  context.textAlign = "center";
  context.textBaseline = "bottom";
  context.fillText(`score ${i}`, box.left + box.width / 2, bottom + BELOW);
  context.save();
  context.translate(2, box.top + box.height / 2);
  context.rotate(-Math.PI / 2);
  context.textBaseline = "top";
  context.fillText(`score ${j}`, 0, 0);
  context.restore();
}

/**
 * What paints the markers of the maps at places in CSS pixels: `(context, place, at)`, `at` the index
 * among the points that are drawn.
 */
export function createMarkers({ arrays: { drawn, labels }, marked }, count, side, ratio, accent) {
  const radius = markerRadius(count, side / 2) * ratio;
  const stamps = new Map();
  return (context, { x, y }, at) => {
    const label = labels[drawn[at]] ?? 0;
    if (!stamps.has(label)) stamps.set(label, marker(label, radius, ratio));
    const stamp = stamps.get(label);
    const [width, height] = [stamp.width / ratio, stamp.height / ratio];
    context.drawImage(stamp, x - width / 2, y - height / 2, width, height);
    if (marked?.has(drawn[at])) drawRing(context, x, y, radius / ratio, 1, accent);
  };
}
