import assert from "node:assert/strict";
import { test } from "node:test";

import {
  bandTable,
  colourTable,
  createTables,
  diverging,
  luminance,
  parseColor,
  themeFrom } from "../../kpca_core/drawing/canvas/assets/palette.js";

const SIZES = Array.from({ length: 50 }, (_, i) => (i + 1) / 50);

for (const dark of [false, true]) {
  const name = dark ? "dark" : "light";

  test(`${name}: zero is neutral grey`, () => {
    const [r, g, b] = diverging(0, dark);
    assert.ok(r === g && g === b);
    assert.equal(luminance([r, g, b]) < 0.5, dark);
  });

  test(`${name}: both arms have the same luminance`, () => {
    for (const t of SIZES) {
      const difference = luminance(diverging(t, dark)) - luminance(diverging(-t, dark));
      assert.ok(Math.abs(difference) < 0.012, `${difference} at ${t}`);
    }
  });

  test(`${name}: luminance is monotone in the size of the value`, () => {
    const sign = dark ? 1 : -1;
    for (const arm of [-1, 1]) {
      const steps = [0, ...SIZES].map((t) => sign * luminance(diverging(arm * t, dark)));
      steps.slice(1).forEach((value, i) => assert.ok(value >= steps[i]));
    }
  });

  test(`${name}: negative is blue, positive is red-orange`, () => {
    for (const t of SIZES.slice(5)) {
      const [lowRed, , lowBlue] = diverging(-t, dark);
      const [highRed, , highBlue] = diverging(t, dark);
      assert.ok(lowBlue > lowRed && highRed > highBlue);
    }
  });
}

test("the table is constant between levels and changes at each, at zero exactly", () => {
  const levels = [-2, -1, 0, 1, 2];
  const table = bandTable(levels, 400, 1.25, false);
  assert.notEqual(table[199], table[200]);
  assert.equal(new Set(table).size, 6);
  const changes = [];
  for (let i = 1; i < table.length; i += 1) if (table[i] !== table[i - 1]) changes.push(i);
  assert.deepEqual(changes, [40, 120, 200, 280, 360]);
  assert.equal(table[0] >>> 24, 255);
});

test("colours between stops begin and end with those, and change evenly", () => {
  const table = colourTable(["#000000", "#0a0000", "#140000"], 21);
  assert.deepEqual([...table].map((pixel) => pixel & 255), Array.from({ length: 21 }, (_, i) => i));
});

test("colours are read as style sheets write them", () => {
  assert.deepEqual(parseColor("#fff"), [255, 255, 255]);
  assert.deepEqual(parseColor(" #0e1117 "), [14, 17, 23]);
  assert.deepEqual(parseColor("#0e1117cc"), [14, 17, 23]);
  assert.deepEqual(parseColor("rgb(1, 2, 3)"), [1, 2, 3]);
  assert.deepEqual(parseColor("rgba(1 2 3 / 0.5)"), [1, 2, 3]);
  assert.equal(parseColor("tomato"), null);
});

test("the theme follows the background, and has defaults", () => {
  const dark = themeFrom({ background: "#0e1117", text: "" });
  assert.equal(dark.dark, true);
  assert.equal(dark.text, "rgb(250,250,250)");
  const light = themeFrom({});
  assert.equal(light.dark, false);
  assert.equal(light.background, "rgb(255,255,255)");
});

test("panels with proportional levels share one table", () => {
  const tables = createTables(bandTable);
  const first = tables(Float32Array.of(-0.1, 0, 0.1), 64, 1.25, false);
  assert.equal(tables(Float32Array.of(-0.3, 0, 0.3), 64, 1.25, false), first);
  assert.notEqual(tables(Float32Array.of(-0.3, 0, 0.2), 64, 1.25, false), first);
  assert.notEqual(tables(Float32Array.of(-0.3, 0, 0.3), 64, 1.25, true), first);
  for (let i = 1; i < 100; i += 1) tables([-1, 0, 1], 64, 1 + i, false);
  assert.deepEqual(tables([-1, 0, 1], 64, 1.25, false), bandTable([-1, 0, 1], 64, 1.25, false));
});

/** CIE Lab (D65) of an sRGB triple. */
function lab(rgb) {
  const [r, g, b] = rgb.map((value) => {
    const c = value / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  const [fx, fy, fz] = [
    (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047,
    0.2126729 * r + 0.7151522 * g + 0.072175 * b,
    (0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883,
  ].map((t) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116));
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

for (const dark of [false, true]) {
  const name = dark ? "dark" : "light";
  const bands = [0.1, 0.3, 0.5, 0.7, 0.9].map((t) => [-t, t].map((v) => lab(diverging(v, dark))));

  test(`${name}: bands next to zero tell their signs apart, and others more so`, () => {
    const apart = bands.map(([low, high]) => Math.hypot(...low.map((value, i) => value - high[i])));
    // Ten times what is just noticeable.
    assert.ok(apart[0] > 23, `${apart[0]}`);
    apart.slice(1).forEach((value, i) => assert.ok(value > apart[i]));
  });

  test(`${name}: neighbouring bands differ in lightness, which greyscale keeps`, () => {
    for (const arm of [0, 1]) {
      const steps = bands.slice(1).map((band, i) => Math.abs(band[arm][0] - bands[i][arm][0]));
      assert.ok(Math.min(...steps) > 8, `${steps}`);
    }
  });
}
