/**
 * A sweep between its solved values: which functions stand where, and their maps. Numbers only.
 *
 * Panels stay in the order of the eigenvalues. Between two solved values eigenvalues are interpolated
 * geometrically and maps linearly, each function by its identity.
 */

const NONE = 65535;
// Isolines on either side of zero, as `kpca_core/drawing/canvas/levels.py` has them.
const LEVELS = 5;
// By the bytes of a step: how many there are on either side of zero, how often both axes have
// differences, and the power of even steps that a value is; see `quantised` and `quantised_finely` in
// `kpca_core/drawing/canvas/steps.py`, and `POWER` of `kpca_core/drawing/canvas/sweep_frame.py`.
const KINDS = { 1: { most: 128, orders: 1, power: 1.5 }, 2: { most: 32768, orders: 2, power: 1 } };

/** The value of each step, by its number as the array holds it. */
function valuesOf({ most, power }) {
  return Float32Array.from({ length: 2 * most }, (_, k) => {
    const step = (k < most ? k : k - 2 * most) + 0.5;
    return Math.sign(step) * Math.abs(step) ** power;
  });
}

/**
 * @param {object} sheet decoded, `Track` of `kpca_core/drawing/canvas/sweep_frame.py`
 * @returns {{count: number, shown: number, at: Function, nearest: Function}} `at(position)` gives
 *   the panels at a real number from 0 to count − 1: `{entries, fields, levels}`, where an entry is
 *   `{identity, value, near, sentence}`, all but the first those of the nearest solved value; also
 *   `values`, the eigenvalues of all that is followed, and `scores` of the panels where there are any
 */
