/** What a reader's browser remembers between visits, where it does. */

const PREFIX = "kpca-";

/** The text remembered under a name, null if there is none. */
export function recall(name) {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null; // A browser may forbid it.
  }
}

/** Remember a text. */
export function remember(name, text) {
  try {
    localStorage.setItem(PREFIX + name, text);
  } catch {
    // Then it holds for this visit.
  }
}

/**
 * A hint that is shown until what it says has been done once, in this browser.
 *
 * @param {HTMLElement} node
 * @param {string} name
 * @returns {() => void} to be called when it has been done
 */
export function hint(node, name) {
  node.hidden = recall(`hint-${name}`) === "done";
  return () => {
    if (node.hidden) return;
    node.hidden = true;
    remember(`hint-${name}`, "done");
  };
}
