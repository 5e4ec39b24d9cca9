import assert from "node:assert/strict";
import { test } from "node:test";

import { arrangeGram, cellAt } from "../../kpca_core/drawing/canvas/assets/gram.js";
import { arrangeScores } from "../../kpca_core/drawing/canvas/assets/scores.js";
import { projection } from "../../kpca_core/drawing/canvas/assets/space.js";

const shaped = (values, ...shape) => Object.assign(Float32Array.from(values), { shape });

test("scores have one scale on both axes and stand inside the plot", () => {
  const scores = shaped([-3, 0.5, 3, -0.5, 0, 0, 1, 1], 4, 2);
  const { places, box, zero, across, up } = arrangeScores(scores, 400, 300);
  const unit = (places[3].x - places[2].x) / 1;
  assert.ok(Math.abs(unit - (places[2].y - places[3].y)) < 1e-9);
  assert.deepEqual([places[2].x, places[2].y], [zero.x, zero.y]);
  for (const { x, y } of places) {
    assert.ok(x >= box.left && x <= box.left + box.width);
    assert.ok(y >= box.top && y <= box.top + box.height);
  }
  assert.ok(across.length >= 2 && up.length >= 2);
});

test("turning keeps the ratios of all distances, and the picture fills the canvas", () => {
  const space = shaped([0, 0, 0, 1, 2, 3, -1, 0, 2], 3, 3);
  const arrays = { space, sheet: shaped([2, 2, 2], 1, 1, 3) };
  const points = [[0, 0, 0], [1, 2, 3], [-1, 0, 2], [2, 2, 2]];
  const corners = [[-1, 0, 0], [2, 0, 0], [-1, 2, 0], [-1, 0, 3]];
  for (const turn of [0, 0.7, 2, -3]) {
    for (const tilt of [-1.5, 0, 0.4, 1.5]) {
      const project = projection(arrays, { turn, tilt }, 300);
      const seen = [...points, ...corners].map((p) => project(...p));
      const [across, down] = ["x", "y"].map((k) => seen.map((one) => one[k]));
      const spread = (values) => Math.max(...values) - Math.min(...values);
      assert.ok(Math.min(...across, ...down) >= 0 && Math.max(...across, ...down) <= 300);
      assert.ok(Math.abs(Math.max(spread(across), spread(down)) - 248) < 1e-9);
      const units = points.slice(1).map((p, k) => {
        const beyond = seen[k + 1].depth - seen[0].depth;
        const pixels = Math.hypot(seen[k + 1].x - seen[0].x, seen[k + 1].y - seen[0].y);
        return pixels / Math.sqrt(p.reduce((sum, v) => sum + v * v, 0) - beyond * beyond);
      });
      for (const unit of units) assert.ok(Math.abs(unit / units[0] - 1) < 1e-6);
    }
  }
});

test("both Gram matrices fit, and every cell is found where it is drawn", () => {
  for (const [width, height] of [[400, 700], [400, 240], [350, Infinity], [900, 400]]) {
    const { squares, height: total } = arrangeGram(width, height);
    for (const { x, y, side } of squares) {
      assert.ok(side > 0 && x + side <= width && y + side <= total);
      const middle = (k) => ((k + 0.5) / 7) * side;
      assert.deepEqual(cellAt(squares, 7, x + middle(5), y + middle(2)), { row: 2, column: 5 });
    }
    assert.equal(cellAt(squares, 7, width + 1, total + 1), null);
  }
});
