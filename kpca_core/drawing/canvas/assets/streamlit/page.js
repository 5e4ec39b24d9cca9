/** The page around a component: its address, its frames, and how it hears what a reader has set. */

import { queryWith } from "../address.js";
import { isLost } from "../dom.js";
import { rewriteAddress } from "../memory.js";
import { createSocket } from "../socket.js";
import { inLanguage } from "../words.js";

const WAKING = ["visibilitychange", "online"];
/** Height of the header that covers the upper edge of the page, see views/hosts/streamlit/style/page.css. */
export const HEADER_OF_PAGE = "var(--kpca-header)";

// The lines that stand: each with those who use it, by its kind.
const lines = new Map();

/**
 * A line for frames, which all drawings of a kind share, and which is tested when the computer wakes up.
 *
 * @param {string} file  the address of a module, which is one level below that of the app
 * @param {string} kind  of drawings: a page has one of them, and its line is that of the page
 * @param {object} on  `receive`, `refused`, `announced` and `changed` as of `../socket.js`
 */
export function connect(file, kind, on) {
  if (!lines.has(kind)) lines.set(kind, open(file));
  const line = lines.get(kind);
  line.users.add(on);
  return {
    ask: (question) => line.socket.ask(question, on),
    dispose() {
      line.socket.leave(on);
      line.users.delete(on);
      if (line.users.size) return;
      if (lines.get(kind) === line) lines.delete(kind);
      line.close();
    },
  };
}

function open(file) {
  const users = new Set();
  /** Tell one who asked, if it is still there. */
  const tell = (name) => (...what) => {
    const user = what.pop();
    if (users.has(user)) user[name]?.(...what);
  };
  const socket = createSocket({
    url: socketAddress(file),
    // Of a host that has no server: a class with the interface of WebSocket.
    Socket: globalThis.kpcaSocket,
    down: isLost,
    receive: tell("receive"),
    refused: tell("refused"),
    announced: tell("announced"),
    changed: (stands) => users.forEach((user) => user.changed?.(stands)),
  });
  const awake = () => document.hidden || socket.test();
  for (const type of WAKING) addEventListener(type, awake);
  const close = () => {
    for (const type of WAKING) removeEventListener(type, awake);
    socket.dispose();
  };
  return { socket, users, close };
}

/** Where frames come from, given the address of a module, which is one level below that of the app. */
export function socketAddress(file) {
  const url = inLanguage(new URL("../frames", file));
  url.protocol = url.protocol.replace("http", "ws");
  return url.href;
}

/**
 * Let the page settle what a reader has set, see `views/hosts/streamlit/messages.js`.
 *
 * @param {object} settings  values by the keys of the address
 * @param {object} [beside]  what no address holds
 * @param {object | null} [address]  the whole address instead of settings
 * @returns {number} by which it was sent, 0 where it was not
 */
export function settle(settings, beside = {}, address = null) {
  const detail = { settings, beside, address, n: 0 };
  dispatchEvent(new CustomEvent("kpca-settle", { detail }));
  return detail.n;
}

/** Let the page say what a frame measures of the goals of its step, see `views/hosts/streamlit/head/goals.js`. */
export function tellGoals(goals) {
  if (goals) dispatchEvent(new CustomEvent("kpca-goals", { detail: goals }));
}

/** Whether the reader is on the way to another page, which a message of a component would undo. */
export function isLeaving() {
  const detail = { leaving: false };
  dispatchEvent(new CustomEvent("kpca-leaving", { detail }));
  return detail.leaving;
}

/**
 * The address of the page with other settings.
 *
 * @param {object} settings  values by the keys of the address
 */
export function addressWith(here, settings) {
  const url = new URL(here);
  url.search = queryWith(url.search, settings);
  return url.href;
}

/** Write settings into the address of this entry of the history; null leaves one out. */
export function replaceAddress(settings) {
  const url = new URL(location.href);
  for (const [key, text] of Object.entries(settings)) {
    if (text === null) url.searchParams.delete(key);
    else url.searchParams.set(key, text);
  }
  if (url.href !== location.href) rewriteAddress(url.href);
}
