/** Says that an answer is awaited, or that the line is lost, and shows the picture as old meanwhile. */

import { element, setHidden, setText } from "./dom.js";
import { N_, _ } from "./words.js";

// Milliseconds without a new picture until the reader is told; then twice as long as the last
// picture took, so that slow frames that keep coming do not blink.
const PATIENCE = 300;
const LONGEST = 1500;
const WORKING = N_("Working …");
const LOST = N_("No connection to the server. What you set here is sent later.");

/**
 * @param {HTMLElement} root gets the class "old" while its picture is
 * @param {{since: number | null}} pace when the oldest unanswered question left
 * @param {string} [gone] said while the line is lost
 */
export function createStatus(root, pace, gone = LOST) {
  const line = element("p", { class: "status", role: "status", hidden: true });
  let isLost = false;
  let lastPaint = -Infinity;
  let patience = PATIENCE;
  let timer;

  function show() {
    clearTimeout(timer);
    const waited = pace.since === null ? 0 : performance.now() - Math.max(pace.since, lastPaint);
    const old = isLost || waited >= patience;
    root.classList.toggle("old", old);
    setText(line, isLost ? _(gone) : old ? _(WORKING) : "");
    setHidden(line, !old);
    if (!isLost && pace.since !== null) timer = setTimeout(show, Math.max(50, patience - waited));
  }

  return {
    element: line,
    /** A question has left. */
    watch() {
      if (timer === undefined) timer = setTimeout(show, patience);
    },
    /** A new picture is on screen. */
    painted() {
      const now = performance.now();
      if (pace.since !== null) patience = Math.min(LONGEST, Math.max(PATIENCE, 2 * (now - lastPaint)));
      lastPaint = now;
      show();
      timer = pace.since === null ? undefined : timer;
    },
    lost(is) {
      isLost = is;
      show();
    },
    dispose() {
      clearTimeout(timer);
    },
  };
}
