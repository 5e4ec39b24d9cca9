/** At most `room()` questions in flight; the newest state wins; the last one always goes out. */

import { give } from "./numbers.js";

/**
 * @param {(n: number) => void} options.send  asks for a frame of what is set now, by a question of this number
 * @param {() => void} options.commit  called once everything sent is answered
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
  let waiting = false;
  let finishing = false;

  /** Take the questions that `over` is true of out of flight. */
  function land(over) {
    for (const { timer } of flying.filter(over)) clearTimeout(timer);
    flying = flying.filter((one) => !over(one));
  }

  function pump() {
    if (!ready()) return;
    if (waiting && flying.length < room()) {
      waiting = false;
      const n = number();
      const timer = setTimeout(() => {
        land((one) => one.n === n);
        pump();
      }, timeout());
      flying.push({ n, timer });
      send(n);
    } else if (finishing && !waiting && !flying.length) {
      finishing = false;
      commit();
    }
  }

  return {
    /** Ask for a frame, now or when there is room. */
    push() {
      [waiting, finishing] = [true, false];
      pump();
    },
    /** Commit as soon as nothing is in flight or waiting. */
    finish() {
      finishing = true;
      pump();
    },
    /** What is in flight is lost: ask anew. What was to be committed still is. */
    again() {
      land(() => true);
      waiting = true;
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
      [waiting, finishing] = [false, false];
    },
  };
}
