import assert from "node:assert/strict";
import { test } from "node:test";

import { contours } from "../../kpca_core/drawing/canvas/assets/contours.js";

/** A field of n × n samples of f on the square from -1 to 1. */
function gridded(n, f) {
  const at = (k) => (2 * k) / (n - 1) - 1;
  return Float64Array.from({ length: n * n }, (_, k) => f(at(k % n), at(Math.floor(k / n))));
}

/** Corners of a line as pairs of [-1, 1]. */
const placesOf = (line, n) =>
  Array.from({ length: line.length / 2 }, (_, v) => [line[2 * v], line[2 * v + 1]].map((at) => (2 * at) / (n - 1) - 1));

test("a closed isoline is one line that ends where it begins, whatever its corners are", () => {
  for (const sign of [1, -1]) {
    const n = 81;
    const lines = contours(gridded(n, (x, y) => sign * (0.7 - Math.hypot(x, y))), n, n, 0);
    assert.equal(lines.length, 1);
    const places = placesOf(lines[0], n);
    assert.deepEqual(places[0], places.at(-1));
    const length = places.slice(1).reduce((sum, [x, y], v) => sum + Math.hypot(x - places[v][0], y - places[v][1]), 0);
    assert.ok(Math.abs(length - 2 * Math.PI * 0.7) < 0.01);
  }
});

test("isolines lie where the field has their value", () => {
  const n = 60;
  const f = (x, y) => Math.exp(-(x ** 2) - 2 * y ** 2);
  for (const place of contours(gridded(n, f), n, n, 0.6).flatMap((line) => placesOf(line, n))) {
    assert.ok(Math.abs(f(...place) - 0.6) < 2e-3);
  }
});

test("at a saddle the middle says which corners belong together", () => {
  const pieces = (middle) => contours([1 + middle, -1, -1, 1 + middle], 2, 2, 0);
  // Above the level in the middle: the lines cut off the low corners, at the lower right and upper left.
  for (const [middle, corners] of [[0.5, [[1, 0], [0, 1]]], [-0.5, [[0, 0], [1, 1]]]]) {
    const lines = pieces(middle);
    assert.equal(lines.length, 2);
    for (const [x0, y0, x1, y1] of lines) {
      const middleOf = [(x0 + x1) / 2, (y0 + y1) / 2];
      assert.ok(corners.some(([x, y]) => Math.hypot(x - middleOf[0], y - middleOf[1]) < 0.5));
    }
  }
});

test("random fields have lines that begin and end at the border, or are closed", () => {
  let seed = 1;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647 - 0.5;
  const [nx, ny] = [9, 12];
  const field = Float64Array.from({ length: nx * ny }, random);
  const isBorder = (x, y) => x === 0 || y === 0 || x === nx - 1 || y === ny - 1;
  for (const level of [-0.2, 0, 0.1]) {
    for (const line of contours(field, nx, ny, level)) {
      const [start, end] = [line.slice(0, 2), line.slice(-2)];
      assert.ok(String(start) === String(end) || (isBorder(...start) && isBorder(...end)));
    }
  }
});
