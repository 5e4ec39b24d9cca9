import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { arrangePair } from "../../kpca_core/drawing/canvas/assets/denoise/scene.js";
import { createHand } from "../../kpca_core/drawing/canvas/assets/hand.js";
import { GAP, GUTTER } from "../../kpca_core/drawing/canvas/assets/layout.js";

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

/** A hand, and what it told. */
function holding() {
  const told = [];
  const hand = createHand({ move: () => told.push({ ...hand.open }), rest: (moved) => told.push(moved) });
  return { hand, told };
}

test("what the pointer picks moves at once and is settled once, when it is let go", () => {
  const { hand, told } = holding();
  hand.hold();
  assert.ok(hand.busy);
  hand.take({ point: 3 });
  hand.take({ point: 4 });
  hand.letGo();
  assert.deepEqual(told, [{ point: 3 }, { point: 4 }, true]);
  assert.ok(!hand.busy);
  assert.deepEqual(hand.open, { point: 4 }, "until a frame at rest has it");
  hand.settle();
  assert.deepEqual(hand.open, {});
  hand.hold();
  hand.letGo();
  assert.equal(told.at(-1), false, "nothing was picked");
});

test("keys that follow each other are settled once", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { hand, told } = holding();
  for (const point of [1, 2, 3]) {
    hand.take({ point });
    hand.letGoSoon();
    mock.timers.tick(200);
    assert.ok(hand.busy);
  }
  mock.timers.tick(50);
  assert.deepEqual(told, [{ point: 1 }, { point: 2 }, { point: 3 }, true]);
  assert.ok(!hand.busy);
  mock.timers.reset();
});
