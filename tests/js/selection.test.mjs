import assert from "node:assert/strict";
import { test } from "node:test";

import { encloses } from "../../kpca_core/drawing/canvas/assets/selection.js";

const SQUARE = [[0, 0], [10, 0], [10, 10], [0, 10]];

test("a path goes around what is inside, in either direction, closed or not", () => {
  for (const path of [SQUARE, [...SQUARE].reverse(), [...SQUARE, SQUARE[0]]]) {
    assert.ok(encloses(path, 5, 5));
    assert.ok(encloses(path, 0.5, 9.5));
    for (const [x, y] of [[-1, 5], [11, 5], [5, -1], [5, 11], [-1, 0], [11, 10]]) {
      assert.equal(encloses(path, x, y), false);
    }
  }
});

test("a hollow is outside", () => {
  const horseshoe = [[0, 0], [10, 0], [10, 10], [7, 10], [7, 3], [3, 3], [3, 10], [0, 10]];
  assert.ok(encloses(horseshoe, 1, 8));
  assert.ok(encloses(horseshoe, 9, 8));
  assert.ok(encloses(horseshoe, 5, 1));
  assert.equal(encloses(horseshoe, 5, 8), false);
});
