/**
 * Small maps side by side: a title with a letter, a sentence, the field, its isolines and the points.
 */

import { element, fitCanvas, paintCanvas, setHidden, setText } from "../dom.js";
import { createPainter } from "../field.js";
import { TITLE, panelOrigin } from "../layout.js";
import { endOf } from "../legend.js";
import { drawAxes } from "../panels.js";
import { fieldsPart } from "../png.js";
import { formatEnd } from "../ticks.js";

const SHARPEST = 2;
// Narrower titles have room for the ends of the colour scale where their number stands alone, and
// narrower ones have no room for the ends; words need more.
const ROOMY = 138;
const NARROW = 92;
const WORDY = 190;

/**
 * @param {string} label of the group, for readers who cannot see it
 * @param {(tile: number, at: object | null) => void} [point] called with the map that is pointed at and
 *   where: s and t from 0 to 1 from its lower left corner, and the pointer; null when it leaves
 * @param {object} [painter] of the maps, as `field.js` makes one
 * @returns {{element: HTMLElement, draw: Function, part: Function}}
 */
export function createTiles(label, point = () => {}, painter = createPainter()) {
  const axes = element("canvas", { class: "axes", "aria-hidden": "true" });
  const group = element("div", { class: "tiles", role: "group", "aria-label": label }, axes);
  const tiles = [];
  let shown = null;
  let drawnAxes = "";

  function addTile() {
    const j = tiles.length;
    const letter = element("span", { class: "letter" });
    const text = element("span", { class: "text" });
    const mark = element("span", { class: "mark" });
    const range = element("span", { class: "range" });
    const name = element("span", { class: "what" }, letter, text, mark);
    const title = element("span", { class: "title" }, name, range);
    const sentence = element("span", { class: "sentence" });
    const canvas = element("canvas", { "aria-hidden": "true" });
    const tile = element("div", { class: "tile", role: "img" }, title, sentence, canvas);
    for (const type of ["pointermove", "pointerdown"]) tile.addEventListener(type, (event) => point(j, placeOn(canvas, event)));
    tile.addEventListener("pointerleave", () => point(j, null));
    tiles.push({ tile, letter, text, mark, range, sentence, canvas });
    group.append(tile);
  }

  /** What a tile says besides its title. */
  function describe({ tile, sentence }, said, words, room) {
    setText(sentence, words);
    setHidden(sentence, !room);
    const label = [said, words].filter(Boolean).join(": ");
    if (tile.getAttribute("aria-label") === label) return;
    tile.setAttribute("aria-label", label);
    tile.title = label;
  }

  return {
    element: group,
    /**
     * @param {object} picture {arrays: {fields, levels, points, labels},
     *   region, moving, withPoints, tiles: [{letter, colour, text, mark, said, sentence, range, empty,
     *   arrays, place}]}; an empty tile has no map, points are drawn unless `withPoints` is false, `arrays`
     *   are a tile's own points, and `place` is its own among the panels, -1 for none
     * @param {{panels: object, ratio: number}} room as `layoutPanels` answers, for as many tiles or
     *   more, and pixels of the screen in a CSS pixel
     * @param {object} theme
     * @param {boolean} [words] whether sentences are to be set, too
     */
    draw(picture, { panels, ratio: sharp }, theme, words = true) {
      const ratio = Math.min(SHARPEST, sharp);
      // Lines and markers grow with the type.
      const { type = 1 } = theme;
      const scale = ratio * type;
      const count = picture.tiles.length;
      shown = { picture, panels };
      while (tiles.length < count) addTile();
      while (tiles.length > count) tiles.pop().tile.remove();
      if (!count) return;
      Object.assign(group.style, { width: `${panels.totalWidth}px`, height: `${panels.totalHeight}px` });
      const [width, height] = [panels.width, panels.height].map((size) => Math.round(size * ratio));
      const { withPoints = true } = picture;
      const prepare = (arrays) =>
        painter.prepare({ ...picture, arrays: { ...picture.arrays, ...arrays } }, width, height, scale, withPoints, theme);
      prepare({});
      picture.tiles.forEach(({ letter = "", colour, text, mark = "", said, sentence = "", short, range, empty, arrays, place = null }, j) => {
        const own = tiles[j];
        const at = place ?? j;
        setHidden(own.tile, at < 0);
        if (at < 0) return;
        const { x, y } = panelOrigin(panels, at);
        const moved = `translate(${x}px, ${y - panels.title}px)`;
        if (own.tile.style.transform !== moved) own.tile.style.transform = moved;
        own.tile.style.width = `${panels.width}px`;
        setText(own.letter, letter);
        own.letter.hidden = !letter;
        if (own.letter.style.background !== colour) own.letter.style.background = colour ?? "";
        const narrow = panels.width < (short ? WORDY : ROOMY) * type;
        setText(own.text, narrow ? short || shortened(text) : text);
        setText(own.mark, mark);
        own.range.hidden = empty || panels.width < (/\d/.test(text) ? NARROW : WORDY) * type;
        setText(own.range, range ?? `±${formatEnd(endOf(picture.arrays.levels, j))}`);
        own.canvas.style.display = empty ? "none" : "";
        own.canvas.style.top = `${panels.title}px`;
        if (words) describe(own, said, sentence, panels.title > Math.round(TITLE * type));
        if (empty) return;
        if (arrays) prepare(arrays);
        painter.paint(fitCanvas(own.canvas, panels.width, panels.height, ratio), j, theme, scale);
      });
      const needs = JSON.stringify([panels, count, theme.muted, ratio]);
      if (needs === drawnAxes) return;
      drawnAxes = needs;
      const axed = { titles: picture.tiles, region: picture.region };
      paintCanvas(axes, panels.totalWidth, panels.totalHeight, ratio, (context) => drawAxes(context, axed, panels, theme));
    },
    /** The maps as they stand here, for a picture. */
    part(theme) {
      const { picture, panels } = shown;
      const titled = picture.tiles.map((tile) => ({ ...tile, title: titleOf(tile) }));
      return fieldsPart(picture, titled, panels, theme, true);
    },
  };
}

function placeOn(canvas, { clientX, clientY }) {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  return { s: (clientX - left) / width, t: 1 - (clientY - top) / height, clientX, clientY };
}

const titleOf = ({ letter, colour, text, mark }) => [
  { text: letter, badge: colour, weight: 700, size: 13 },
  { text, size: 13 },
  { text: mark, weight: 700, size: 13 },
];

/** "1: 22.558" of "1  λ = 22.558", "0.999" of "overlap 0.999". */
function shortened(text) {
  return text.replace("  λ = ", ": ").replace("overlap ", "");
}
