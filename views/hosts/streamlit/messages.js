/**
 * The browser sends what a reader sets in one way: as the whole state to show, never as a change.
 * A message has the page's address, the keys that changed since the page was drawn, and data that does
 * not fit an address. Streamlit keeps it as the state of a component and sends it with every run, also
 * to a restarted server. The last message wins, and a repeated message changes nothing, so that no
 * message is confirmed, recalled or replayed. `numbers.js` orders messages; `messages.py` is the
 * other side.
 *
 * The states of a page are one list, kept in this tab: undo and redo settle the one before or after.
 */

import { TAB, read, write } from "../../../kpca_core/drawing/canvas/assets/memory.js";
import { give, hear, turn as turnTo } from "../../../kpca_core/drawing/canvas/assets/numbers.js";

const STATES = "kernel-pca-explorer.states";
const PAGES = "kernel-pca-explorer.pages";
const CARRIED = "kernel-pca-explorer.carried";
// States of a page that are kept; with 300 edited points in each they take 440 kB.
const MOST = 200;

/** Keys that two addresses do not say the same of. */
function changed(one, other) {
  return Object.keys({ ...one, ...other }).filter((key) => one[key] !== other[key]);
}

/** The messages of this tab, the same for all components. */
export function messages() {
  return (window.kpcaMessages ??= createMessages({ read, write }));
}

/**
 * @param {(place: string, key: string) => any} tab.read from a storage of the browser
 * @param {() => string} [tab.search] of the address on screen
 */
