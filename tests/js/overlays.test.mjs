import assert from "node:assert/strict";
import { test } from "node:test";

import { arrowsOf, closestPlace, overlayLines } from "../../kpca_core/drawing/canvas/assets/overlays.js";

const shaped = (View, values, ...shape) => Object.assign(View.from(values), { shape });
// Two panels of 2 × 2 arrows: in the second, one to the right and one upward.
const arrows = shaped(Int8Array, [0, 0, 0, 0, 0, 0, 0, 0, 127, 0, 0, 127, 0, 1, 0, 0], 2, 2, 2, 2);
const closest = shaped(Float32Array, [0.5, -0.25, 0.75, 3, 0, -0.5], 2, 3);
const maps = { region: [[-1, 1], [-0.5, 0.5]], arrays: { arrows, closest } };

test("arrows stand in the middle of their cells, the longest 1.25 cells long, y upward", () => {
  assert.deepEqual(arrowsOf(arrows, 0, 200, 100), []);
  const [right, up, ...more] = arrowsOf(arrows, 1, 200, 100);
  // The shortest of all is less than a pixel and is left out.
  assert.equal(more.length, 0);
  assert.deepEqual(right, [50 - 31.25, 75, 50 + 31.25, 75]);
  assert.deepEqual(up, [150, 75 + 31.25, 150, 75 - 31.25]);
});

test("the closest input has its place on the map, and none outside", () => {
  assert.equal(closestPlace(maps, 1), null);
  assert.deepEqual(closestPlace(maps, 0), { s: 0.75, t: 0.25 });
});

test("the tooltip says what the longest arrow stands for, and the closest input without a sentence", () => {
  const steepest = Float32Array.from([2, 5]);
  const arrays = { ...maps.arrays, steepest };
  assert.deepEqual(overlayLines({ arrays }, 1), [
    "longest arrow: |∇f| = 5",
    "Closest input (3, 0), cosine −0.5.",
  ]);
  assert.deepEqual(overlayLines({ arrays, sentences: ["", "Said."] }, 1).length, 1);
  assert.deepEqual(overlayLines({ arrays: {} }, 0), []);
});
