/** Where the letters of lines stand: pure functions of places in CSS pixels. */

/** Height of the row of letters below the lines. */
export const STRIP = 16;
// Distances of two letters, of one from a corner, and of those at the side from the plot.
const APART = 11;
const CORNER = 5;
const ASIDE = 13;

/**
 * Where a line ends: at its last value, or where it leaves the plot through the lower edge.
 *
 * @returns {{x: number, y: number} | null} null for a line that is not in the plot
 */
export function endOf(values, { xOf, yOf, bottom }) {
  const last = values.findLastIndex((value) => value !== null && yOf(value) <= bottom);
  if (last < 0) return null;
  const [x, y] = [xOf(last), yOf(values[last])];
  const next = values[last + 1] ?? null;
  if (next === null) return { x, y };
  const share = (bottom - y) / (yOf(next) - y) || 0;
  return { x: x + share * (xOf(last + 1) - x), y: bottom };
}

/**
 * The middles of letters near the ends of their lines: in the row below the lines, and at the right
 * of the plot for lines that end there.
 *
 * @returns {{x: number, y: number, aside: boolean}[]} `aside` for those at the right
 */
export function lettersOf(ends, { left, right, top, bottom }) {
  const middle = bottom + STRIP / 2;
  const all = ends.map((_, k) => k);
  const placed = [];
  const aside = all.filter((k) => ends[k].x >= right);
  const below = all.filter((k) => ends[k].x < right);
  const heights = apart(aside.map((k) => ends[k].y), top + CORNER, middle);
  aside.forEach((k, i) => (placed[k] = { x: right + ASIDE, y: heights[i], aside: true }));
  const across = apart(below.map((k) => ends[k].x), left + CORNER, right - CORNER);
  below.forEach((k, i) => (placed[k] = { x: across[i], y: middle, aside: false }));
  return placed;
}

/** Numbers moved into [low, high] and apart, by a letter where there is room; their order stays. */
export function apart(wanted, low, high) {
  const order = wanted.map((_, k) => k).sort((a, b) => wanted[a] - wanted[b] || a - b);
  const last = order.length - 1;
  const gap = last > 0 ? Math.min(APART, (high - low) / last) : 0;
  const up = [];
  const down = [];
  order.forEach((k, i) => (up[i] = Math.max(wanted[k], i ? up[i - 1] + gap : low)));
  for (let i = last; i >= 0; i -= 1) down[i] = Math.min(wanted[order[i]], i < last ? down[i + 1] - gap : high);
  const moved = [];
  // Both keep the gaps, and so does their mean, also after the limits.
  order.forEach((k, i) => {
    moved[k] = (Math.min(up[i], high - (last - i) * gap) + Math.max(down[i], low + i * gap)) / 2;
  });
  return moved;
}
