/**
 * The scene of the page "Compare" (see `../maps.js`): the maps of two sides, their differences, and
 * the principal angles between their scores.
 */

import { createCaptions } from "../captions.js";
import { createTooltip, element, setLabel, setText } from "../dom.js";
import { createGrid } from "../grid.js";
import { aspectOf, layoutPanels, withLines } from "../layout.js";
import { createLegend } from "../legend.js";
import { composed, textPart } from "../png.js";
import { chartPart, createChart } from "../sweep/chart.js";
import { colourOf } from "../sweep/theming.js";
import { explain } from "../terms.js";
import { N_, _, filled } from "../words.js";

const SCALES = ["A", "B", "A − B"];
const ANGLES = N_("Principal angles between the scores of A and B");
// CSS pixels: the chart of the angles, the least height of a row of maps, with which six of them fill
// a window of 1920, and what a window has besides three of them.
const CHART = 200;
const ROW = 240;
const OTHERS = 620;
const WIDEST = 560;
// All functions of a side stand in one row as long as maps are this wide: at 123 pixels the shapes of
// 90 markers cannot be told apart, at 139 they can.
const SMALLEST = 130;

export function createPairs({ root, save, frame: shown }) {
  root.classList.add("pairs");
  const rows = SCALES.map((name, k) => ({
    name,
    heading: element("h2", { class: "side" }),
    grid: createGrid({ point: (j) => point(k, j) }),
  }));
  const legend = createLegend(() => save(compose), (row) => ({ levels: shown().sheets[row].arrays.levels, row: SCALES[row] }));
  const captions = createCaptions();
  const chart = createChart({ root, scrub: () => {} });
  const caption = element("h2", { class: "side" });
  explain(caption, _(ANGLES), createTooltip(root));
  // Lines that the sentences have, and the width of maps that they were counted for.
  let lines = 0;
  let across = Infinity;

  const sidesOf = ({ sheets }) => sheets.slice(0, rows.length);
  const countOf = (frame) => Math.max(...sidesOf(frame).map(({ tiles }) => tiles.length));

  function linesOf(frame, width) {
    const sentences = sidesOf(frame).flatMap(({ tiles }) => tiles.map(({ sentence }) => sentence).filter(Boolean));
    return captions.lines({ sentences }, width);
  }

  function point(row, tile) {
    // The frame to be painted next may have fewer.
    if (tile !== null && shown().sheets[row].tiles[tile]?.empty === false) legend.scale.point(tile, row);
  }

  function drawRow({ heading, grid }, sheet, { moving }, { panels, lines: most, ratio, words }, theme) {
    const tiles = sheet.tiles.map((tile) => ({ ...tile, colour: tile.identity === null ? "" : colourOf(tile.identity, theme) }));
    const described = tiles.some(({ sentence }) => sentence);
    grid.draw({ ...sheet, moving, tiles }, { panels: described ? withLines(panels, most) : panels, ratio }, theme, words);
    if (!words) return;
    setText(heading, sheet.label);
    setLabel(grid.element, sheet.label);
  }

  /** Both sides, the differences and the angles as a picture. */
  function compose({ frame, plan: { width }, theme, heading, caption: origin }) {
    const title = (text) => textPart(text, theme, { weight: 600, size: 14, room: width });
    const parts = rows.flatMap((row) => [title(row.heading.textContent), row.grid.part()]);
    parts.push(title(_(ANGLES)), chartPart(anglesOf(frame, theme), Math.min(width, WIDEST), CHART, theme));
    const foot = _("blue negative, orange positive, heavy line zero (thin in a difference), partners and their difference to one scale");
    return composed({ width, heading, parts, lines: [foot, frame.description, origin] }, theme);
  }

  return {
    elements: [...rows.flatMap(({ heading, grid }) => [heading, grid.element]), legend.element, caption, chart.element],
    prepare({ moving }) {
      if (!moving) captions.prepare(getComputedStyle(root).fontFamily);
    },
    needs(frame) {
      const asked = linesOf(frame, across);
      // Under the hand maps do not move with every sentence.
      lines = frame.moving ? Math.max(lines, asked) : asked;
      return `${countOf(frame)} ${aspectOf(frame.sheets[0])} ${lines}`;
    },
    room(frame, { width, viewport }) {
      const height = Math.max(ROW, Math.floor((viewport - OTHERS) / rows.length));
      const panels = layoutPanels({ count: countOf(frame), aspect: aspectOf(frame.sheets[0]), width, height, smallest: SMALLEST });
      if (panels.width !== across) lines = linesOf(frame, panels.width);
      across = panels.width;
      return { panels, lines };
    },
    draw(frame, plan, theme) {
      rows.forEach((row, k) => drawRow(row, frame.sheets[k], frame, plan, theme));
      chart.draw(anglesOf(frame, theme), Math.min(plan.width, WIDEST), CHART, theme);
      if (!plan.words) return;
      legend.scale.write();
      const [a, b] = frame.sheets;
      const most = a.arrays.labels.length >= b.arrays.labels.length ? a : b;
      legend.draw(most.arrays.labels, most.groups, plan.ratio, theme);
    },
  };
}

function anglesOf({ sheets, description }, theme) {
  const { largest, smallest } = sheets.at(-1);
  const values = largest.map((_, k) => k + 1);
  // A line needs two ends.
  const doubled = values.length > 1 ? (list) => list : (list) => [...list, ...list];
  return {
    label: description,
    xLabel: "components",
    yLabel: _("degrees  —— largest  - - - smallest"),
    values: values.length > 1 ? values : [1, 2],
    yRange: [0, 90],
    lines: [
      { values: doubled(largest), colour: theme.text },
      { values: doubled(smallest), colour: theme.text, dash: [5, 4] },
    ],
    marks: largest.map((value, k) => ({ at: k, value, crosses: true, said: filled(_("first {n}: largest angle {angle}°"), { n: k + 1, angle: value.toFixed(1) }) })),
  };
}
