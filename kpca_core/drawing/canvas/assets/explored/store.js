/**
 * Frames of a picture that was solved along a parameter, between solved values interpolated: what a
 * server would answer, see `kpca_core/drawing/canvas/explored.py`. Numbers and words only.
 */

import { toPosition } from "../scale.js";
import { createTrack } from "../sweep/track.js";
import { formatEigenvalue, formatNumber, formatPercent } from "../ticks.js";
import { _, filled } from "../words.js";

// Positions of the slider within which a solved value counts as reached.
const REACH = 0.5;
// Of a row's own score on either side of zero, as a server's frames have it.
const STEPS = 127;

/**
 * @param {object} frame  decoded
 * @returns {{at: Function}} `at(settings, reply, moving)` is the frame for what the sliders are set to, by the
 *   keys of addresses; without that it begins at their own values
 */
export function createStore({ controls: sliders, sheets: [pack], caption, file }) {
  const [slider, also] = sliders;
  const count = pack.values.length;
  const stops = pack.values.map((value) => toPosition(slider, value));
  const tracks = new Map();

  /** The solved values of a row, as a sweep of its own. */
  function trackOf(row) {
    if (!tracks.has(row)) {
      const arrays = Object.fromEntries(
        ["steps", "scales", "identities", "scores"].map((name) => {
          const { shape } = pack.arrays[name];
          const length = shape.slice(1).reduce((product, size) => product * size, 1) * count;
          const own = pack.arrays[name].subarray(row * length, (row + 1) * length);
          return [name, Object.assign(own, { shape: [count, ...shape.slice(1)] })];
        }),
      );
      const eigenvalues = pack.eigenvalues.slice(row * count, (row + 1) * count);
      tracks.set(row, createTrack({ arrays, eigenvalues, shown: pack.shown }));
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

  function at(settings, reply, moving = false) {
    const values = Object.fromEntries(
      sliders.map(({ key, name, value }) => [name, Number(settings[key || name] ?? value)]),
    );
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
    const { fields, levels, scores, entries } = found;
    const [spectrum, panels, facts, scatter] = head.sheets;
    const between = solved ? {} : interpolated(head, found, pack, row, position);
    const own = panels.slices && { own: ownOf(scores, levels) };
    const columns = entries.map((_, j) => j + 1);
    return {
      ...head,
      ...reply,
      moving,
      description: between.description ?? head.description,
      controls: sliders.map((one) => ({ ...one, value: held[one.name] })),
      caption,
      file,
      sheets: [
        { ...spectrum, ...between.spectrum, arrays: {} },
        { ...panels, ...between.panels, arrays: { fields, levels, points, labels, ...(tint && { tint }), ...own } },
        { ...facts, ...between.facts, arrays: {} },
        { ...scatter, columns, components: columns.length, arrays: { drawn, scores } },
      ],
    };
  }

  return { at };
}

/** What is said of a picture that was not solved, instead of what is said of its neighbour. */
function interpolated({ sheets: [, { titles }, { facts }] }, { entries, values }, pack, row, position) {
  const i = Math.floor(position);
  const ends = [pack.values[i], pack.values[i + 1]].map((value) => formatNumber(value, 4));
  const [maps, eigenvalues, scores] = pack.errors[row][i].map((share) => formatPercent(share));
  const said = filled(
    _(
      "Interpolated between the solved values {low} and {high}: halfway, maps are off by {maps} of their " +
      "largest value at most, scores by {scores}, eigenvalues by {eigenvalues}",
    ),
    { low: ends[0], high: ends[1], maps, scores, eigenvalues },
  );
  return {
    spectrum: { values, shown: entries.length, groups: [] },
    panels: {
      titles: entries.map((_, j) => `${titles[0].split(" ")[0]} ≈ ${formatEigenvalue(values[j])}`),
      sentences: entries.map(() => ""),
    },
    facts: { facts: [facts[0], said], leading: 2 },
    description: said,
  };
}

/** Own scores of rows beside a slice, see `own_scores` in `kpca_core/drawing/canvas/slices.py`. */
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
