/** Maps in rows and columns, of functions or of errors. */

import { createCaptions } from "../captions.js";
import { button, element } from "../dom.js";
import { sample } from "../field.js";
import { createGrid } from "../grid.js";
import { AXIS, GAP, GUTTER, ROW_GAP, TITLE, arrange, aspectOf, widest, withLines } from "../layout.js";
import LOOK from "../look.json" with { type: "json" };
import { createLabels, createRamp, createScale } from "../legend.js";
import { errorStops } from "../palette.js";
import { formatNumber } from "../ticks.js";
import { createOverPainter } from "./over.js";
import { _, filled } from "../words.js";

// CSS pixels of a map at most, and those below which there are fewer columns where a column means
// nothing: at 110 three groups of markers can be told apart.
const LARGEST = 330;
const LEAST = 110;
// Milliseconds of a step of points on their way.
const STEP = 60;

/** A sheet "maps" of `figure.js`. */
export function createMapSheet(root) {
  const heads = element("div", { class: "heads" });
  const scale = createRamp();
  const play = button("play", _("▶ Play"), () => {
    begun = performance.now();
    requestAnimationFrame(again);
  });
  const labels = createLabels();
  const colours = createScale(() => shown && { levels: shown.arrays.levels, nameOf: (j) => shown.tiles[j].text });
  const legend = element("div", { class: "map-legend" }, labels.element, colours.element);
  const captions = createCaptions();
  scale.element.classList.add("errors");
  let begun = null;
  let shown = null;
  let again = () => {};
  const stepAt = () => (begun === null ? Infinity : Math.floor((performance.now() - begun) / STEP));
  const grid = createGrid({ root, painter: createOverPainter(stepAt), point, read });
  const block = element("div", {}, heads, grid.element, play, legend);
  return {
    element: block,
    draw(sheet, room, theme) {
      const { width, height, whole, ratio } = room;
      grid.element.setAttribute("aria-label", sheet.label);
      captions.prepare(theme.font);
      const panels = whole ? panelsOnStage(sheet, width, height - (block.offsetHeight - grid.element.offsetHeight), theme.type) : panelsOf(sheet, width);
      const places = placesOf(sheet.tiles, panels.columns < sheet.columns);
      const sentences = sheet.tiles.map(({ sentence }) => sentence).filter(Boolean);
      const lines = sentences.length ? captions.lines({ sentences }, panels.width) : 0;
      const picture = {
        region: sheet.region,
        errors: sheet.errors,
        arrays: sheet.arrays,
        moving: false,
        withPoints: sheet.shows_points && Boolean(sheet.arrays.points),
        tiles: sheet.tiles.map((tile, j) => ({ arrays: {}, ...tile, place: places[j] })),
      };
      shown = sheet;
      grid.draw(picture, { panels: lines ? withLines(panels, lines) : panels, ratio }, theme);
      drawHeads(sheet.heads, panels);
      drawScale(sheet.errors, theme);
      drawLegend(ratio, theme);
      const steps = Math.max(0, ...sheet.tiles.map(({ arrays }) => arrays?.path?.shape[0] ?? 0));
      play.hidden = steps < 2;
      again = () => block.isConnected && this.draw(sheet, room, theme);
      if (begun === null) return;
      if (stepAt() >= steps) begun = null;
      requestAnimationFrame(again);
    },
  };

  function point(j) {
    if (j !== null && !shown.tiles[j].empty) colours.point(j);
  }

  function read(j, at) {
    return at && shown.reads && !shown.tiles[j].empty ? readout(shown, j, at) : null;
  }

  function drawLegend(ratio, theme) {
    const { groups, shows_points: marked, arrays } = shown;
    legend.hidden = !groups;
    if (!groups) return;
    labels.element.hidden = !marked;
    labels.draw(arrays.labels, groups, ratio);
    colours.draw(theme);
    colours.write();
  }

  function drawHeads(names, panels) {
    heads.hidden = !names.length;
    Object.assign(heads.style, {
      gridTemplateColumns: `repeat(${panels.columns}, ${panels.width}px)`,
      columnGap: `${GAP}px`,
      marginLeft: `${GUTTER}px`,
    });
    heads.replaceChildren(...names.map((name) => element("strong", { textContent: name })));
  }

  function drawScale(errors, theme) {
    if (!errors) return scale.element.remove();
    grid.element.after(scale.element);
    const [low, , high] = LOOK.errors.values;
    const said = filled(_("Colours of errors, from {low} to {high} of the range of f"), { low, high });
    scale.write(_("error |f̂ − f| as a share of the range of f"), LOOK.errors.values, said);
    return scale.draw(errorStops(theme));
  }
}

/** The lines that say where the pointer is on a map, and the value there. */
export function readout({ region: [[x0, x1], [y0, y1]], arrays: { fields } }, j, { s, t }) {
  const place = [x0 + s * (x1 - x0), y0 + t * (y1 - y0)].map((one) => formatNumber(one)).join("; ");
  return [`(${place})`, formatNumber(sample(fields, j, s, t), 4)];
}

/** The sheet's own columns; half of them, again and again, where maps would be too small. */
function panelsOf(sheet, width) {
  let { columns } = sheet;
  while (!sheet.fixed && columns > 1 && widest(columns, width) < LEAST) columns = Math.ceil(columns / 2);
  const panel = Math.floor(Math.min(LARGEST, widest(columns, width)));
  const count = Math.max(...placesOf(sheet.tiles, columns < sheet.columns)) + 1;
  return arrange(columns, count, panel, aspectOf(sheet));
}

/**
 * Where the tiles stand, row after row. A gap, without map and title, keeps others below what they
 * belong to: where rows were broken there is nothing to keep, and it has no place, -1.
 */
export function placesOf(tiles, broken) {
  let next = 0;
  return tiles.map(({ empty, text }) => {
    if (broken && empty && !text) return -1;
    next += 1;
    return next - 1;
  });
}

/** The columns that make the maps largest. */
function panelsOnStage(sheet, width, height, type) {
  const every = sheet.tiles.map((_, k) => {
    const title = Math.round(TITLE * type);
    const rows = Math.ceil(sheet.tiles.length / (k + 1));
    const tall = (height - AXIS * type - (rows - 1) * ROW_GAP) / rows - title;
    const panel = Math.floor(Math.min(widest(k + 1, width, type), tall * aspectOf(sheet)));
    return arrange(k + 1, sheet.tiles.length, panel, aspectOf(sheet), title, type);
  });
  return every.reduce((best, one) => (one.width > best.width ? one : best));
}
