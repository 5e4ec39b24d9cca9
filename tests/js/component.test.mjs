import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { createChoices } from "../../kpca_core/drawing/canvas/assets/choices.js";
import { createComponent, pageStart, pairOf } from "../../kpca_core/drawing/canvas/assets/component.js";
import { aspectOf, layoutFew } from "../../kpca_core/drawing/canvas/assets/layout.js";
import { give } from "../../kpca_core/drawing/canvas/assets/numbers.js";
import { solidOf } from "../../kpca_core/drawing/canvas/assets/space.js";

const shaped = (values, ...shape) => Object.assign(Float32Array.from(values), { shape });
const frameOf = (choices = {}, more = {}) => ({
  n: 0,
  choices: { view: "maps", log: "false", markers: "true", i: "", j: "", large: "false", ...choices },
  usual: { i: "", j: "", large: "false" },
  ...more,
});
const FRAME = {
  sheets: [
    { kind: "spectrum", values: [3, 2, 1, 0.5, 0.2] },
    { kind: "panels", titles: ["λ = 3", "λ = 2", "λ = 1"], sentences: ["One.", "Two.", "Three."], telling: 2 },
  ],
};

let held;
let settled;
let choices;
let component;
let focused;

beforeEach(() => {
  [held, focused, settled] = [[], [], 0];
  choices = createChoices(() => (settled += 1), (settings) => held.push(settings));
  choices.settle(frameOf());
  component = createComponent({
    choices, frame: () => FRAME, changed: () => {}, focus: (number) => focused.push(number),
  });
});

test("a late frame does not take from the hand what it holds, news does", () => {
  component.select(1);
  component.select(3);
  held.length = 0;
  choices.settle(frameOf({ log: "true" }));
  assert.deepEqual([component.number, held], [3, [{ j: "3" }]], "and the address has it again");
  choices.settle(frameOf({ j: "1" }));
  assert.equal(component.number, 3, "the address of a moment ago");
  choices.settle(frameOf({ j: "3" }));
  choices.settle(frameOf({ j: "1" }));
  assert.equal(component.number, 3, "frames may come in any order");
  choices.settle(frameOf({ j: "1" }, { n: give() }));
  assert.equal(component.number, 1, "something else was set since");
});

test("a step through the browser's history is followed at once, also to where the hand has been", () => {
  component.select(1);
  component.select(3);
  choices.follow(new URLSearchParams("j=1&large=true"));
  assert.deepEqual([component.number, component.large], [1, true]);
  choices.follow(new URLSearchParams(""));
  assert.deepEqual([component.named, component.large], [0, false]);
  choices.settle(frameOf({ j: "3" }));
  assert.equal(component.number, 3, "the page at this address says what is usual there");
});

test("the scatter has the selected component and another one", () => {
  assert.deepEqual([1, 2, 5].map((chosen) => pairOf(0, chosen)), [[1, 2], [1, 2], [1, 5]]);
  assert.deepEqual([pairOf(3, 1), pairOf(4, 4)], [[3, 1], [1, 4]]);
  assert.equal(component.said, "component 2: λ = 2 · Two.");
  component.pairUp(0, 3);
  assert.deepEqual(component.pair, [3, 2]);
  component.select(3);
  assert.deepEqual(component.pair, [2, 3], "the axes are exchanged");
  component.pairUp(1, 1);
  assert.deepEqual(component.pair, [2, 1]);
  component.pairUp(0, 1);
  assert.deepEqual([component.pair, held.at(-1)], [[1, 2], { i: null, j: "2" }]);
});

test("pages of maps are full", () => {
  assert.deepEqual([0, 1, 2, 5, 6].map((at) => pageStart(at, 7, 2)), [0, 0, 2, 4, 5]);
});

test("few maps are those that together are largest, inside their room", () => {
  const region = [[-1, 1], [-0.5, 1]];
  for (const [width, height, most] of [[1400, 700, 4], [1240, 520, 4], [700, 1100, 4], [360, 600, 4], [1400, 800, 1]]) {
    const room = { count: 8, most, aspect: aspectOf({ region }), width, height, title: 30, unit: 1.6 };
    const panels = layoutFew(room);
    assert.ok(panels.count <= most && panels.count % panels.columns === 0);
    assert.ok(panels.totalWidth <= width + 1 && panels.totalHeight <= height + 1, JSON.stringify(panels));
    const one = layoutFew({ ...room, most: 1 });
    assert.ok(panels.count * panels.width ** 2 >= one.width ** 2);
  }
  const few = (width, height) => layoutFew({ count: 8, most: 4, aspect: 4 / 3, width, height, title: 30, unit: 1.6 });
  assert.deepEqual([few(1240, 520), few(700, 1100)].map(({ count, columns }) => [count, columns]), [[2, 2], [2, 1]]);
  assert.equal(layoutFew({ count: 0, most: 4, aspect: 1, width: 100, height: 100, title: 0, unit: 1 }).totalHeight, 0);
});

test("feature space has the axis and the colours of the selected component", () => {
  const arrays = {
    scores: shaped([-1, 5, 2, 0.5, 3, 7, -2, 1.5], 2, 4),
    values: shaped([1, 2, 3, 4, 5, 6, 7, 8], 4, 1, 2),
  };
  const sheet = { columns: [1, 2, 3, 4], components: 4, shares: [0.5, 0.25, 0.125, 0.0625], whole: "trace" };
  const third = solidOf({ ...sheet, arrays }, 2);
  assert.deepEqual([...third.space], [-1, 5, 2, 3, 7, -2]);
  assert.deepEqual([...third.shades, ...third.sheet], [3, 4, 1, 3, 5, 2, 4, 6]);
  assert.deepEqual([third.axis, third.names], [[[0, 5, 0], [0, 7, 0]], ["f₁", "f₂", "f₃"]]);
  assert.equal(third.words.axes, "1, 2 and 3, 87.5 % of the trace");
  const fourth = solidOf({ ...sheet, arrays }, 4);
  assert.deepEqual([...fourth.space], [-1, 5, 0.5, 3, 7, 1.5]);
  assert.deepEqual([fourth.axis, fourth.names], [[[0, 0, 0.5], [0, 0, 1.5]], ["f₁", "f₂", "f₄"]]);
  const late = { ...sheet, columns: [1, 2, 3] };
  assert.equal(solidOf({ ...late, arrays }, 4), null);
});

test("features that the kernel has place the points; an axis goes from the least score to the largest", () => {
  const arrays = {
    space: shaped([1, 2, 3], 1, 3), sheet: shaped([0, 0, 0, 1, 1, 1], 1, 2, 3),
    values: shaped([1, 2, 3, 4], 2, 1, 2), axes: shaped([0, 0, 0, 0, 0, 0, 1, 0, 0, 2, 0, 0], 2, 2, 3),
  };
  const sheet = { columns: [1, 2], components: 2, names: ["x²", "√2 x y", "y²"] };
  const second = solidOf({ ...sheet, arrays }, 2);
  assert.equal(second.space, arrays.space);
  assert.deepEqual([second.axis, [...second.shades]], [[[1, 0, 0], [2, 0, 0]], [3, 4]]);
  assert.equal(solidOf({ ...sheet, arrays }, 1).axis, null, "a component without scores has none");
});
