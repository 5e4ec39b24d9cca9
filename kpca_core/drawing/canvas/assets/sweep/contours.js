/** Isolines of gridded fields by marching squares, in the form that `../field.js` strokes. */

const FULL_SCALE = 65535;

/**
 * @param {Float32Array & {shape: number[]}} fields (q, ny, nx)
 * @param {Float32Array & {shape: number[]}} levels (q, L), ascending
 * @param {boolean} zeroOnly whether the level zero alone is traced, which is quicker
 * @returns {{vertices: Uint16Array, starts: Uint32Array, lines: Uint32Array}} pieces of two
 *   vertices each, sorted by panel; a position is 65535 times the share of the region
 */
export function contours(fields, levels, zeroOnly) {
  const [q, ny, nx] = fields.shape;
  const count = levels.shape[1];
  const vertices = [];
  const lines = [];
  const [sx, sy] = [FULL_SCALE / (nx - 1), FULL_SCALE / (ny - 1)];
  for (let j = 0; j < q; j += 1) {
    for (let l = 0; l < count; l += 1) {
      const level = levels[j * count + l];
      if (zeroOnly && level !== 0) continue;
      const before = vertices.length;
      trace(fields, j * ny * nx, nx, ny, level, sx, sy, vertices);
      for (let k = before; k < vertices.length; k += 4) lines.push(j, l);
    }
  }
  const pieces = lines.length / 2;
  return {
    vertices: Uint16Array.from(vertices),
    starts: Uint32Array.from({ length: pieces + 1 }, (_, p) => 2 * p),
    lines: Object.assign(Uint32Array.from(lines), { shape: [pieces, 2] }),
  };
}

/** Add the pieces of one level set, two positions each. A saddle is cut along its first diagonal. */
function trace(fields, start, nx, ny, level, sx, sy, out) {
  for (let row = 0; row + 1 < ny; row += 1) {
    let at = start + row * nx;
    for (let i = 0; i + 1 < nx; i += 1, at += 1) {
      const a = fields[at] - level;
      const b = fields[at + 1] - level;
      const c = fields[at + nx + 1] - level;
      const d = fields[at + nx] - level;
      const kind = (a > 0) + 2 * (b > 0) + 4 * (c > 0) + 8 * (d > 0);
      if (kind === 0 || kind === 15) continue;
      const low = [(i + a / (a - b)) * sx, row * sy];
      const right = [(i + 1) * sx, (row + b / (b - c)) * sy];
      const high = [(i + d / (d - c)) * sx, (row + 1) * sy];
      const left = [i * sx, (row + a / (a - d)) * sy];
      for (const [from, to] of PIECES[kind](low, right, high, left)) out.push(...from, ...to);
    }
  }
}

// The pieces by which corners are above the level: 1 for the lower left, 2, 4 and 8 against the
// clock.
const one = (from, to) => (...ends) => [[ends[from], ends[to]]];
const two = (a, b, c, d) => (...ends) => [[ends[a], ends[b]], [ends[c], ends[d]]];
const CORNERS = { 1: one(3, 0), 2: one(0, 1), 4: one(1, 2), 8: one(2, 3), 3: one(3, 1), 6: one(0, 2) };
const PIECES = {
  ...CORNERS,
  5: two(3, 0, 1, 2),
  10: two(0, 1, 2, 3),
  7: CORNERS[8],
  9: CORNERS[6],
  11: CORNERS[4],
  12: CORNERS[3],
  13: CORNERS[2],
  14: CORNERS[1],
};
