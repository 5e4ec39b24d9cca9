/**
 * The one order of what this tab sends and is answered.
 *
 * All that leaves the tab has a number, larger than every one before: a question for a frame, and what
 * a reader has settled. An answer has the largest number that it takes into account: a frame under the
 * pointer that of its question, and all that a run of the page draws that of the newest message that
 * its session has had. So:
 *
 * - What is older than what was settled in a drawing is not shown there: what knows of it comes.
 * - While the pointer is down, nothing older than the picture on screen is shown.
 * - What a reader has in the hand (`choices.js`) stays until an answer knows of it.
 * - A frame follows the newer one of the picture on screen and the server's last one for this drawing.
 * - What stood on a page that was left is not taken up when the reader comes back to that page.
 *
 * An answer may then come late, twice or never, over any connection and from any server.
 */

// The same for all modules of a page.
const tab = (globalThis.kpcaNumbers ??= { newest: 0, turned: 0 });

/** The next number. */
export const give = () => (tab.newest += 1);

/** A number that was answered: those given from now on are larger, whoever gave it. */
export const hear = (n) => (tab.newest = Math.max(tab.newest, n));

/** Another page is on screen. */
export const turn = () => (tab.turned = give());

/** The number from which on the page on screen has been there. */
export const turned = () => tab.turned;

/** The order of one drawing. */
export function createOrder() {
  let [due, shown] = [0, 0];
  return {
    /** Something was settled here by the message of this number, 0 where none was sent. */
    settle(n) {
      due = n || due;
    },
    /** Whether to show an answer; `held`: whether it must not be older than what is shown. */
    takes(n, held = false) {
      hear(n);
      if (n < due || (held && n < shown)) return false;
      [due, shown] = [0, n];
      return true;
    },
  };
}
