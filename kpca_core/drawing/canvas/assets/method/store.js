/**
 * What all figures of a page show: the settled address, and what has been changed since under the hand.
 * A figure asks for its frame by the whole state, so the newest answer is right whatever was lost.
 */

/**
 * @param {(address: string) => void} settle  writes an address down, and has the page drawn from it
 */
export function createStore(settle) {
  const listeners = new Set();
  let settled = "";
  let changed = {};
  let named = null;
  let waiting = false;

  const query = () => {
    const found = new URLSearchParams(settled);
    for (const [key, value] of Object.entries(changed)) found.set(key, String(value));
    return found.toString();
  };

  function tell() {
    for (const listener of listeners) listener();
  }

  /** Where the state under the hand has a name, it can be written down. */
  function finish() {
    if (!waiting || !named || named.query !== query()) return;
    [settled, changed, waiting] = [named.address, {}, false];
    settle(settled);
  }

  return {
    /** The page was drawn with these settings; what is in the hand stays there. */
    adopt(address) {
      if (address === settled) return;
      [settled, named] = [address, null];
      tell();
    },
    query,
    /** Settings by their keys, or what a grip reports: {grip, grip_at, grip_x, grip_y}. */
    change(values) {
      changed = { ...changed, ...values };
      tell();
    },
    /** It was let go: the state is written down as soon as a frame has named it. */
    rest() {
      if (!Object.keys(changed).length) return;
      waiting = true;
      finish();
    },
    /** A frame for this query has come, which names its address. */
    answered(asked, address) {
      if (asked === query()) named = { query: asked, address };
      finish();
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
