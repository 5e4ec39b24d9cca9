/**
 * What a drawing has besides its maps where they fill the window: on the stage, which a class reads
 * from its last row, a line that says what is shown, and there and where one map is open, the way to
 * the others.
 */

import { button, element, setHidden, setText } from "./dom.js";
import { _, filled } from "./words.js";

// How much larger type is on the stage: the smallest, numbers on axes of 11 px, then has 18.
export const TYPE = 18 / 11;
// Maps at once on the stage, at most: a projector of 1280 pixels shows two of them well.
export const mostMaps = (width) => (width < 1400 ? 2 : 4);
// CSS pixels of the spectrum, a strip.
export const STRIP = 64;

/**
 * @param {(by: number) => void} on.step the one before or after is asked for, −1 or 1
 */
export function createGuide({ step, close }) {
  const back = button("switch", "‹", () => step(-1), { "aria-label": _("Previous component") });
  const next = button("switch", "›", () => step(1), { "aria-label": _("Next component") });
  const shut = button("switch", "✕", close, { "aria-label": _("Close the large map") });
  const place = element("span", { class: "place" });
  const words = element("span", { class: "words" });
  return {
    element: element("div", { class: "guide", hidden: true }, back, place, next, words, shut),
    /**
     * @param {number} shown.first index of the first map that is shown
     * @param {number} shown.few how many are, and `count` how many there are
     * @param {string} shown.said of the component in the hand
     * @param {boolean} shown.large whether its map is open
     */
    draw({ first, few, count, said, large }) {
      const text = few === 1 ? _("{first} of {n}") : _("{first} to {last} of {n}");
      setText(place, filled(text, { first: first + 1, last: first + few, n: count }));
      setText(words, said);
      back.disabled = first === 0;
      next.disabled = first + few >= count;
      setHidden(shut, !large);
    },
  };
}

/** Data, kernel and formula in a line; the sliders beside it have the values. */
export function createLine() {
  const line = element("p", { class: "line-of-stage", hidden: true });
  return {
    element: line,
    draw: ({ stage = [] }) => setText(line, stage.join("  ·  ")),
  };
}
