/**
 * What a reader switches within the drawing: on screen at once, whatever the line does, and sent with
 * every release until a frame at rest settles it.
 *
 * Values are texts by the keys that addresses name them with, as frames have them in `choices`;
 * `locked` and `hidden` of a frame list the keys that the reader cannot change, or does not see.
 */

import { setHidden } from "./dom.js";

// Where frames name no choices.
const USUAL = { view: "maps", log: "false", markers: "true" };

/** @param {() => void} chosen something was chosen */
export function createChoices(chosen) {
  const buttons = [];
  let settled = USUAL;
  let open = {};
  let locked = [];
  let hidden = [];
  const of = (key) => open[key] ?? settled[key];

  function choose(settings) {
    const texts = Object.entries(settings).map(([key, value]) => [key, String(value)]);
    open = { ...open, ...Object.fromEntries(texts) };
    chosen();
  }

  return {
    of,
    choose,
    isOn: (key) => of(key) === "true",
    /** What no frame has settled yet. */
    get open() {
      return open;
    },
    /** Let a button choose a value, or where there is none, switch a setting on and off. */
    button(node, key, value) {
      const next = () => value ?? String(of(key) !== "true");
      node.addEventListener("click", () => next() !== of(key) && choose({ [key]: next() }));
      buttons.push({ node, key, on: value ?? "true" });
    },
    /** Whether the reader cannot change what a key sets. */
    isFixed: (key) => locked.includes(key) || hidden.includes(key),
    /** The settings of a frame at rest are those on screen. */
    settle({ choices, locked: fixed = [], hidden: unseen = [] }) {
      settled = choices ?? { ...settled, ...open };
      [open, locked, hidden] = [{}, fixed, unseen];
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
