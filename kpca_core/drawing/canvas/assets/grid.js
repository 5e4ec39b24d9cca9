/**
 * A grid of panels: each has a title, a sentence and a picture, and one canvas behind all has the
 * numbers of the axes.
 */

import { drawAxes } from "./axes.js";
import { createReader, element, fitCanvas, onPointing, paintCanvas, setHidden, setLabel, setText } from "./dom.js";
import { createPainter } from "./field.js";
import { TITLE, panelOrigin } from "./layout.js";
import { endOf } from "./legend.js";
import { mapsPart } from "./png.js";
import { formatEnd } from "./ticks.js";

const SHARPEST = 2;
// Narrower titles have room for the ends of the colour scale where their number stands alone, and
// narrower ones have no room for the ends; words need more.
const ROOMY = 138;
const NARROW = 92;
const WORDY = 190;

/**
 * @param {HTMLElement} [on.root]  positioned element that holds the grid, where it reads
 * @param {string} [on.kind]  of its panels, also their class
 * @param {string} [on.tag]  of a panel
 * @param {object} [on.painter]  of the pictures, as `field.js` makes one
 * @param {(own: object, j: number) => void} [on.made]  called with the elements of a new panel
 * @param {(j: number | null) => void} [on.point]  called with the panel that is pointed at
 * @param {(j: number, at: object | null) => string[] | null} [on.read]  the tooltip's lines for a place of a
 *   picture, {s, t, x, y}: shares from its lower left corner, CSS pixels from its upper left one; null
 *   beside it
 * @param {boolean} [on.stays]  whether a finger that is lifted leaves what it asked for
 */
