/** Images of digits by their scores, and the image that comes back from a place among them. */

import { createBack } from "../back.js";
import { element } from "../dom.js";
import { createImages } from "../figure/images.js";
import { createScores } from "../scores.js";
import { byKind } from "../wire.js";

// CSS pixels from which on the image stands beside the scatter, its room, and what stands below that.
const BESIDE = 760;
const IMAGE = 440;
const BELOW = 40;
const LEAST = 360;
const NO_LASSO = { active: false, watch() {} };

/** A scene, see `../maps.js`. */
export function createDigitScores({ root, changed, choose, frame, move, rest }) {
  const sheets = () => byKind(frame());
  const isFixed = (key) => Boolean(frame() && sheets().labelled.fixed.includes(key));
  const pair = () => sheets().scores.pair;
  const back = createBack({ frame, pair, fixed: () => isFixed("back"), move, rest, changed });
  const component = {
    get pair() {
      return pair();
    },
    number: 0,
    select() {},
    /** A place belongs to its components. */
    pairUp(axis, number) {
      const next = [...pair()];
      if (next[1 - axis] === number) next.reverse();
      else next[axis] = number;
      choose({ i: next[0], j: next[1], back: "" });
    },
  };
  const scatter = createScores({ root, hover() {}, choices: { isFixed }, component, lasso: NO_LASSO, back });
  const images = createImages(root);
  const row = element("div", { class: "view-block image-scores" }, scatter.element, images.element);

  return {
    elements: [row],
    get busy() {
      return back.busy;
    },
    asked: () => back.open,
    settings: () => back.open,
    settle: back.settle,
    // No fields are drawn, whatever their detail.
    pixels: () => 0,
    prepare: back.prepare,
    room: (_frame, { width, viewport, top, chrome }) => ({
      beside: width >= BESIDE,
      height: Math.max(LEAST, viewport - top - chrome - BELOW),
    }),
    draw({ sheets: all, moving }, { width, height, beside, ratio, words }, theme) {
      const { scores, labelled, images: drawn } = byKind({ sheets: all });
      const across = beside ? width - IMAGE : width;
      scatter.element.style.width = `${across}px`;
      scatter.draw({ scores, panels: labelled }, { width: across, height, lead: true, moving, words }, theme, ratio);
      images.element.hidden = !drawn;
      if (drawn) images.draw(drawn, { width: Math.min(IMAGE, width), ratio }, theme);
    },
    dispose: back.dispose,
  };
}
