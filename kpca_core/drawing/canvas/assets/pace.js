/**
 * How much a drawing may ask for while a slider is dragged, by what its line was measured to carry.
 *
 * On a fast line there is one question at a time, and frames are as fine as the panels' pixels. On
 * a slow one frames are deflated and, where needed, coarser; where the way is long up to four
 * questions are under way, because one alone would be bounded by the round trip.
 */

const SMOOTHING = 0.3;
// Frames whose cost is remembered.
const REMEMBERED = 12;
// Milliseconds of the line that one frame may take.
const AIM = 80;
// A longer way there and back, in milliseconds, is filled with more than one question.
const LONG = 30;
const MOST = 4;
// Milliseconds after which a question counts as answered, at least; then as many round trips.
const PATIENCE = [1500, 5];
// Pixels of the screen for a sample of a field while it moves.
const PIXELS = 3.6;
const COARSEST = 24;
// Bytes of a deflated frame, measured on 24² to 100² samples of the default page: isolines and
// words, and then so much a sample.
const BASE = 8000;
const BYTES_A_SAMPLE = 0.29;
// Milliseconds by which a busy page may take a frame late that is there: a task of its own. Without
// this, small frames on a fast line looked like a slow line, and stayed small.
const TASK = 30;
// Milliseconds for a byte below which deflating takes both ends longer than it saves the line.
const FAST = 3e-4;

export function createPace() {
  const asked = new Map();
  let trip = null;
  let way = null;
  let costs = [];
  let cost = null;
  let announced = null;

  const smooth = (known, found) => (known === null ? found : known + SMOOTHING * (found - known));

  return {
    /** A question leaves. */
    asked(n) {
      asked.set(n, { at: performance.now(), alone: asked.size === 0 });
    },
    /**
     * A frame leaves the server, after that many milliseconds of work: what passes until it is here
     * is what the line takes to carry it.
     */
    announced(worked) {
      announced = { at: performance.now(), worked };
    },
    /**
     * A frame that answers everything up to `n` has arrived, of that many bytes, or none that
     * the line has carried.
     */
    answered(n, bytes = 0) {
      const now = performance.now();
      if (announced !== null && bytes) {
        const late = now - announced.at;
        costs = [...costs, late < TASK ? 0 : late / bytes].slice(-REMEMBERED);
        // The mean: a busy page hides some delays and adds to others. To take a fast line for a slow
        // one costs a millisecond, to take a slow one for fast makes the picture stand still.
        cost = costs.reduce((sum, one) => sum + one, 0) / costs.length;
      }
      const start = asked.get(n);
      if (start) trip = smooth(trip, now - start.at);
      // One that others were before has waited for them, too.
      if (start?.alone && announced) way = smooth(way, announced.at - start.at - announced.worked);
      announced = null;
      for (const known of asked.keys()) if (known <= n) asked.delete(known);
    },
    /** When the oldest question that is not answered left, null if all are. */
    get since() {
      return asked.size ? Math.min(...[...asked.values()].map(({ at }) => at)) : null;
    },
    /** What was asked for is lost. */
    forget() {
      asked.clear();
      announced = null;
    },
    /** How many questions may be under way. */
    room: () => (way === null || way < LONG ? 1 : Math.min(MOST, 1 + Math.ceil(way / AIM))),
    /** Milliseconds after which a question counts as answered. */
    timeout: () => Math.max(PATIENCE[0], PATIENCE[1] * trip),
    /**
     * Samples an axis, and whether to deflate.
     *
     * @param {number} pixels of the screen along the longer side of a panel
     * @param {number} count of panels
     */
    detail(pixels, count) {
      const sharp = Math.max(COARSEST, Math.round(pixels / PIXELS));
      if (cost !== null && cost < FAST) return { samples: sharp, deflate: false };
      if (cost === null) return { samples: sharp, deflate: true };
      const bytes = Math.max(0, AIM / cost - BASE) / Math.max(1, count);
      const affordable = Math.round(Math.sqrt(bytes / BYTES_A_SAMPLE));
      return { samples: Math.min(sharp, Math.max(COARSEST, affordable)), deflate: true };
    },
  };
}
