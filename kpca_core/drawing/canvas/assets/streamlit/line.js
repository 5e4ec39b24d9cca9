/** Streamlit's own line to the server: whether it stands, and messages that outlive it. */

import { CLOCK } from "../clock.js";

const LOOK = 100;
// Milliseconds without a confirmation while the server does nothing after which a message counts as
// lost. With 1000 a sweep took 5.7 s after an outage, most of it to be solved again.
const PATIENCE = 600;
// Times that it is sent again: where the page refuses it, or says an error in its place, nothing
// confirms it.
const MOST = 5;

/** "down", "busy" while the script runs, or "idle". */
export function pageState() {
  return document.documentElement.dataset.server ?? "idle";
}

/**
 * The address of the page with other settings.
 *
 * @param {string} here
 * @param {object} settings  values by the keys of the address
 */
export function addressWith(here, settings) {
  const url = new URL(here);
  for (const [key, value] of Object.entries(settings)) url.searchParams.set(key, String(value));
  return url.href;
}

/** Write settings into the address of this entry of the history; null leaves one out. */
export function replaceAddress(settings) {
  const url = new URL(location.href);
  for (const [key, text] of Object.entries(settings)) {
    if (text === null) url.searchParams.delete(key);
    else url.searchParams.set(key, text);
  }
  if (url.href !== location.href) history.replaceState(history.state, "", url.href);
}

/** Let Streamlit run the whole page with this address, as a step through the history does. */
export function drawAddress(address = location.href) {
  if (address !== location.href) history.pushState(null, "", address);
  dispatchEvent(new Event("kpca-draw"));
}

/**
 * The newest message is sent again, also to a server that was restarted, until it is confirmed.
 *
 * @param {(message: object) => void} send  what it sends has to be the same if it comes twice
 * @param {object} [page]
 * @param {(message: object) => void} [page.draw]  runs the page: a server that was restarted knows
 *   none of its fragments. An address may hold what the message says already
 * @param {() => "down" | "busy" | "idle"} [page.state]
 * @param {{setTimeout: Function, clearTimeout: Function, now: Function}} [clock]
 */
export function createSending(send, { draw = () => drawAddress(), state = pageState } = {}, clock = CLOCK) {
  let pending = null;
  let since = 0;
  let tries = 0;
  let timer;

  function look() {
    if (state() !== "idle") since = clock.now();
    if (clock.now() - since >= PATIENCE) {
      since = clock.now();
      tries += 1;
      if (tries > MOST) return forget();
      // Drawn once: it would undo what a reader sets elsewhere while it runs.
      if (tries > 1) send(pending);
      else draw(pending);
    }
    timer = clock.setTimeout(look, LOOK);
  }

  function forget() {
    pending = null;
    clock.clearTimeout(timer);
  }

  return {
    send(message) {
      clock.clearTimeout(timer);
      [pending, since, tries] = [message, clock.now(), 0];
      if (state() !== "down") send(message);
      timer = clock.setTimeout(look, LOOK);
    },
    /** Whether a message waits for its confirmation. */
    get pending() {
      return pending;
    },
    confirmed: forget,
  };
}
