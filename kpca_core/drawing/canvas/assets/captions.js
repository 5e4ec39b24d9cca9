/** The sentences above the maps: how many lines they take. */

import { wrapped } from "./png.js";

// Width of a usual sentence: shorter ones leave room, so that maps keep their size from one setting
// to the next.
const USUAL = 290;

/** Remembers what was measured: while a slider is dragged most sentences come again. */
export function createCaptions() {
  const context = document.createElement("canvas").getContext("2d");
  const known = new Map();

  function linesOf(text, width) {
    const key = `${width} ${text}`;
    if (!known.has(key)) known.set(key, wrapped(text, (line) => context.measureText(line).width <= width).length);
    return known.get(key);
  }

  return {
    /** Set the family of fonts. What is known is forgotten: the font may have come meanwhile. */
    prepare(font) {
      known.clear();
      context.font = `12px ${font}`;
    },
    /** Lines of the longest sentence at this width; `order` names the maps that are shown. */
    lines({ sentences }, width, order = sentences.map((_, j) => j)) {
      return Math.max(Math.ceil(USUAL / width), ...order.map((j) => linesOf(sentences[j] ?? "", width)));
    },
  };
}
