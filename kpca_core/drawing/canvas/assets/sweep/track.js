/**
 * A sweep between its solved values: which functions stand where, and their maps. Numbers only.
 *
 * Panels stay in the order of the eigenvalues. Between two solved values eigenvalues are interpolated
 * geometrically and maps linearly, each function by its identity.
 */

const NONE = 65535;
// Isolines on either side of zero, as `kpca_core/drawing/canvas/levels.py` has them.
const LEVELS = 5;
const MOST_STEPS = 128;
// Of even steps a value is the signed power: `POWER` of `kpca_core/drawing/canvas/sweep_frame.py`.
const POWER = 1.5;
const VALUES = Float32Array.from({ length: 2 * MOST_STEPS }, (_, k) => {
  const step = k - MOST_STEPS + 0.5;
  return Math.sign(step) * Math.abs(step) ** POWER;
});

/**
 * @param {object} frame decoded, see `kpca_core/drawing/canvas/sweep_frame.py`
 * @returns {{count: number, shown: number, at: Function, nearest: Function}} `at(position)` gives
 *   the panels at a real number from 0 to count − 1: `{entries, fields, levels}`, where an entry is
 *   `{identity, value, near, sentence}`, all but the first those of the nearest solved value
 */
export function createTrack(frame) {
  const { steps, scales, identities, near } = frame.arrays;
  const [count, shown, ny, nx] = steps.shape;
  const tracked = identities.shape[1];
  const size = ny * nx;
  undo(steps, nx, ny);
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
    return place === undefined ? null : frame.eigenvalues[i][place];
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
    return found.sort((one, other) => other.value - one.value).slice(0, shown);
  }

  /** Write the map of a function at a position to panel j; false where it is not known. */
  function blend(j, identity, position) {
    const i = Math.min(count - 1, Math.floor(position));
    const ends = [[i, 1 - (position - i)], [Math.min(count - 1, i + 1), position - i]]
      .map(([n, weight]) => [n, places[n].get(identity) ?? shown, weight])
      .filter(([, place, weight]) => place < shown && weight > 0);
    const total = ends.reduce((sum, [, , weight]) => sum + weight, 0);
    const start = j * size;
    fields.fill(0, start, start + size);
    let largest = 0;
    for (const [n, place, weight] of ends) {
      const scale = scales[n * shown + place] ** POWER * (weight / total);
      const from = (n * shown + place) * size;
      for (let k = 0; k < size; k += 1) fields[start + k] += VALUES[steps[from + k] + MOST_STEPS] * scale;
      largest += scale * MOST_STEPS ** POWER;
    }
    for (let l = -LEVELS; l <= LEVELS; l += 1) {
      levels[j * (2 * LEVELS + 1) + l + LEVELS] = ((largest || 1) * l) / (LEVELS + 1);
    }
  }

  const nearest = (position) => Math.min(count - 1, Math.max(0, Math.round(position)));
  return {
    count,
    shown,
    nearest,
    at(position) {
      const inside = Math.min(count - 1, Math.max(0, position));
      const n = nearest(inside);
      const entries = order(inside).map(({ identity, value }) => {
        const solved = places[n].get(identity);
        return {
          identity,
          sentence: frame.sentences[n]?.[solved] ?? "",
          value: solved === undefined ? value : frame.eigenvalues[n][solved],
          near: solved !== undefined && near[n * tracked + solved] === 1,
        };
      });
      entries.forEach(({ identity }, j) => blend(j, identity, inside));
      const q = entries.length;
      return {
        entries,
        fields: part(fields, q, [ny, nx]),
        levels: part(levels, q, [2 * LEVELS + 1]),
      };
    },
  };
}

/** The identities that are among the shown places at one value at least, ascending. */
export function shownIdentities(frame) {
  const { identities, steps } = frame.arrays;
  const [count, tracked] = identities.shape;
  const found = new Set();
  for (let i = 0; i < count; i += 1) {
    for (let j = 0; j < Math.min(tracked, steps.shape[1]); j += 1) found.add(identities[i * tracked + j]);
  }
  found.delete(NONE);
  return [...found].sort((a, b) => a - b);
}

/** The eigenvalue of a function at each solved value, null where it is not known. */
export function trajectory(frame, identity) {
  const { identities } = frame.arrays;
  const [count, tracked] = identities.shape;
  return Array.from({ length: count }, (_, i) => {
    const place = identities.subarray(i * tracked, (i + 1) * tracked).indexOf(identity);
    return place < 0 ? null : frame.eigenvalues[i][place];
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
