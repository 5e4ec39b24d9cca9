import assert from "node:assert/strict";
import { test } from "node:test";

import { roundDigits, steps, toPosition, toValue } from "../../kpca_core/drawing/canvas/assets/scale.js";

const LOG = { min: 0.001, max: 100, log: true, integer: false };
const LINEAR = { min: -1, max: 1, log: false, integer: false };
const DEGREE = { min: 1, max: 10, log: false, integer: true };
const COUNT = { min: 1, max: 1000, log: true, integer: true };

for (const [name, control] of Object.entries({ LOG, LINEAR, DEGREE, COUNT })) {
  test(`${name}: the ends of the slider are the ends of the range`, () => {
    assert.equal(toValue(control, 0), control.min);
    assert.equal(toValue(control, steps(control)), control.max);
    assert.equal(toPosition(control, control.min), 0);
    assert.equal(toPosition(control, control.max), steps(control));
  });

  test(`${name}: value → position → value is the identity for every reachable value`, () => {
    for (let position = 0; position <= steps(control); position += 1) {
      const value = toValue(control, position);
      assert.equal(toValue(control, toPosition(control, value)), value);
    }
  });

  test(`${name}: values never fall along the slider`, () => {
    for (let position = 1; position <= steps(control); position += 1) {
      assert.ok(toValue(control, position) >= toValue(control, position - 1));
    }
  });
}

test("the middle of a symmetric linear slider is exactly zero", () => {
  assert.equal(toValue(LINEAR, 500), 0);
  assert.equal(roundDigits(1e-17, 2), 0);
});

test("a linear integer slider has one position an integer", () => {
  assert.equal(steps(DEGREE), 9);
  assert.equal(toValue(DEGREE, 4), 5);
});

test("values outside the range, and an empty range, stay on the slider", () => {
  assert.equal(toPosition(LOG, 1e6), steps(LOG));
  assert.equal(toPosition(LOG, 1e-9), 0);
  assert.equal(toPosition({ ...LINEAR, max: -1 }, 0), 0);
});
