/** One request in flight; the newest value wins; the last value always goes out. */

/**
 * @param {object} options
 * @param {(request: number, values: object) => void} options.send  asks for a frame
 * @param {(request: number, values: object) => void} options.commit  called once everything sent
 *   is answered; `request` is the newest number sent
 * @param {() => boolean} [options.ready]  false while nothing can be sent; `answered` goes on
 * @param {number} [options.timeout]  milliseconds after which a request counts as answered
 * @param {{setTimeout: Function, clearTimeout: Function}} [options.clock]
 */
export function createQueue({
  send,
  commit,
  ready = () => true,
  timeout = 1500,
  clock = globalThis,
}) {
  let newest = 0;
  let inFlight = 0;
  let waiting = null;
  let finishing = null;
  let timer;

  function release() {
    clock.clearTimeout(timer);
    inFlight = 0;
    pump();
  }

  function pump() {
    if (inFlight || !ready()) return;
    if (waiting) {
      const values = waiting;
      waiting = null;
      newest += 1;
      inFlight = newest;
      timer = clock.setTimeout(release, timeout);
      send(inFlight, values);
    } else if (finishing) {
      const values = finishing;
      finishing = null;
      commit(newest, values);
    }
  }

  return {
    /** Ask for a frame of these values, now or when the one in flight is answered. */
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
    /** Report that a frame answering everything up to `request` has arrived. */
    answered(request) {
      // A remounted component must not reuse numbers that the server has already answered.
      newest = Math.max(newest, request);
      if (request >= inFlight) release();
    },
    /** True if a frame answering everything up to `request` leaves nothing to be done. */
    settledBy(request) {
      return inFlight <= request && !waiting && !finishing;
    },
    /** Drop all requests. */
    dispose() {
      clock.clearTimeout(timer);
      inFlight = 0;
      waiting = null;
      finishing = null;
    },
  };
}
