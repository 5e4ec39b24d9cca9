/**
 * Changes of single points that have not settled: which point a place means, and what becomes of it.
 * Knows no document.
 *
 * Points are named by numbers that stay whatever is added or removed (`numbers` of the sheet with the maps; without
 * it a point's number is its row). A change says all that becomes of one point, so that sending it
 * again changes nothing: `[number]` removes it, `[number, label]` relabels it, and
 * `[number, x, y, label]` places it.
 */

import { clamp } from "./scale.js";

// So many points are left, for without two there is no eigenfunction to point at.
const LEAST = 2;
// Changes that have not settled, as many as the server takes at once.
const MOST_AT_ONCE = 300;
// Points of a cluster that is painted: at every step of the hand so many, so far apart (pixels).
const SPRAY = 3;
const SPREAD = 9;

/** @param {() => number} [random] uniform in [0, 1) */
export function createEdits(random = Math.random) {
  const changes = new Map();
  let data = null;
  let next = 0;
  let decimals = 0;
  let most = Infinity;

  /** The points of maps with the changes that are not in it yet, by number. */
  function pointsOf({ arrays: { points, labels, numbers } }) {
    const known = new Map();
    for (let row = 0; row < labels.length; row += 1) {
      const number = numbers ? numbers[row] : row;
      known.set(number, { number, x: points[2 * row], y: points[2 * row + 1], label: labels[row] });
    }
    for (const [number, values] of changes) {
      if (!values.length) known.delete(number);
      else if (values.length === 3) known.set(number, { number, x: values[0], y: values[1], label: values[2] });
      else if (known.has(number)) known.get(number).label = values[0];
    }
    return known;
  }

  function place(maps, number, x, y, label) {
    const [xs, ys] = maps.region;
    const [across, up] = [clamp(x, ...xs), clamp(y, ...ys)].map((value) => Number(value.toFixed(decimals)));
    changes.set(number, [across, up, label]);
  }

  function add(maps, x, y, label) {
    if (pointsOf(maps).size >= most || changes.size >= MOST_AT_ONCE) return null;
    const number = next;
    next += 1;
    place(maps, number, x, y, label);
    return number;
  }

  return {
    pointsOf,
    add,
    /** Changes since the settings at rest, as a question or a release holds them. */
    get list() {
      return [...changes].map(([number, values]) => [number, ...values]);
    },
    /** Maps at rest: what has been changed is in it, or belongs to another data set. */
    settle({ edit }) {
      changes.clear();
      ({ data, next, most, decimals } = edit ?? { next: 0, most: Infinity, decimals: 0 });
    },
    /** Whether maps show the data set that the changes are those of. */
    fits: ({ edit }) => edit?.data === data,
    /**
     * The number of the point nearest to a place, null if none is within `reach` pixels.
     *
     * @param {{x: number, y: number}} at in units of the data
     * @param {{x: number, y: number}} unit of the data a pixel
     */
    hit(maps, at, unit, reach) {
      let [found, distance] = [null, reach];
      for (const { number, x, y } of pointsOf(maps).values()) {
        const away = Math.hypot((x - at.x) / unit.x, (y - at.y) / unit.y);
        if (away <= distance) [found, distance] = [number, away];
      }
      return found;
    },
    /** Put a point somewhere within the region. */
    move(maps, number, x, y) {
      const known = pointsOf(maps).get(number);
      if (known) place(maps, number, x, y, known.label);
    },
    relabel(maps, number, label) {
      const known = pointsOf(maps).get(number);
      if (!known) return;
      const own = changes.get(number);
      changes.set(number, own?.length === 3 ? [own[0], own[1], label] : [label]);
    },
    /** Remove a point; false where too few would be left. */
    remove(maps, number) {
      const known = pointsOf(maps);
      if (!known.has(number) || known.size <= LEAST) return false;
      changes.set(number, []);
      return true;
    },
    /** Add some points around a place; returns the last one's number, null where there is no room. */
    spray(maps, at, unit, label) {
      let last = null;
      for (let k = 0; k < SPRAY; k += 1) {
        const [away, turn] = [SPREAD * Math.sqrt(-2 * Math.log(1 - random())), 2 * Math.PI * random()];
        const [x, y] = [at.x + away * Math.cos(turn) * unit.x, at.y + away * Math.sin(turn) * unit.y];
        last = add(maps, x, y, label) ?? last;
      }
      return last;
    },
  };
}

/**
 * The point after another one in the order of numbers, or before it; the first one after none.
 *
 * @param {Map<number, object>} points as `pointsOf` returns them
 */
export function neighbour(points, number, step) {
  const numbers = [...points.keys()].sort((a, b) => a - b);
  if (!numbers.length) return null;
  const at = numbers.indexOf(number);
  if (at < 0) return step > 0 ? numbers[0] : numbers.at(-1);
  return numbers[(at + step + numbers.length) % numbers.length];
}

/** The row of a point on maps, −1 if they do not have it. */
export function rowOf({ arrays: { numbers, labels } }, number) {
  if (number === null) return -1;
  return numbers ? numbers.indexOf(number) : number < labels.length ? number : -1;
}
