/** At most `room()` questions in flight; the newest value wins; the last value always goes out. */

import { give } from "./numbers.js";

/**
 * @param {(n: number, values: object) => void} options.send  asks for a frame by a question of this
 *   number
 * @param {(values: object) => void} options.commit  called once everything sent is answered
 * @param {() => boolean} [options.ready]  false while nothing can be sent; `answered` goes on
 * @param {() => number} [options.room]  how many questions may be in flight
 * @param {() => number} [options.timeout]  milliseconds after which a question counts as answered
 * @param {() => number} [options.number]  of the next question
 */
export function createQueue({
  send,
  commit,
  ready = () => true,
  room = () => 1,
  timeout = () => 1500,
  number = give,
}) {
  let flying = [];
  let waiting = null;
  let finishing = null;

  /** Take the questions that `over` is true of out of flight. */
  function land(over) {
    for (const { timer } of flying.filter(over)) clearTimeout(timer);
    flying = flying.filter((one) => !over(one));
  }

  function pump() {
    if (!ready()) return;
    if (waiting && flying.length < room()) {
      const values = waiting;
      waiting = null;
      const n = number();
      const timer = setTimeout(() => {
        land((one) => one.n === n);
        pump();
      }, timeout());
      flying.push({ n, timer });
      send(n, values);
    } else if (finishing && !waiting && !flying.length) {
      const values = finishing;
      finishing = null;
      commit(values);
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
    /** Report that an answer to everything up to `n` has arrived. */
    answered(n) {
      land((one) => one.n <= n);
      pump();
    },
    /** True if an answer to everything up to `n` leaves nothing to be done. */
    settledBy(n) {
      return flying.every((one) => one.n <= n) && !waiting && !finishing;
    },
    /** Drop all questions. */
    dispose() {
      land(() => true);
      waiting = null;
      finishing = null;
    },
  };
}
