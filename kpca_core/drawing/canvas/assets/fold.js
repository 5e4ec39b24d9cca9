/** Maps of a table whose slices are unlike the scores are folded away until a reader asks for them. */

import { button, setHidden, setText } from "./dom.js";
import { filled, plural } from "./words.js";

/**
 * @param {() => void} changed called when they were folded away or shown
 */
export function createFold(changed) {
  let open = false;
  // What is folded under the hand is what was folded before: maps do not come and go there.
  let unlike = [];
  const folding = button("switch folding", "", () => {
    open = !open;
    changed();
  }, { hidden: true });
  return {
    element: folding,
    /** The maps of a frame at rest are to be drawn. */
    hear(maps) {
      ({ unlike } = maps);
    },
    /** The maps that are shown, by their indices. */
    order: ({ titles }) => titles.map((_, j) => j).filter((j) => open || !unlike.includes(j)),
    /** Set the button; not where the window has a few maps alone. */
    draw({ titles }, offered) {
      const n = unlike.filter((j) => j < titles.length).length;
      const text = open
        ? plural("Fold away {n} map whose slice is unlike the scores", "Fold away {n} maps whose slices are unlike the scores", n)
        : plural("Show {n} map whose slice is unlike the scores", "Show {n} maps whose slices are unlike the scores", n);
      setText(folding, filled(text, { n }));
      folding.setAttribute("aria-expanded", String(open));
      setHidden(folding, !n || !offered);
    },
  };
}
