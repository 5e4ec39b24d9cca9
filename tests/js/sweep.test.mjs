import assert from "node:assert/strict";
import { test } from "node:test";

import { luminance, parseColor, themeFrom } from "../../kpca_core/drawing/canvas/assets/palette.js";
import { advanced } from "../../kpca_core/drawing/canvas/assets/sweep/clock.js";
import { ticksOf } from "../../kpca_core/drawing/canvas/assets/sweep/chart.js";
import { endOf, lettersOf } from "../../kpca_core/drawing/canvas/assets/sweep/letters.js";
import { colourOf, dashOf } from "../../kpca_core/drawing/canvas/assets/sweep/theming.js";
import { createTrack, shownIdentities, trajectory } from "../../kpca_core/drawing/canvas/assets/sweep/track.js";

// Colours

test("letters and lines stand out from the background in both themes", () => {
  for (const background of ["#ffffff", "#14161a"]) {
    const theme = themeFrom({ background });
    const under = luminance(parseColor(background));
    for (let identity = 0; identity < 10; identity += 1) {
      const [low, high] = [under, luminance(parseColor(colourOf(identity, theme)))].sort((a, b) => a - b);
      assert.ok((high + 0.05) / (low + 0.05) >= 4.5, `${background} ${colourOf(identity, theme)}`);
    }
    assert.equal(colourOf(10, theme), colourOf(0, theme));
  }
  assert.notDeepEqual(dashOf(10), dashOf(0));
});

// Clock

test("at the end it begins anew, turns round, or stops", () => {
  const late = { position: 19.8, direction: 1 };
  const at = (end) => advanced(late, 50, { rate: 10, end, last: 20 });
  assert.deepEqual(at("loop"), { position: 0, direction: 1, over: false });
  assert.deepEqual(at("once"), { position: 20, direction: 1, over: true });
  const turned = at("swing");
  assert.equal(turned.direction, -1);
  assert.ok(Math.abs(turned.position - 19.7) < 1e-9);
  const back = advanced({ position: 0.2, direction: -1 }, 50, { rate: 10, end: "swing", last: 20 });
  assert.equal(back.direction, 1);
  assert.ok(back.position >= 0);
});

// Track: two functions that cross between the values 1 and 2, and a third that comes and goes.

const NONE = 65535;

/** The value of even steps, see `POWER` of `kpca_core/drawing/canvas/sweep_frame.py`. */
const value = (steps) => Math.sign(steps) * Math.abs(steps) ** 1.5;
const near = (found, wanted) => found.forEach((one, k) => assert.ok(Math.abs(one - wanted[k]) < 1e-3, `${found}`));

/** Constant maps, one step each, as differences: only the corner is not zero. */
function frame() {
  const identities = Object.assign(Uint16Array.from([0, 1, 2, 0, 1, 2, 1, 0, NONE]), { shape: [3, 3] });
  const steps = Object.assign(new Int8Array(3 * 2 * 4), { shape: [3, 2, 2, 2] });
  const own = [[10, -20], [30, -40], [-60, 50]];
  own.flat().forEach((step, k) => (steps[4 * k] = step));
  return {
    eigenvalues: [[8, 2, 1], [8, 4, 1], [16, 2, null]],
    sentences: [["One.", "Two."], ["Three.", "Four."], ["Five.", "Six."]],
    arrays: {
      identities,
      steps,
      scales: Float32Array.from([1, 1, 1, 1, 1, 2]),
      near: Uint8Array.from([0, 0, 0, 1, 1, 0, 0, 0, 0]),
    },
  };
}

test("at a solved value the maps are those that were sent, in the order of eigenvalues", () => {
  const track = createTrack(frame());
  const { entries, fields, levels } = track.at(0);
  assert.deepEqual(entries.map(({ identity, value, near }) => [identity, value, near]), [[0, 8, false], [1, 2, false]]);
  near([...fields], [...Array(4).fill(value(10.5)), ...Array(4).fill(value(-19.5))]);
  assert.equal(levels[5], 0);
  assert.ok(Math.abs(levels[10] - (value(128) * 5) / 6) < 1e-3);
  assert.equal(track.at(1).entries[0].near, true);
});

test("between solved values each function moves by its identity, and the order by eigenvalue", () => {
  const track = createTrack(frame());
  // Eigenvalues 8 → 2 and 4 → 16 cross a third of the way.
  const before = track.at(1.25);
  assert.deepEqual(before.entries.map(({ identity }) => identity), [0, 1]);
  assert.ok(Math.abs(before.fields[0] - (0.75 * value(30.5) + 0.25 * value(101))) < 1e-3);
  const after = track.at(1.75);
  assert.deepEqual(after.entries.map(({ identity }) => identity), [1, 0]);
  assert.ok(Math.abs(after.fields[0] - (0.25 * value(-39.5) + 0.75 * value(-59.5))) < 1e-3);
  // Titles keep to solved values.
  assert.deepEqual(after.entries.map(({ value }) => value), [16, 2]);
});

test("trajectories belong to identities", () => {
  assert.deepEqual(shownIdentities(frame()), [0, 1]);
  assert.deepEqual(trajectory(frame(), 0), [8, 8, 2]);
  assert.deepEqual(trajectory(frame(), 2), [1, 1, null]);
});

// Ticks

test("ticks of a logarithmic axis are round and inside", () => {
  assert.deepEqual(ticksOf(1e-3, 100, true, 5), [0.001, 0.01, 0.1, 1, 10, 100]);
  assert.deepEqual(ticksOf(0.9, 6, true, 5), [1, 2, 5]);
  assert.deepEqual(ticksOf(0, 1, false, 2), [0, 0.5, 1]);
});

// Letters

const PLOT = { left: 46, right: 294, top: 18, bottom: 126, xOf: (i) => 46 + 62 * i, yOf: (value) => 126 - value };

test("a line ends at its last value, or where it leaves the plot", () => {
  assert.deepEqual(endOf([50, 40, null, null, null], PLOT), { x: 108, y: 86 });
  assert.deepEqual(endOf([50, 40, 10, -10, -30], PLOT), { x: 46 + 2.5 * 62, y: 126 });
  assert.equal(endOf([-5, -5, -5, -5, -5], PLOT), null);
});

test("every line has a letter, and none covers another", () => {
  const ends = [];
  for (let k = 0; k < 9; k += 1) ends.push({ x: 120 + 4 * k, y: 126 }, { x: 294, y: 126 - k });
  ends.push({ x: 293, y: 126 }, { x: 47, y: 126 });
  const letters = lettersOf(ends, PLOT);
  assert.equal(letters.length, ends.length);
  letters.forEach((a, i) => {
    assert.equal(a.aside, ends[i].x === 294);
    assert.ok(a.x > PLOT.left && a.x < PLOT.right + 20 && a.y > PLOT.top && a.y <= PLOT.bottom + 8);
    for (const b of letters.slice(i + 1)) assert.ok(Math.hypot(a.x - b.x, a.y - b.y) > 10.9);
  });
  // Side by side as the lines are, so that strokes to them do not cross.
  assert.ok(letters[0].x < letters[2].x && letters[1].y > letters[3].y);
});
