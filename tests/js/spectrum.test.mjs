import assert from "node:assert/strict";
import { test } from "node:test";

import { sample } from "../../kpca_core/drawing/canvas/assets/field.js";
import { arrangeSpectrum } from "../../kpca_core/drawing/canvas/assets/spectrum.js";

const SPECTRUM = {
  values: [20, 10, 5, 4.9, 0.001, 0],
  shown: 4,
  cumulative: [0.5, 0.75, 0.875, 0.99, 1, 1],
  whole: "trace",
  negative: [-2, -1],
  groups: [[2, 3]],
  label: "λ",
};

test("bars have heights in proportion and stand inside the plot", () => {
  const { bars, zero, floor, right } = arrangeSpectrum(SPECTRUM, 900, 120);
  assert.ok(Math.abs(bars[0].height / bars[1].height - 2) < 1e-9);
  for (const bar of bars) {
    assert.ok(bar.x >= 0 && bar.x + bar.width <= right && right <= 900);
    assert.ok(bar.y >= 0 && bar.y + bar.height <= floor + 1e-9);
  }
  assert.equal(bars[0].y + bars[0].height, zero);
});

test("negative eigenvalues hang below the axis after the others, without a number", () => {
  const { bars, zero } = arrangeSpectrum(SPECTRUM, 900, 120);
  assert.deepEqual(bars.map(({ kind }) => kind).slice(3, 7), ["shown", "further", "further", "negative"]);
  assert.equal(bars[6].y, zero);
  assert.ok(bars[6].height > bars[7].height);
  assert.equal(bars[6].number, null);
});

test("the band of shuffled columns spans whole slots, also above the highest bar", () => {
  const chance = [[15, 8, 4, 4, 0, 0], [25, 9, 6, 5, 1, 0]];
  const { band, bars, pitch, zero } = arrangeSpectrum({ ...SPECTRUM, chance }, 900, 120);
  assert.equal(band.length, 6);
  assert.ok(Math.abs(band[0].x + pitch / 2 - bars[0].centre) < 1e-9);
  assert.ok(band[0].y < bars[0].y && band[0].y >= 0);
  assert.ok(band[0].y + band[0].height > bars[0].y, "it begins below the bar's top");
  assert.ok(Math.abs(band[5].y - zero) < 1e-9 && band[5].height === 0);
  assert.deepEqual(arrangeSpectrum(SPECTRUM, 900, 120).band, []);
});

test("a field is sampled bilinearly, t upward, with its ends included", () => {
  const fields = Object.assign(new Float32Array([9, 9, 9, 9, 0, 1, 2, 3]), { shape: [2, 2, 2] });
  assert.equal(sample(fields, 1, 0, 0), 0);
  assert.equal(sample(fields, 1, 1, 0), 1);
  assert.equal(sample(fields, 1, 0, 1), 2);
  assert.equal(sample(fields, 1, 1, 1), 3);
  assert.equal(sample(fields, 1, 0.5, 0.5), 1.5);
  assert.equal(sample(fields, 1, 7, -7), 1);
});

test("on a logarithmic axis equal factors are equal heights, negative ones beside the others", () => {
  const { bars, ticks, floor, zero } = arrangeSpectrum(
    { ...SPECTRUM, values: [100, 10, 1, 0], negative: [-10] }, 900, 140, true,
  );
  const [first, second, third, none, negative] = bars.map(({ height }) => height);
  assert.ok(Math.abs(first - second - (second - third)) < 1e-9);
  assert.ok(third > 0);
  assert.equal(none, 0);
  assert.ok(Math.abs(negative - second) < 1e-9);
  assert.equal(zero, floor);
  assert.ok(bars.every(({ y, height }) => y >= 0 && y + height <= floor + 1e-9));
  assert.ok(ticks.length >= 2 && ticks.every(({ y }) => y >= 0 && y <= floor));
});

test("eigenvalues of infinitely many points stand at their heights, over as many bars as there are", () => {
  const limit = [25, 10, 4];
  const { bars, marks, zero } = arrangeSpectrum({ ...SPECTRUM, limit }, 900, 120);
  assert.equal(marks.length, 3);
  assert.ok(marks[0].y < bars[0].y && marks[0].y > 0, "the axis has room for the highest");
  assert.ok(Math.abs(marks[1].y - bars[1].y) < 1e-9);
  assert.ok(marks[2].y > bars[2].y && marks[2].y < zero);
  assert.equal(marks[2].x, bars[2].x);
  const few = arrangeSpectrum({ values: [3], shown: 1, limit }, 900, 120);
  assert.equal(few.marks.length, 1);
});
