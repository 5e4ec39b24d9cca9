/** What a reader holds, by pointer or keys: on screen at once, and settled once when it is let go. */

// Milliseconds after the last key until it counts as let go: longer than the pause between two repeats
// of a key that is held, shorter than what feels like waiting.
const SETTLE = 250;

/**
 * @param {() => void} [on.move]  something has moved, and is still held
 * @param {(moved: boolean) => void} on.rest  it was let go
 * @returns {object} `open` are the settings that no frame at rest has, by the keys of the address
 */
export function createHand({ move = () => {}, rest }) {
  let open = {};
  let held = false;
  let moved = false;
  let timer;

  /** Nothing is held, and what had moved is forgotten; says whether anything had. */
  function drop() {
    clearTimeout(timer);
    const had = moved;
    [timer, held, moved] = [undefined, false, false];
    return had;
  }

  const letGo = () => rest(drop());

  return {
    get open() {
      return open;
    },
    get busy() {
      return held || moved || timer !== undefined;
    },
    get held() {
      return held;
    },
    /** The pointer is down until `letGo`. */
    hold() {
      clearTimeout(timer);
      [timer, held] = [undefined, true];
    },
    letGo,
    /** It was a key, which may come again. */
    letGoSoon() {
      clearTimeout(timer);
      timer = setTimeout(letGo, SETTLE);
    },
    take(settings = {}) {
      open = { ...open, ...settings };
      moved = true;
      move();
    },
    /** A frame at rest has all of it. */
    settle: () => (open = {}),
    drop,
  };
}