export function createMessages({ read: load, write: save, search = () => location.search }) {
  let [page, session, drawn, held] = [null, null, {}, []];
  let [message, leaving, travelled] = [null, null, false];
  // `unsure`: the present state is in the list as it was sent, and the server may write it otherwise.
  let list = { addresses: [], position: -1, unsure: false };
  let told = null;
  let waiting = [];
  // What components have given: that which sends a message, that which sends the addresses of all
  // pages, and that which hears that the list has changed.
  const on = { send: null, pages: () => {}, changed: () => {} };

  /** Nothing is on its way: whoever waited for that goes on. */
  function clear() {
    message = null;
    const due = waiting;
    waiting = [];
    for (const one of due) one();
  }

  const bare = (address) => Object.fromEntries(Object.entries(address).filter(([key]) => !held.includes(key)).sort());
  const same = (one, other) => Boolean(one && other) && JSON.stringify(bare(one)) === JSON.stringify(bare(other));

  /** An address with what is in the hand, which the browser writes into its own by itself. */
  function handed(address) {
    const shown = new URLSearchParams(search());
    const hand = held.filter((key) => shown.has(key)).map((key) => [key, shown.get(key)]);
    return { ...bare(address), ...Object.fromEntries(hand) };
  }

  /** @param {boolean} listed whether the address is in the list as it stands here */
  function send(to, address, beside, listed) {
    const before = message?.page === to ? message : null;
    list.unsure = listed || (before !== null && list.unsure);
    keep();
    const keys = [...new Set([...(before?.keys ?? []), ...changed(drawn, address), ...changed(before?.address ?? drawn, address)])];
    message = { n: give(), page: to, address, keys, beside };
    on.send?.(message);
    on.changed();
    return message.n;
  }

  function keep() {
    const spare = Math.max(0, list.addresses.length - MOST);
    list = { ...list, addresses: list.addresses.slice(spare), position: list.position - spare };
    save(TAB, STATES, { ...load(TAB, STATES), [page]: list });
  }

  function push(address) {
    if (same(list.addresses[list.position], address)) return false;
    list.addresses = [...list.addresses.slice(0, list.position + 1), bare(address)];
    list.position = list.addresses.length - 1;
    keep();
    return true;
  }

  /** The page shows what was settled last; where that changed nothing it is no state of its own. */
  function land(address) {
    const { addresses, position } = list;
    const alike = same(addresses[position - 1], address) && !same(addresses[position], address);
    addresses.splice(position - alike, 1 + alike, bare(address));
    list.position -= alike;
    list.unsure = false;
    keep();
  }

  /** The page shows what its widgets, a link or the browser's history led to. */
  function walk(address) {
    const by = travelled && [-1, 1].find((step) => same(list.addresses[list.position + step], address));
    if (!same(list.addresses[list.position], address)) travelled = false;
    if (!by) return void push(address);
    list.position += by;
    return keep();
  }

  function resume(carried) {
    save(TAB, CARRIED, null);
    if (carried.page === page && !same(carried.address, drawn)) send(page, carried.address, {}, true);
  }

  function turn(shown, address) {
    if (page !== null) turnTo();
    const known = load(TAB, STATES)?.[shown];
    page = shown;
    const anew = { addresses: [], position: -1, unsure: false };
    list = known ?? anew;
    // In a document of its own a page that shows something else begins anew.
    if (session === null && !list.unsure && !same(list.addresses[list.position], address)) list = anew;
  }

  return {
    on,
    /**
     * Let a page show something else; returns the number of the message, 0 where none is sent.
     *
     * @param {object} [change.settings] what was set, by the keys of the address
     * @param {object} [change.address] all of the address instead
     * @param {object} [change.beside] what no address holds
     * @param {string} [change.to] the page that is to show it
     */
    settle({ settings = {}, address = null, beside = {}, to }) {
      // Whoever follows a link is not on this page any more.
      if (page === null || (leaving !== null && !to)) return 0;
      const { address: base = drawn, beside: before } = (message?.page === page && message) || {};
      const texts = Object.entries(settings).map(([key, value]) => [key, String(value)]);
      const next = address ?? { ...handed(base), ...Object.fromEntries(texts) };
      if (!to || to === page) {
        const listed = push(next);
        return send(page, next, { ...(!address && before), ...beside }, listed);
      }
      leaving = to;
      return send(to, next, { ...beside, turn: true }, false);
    },
    /** Settle the state before (−1) or after (1) the present one. */
    step(by) {
      if (leaving !== null || !list.addresses[list.position + by]) return;
      list.position += by;
      send(page, handed(list.addresses[list.position]), {}, true);
    },
    get earlier() {
      return list.position > 0;
    },
    get later() {
      return list.position + 1 < list.addresses.length;
    },
    /** Whether the page shows what was settled last. */
    get landed() {
      return message === null;
    },
    /** Call `act` once the page shows what was settled last: at once where nothing is on its way. */
    after(act) {
      if (message === null) act();
      else waiting.push(act);
    },
    /**
     * A page was drawn.
     *
     * @param {string} shown.session a text that no other session of the server has
     * @param {string[]} shown.held keys of what is in the hand
     * @param {number} shown.n of the newest message that the session has had
     * @param {object} shown.pages addresses of all pages that the session knows
     */
    drawn(shown) {
      const restarted = session !== null && session !== shown.session;
      const carried = session === null ? load(TAB, CARRIED) : null;
      if (page !== shown.page) turn(shown.page, shown.address);
      if (leaving === page) leaving = null;
      ({ session, held } = shown);
      hear(shown.n);
      if (message && shown.n < message.n) return;
      drawn = shown.address;
      const waiting = message?.page === page ? message : null;
      // A session begins with the address, whatever it is told besides.
      if (restarted && waiting) return void send(page, waiting.address, waiting.beside, list.unsure);
      clear();
      if (list.unsure) land(drawn);
      else walk(drawn);
      const pages = { ...load(TAB, PAGES), ...shown.pages };
      save(TAB, PAGES, pages);
      const text = JSON.stringify(pages);
      const forgotten = Object.keys(pages).length > Object.keys(shown.pages).length;
      if (forgotten && told !== text && leaving === null) on.pages(pages);
      told = forgotten && leaving === null ? text : null;
      on.changed();
      if (carried) resume(carried);
    },
    /** Keep what is on its way to the server for the document that replaces this one. */
    carry() {
      if (message) save(TAB, CARRIED, { page: message.page, address: message.address });
    },
    /** The reader moved through the browser's history, which decides now, to the page of this name. */
    travel(name) {
      [travelled, leaving] = [true, name === page ? null : name];
      list.unsure = false;
      clear();
    },
    /** Whether another page is on its way: what this one sent now would bring it back. */
    get leaving() {
      return leaving !== null;
    },
    /** The reader follows a link to another page; null: there is no way to it. */
    leave(name) {
      leaving = name === page ? null : name;
    },
    /** A component can send from now on. */
    connect(sending, pages) {
      const first = on.send === null;
      Object.assign(on, { send: sending, pages });
      if (first && message) on.send(message);
      // A page can be drawn before.
      if (first && told) on.pages(JSON.parse(told));
    },
  };
}
