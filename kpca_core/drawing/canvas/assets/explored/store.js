/**
 * Frames of a picture that was solved along a parameter, between solved values interpolated: what a
 * server would answer, see `kpca_core/drawing/canvas/explored.py`. Numbers and words only.
 */

import { toPosition } from "../scale.js";
import { contours } from "../sweep/contours.js";
import { createTrack } from "../sweep/track.js";
import { formatNumber, formatPercent } from "../ticks.js";

// Positions of the slider within which a solved value counts as reached.
const REACH = 0.5;
// Samples an axis that isolines are traced on under the pointer, at least.
const COARSEST = 25;
// Of a row's own score on either side of zero, as a server's frames have it.
const STEPS = 127;

/**
 * @param {object} pack  decoded
 * @returns {{start: object, at: Function}} `start` are the sliders' values to begin with,
 *   `at(values, reply, moving)` is the frame for the sliders' values, by name
 */
export function createStore(pack) {
  const [slider, also] = pack.sliders;
  const count = pack.values.length;
  const stops = pack.values.map((value) => toPosition(slider, value));
  const tracks = new Map();

  /** The solved values of a row, as a sweep of its own. */
  function trackOf(row) {
    if (!tracks.has(row)) {
      const arrays = Object.fromEntries(
        ["steps", "scales", "identities", "near", "scores"].map((name) => {
          const { shape } = pack.arrays[name];
          const length = shape.slice(1).reduce((product, size) => product * size, 1) * count;
          const own = pack.arrays[name].subarray(row * length, (row + 1) * length);
          return [name, Object.assign(own, { shape: [count, ...shape.slice(1)] })];
        }),
      );
      const eigenvalues = pack.eigenvalues.slice(row * count, (row + 1) * count);
      tracks.set(row, createTrack({ arrays, eigenvalues, sentences: [], shown: pack.shown }));
    }
    return tracks.get(row);
  }

  /** Where a value lies among the solved ones: a whole number at one of them. */
  function positionOf(value) {
    const place = toPosition(slider, value);
    const found = stops.findIndex((stop) => stop >= place);
    const after = found < 0 ? count - 1 : Math.max(1, found);
    const [a, b] = [stops[after - 1], stops[after]];
    if (slider.integer ? 2 * place < a + b : place - a < REACH) return after - 1;
    if (slider.integer || b - place < REACH) return after;
    return after - 1 + (place - a) / (b - a);
  }

  function rowOf(value) {
    const away = pack.others.map((other) => Math.abs(toPosition(also, other) - toPosition(also, value)));
    return away.indexOf(Math.min(...away));
  }

  function at(values, reply, moving = false) {
    const row = also ? rowOf(values[also.name]) : 0;
    const position = positionOf(values[slider.name]);
    const [near, solved] = [Math.round(position), Number.isInteger(position)];
    const head = pack.heads[row * count + near];
    const found = trackOf(row).at(position);
    const held = {
      [slider.name]: solved ? pack.values[near] : values[slider.name],
      ...(also && { [also.name]: pack.others[row] }),
    };
    const { points, labels, drawn, tint } = pack.arrays;
    const { fields, levels, scores } = found;
    const arrays = {
      fields, levels, points, labels, drawn, scores,
      ...(tint && { tint }),
      ...(head.sliced && { own: ownOf(scores, levels) }),
      ...contours(moving ? thinned(fields) : fields, levels, false),
    };
    const q = found.entries.length;
    return {
      ...head,
      aspect: { ...head.aspect, columns: Array.from({ length: q }, (_, j) => j + 1), components: q },
      ...(solved ? {} : between(head, found, pack, row, position)),
      ...reply,
      moving,
      arrays,
      controls: pack.sliders.map((one) => ({ ...one, value: held[one.name] })),
      caption: pack.caption,
      file: pack.file,
      shows: ["maps", "scores"],
    };
  }

  const start = Object.fromEntries(pack.sliders.map((one) => [one.name, one.value]));
  start[slider.name] = pack.values[Math.round(positionOf(slider.value))];
  return { sliders: pack.sliders, start, at };
}

/** What is said of a picture that was not solved, instead of what is said of its neighbour. */
function between(head, { entries, values }, pack, row, position) {
  const i = Math.floor(position);
  const ends = [pack.values[i], pack.values[i + 1]].map((value) => formatNumber(value, 4));
  const [maps, eigenvalues, scores] = pack.errors[row][i].map((share) => formatPercent(share));
  const said =
    `Interpolated between the solved values ${ends.join(" and ")}: halfway, maps are off by ` +
    `${maps} of their largest value at most, scores by ${scores}, eigenvalues by ${eigenvalues}`;
  return {
    titles: entries.map((_, j) => `${head.titles[0].split(" ")[0]} ≈ ${threeDecimals(values[j])}`),
    spectrum: { ...head.spectrum, values, shown: entries.length, groups: [] },
    facts: [head.facts[0], said],
    leading: 2,
    sentences: entries.map(() => ""),
    description: said,
  };
}

/** As titles of solved values have it, see `number` in `kpca_core/drawing/canvas/words.py`. */
function threeDecimals(value) {
  return value === 0 || (value >= 1e-3 && value < 1e4) ? value.toFixed(3) : formatNumber(value);
}

/** Every second or third sample of fields where that is a regular grid, for isolines under the pointer. */
function thinned(fields) {
  const [q, ny, nx] = fields.shape;
  const stride = [3, 2].find((one) => (nx - 1) % one === 0 && (ny - 1) % one === 0 && nx / one >= COARSEST) ?? 1;
  const [height, width] = [ny, nx].map((size) => (size - 1) / stride + 1);
  const found = Object.assign(new Float32Array(q * height * width), { shape: [q, height, width] });
  for (let j = 0, at = 0; j < q; j += 1) {
    for (let row = 0; row < height; row += 1) {
      const from = (j * ny + row * stride) * nx;
      for (let i = 0; i < width; i += 1, at += 1) found[at] = fields[from + i * stride];
    }
  }
  return found;
}

/** Own scores of rows beside a slice, see `drawn_beside` in `kpca_core/drawing/canvas/slices.py`. */
function ownOf(scores, levels) {
  const [n, q] = scores.shape;
  const own = Object.assign(new Int8Array(q * n), { shape: [q, n] });
  for (let j = 0; j < q; j += 1) {
    const end = levels[(j + 1) * levels.shape[1] - 1] || 1;
    for (let p = 0; p < n; p += 1) {
      own[j * n + p] = Math.round(STEPS * Math.min(1, Math.max(-1, scores[p * q + j] / end)));
    }
  }
  return own;
}
