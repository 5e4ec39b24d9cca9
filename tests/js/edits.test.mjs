import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { createEdits, rowOf } from "../../kpca_core/drawing/canvas/assets/edits.js";

const shaped = (values, ...shape) => Object.assign(Float32Array.from(values), { shape });
const frameOf = (numbers) => ({
  region: [[-1, 1], [0, 2]],
  edit: { data: "clusters", next: 9, most: 6, decimals: 3 },
  arrays: {
    points: shaped([0, 0.5, 0.5, 1, -0.5, 1.5], 3, 2),
    labels: Uint8Array.of(0, 1, 2),
    ...(numbers && { numbers: Uint32Array.from(numbers) }),
  },
});
// A panel of 200 × 200 pixels.
const UNIT = { x: 0.01, y: 0.01 };

let edits;
let frame;

beforeEach(() => {
  edits = createEdits(() => 0.5);
  frame = frameOf([0, 4, 7]);
  edits.settle(frame);
});

test("the nearest point within reach is hit, by its number", () => {
  assert.equal(edits.hit(frame, { x: 0.52, y: 1.02 }, UNIT, 9), 4);
  assert.equal(edits.hit(frame, { x: 0.52, y: 1.02 }, UNIT, 2), null);
  assert.equal(edits.hit(frame, { x: 0.2, y: 0.7 }, UNIT, 40), 0);
});

test("a point that moves is hit where it is going, and stays within the region", () => {
  edits.move(frame, 4, 5, -3.00049);
  assert.deepEqual(edits.list, [[4, 1, 0, 1]]);
  assert.equal(edits.hit(frame, { x: 1, y: 0 }, UNIT, 5), 4);
  assert.equal(edits.hit(frame, { x: 0.5, y: 1 }, UNIT, 5), null);
});

test("added points have new numbers, and there is a limit", () => {
  assert.deepEqual([1, 2, 3, 4].map(() => edits.add(frame, 0, 0, 5)), [9, 10, 11, null]);
  assert.deepEqual(edits.list.map(([number]) => number), [9, 10, 11]);
});

test("a frame at rest holds what has been changed", () => {
  edits.add(frame, 0, 0, 5);
  edits.settle(frameOf([0, 4, 7]));
  assert.deepEqual(edits.list, []);
  assert.ok(edits.fits(frame));
  assert.equal(edits.fits({ edit: { data: "rings" } }), false);
  assert.equal(edits.fits({ edit: null }), false);
});

test("without numbers a point's number is its row", () => {
  const plain = frameOf(null);
  assert.equal(edits.hit(plain, { x: 0.5, y: 1 }, UNIT, 5), 1);
  assert.deepEqual([0, 2, 3].map((number) => rowOf(plain, number)), [0, 2, -1]);
  assert.deepEqual([0, 4, 5].map((number) => rowOf(frame, number)), [0, 1, -1]);
});

test("two points stay", () => {
  assert.ok(edits.remove(frame, 0));
  assert.equal(edits.remove(frame, 4), false);
  assert.equal(edits.remove(frame, 99), false);
  assert.deepEqual(edits.list, [[0]]);
});
