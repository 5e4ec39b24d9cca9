/** Isolines of a gridded field by marching squares, each joined into one line so that it can be dashed. */

// The edges that an isoline enters and leaves a cell by, with larger values on its left: 0 below, 1 to
// the right, 2 above, 3 to the left. The place adds up the corners above the level: 1 for the lower
// left, 2, 4 and 8 against the clock; 16 for a saddle whose middle is above the level.
const PIECES = [];
Object.assign(PIECES, {
  1: [0, 3], 2: [1, 0], 3: [1, 3], 4: [2, 1], 5: [0, 3, 2, 1], 6: [2, 0], 7: [2, 3], 8: [3, 2], 9: [0, 2],
  10: [1, 0, 3, 2], 11: [1, 2], 12: [3, 1], 13: [0, 1], 14: [3, 0], 21: [0, 1, 2, 3], 26: [3, 0, 1, 2],
});

/**
 * Where the bilinear interpolation on the grid has the value `level`.
 *
 * @param {ArrayLike<number>} field  ny rows of nx values, the lowest row first
 * @returns {number[][]} lines x, y, x, y, … in columns and rows of the grid; a closed one ends where it
 *   begins
 */
export function contours(field, nx, ny, level) {
  // An edge below a sample has the sample's number, one to its left that and `size`.
  const size = nx * ny;
  const next = new Int32Array(2 * size).fill(-1);
  const entered = new Uint8Array(2 * size);
  const crossed = [];
  const edges = [0, 0, 0, 0];
  for (let row = 0; row + 1 < ny; row += 1) {
    for (let i = 0, at = row * nx; i + 1 < nx; i += 1, at += 1) {
      const a = field[at];
      const b = field[at + 1];
      const c = field[at + nx + 1];
      const d = field[at + nx];
      const kind = (a > level) + 2 * (b > level) + 4 * (c > level) + 8 * (d > level);
      if (kind === 0 || kind === 15) continue;
      edges[0] = at;
      edges[1] = size + at + 1;
      edges[2] = at + nx;
      edges[3] = size + at;
      const isSaddle = kind === 5 || kind === 10;
      const pieces = PIECES[isSaddle && a + b + c + d > 4 * level ? kind + 16 : kind];
      for (let k = 0; k < pieces.length; k += 2) {
        const [from, to] = [edges[pieces[k]], edges[pieces[k + 1]]];
        next[from] = to;
        entered[to] = 1;
        crossed.push(from);
      }
    }
  }

  function follow(start) {
    const line = [];
    for (let edge = start; edge >= 0; ) {
      const at = edge % size;
      const share = (field[at] - level) / (field[at] - field[edge < size ? at + 1 : at + nx]);
      line.push((at % nx) + (edge < size ? share : 0), Math.floor(at / nx) + (edge < size ? 0 : share));
      const after = next[edge];
      next[edge] = -1;
      edge = after;
    }
    return line;
  }

  // Lines from border to border first: what is left then are closed ones.
  const lines = crossed.filter((edge) => !entered[edge]).map(follow);
  for (const edge of crossed) if (next[edge] >= 0) lines.push(follow(edge));
  return lines;
}
