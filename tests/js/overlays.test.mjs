import assert from "node:assert/strict";
import { test } from "node:test";

import {
  arrowsOf,
  closestPlace,
  overlayLines,
  paintOverlays,
} from "../../kpca_core/drawing/canvas/assets/overlays.js";

const shaped = (View, values, ...shape) => Object.assign(View.from(values), { shape });
// Two panels of 2 × 2 arrows: in the second, one to the right and one upward.
const arrows = shaped(Int8Array, [0, 0, 0, 0, 0, 0, 0, 0, 127, 0, 0, 127, 0, 1, 0, 0], 2, 2, 2, 2);
const closest = shaped(Float32Array, [0.5, -0.25, 0.75, 3, 0, -0.5], 2, 3);
const maps = { region: [[-1, 1], [-0.5, 0.5]], arrays: { arrows, closest } };

globalThis.Path2D = class {
  calls = [];
  moveTo(...place) {
    this.calls.push(["move", ...place]);
  }
  lineTo(...place) {
    this.calls.push(["line", ...place]);
  }
};

function canvas() {
  const strokes = [];
  const context = {
    stroke(path) {
      strokes.push({ colour: context.strokeStyle, width: context.lineWidth, calls: path.calls });
    },
  };
  return { context, strokes };
}

test("arrows stand in the middle of their cells, the longest 1.25 cells long, y upward", () => {
  assert.deepEqual(arrowsOf(arrows, 0, 200, 100), []);
  const [right, up, ...more] = arrowsOf(arrows, 1, 200, 100);
  // The shortest of all is less than a pixel and is left out.
  assert.equal(more.length, 0);
  assert.deepEqual(right, [50 - 31.25, 75, 50 + 31.25, 75]);
  assert.deepEqual(up, [150, 75 + 31.25, 150, 75 - 31.25]);
});

test("arrows and crosses are drawn twice: a halo, then the colour of text", () => {
  const { context, strokes } = canvas();
  paintOverlays(context, maps, 0, 200, 100, { text: "ink", background: "paper" });
  assert.deepEqual(strokes.map(({ colour }) => colour), ["paper", "ink", "paper", "ink"]);
  assert.ok(strokes[0].width > strokes[1].width);
  const cross = strokes[3].calls;
  assert.deepEqual(cross.map(([kind]) => kind), ["move", "line", "move", "line"]);
  const middle = [1, 2].map((axis) => (cross[0][axis] + cross[1][axis]) / 2);
  assert.deepEqual(middle, [150, 75]);
});

test("what lies outside the map has no cross, and a frame without overlays draws nothing", () => {
  assert.equal(closestPlace(maps, 1), null);
  assert.deepEqual(closestPlace(maps, 0), { s: 0.75, t: 0.25 });
  const { context, strokes } = canvas();
  paintOverlays(context, { ...maps, arrays: {} }, 0, 200, 100, {});
  assert.deepEqual(strokes, []);
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
