/** At most `room()` requests in flight; the newest value wins; the last value always goes out. */

/**
 * @param {object} options
 * @param {(request: number, values: object, after: number) => void} options.send  asks for a frame;
 *   `after` is the newest request still in flight, 0 if there is none
 * @param {(request: number, values: object) => void} options.commit  called once everything sent
 *   is answered; `request` is a number of its own, the newest
 * @param {() => boolean} [options.ready]  false while nothing can be sent; `answered` goes on
 * @param {() => number} [options.room]  how many requests may be in flight
 * @param {() => number} [options.timeout]  milliseconds after which a request counts as answered
 * @param {{setTimeout: Function, clearTimeout: Function}} [options.clock]
 */
export function createQueue({
  send,
  commit,
  ready = () => true,
  room = () => 1,
  timeout = () => 1500,
  clock = globalThis,
}) {
  let newest = 0;
  let flying = [];
  let waiting = null;
  let finishing = null;

  /** Take the requests that `over` is true of out of flight. */
  function land(over) {
    for (const { timer } of flying.filter(over)) clock.clearTimeout(timer);
    flying = flying.filter((one) => !over(one));
  }

  function pump() {
    if (!ready()) return;
    if (waiting && flying.length < room()) {
      const values = waiting;
      const after = flying.at(-1)?.request ?? 0;
      waiting = null;
      newest += 1;
      const request = newest;
      const timer = clock.setTimeout(() => {
        land((one) => one.request === request);
        pump();
      }, timeout());
      flying.push({ request, timer });
      send(request, values, after);
    } else if (finishing && !waiting && !flying.length) {
      const values = finishing;
      finishing = null;
      newest += 1;
      commit(newest, values);
    }
  }

  return {
    /** Ask for a frame of these values, now or when there is room. */
    push(values) {
      waiting = values;
      finishing = null;
      pump();
    },
    /** Commit these values as soon as nothing is in flight or waiting. */
    finish(values) {
      finishing = values;
      pump();
    },
    /** What is in flight is lost: ask for these values anew. What was to be committed still is. */
    again(values) {
      land(() => true);
      waiting = values;
      pump();
    },
    /** Report that a frame answering everything up to `request` has arrived. */
    answered(request) {
      // A remounted component must not reuse numbers that the server has already answered.
      newest = Math.max(newest, request);
      land((one) => one.request <= request);
      pump();
    },
    /** True if a frame answering everything up to `request` leaves nothing to be done. */
    settledBy(request) {
      return flying.every((one) => one.request <= request) && !waiting && !finishing;
    },
    /** Drop all requests. */
    dispose() {
      land(() => true);
      waiting = null;
      finishing = null;
    },
  };
}
