/** Small maps side by side: a title with a letter, the field, its isolines and the points. */

import { element, fitCanvas, setText } from "../dom.js";
import { createPainter } from "../field.js";
import { layoutPanels, panelOrigin } from "../layout.js";
import { largestLevel } from "../palette.js";
import { drawAxes } from "../panels.js";
import { formatEnd } from "../ticks.js";

const SHARPEST = 2;
// Narrower titles have room for the ends of the colour scale where their number stands alone.
const ROOMY = 138;

/**
 * @param {string} label of the group, for readers who cannot see it
 * @returns {{element: HTMLElement, draw: Function}}
 */
export function createTiles(label) {
  const axes = element("canvas", { class: "axes", "aria-hidden": "true" });
  const group = element("div", { class: "tiles", role: "group", "aria-label": label }, axes);
  const painter = createPainter();
  const tiles = [];
  let drawnAxes = "";

  function addTile() {
    const letter = element("span", { class: "letter" });
    const text = element("span", { class: "text" });
    const mark = element("span", { class: "mark" });
    const range = element("span", { class: "range" });
    const name = element("span", { class: "what" }, letter, text, mark);
    const title = element("span", { class: "title" }, name, range);
    const canvas = element("canvas", { "aria-hidden": "true" });
    const tile = element("div", { class: "tile", role: "img" }, title, canvas);
    tiles.push({ tile, letter, text, mark, range, canvas });
    group.append(tile);
  }

  return {
    element: group,
    /**
     * @param {object} picture {arrays: {fields, levels, points, labels, vertices, starts, lines},
     *   region, moving, tiles: [{letter, colour, text, mark, said, empty}]}; an empty
     *   tile has no map
     * @param {{width: number, height: number, ratio: number, columns: number}} room in CSS pixels, of
     *   which each has `ratio` of the screen's; `columns`, if given, how many tiles stand in a row
     */
    draw(picture, room, theme) {
      const ratio = Math.min(SHARPEST, room.ratio);
      const [[x0, x1], [y0, y1]] = picture.region;
      const count = picture.tiles.length;
      const panels = layoutPanels({ ...room, count: room.most ?? count, aspect: (x1 - x0) / (y1 - y0) });
      while (tiles.length < count) addTile();
      while (tiles.length > count) tiles.pop().tile.remove();
      if (!count) return;
      Object.assign(group.style, { width: `${panels.totalWidth}px`, height: `${panels.totalHeight}px` });
      const [width, height] = [panels.width, panels.height].map((size) => Math.round(size * ratio));
      const { levels } = picture.arrays;
      const ends = levels.shape[1];
      painter.prepare(picture, width, height, ratio, true, theme);
      picture.tiles.forEach(({ letter, colour, text, mark, said, empty }, j) => {
        const own = tiles[j];
        const { x, y } = panelOrigin(panels, j);
        const place = `translate(${x}px, ${y - panels.title}px)`;
        if (own.tile.style.transform !== place) own.tile.style.transform = place;
        own.tile.style.width = `${panels.width}px`;
        setText(own.letter, letter);
        own.letter.hidden = !letter;
        if (own.letter.style.background !== colour) own.letter.style.background = colour ?? "";
        setText(own.text, panels.width < ROOMY ? shortened(text) : text);
        setText(own.mark, mark);
        own.range.hidden = empty;
        setText(own.range, `±${formatEnd(largestLevel(levels.subarray(j * ends, (j + 1) * ends)))}`);
        own.canvas.style.visibility = empty ? "hidden" : "visible";
        if (own.tile.getAttribute("aria-label") !== said) {
          own.tile.setAttribute("aria-label", said);
          own.tile.title = said;
        }
        painter.paint(fitCanvas(own.canvas, panels.width, panels.height, ratio), j, theme, ratio);
      });
      const needs = JSON.stringify([panels, count, theme.muted, ratio]);
      if (needs === drawnAxes) return;
      drawnAxes = needs;
      const context = fitCanvas(axes, panels.totalWidth, panels.totalHeight, ratio);
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, panels.totalWidth, panels.totalHeight);
      drawAxes(context, { titles: picture.tiles, region: picture.region }, panels, theme);
    },
  };
}

/** "1: 22.558" of "1  λ = 22.558", "0.999" of "overlap 0.999". */
function shortened(text) {
  return text.replace("  λ = ", ": ").replace("overlap ", "");
}