export function createGrid({ root, kind = "tile", tag = "div", painter = createPainter(), made = () => {}, point = () => {}, read, stays }) {
  const axes = element("canvas", { class: "axes", "aria-hidden": "true" });
  const group = element("div", { class: `grid ${kind}s`, role: "group" }, axes);
  const reader = read && createReader(root, (pointer) => {
    const own = shown && cells[pointer.j];
    return own && !own.panel.hidden ? read(pointer.j, placeAt(pointer.j, pointer)) : null;
  });
  const cells = [];
  let shown = null;
  let drawnAxes = "";

  function add() {
    const j = cells.length;
    const names = ["number", "text", "mark", "range", "sentence"];
    const [badge, text, mark, range, sentence] = names.map((name) => element("span", { class: name }));
    const canvas = element("canvas", { "aria-hidden": "true" });
    const title = element("span", { class: "title" }, element("span", { class: "name" }, badge, text, mark), range);
    const panel = element(tag, { class: `cell ${kind}` }, title, sentence, canvas);
    if (tag === "div") panel.setAttribute("role", "img");
    const own = { panel, badge, text, mark, range, sentence, canvas, named: panel };
    onPointing(panel, (event, { pointerType }) => (event || !stays || pointerType !== "touch") && pointAt(j, event));
    made(own, j);
    cells.push(own);
    group.append(panel);
  }

  function pointAt(j, event) {
    point(event && j);
    reader?.point(event && { j, clientX: event.clientX, clientY: event.clientY });
  }

  /** Where a point of the window lies on a panel's picture, null beside it. */
  function placeAt(j, { clientX, clientY }) {
    const box = cells[j].canvas.getBoundingClientRect();
    const [s, t] = [(clientX - box.left) / box.width, 1 - (clientY - box.top) / box.height];
    const { width, height } = shown.panels;
    return s >= 0 && s <= 1 && t >= 0 && t <= 1 ? { s, t, x: s * width, y: (1 - t) * height } : null;
  }

  function prepare({ picture, theme }, { arrays }, width, height, scale) {
    painter.prepare({ ...picture, arrays: { ...picture.arrays, ...arrays } }, width, height, scale, picture.withPoints ?? true, theme);
  }

  function write(own, { text, short, mark = "", range, empty, said, sentence = "", does }, j, { picture, panels, theme: { type = 1 } }) {
    const narrow = panels.width < (short ? WORDY : ROOMY) * type;
    setText(own.text, narrow ? short || shortened(text) : text);
    setText(own.mark, mark);
    setHidden(own.range, Boolean(empty) || panels.width < (/\d/.test(text) ? NARROW : WORDY) * type);
    setText(own.range, rangeOf(picture, range, j));
    setText(own.sentence, sentence);
    setHidden(own.sentence, panels.title <= Math.round(TITLE * type));
    const label = [said, sentence, does].filter(Boolean).join(": ");
    if (setLabel(own.named, label) && tag === "div" && own.named === own.panel) own.panel.title = label;
  }

  /** The largest canvas, and while a slider is dragged it hardly ever changes. */
  function drawAxesOnce({ picture, panels, theme }, ratio) {
    const count = Math.min(picture.tiles.length, panels.count);
    const state = JSON.stringify([picture.region, count, panels, theme, ratio]);
    // At rest it is drawn again: a font may have come meanwhile.
    if (picture.moving && state === drawnAxes) return;
    drawnAxes = state;
    paintCanvas(axes, panels.totalWidth, panels.totalHeight, ratio, (context) => drawAxes(context, picture.region, count, panels, theme));
  }

  return {
    element: group,
    cells,
    point: pointAt,
    placeAt,
    /**
     * Draw all panels in one go; canvases whose size stays are painted over, not cleared.
     *
     * @param {object} picture  {arrays: {fields, levels, points, labels}, region, moving, withPoints, tiles:
     *   [{badge, colour, text, short, mark, said, sentence, does, range, empty, arrays, place}]}: an empty tile
     *   has no picture, points are drawn unless `withPoints` is false, `arrays` are a tile's own, and `place` is
     *   its own among the panels, -1 for none
     * @param {{panels: object, ratio: number, width?: number}} room  as `layoutPanels` answers, for as many
     *   tiles or more, pixels of the screen in a CSS pixel, and the width in whose middle it stands
     * @param {boolean} [words]  whether these are to be set, too
     */
    draw(picture, { panels, ratio: sharp, width: across = 0 }, theme, words = true) {
      const ratio = Math.min(SHARPEST, sharp);
      // Lines and markers grow with the type.
      const scale = ratio * (theme.type ?? 1);
      while (cells.length < picture.tiles.length) add();
      while (cells.length > picture.tiles.length) cells.pop().panel.remove();
      shown = { picture, panels, theme };
      // Centred on whole pixels: half of one would blur every canvas.
      group.style.marginLeft = `${Math.max(0, Math.floor((across - panels.totalWidth) / 2))}px`;
      group.style.width = `${panels.totalWidth}px`;
      group.style.height = `${panels.totalHeight}px`;
      const [width, height] = [panels.width, panels.height].map((size) => Math.round(size * ratio));
      if (panels.count) prepare(shown, {}, width, height, scale);
      picture.tiles.forEach((tile, j) => {
        const own = cells[j];
        const place = tile.place ?? j;
        setHidden(own.panel, place < 0 || place >= panels.count);
        if (own.panel.hidden) return;
        const { x, y } = panelOrigin(panels, place);
        own.panel.style.left = `${x}px`;
        own.panel.style.top = `${y - panels.title}px`;
        own.panel.style.width = `${panels.width}px`;
        own.panel.style.height = `${panels.title + panels.height}px`;
        setText(own.badge, tile.badge ?? "");
        setHidden(own.badge, !tile.badge);
        if (own.badge.style.background !== tile.colour) own.badge.style.background = tile.colour ?? "";
        if (words) write(own, tile, j, shown);
        setHidden(own.canvas, Boolean(tile.empty));
        if (tile.empty) return;
        if (tile.arrays) prepare(shown, tile, width, height, scale);
        painter.paint(fitCanvas(own.canvas, panels.width, panels.height, ratio), j, theme, scale);
      });
      drawAxesOnce(shown, sharp);
      reader?.again();
    },
    /** The panels as they stand here, for a picture. */
    part() {
      const { picture, panels, theme } = shown;
      const tiles = picture.tiles
        .map((tile, j) => ({ ...tile, j, place: tile.place ?? j, title: titleOf(tile, kind, theme), range: rangeOf(picture, tile.range, j) }))
        .filter(({ place }) => place >= 0 && place < panels.count);
      function paint(context, tile, ratio) {
        prepare(shown, tile, context.canvas.width, context.canvas.height, ratio);
        painter.paint(context, tile.j, theme, ratio);
      }
      return mapsPart({ region: picture.region, tiles, panels, paint }, theme);
    },
  };
}

const rangeOf = ({ arrays: { levels } }, range, j) => range ?? `±${formatEnd(endOf(levels, j))}`;

/** The pieces of a title in a picture, see `png.js`. */
const titleOf = ({ badge, colour, text, mark }, kind, { muted }) => [
  colour ? { text: badge, badge: colour, weight: 700, size: 13 } : { text: badge, colour: muted },
  { text, weight: kind === "tile" ? 400 : 600, size: 13 },
  { text: mark, weight: 700, size: 13 },
];

/** "1: 22.558" of "1  λ = 22.558", "0.999" of "overlap 0.999". */
function shortened(text) {
  return text.replace("  λ = ", ": ").replace("overlap ", "");
}
