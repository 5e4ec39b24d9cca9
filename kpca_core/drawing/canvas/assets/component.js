/** One component in the hand: every view shows it, and it leads from map to map. */

import { byKind } from "./wire.js";
import { _, filled } from "./words.js";

/**
 * @param {object} on.choices what a reader has set, see `choices.js`
 * @param {() => object} on.frame on screen
 * @param {() => void} on.changed called when another one is in the hand
 * @param {(number: number) => void} on.focus called then, too
 */
export function createComponent({ choices, frame, changed, focus }) {
  const known = () => (frame() ? byKind(frame()) : { panels: { titles: [], telling: 1 }, spectrum: { values: [] } });

  function take(settings) {
    choices.take(settings);
    changed();
  }

  const component = {
    /** Its number, from 1: the chosen one, else that which the labels explain best. */
    get number() {
      return component.named || known().panels.telling;
    },
    /** The number that was chosen, 0 for none. */
    get named() {
      return Number(choices.of("j"));
    },
    /** The components of the scatter, across and up. */
    get pair() {
      return pairOf(Number(choices.of("i")), component.number);
    },
    /** How many components have maps. */
    get maps() {
      return known().panels.titles.length;
    },
    /** Whether its map has the window to itself. */
    get large() {
      return choices.isOn("large") && component.maps > 0 && component.number <= component.maps;
    },
    /** What is in the hand, and why where nobody chose it. */
    get words() {
      if (!known().spectrum.values.length) return "";
      const best = !component.named && component.number > 1;
      const text = best ? _("component {k} selected, which the labels explain best") : _("component {k} selected");
      return filled(text, { k: component.number });
    },
    /** Its eigenvalue and its sentence. */
    get said() {
      const { titles, sentences } = known().panels;
      const at = component.number - 1;
      const words = [titles[at], sentences[at]].filter(Boolean).join(" · ");
      return filled(_("component {k}: {words}"), { k: at + 1, words });
    },
    select(number) {
      const most = component.large ? component.maps : Math.max(component.maps, known().spectrum.values.length);
      if (number < 1 || number > most || number === component.named || choices.isFixed("j")) return;
      const swapped = String(number) === choices.of("i") ? { i: component.number } : {};
      take({ ...swapped, j: number });
      focus(number);
    },
    /** Selected, and where it was that before, opened. */
    press(number) {
      if (number !== component.named && !choices.isFixed("j")) component.select(number);
      else if (number === component.number) component.enlarge(true);
    },
    enlarge: (large) => take({ large }),
    /** Put a component across (axis 0) or up (1); the other axis keeps its own. */
    pairUp(axis, number) {
      const pair = [...component.pair];
      if (pair[1 - axis] === number) pair.reverse();
      else pair[axis] = number;
      const usual = String(pairOf(0, pair[1])) === String(pair);
      take({ i: usual ? "" : pair[0], j: pair[1] });
    },
  };
  return component;
}

/**
 * The components of the scatter, across and up: in their order unless a reader chose one across.
 *
 * @param {number} other  the one across, 0 where none was chosen
 * @param {number} chosen  counted from 1, as `other`
 */
export function pairOf(other, chosen) {
  return other && other !== chosen ? [other, chosen] : [1, Math.max(2, chosen)];
}

/** Index of the first map of the page of `size` that holds map `at` of `count`; pages are full. */
export function pageStart(at, count, size) {
  return Math.max(0, Math.min(count - size, Math.floor(at / size) * size));
}
