/**
 * What a browser remembers: the one door to its storages, its cookies and its history. A page that
 * stands in a page of another site may find each of them closed, and one that is used may be full. Then
 * what is remembered lasts as long as the page.
 */

/** The storages: of all visits, and of this tab. */
export const VISITS = "localStorage";
export const TAB = "sessionStorage";
const PREFIX = "kpca-";
const YEAR = 31536000;
// The same for all modules of a page.
const spare = (globalThis.kpcaSpare ??= new Map());

const slotOf = (storage, key) => `${storage} ${key}`;

function load(storage, key) {
  const slot = slotOf(storage, key);
  if (spare.has(slot)) return spare.get(slot);
  try {
    return globalThis[storage].getItem(key);
  } catch {
    return null;
  }
}

function save(storage, key, text) {
  const slot = slotOf(storage, key);
  try {
    if (text === null) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, text);
    spare.delete(slot);
  } catch {
    spare.set(slot, text);
  }
}

/** The text remembered under a name, null if there is none. */
export const recall = (name, storage = VISITS) => load(storage, PREFIX + name);

/** Remember a text; null forgets it. */
export const remember = (name, text, storage = VISITS) => save(storage, PREFIX + name, text);

/** The value that a storage has under a key, null where there is none. */
export function read(storage, key) {
  try {
    return JSON.parse(load(storage, key));
  } catch {
    return null; // Somebody else wrote it.
  }
}

/** Keep a value in a storage. */
export const write = (storage, key, value) => save(storage, key, JSON.stringify(value));

/**
 * Send a text for a year with every request below the folder of the page, where the browser allows it.
 * The server sets its own there, too: neither need know below which path that is.
 */
export function writeCookie(name, text) {
  try {
    document.cookie = `${name}=${text}; max-age=${YEAR}; samesite=lax`;
  } catch {
    // The address says it, too.
  }
}

/**
 * Change the address of this entry of the history, or add one; some browsers refuse a hundred changes in
 * a row.
 */
export function rewriteAddress(href, adds = false) {
  try {
    if (adds) return history.pushState(null, "", href);
    return history.replaceState(history.state, "", href);
  } catch {
    return undefined; // The next change brings what this one would have.
  }
}

/**
 * A hint that is shown until what it says has been done once, in this browser.
 *
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