export function createTrack(sheet) {
  const { steps, scales, identities, near } = sheet.arrays;
  const [count, shown, ny, nx] = steps.shape;
  const tracked = identities.shape[1];
  // There may be maps of more functions than are shown.
  const most = sheet.shown ?? shown;
  const size = ny * nx;
  const kind = KINDS[steps.BYTES_PER_ELEMENT];
  const mask = 2 * kind.most - 1;
  const table = valuesOf(kind);
  for (let order = 0; order < kind.orders; order += 1) undo(steps, nx, ny);
  const places = Array.from({ length: count }, (_, i) => {
    const own = new Map();
    for (let j = 0; j < tracked; j += 1) {
      const identity = identities[i * tracked + j];
      if (identity !== NONE) own.set(identity, j);
    }
    return own;
  });
  const fields = Object.assign(new Float32Array(shown * size), { shape: [shown, ny, nx] });
  const levels = Object.assign(new Float32Array(shown * (2 * LEVELS + 1)), {
    shape: [shown, 2 * LEVELS + 1],
  });
  const valueOf = (i, identity) => {
    const place = places[i].get(identity);
    return place === undefined ? null : sheet.eigenvalues[i][place];
  };

  /** The functions at a position in the order of their eigenvalues, those that are shown. */
  function order(position) {
    const i = Math.min(count - 1, Math.floor(position));
    const next = Math.min(count - 1, i + 1);
    const t = position - i;
    const known = new Set([...places[i].keys(), ...(t ? places[next].keys() : [])]);
    const found = [];
    for (const identity of known) {
      const [a, b] = [valueOf(i, identity), valueOf(next, identity)];
      // What is at one end only comes or goes halfway.
      if ((a === null && t < 0.5) || (b === null && t >= 0.5)) continue;
      const value = a === null || b === null ? (a ?? b) : a * (b / a) ** t;
      found.push({ identity, value });
    }
    return found.sort((one, other) => other.value - one.value);
  }

  /** Where a function has a map around a position, and with which weights: `[[n, place, weight], …]`. */
  function endsOf(identity, position) {
    const i = Math.min(count - 1, Math.floor(position));
    const ends = [[i, 1 - (position - i)], [Math.min(count - 1, i + 1), position - i]]
      .map(([n, weight]) => [n, places[n].get(identity) ?? shown, weight])
      .filter(([, place, weight]) => place < shown && weight > 0);
    const total = ends.reduce((sum, [, , weight]) => sum + weight, 0);
    return ends.map(([n, place, weight]) => [n, place, weight / total]);
  }

  /** Write the map of a function to panel j, 0 where it has none. */
  function blend(j, ends) {
    const start = j * size;
    fields.fill(0, start, start + size);
    let largest = 0;
    for (const [n, place, weight] of ends) {
      const scale = scales[n * shown + place] ** kind.power * weight;
      const from = (n * shown + place) * size;
      for (let k = 0; k < size; k += 1) fields[start + k] += table[steps[from + k] & mask] * scale;
      largest += scale * kind.most ** kind.power;
    }
    for (let l = -LEVELS; l <= LEVELS; l += 1) {
      levels[j * (2 * LEVELS + 1) + l + LEVELS] = ((largest || 1) * l) / (LEVELS + 1);
    }
  }

  /** The scores (n, q) of functions, given where each has a map. */
  function scoresOf(ends) {
    const { scores } = sheet.arrays;
    const points = scores.shape[2];
    const found = Object.assign(new Float32Array(points * ends.length), { shape: [points, ends.length] });
    ends.forEach((own, j) => {
      for (const [n, place, weight] of own) {
        const from = (n * shown + place) * points;
        for (let p = 0; p < points; p += 1) {
          found[p * ends.length + j] += scores[from + p] * weight;
        }
      }
    });
    return found;
  }

  const nearest = (position) => Math.min(count - 1, Math.max(0, Math.round(position)));
  return {
    count,
    shown,
    nearest,
    at(position) {
      const inside = Math.min(count - 1, Math.max(0, position));
      const n = nearest(inside);
      const ordered = order(inside);
      const entries = ordered.slice(0, most).map(({ identity, value }) => {
        const solved = places[n].get(identity);
        return {
          identity,
          sentence: sheet.sentences?.[n]?.[solved] ?? "",
          value: solved === undefined ? value : sheet.eigenvalues[n][solved],
          near: solved !== undefined && near?.[n * tracked + solved] === 1,
        };
      });
      const ends = entries.map(({ identity }) => endsOf(identity, inside));
      ends.forEach((own, j) => blend(j, own));
      const q = entries.length;
      return {
        entries,
        values: ordered.map(({ value }) => value),
        ...(sheet.arrays.scores && { scores: scoresOf(ends) }),
        fields: part(fields, q, [ny, nx]),
        levels: part(levels, q, [2 * LEVELS + 1]),
      };
    },
  };
}

/** The identities that are among the shown places at one value at least, ascending. */
export function shownIdentities({ arrays: { identities, steps } }) {
  const [count, tracked] = identities.shape;
  const found = new Set();
  for (let i = 0; i < count; i += 1) {
    for (let j = 0; j < Math.min(tracked, steps.shape[1]); j += 1) found.add(identities[i * tracked + j]);
  }
  found.delete(NONE);
  return [...found].sort((a, b) => a - b);
}

/** The eigenvalue of a function at each solved value, null where it is not known. */
export function trajectory({ eigenvalues, arrays: { identities } }, identity) {
  const [count, tracked] = identities.shape;
  return Array.from({ length: count }, (_, i) => {
    const place = identities.subarray(i * tracked, (i + 1) * tracked).indexOf(identity);
    return place < 0 ? null : eigenvalues[i][place];
  });
}

function part(array, q, rest) {
  const length = rest.reduce((product, n) => product * n, q);
  return Object.assign(array.subarray(0, length), { shape: [q, ...rest] });
}

/** Undo the differences along both axes of every map, in place: bytes wrap back. */
function undo(steps, nx, ny) {
  for (let start = 0; start < steps.length; start += nx * ny) {
    for (let row = 0; row < ny; row += 1) {
      const at = start + row * nx;
      for (let i = 1; i < nx; i += 1) steps[at + i] += steps[at + i - 1];
    }
    for (let k = start + nx; k < start + nx * ny; k += 1) steps[k] += steps[k - nx];
  }
}
