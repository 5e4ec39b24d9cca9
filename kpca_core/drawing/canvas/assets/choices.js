/**
 * What a reader switches within the drawing: on screen at once, whatever the line does.
 *
 * Values are texts by the keys that addresses name them with, as frames have them in `choices`;
 * `locked` and `hidden` of a frame list the keys that the reader cannot change, or does not see. What
 * is switched is sent with every release until a frame at rest settles it. What is in the hand, HELD,
 * is written into the address at once, which replaces its entry in the browser's history; it is the
 * reader's until a frame knows of it, see `numbers.js`.
 */

import { setHidden } from "./dom.js";
import { give } from "./numbers.js";

// Where frames name no choices.
const USUAL = { view: "maps", log: "false", markers: "true", i: "", j: "", large: "false" };
const HELD = ["i", "j", "large"];

/**
 * @param {() => void} chosen something was chosen that is to be settled
 * @param {(settings: object, n: number) => void} hold something is in the hand, since it was given
 *   the number n: texts by key, null for what addresses leave out
 */
export function createChoices(chosen, hold = () => {}) {
  const buttons = [];
  let settled = USUAL;
  let usual = USUAL;
  let open = {};
  let mine = {};
  let held = 0;
  let locked = [];
  let hidden = [];
  const of = (key) => open[key] ?? mine[key] ?? settled[key];
  const isFixed = (key) => locked.includes(key) || hidden.includes(key);
  const texts = (settings) => Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, String(value)]));

  function choose(settings) {
    open = { ...open, ...texts(settings) };
    chosen();
  }

  function take(settings) {
    const free = Object.entries(texts(settings)).filter(([key]) => !isFixed(key));
    held = give();
    mine = { ...mine, ...Object.fromEntries(free) };
    write(free.map(([key]) => key));
  }

  function write(keys) {
    const now = (key) => mine[key] ?? settled[key];
    hold(Object.fromEntries(keys.map((key) => [key, now(key) === usual[key] ? null : now(key)])), held);
  }

  return {
    of,
    choose,
    /** Take what belongs to HELD into the hand. */
    take,
    isOn: (key) => of(key) === "true",
    /** What no frame has settled yet. */
    get open() {
      const others = Object.entries(mine).filter(([key, text]) => text !== settled[key]);
      return { ...Object.fromEntries(others), ...open };
    },
    /** Let a button choose a value, or where there is none, switch a setting on and off. */
    button(node, key, value) {
      const next = () => value ?? String(of(key) !== "true");
      node.addEventListener("click", () => next() !== of(key) && choose({ [key]: next() }));
      buttons.push({ node, key, on: value ?? "true" });
      return node;
    },
    /** Whether the reader cannot change what a key sets. */
    isFixed,
    /** The settings of a frame at rest are those on screen. */
    settle({ n, choices, usual: left = USUAL, locked: fixed = [], hidden: unseen = [] }) {
      settled = choices ?? { ...settled, ...open };
      [open, usual, locked, hidden] = [{}, left, fixed, unseen];
      if (!choices) return;
      const others = held ? Object.keys(mine).filter((key) => mine[key] !== settled[key]) : [];
      if (n >= held) mine = {};
      // The address has what was in the hand, or what the page that was drawn has written into it.
      if (others.length) write(others);
    },
    /** The reader moved through the browser's history: its address says what is in the hand until a frame is here. */
    follow(address) {
      held = 0;
      mine = Object.fromEntries(HELD.map((key) => [key, address.get(key) ?? usual[key]]));
    },
    /** Set the buttons. */
    prepare() {
      for (const { node, key, on } of buttons) {
        node.setAttribute("aria-pressed", String(of(key) === on));
        node.disabled = locked.includes(key);
        setHidden(node, hidden.includes(key));
      }
    },
  };
}
