/**
 * What all figures of a page show: the settled address, what has been changed since under the hand, and
 * which answers a reader has asked for. A figure asks for its frame by the whole state, so the newest
 * answer is right whatever was lost.
 */

import { createOrder } from "../numbers.js";

/**
 * @param {(address: string) => number} settle  writes an address down, and has the page drawn from it;
 *   gives the number by which it was sent
 */
export function createStore(settle) {
  const listeners = new Set();
  const asked = new Set();
  const answers = new Map();
  const order = createOrder();
  let settled = "";
  let changed = {};
  let held = null;
  let named = null;
  let waiting = false;
  let slide = null;
  let picture = 0;

  function address() {
    const found = new URLSearchParams(settled);
    for (const [key, value] of Object.entries(changed)) found.set(key, String(value));
    return found.toString();
  }
  const state = () => (held ? `${address()} ${JSON.stringify(held)}` : address());

  function tell() {
    for (const listener of listeners) listener();
  }

  /** Where the state under the hand has a name, it can be written down. */
  function finish() {
    if (!waiting || !named || named.state !== state()) return;
    [settled, changed, held, waiting] = [named.address, {}, null, false];
    order.settle(settle(settled));
  }

  return {
    /**
     * A part of the page was drawn with these settings, by this number; what is in the hand stays there.
     * The bar decides, which stands through all runs: a figure or an answer that Streamlit draws late is
     * that of a run before, and would take all figures a step back.
     */
    adopt({ kind, address, n }) {
      if (kind !== "bar" || !order.takes(n) || address === settled) return;
      [settled, named] = [address, null];
      tell();
    },
    /** A text that names what all figures are to show. */
    state,
    /** What the figure of a step asks for: the address, and beside it what that does not hold. */
    question(step) {
      const beside = { step, ...held, ...(asked.has(step) && { asked: true }) };
      return { address: address(), beside };
    },
    /** Something is being moved by its grip: {grip, at, x, y}. */
    hold(moved) {
      held = moved;
      tell();
    },
    /** Settings by their keys. */
    change(values) {
      changed = { ...changed, ...values };
      tell();
    },
    /** It was let go: the state is written down as soon as a frame has named it. */
    rest() {
      if (!held && !Object.keys(changed).length) return;
      waiting = true;
      finish();
    },
    /** A frame of this state has come, which names its address. */
    answered(shown, name) {
      if (shown === state()) named = { state: shown, address: name };
      finish();
    },
    isAsked: (step) => asked.has(step),
    /** A reader asks for the answer of a step, or hides it. */
    ask(step, on = !asked.has(step)) {
      if (on === asked.has(step)) return;
      if (on) asked.add(step);
      else asked.delete(step);
      tell();
    },
    /** The answer of a step in words, "" where there is none yet. */
    answerOf: (step) => (asked.has(step) && answers.get(step)) || "",
    /** It has come. */
    say(step, words) {
      if (answers.get(step) === words) return;
      answers.set(step, words);
      tell();
    },
    /** Which of the pictures of a step the stage shows, from 0. */
    get picture() {
      return picture;
    },
    choose(at) {
      picture = at;
      tell();
    },
    /** The page shows this step alone, or all of them: "". What was asked for is hidden again. */
    turn(step) {
      if (step === slide) return;
      [slide, picture] = [step, 0];
      asked.clear();
      tell();
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
