/** What a reader has picked in the drawing: on screen at once, and settled once when it is let go. */

// Milliseconds after the last key until it counts as let go, as of `controls.js`.
const SETTLE = 250;

/**
 * @param {object} on  `move` and `rest` of a scene, see `../maps.js`
 * @returns {object} `open` are the settings that no frame at rest has, by the keys of the address
 */
export function createPicks({ move, rest }) {
  let open = {};
  let held = false;
  let moved = false;
  let timer;

  function letGo() {
    clearTimeout(timer);
    timer = undefined;
    held = false;
    const changed = moved;
    moved = false;
    rest(changed);
  }

  return {
    get open() {
      return open;
    },
    get busy() {
      return held || timer !== undefined;
    },
    get held() {
      return held;
    },
    /** The pointer is down until `letGo`. */
    hold() {
      clearTimeout(timer);
      timer = undefined;
      held = true;
    },
    letGo,
    /** It was a key, which may come again. */
    letGoSoon() {
      clearTimeout(timer);
      timer = setTimeout(letGo, SETTLE);
    },
    take(settings) {
      open = { ...open, ...settings };
      moved = true;
      move();
    },
    /** A frame at rest has all of it. */
    settle: () => (open = {}),
    dispose: () => clearTimeout(timer),
  };
}
