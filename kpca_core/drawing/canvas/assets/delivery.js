/**
 * A released value is delivered until a frame at rest confirms it.
 *
 * It goes out as a message first. A server that was restarted does not know where to deliver it, so
 * after the line was lost, or where nothing comes back, the page is asked to draw the address that
 * holds the value; as the last resort that address is loaded.
 */

import { CLOCK } from "./clock.js";

const LOOK = 250;
// Milliseconds that a message, and then an address, may take while the server does nothing.
const PATIENCE = 2000;

/**
 * @param {object} page
 * @param {(values: object) => void} page.send  sends released values as a message
 * @param {(settings: object) => void} page.draw  draws the address with these settings
 * @param {(settings: object) => void} page.load  loads it
 * @param {() => "down" | "busy" | "idle"} page.state  of the page's own line to the server
 * @param {() => boolean} page.held  whether a slider is being dragged
 * @param {{setTimeout: Function, clearTimeout: Function, now: Function}} [clock]
 */
export function createDelivery({ send, draw, load, state, held }, clock = CLOCK) {
  let settings = null;
  let request = 0;
  let estranged = false;
  let stands = true;
  let asked = false;
  let waiting = null;
  let since = 0;
  let timer;

  function begin() {
    asked = false;
    since = clock.now();
    clock.clearTimeout(timer);
    look();
  }

  function look() {
    timer = clock.setTimeout(look, LOOK);
    const now = clock.now();
    const current = state();
    if (!stands || current === "busy") since = now;
    if (!settings && !estranged) return clock.clearTimeout(timer);
    if (!stands || held() || current === "busy") return undefined;
    const late = now - since >= PATIENCE;
    if (current === "idle" && !asked && (estranged || late)) {
      asked = true;
      since = now;
      return draw(settings ?? {});
    }
    // Without a value to be delivered nothing is lost by waiting.
    if (late && settings) {
      clock.clearTimeout(timer);
      return load(settings);
    }
    if (late && asked) [asked, since] = [false, now];
    return undefined;
  }

  return {
    /** A slider was released. */
    release(values, named) {
      settings = named;
      request = values.request;
      if (!estranged) send(values);
      // No address names the points that were moved since the last frame.
      else if (values.changes?.length) waiting = () => send(values);
      begin();
    },
    /** Call `message` once the server knows the page: now, or after the page was drawn anew. */
    pass(message) {
      if (estranged) waiting = message;
      else message();
    },
    /** The line was lost, or stands again: it may lead to a server that knows nothing. */
    line(now) {
      stands = now;
      estranged = true;
      begin();
    },
    /**
     * A frame at rest came: does it show the values released? If not, and the server had taken them,
     * something else was set after them, which may be what was set before them.
     */
    settled(frame) {
      const known = new URLSearchParams(frame.token);
      const entries = Object.entries(settings ?? {});
      const shown = entries.every(([key, value]) => value === as(value, known.get(key) ?? ""));
      const overtaken = frame.released >= request;
      // After a loss the first frame shows that the page draws again.
      estranged = false;
      if (shown || overtaken) settings = null;
      if (!settings) clock.clearTimeout(timer);
      waiting?.();
      waiting = null;
    },
    dispose() {
      clock.clearTimeout(timer);
    },
  };
}

/** A text as a value of the same kind. */
function as(value, text) {
  return typeof value === "number" ? Number(text) : text;
}
