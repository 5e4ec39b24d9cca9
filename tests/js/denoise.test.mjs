import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { arrangePair, arrow } from "../../kpca_core/drawing/canvas/assets/denoise/layout.js";
import { paintPoints } from "../../kpca_core/drawing/canvas/assets/denoise/paint.js";
import { createPicks } from "../../kpca_core/drawing/canvas/assets/denoise/picks.js";
import { GAP, GUTTER, nearest, placesOf, rowsOf } from "../../kpca_core/drawing/canvas/assets/layout.js";

test("two panels stay inside the width, beside each other or on a phone one above the other", () => {
  for (const width of [260, 330, 519, 520, 700, 1100, 2000]) {
    for (const aspect of [0.5, 1, 2]) {
      const plan = arrangePair({ width, height: width < 520 ? Infinity : 700, aspect });
      assert.equal(plan.columns, width < 520 ? 1 : 2);
      assert.equal(plan.columns * plan.rows, 2);
      assert.ok(plan.totalWidth <= width, `${width} ${aspect}`);
      assert.ok(Math.abs(plan.width / plan.height - aspect) < 0.05 * aspect);
      assert.equal(plan.totalWidth, GUTTER + plan.columns * plan.width + (plan.columns - 1) * GAP);
    }
  }
});

test("a low window does not make panels stamps", () => {
  const { height } = arrangePair({ width: 1000, height: 300, aspect: 1 });
  assert.equal(height, 360);
});

test("the corners of the region are those of the panel", () => {
  const places = placesOf(Float32Array.of(-1, 2, 3, 0), [[-1, 3], [0, 2]], 400, 200);
  assert.deepEqual([...places], [0, 0, 400, 200]);
});

test("the nearest place is found within reach alone", () => {
  const places = rowsOf(Float32Array.of(10, 10, 20, 10, 200, 200));
  assert.equal(nearest(places, 17, 10, 14), 1);
  assert.equal(nearest(places, 100, 100, 14), -1);
  assert.equal(nearest([], 1, 1, 14), -1);
});

test("arrows have a head where they are long, none where nothing moved", () => {
  assert.deepEqual(arrow(5, 5, 5.2, 5), []);
  assert.deepEqual(arrow(0, 0, 4, 0), [[0, 0, 4, 0]]);
  const [line, ...head] = arrow(0, 0, 30, 0);
  assert.deepEqual(line, [0, 0, 30, 0]);
  assert.equal(head.length, 2);
  for (const [x0, y0, x1, y1] of head) {
    assert.deepEqual([x0, y0], [30, 0]);
    assert.ok(x1 < 30 && Math.abs(Math.hypot(x1 - x0, y1 - y0) - 4) < 1e-9);
  }
  assert.deepEqual(arrow(NaN, 0, 1, 1), []);
});

/** Picks, and what they told. */
function picking() {
  const told = [];
  const picks = createPicks({ move: () => told.push({ ...picks.open }), rest: (moved) => told.push(moved) });
  return { picks, told };
}

test("what the pointer picks moves at once and is settled once, when it is let go", () => {
  const { picks, told } = picking();
  picks.hold();
  assert.ok(picks.busy);
  picks.take({ point: 3 });
  picks.take({ point: 4 });
  picks.letGo();
  assert.deepEqual(told, [{ point: 3 }, { point: 4 }, true]);
  assert.ok(!picks.busy);
  assert.deepEqual(picks.open, { point: 4 }, "until a frame at rest has it");
  picks.settle();
  assert.deepEqual(picks.open, {});
  picks.hold();
  picks.letGo();
  assert.equal(told.at(-1), false, "nothing was picked");
});

test("keys that follow each other are settled once", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { picks, told } = picking();
  for (const point of [1, 2, 3]) {
    picks.take({ point });
    picks.letGoSoon();
    mock.timers.tick(200);
    assert.ok(picks.busy);
  }
  mock.timers.tick(50);
  assert.deepEqual(told, [{ point: 1 }, { point: 2 }, { point: 3 }, true]);
  assert.ok(!picks.busy);
  mock.timers.reset();
});

/** A context that writes down what it is told. */
function recorder() {
  const calls = [];
  const known = { calls };
  return new Proxy(known, {
    get: (target, name) => (name in target ? target[name] : (...all) => calls.push([name, ...all])),
    set: (target, name, value) => (calls.push(["set", name, value]), true),
  });
}

test("points without pictures: curve, images and the ways of the methods are painted", () => {
  globalThis.Path2D = class {
    constructor() {
      this.steps = [];
    }
    moveTo(...at) { this.steps.push(["moveTo", ...at]); }
    lineTo(...at) { this.steps.push(["lineTo", ...at]); }
    arc(...all) { this.steps.push(["arc", ...all]); }
  };
  const shaped = (...values) => Float32Array.from(values);
  const maps = {
    region: [[0, 1], [0, 1]],
    tiles: [{ arrays: { images: shaped(0.5, 0.5, 1, 1) } }],
    arrays: {
      points: shaped(0, 0, 1, 1),
      labels: Uint8Array.of(0, 0),
      curve: shaped(0, 0, 1, 1, 0.2, 0.2),
      starts: Uint32Array.of(0, 2, 3),
    },
  };
  const ways = {
    chosen: 0,
    method: "ridge",
    methods: [{ name: "ridge" }, { name: "other" }],
    arrays: {
      converged: Uint8Array.of(1, 0),
      path: shaped(0.5, 0.5, 0, 0, 0.25, 0.25),
      starts: Uint32Array.of(0, 1, 3),
      owners: Uint8Array.of(0, 1),
    },
  };
  const theme = { dark: false, background: "b", accent: "a", zeroLine: "z", muted: "m" };
  const context = recorder();
  paintPoints(context, maps, ways, { width: 100, height: 100, j: 0 }, theme, 1, false);
  const lines = context.calls.filter(([name, path]) => name === "stroke" && path?.steps?.length);
  const of = (path) => path.steps.map(([name, ...at]) => `${name} ${at.map(Math.round)}`).join("; ");
  const painted = lines.map(([, path]) => of(path));
  // The method that is chosen comes last; a closed form is a step from the noisy point.
  const other = painted.indexOf("moveTo 0,100; lineTo 0,100; lineTo 25,75");
  const ridge = painted.indexOf("moveTo 0,100; lineTo 50,50");
  assert.ok(other >= 0 && ridge > other, painted.join(" | "));
  // One dot is filled, the other, not converged, an outline.
  const fills = context.calls.filter(([name, path]) => name === "fill" && path?.steps);
  assert.equal(fills[0][1].steps.filter(([name]) => name === "arc").length, 1);
});
