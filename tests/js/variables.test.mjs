import assert from "node:assert/strict";
import { test } from "node:test";

import { arrangeScores } from "../../kpca_core/drawing/canvas/assets/scores.js";
import { arrangeArrows, paintArrows } from "../../kpca_core/drawing/canvas/assets/variables.js";

const shaped = (values, ...shape) => Object.assign(Float32Array.from(values), { shape });
const scores = shaped([-1, -1, 1, 1, 0.9, 0.95, 0, 0], 4, 2);
const plan = arrangeScores(scores, 400, 400);
const variables = { 2: "length", 5: "width", 9: "nothing" };

test("arrows begin at their points, all times one round number, the longest at most 32 pixels", () => {
  const arrows = shaped([3, 0, 0, -1, NaN, NaN, 1e-9, 0], 4, 2);
  const { step, lines, names, words } = arrangeArrows({ variable: 5, variables }, scores, arrows, plan);
  assert.equal(lines.length, 2);
  assert.deepEqual(lines.map(([x, y]) => [x, y]), [0, 1].map((k) => [plan.places[k].x, plan.places[k].y]));
  const [[x0, , x1], [, y2, , y3]] = lines;
  assert.ok(Math.abs(x1 - x0 - (3 * step) / plan.unit) < 1e-6 && x1 - x0 <= 32 && x1 - x0 > 12);
  assert.ok(Math.abs(y3 - y2 - step / plan.unit) < 1e-6, "scores grow upward");
  assert.match(String(step), /^0?\.?0*[125]0*$/);
  assert.deepEqual([names, words.drawn, words.column], [[], 2, "width"]);
});

test("at the mean row the longest of all columns begin at one place, with their names", () => {
  const arrows = shaped([0.1, 0, 0, 2, 0, 0], 3, 2);
  const { lines, names, words } = arrangeArrows({ variable: 0, variables }, shaped([0.5, 0.5], 1, 2), arrows, plan);
  assert.deepEqual([names, words.drawn], [["width", "length"], 2]);
  assert.deepEqual(lines[0].slice(0, 2), lines[1].slice(0, 2));
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, k) => [k + 1, `c${k}`]));
  const all = shaped(Array.from({ length: 80 }, (_, k) => 1 + k), 40, 2);
  const found = arrangeArrows({ variable: 0, variables: many }, shaped([0, 0], 1, 2), all, plan);
  assert.equal(found.names.length, 16);
  assert.equal(found.names[0], "c39");
});

test("names of arrows do not cover each other and stay inside", () => {
  globalThis.Path2D = class {
    moveTo() {}
    lineTo() {}
  };
  const texts = [];
  const context = { stroke() {}, strokeText() {}, measureText: () => ({ width: 60 }), fillText: (...text) => texts.push(text) };
  const { left, width } = plan.box;
  const lines = Array.from({ length: 9 }, (_, k) => [200, 200, left + width - k, 100]);
  paintArrows(context, { lines, names: lines.map((_, k) => `n${k}`) }, plan, { background: "b", text: "t", accent: "a", font: "f" });
  assert.equal(texts.length, 5);
  texts.forEach(([, x]) => assert.ok(x >= left && x + 60 <= left + width));
  const heights = texts.map(([, , y]) => y).sort((a, b) => a - b);
  heights.slice(1).forEach((y, k) => assert.ok(y - heights[k] >= 13));
});
