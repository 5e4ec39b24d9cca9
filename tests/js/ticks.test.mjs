import assert from "node:assert/strict";
import { test } from "node:test";

import { formatEnd, formatNumber, niceTicks } from "../../kpca_core/drawing/canvas/assets/ticks.js";

test("ticks are multiples of 1, 2 or 5 inside the interval", () => {
  assert.deepEqual(niceTicks(-1, 1, 4), [-1, -0.5, 0, 0.5, 1]);
  assert.deepEqual(niceTicks(-0.5, 1, 3), [-0.5, 0, 0.5, 1]);
  assert.deepEqual(niceTicks(0, 22.6, 3), [0, 10, 20]);
  assert.deepEqual(niceTicks(-2, 2, 2), [-2, 0, 2]);
  assert.deepEqual(niceTicks(0, 3e-7, 3), [0, 1e-7, 2e-7, 3e-7]);
});

test("an empty interval has no ticks", () => {
  assert.deepEqual(niceTicks(1, 1, 3), []);
  assert.deepEqual(niceTicks(NaN, 1, 3), []);
  assert.deepEqual(niceTicks(0, Infinity, 0), []);
  assert.deepEqual(niceTicks(0, Infinity, 3), []);
});

test("there are two ticks at least", () => {
  assert.deepEqual(niceTicks(-4.3, 4.7, 2), [-4, -2, 0, 2, 4]);
  for (let low = -1; low < 1; low += 0.0137) {
    for (const count of [1, 2, 3.4]) {
      const { length } = niceTicks(low, low + 1, count);
      assert.ok(length >= 2 && length <= 6, `${length} ticks from ${low}`);
    }
  }
});

test("numbers have a true minus sign and no floating-point tail", () => {
  assert.equal(formatNumber(-0.5), "−0.5");
  assert.equal(formatNumber(0.1 + 0.2), "0.3");
  assert.equal(formatNumber(22.558, 5), "22.558");
  assert.equal(formatNumber(0), "0");
  assert.equal(formatNumber(NaN), "–");
});

test("very small and very large numbers carry a power of ten", () => {
  assert.equal(formatNumber(0.0000312), "3.12×10⁻⁵");
  assert.equal(formatNumber(-2e7), "−2×10⁷");
});

test("ends of colour scales have two digits", () => {
  const read = { 0.6: "0.60", 0.614: "0.61", 0.05: "0.050", 0.0012: "0.0012", 1: "1.0", 9.97: "10", 12.3: "12", 300: "300" };
  for (const [value, text] of Object.entries(read)) assert.equal(formatEnd(Number(value)), text);
  assert.equal(formatEnd(3e-5), "3×10⁻⁵");
});
