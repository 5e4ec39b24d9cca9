/**
 * Two sides: the maps of each, their differences, and the principal angles between their scores.
 * It knows no server: its user gives it frames, see `kpca_core/drawing/canvas/pair_frame.py`.
 */

import { createCaptions } from "../captions.js";
import { createControls } from "../controls.js";
import { createTooltip, element, onSharpness, setText, sharpness, windowHeight } from "../dom.js";
import { queryWith } from "../address.js";
import { createGrid } from "../grid.js";
import { aspectOf, layoutPanels, withLines } from "../layout.js";
import { createLegend } from "../legend.js";
import { createOrder } from "../numbers.js";
import { composed, download, textPart } from "../png.js";
import { themed } from "../palette.js";
import { createQueue } from "../queue.js";
import { chartPart, createChart } from "../sweep/chart.js";
import { colourOf } from "../sweep/theming.js";
import { explain } from "../terms.js";
import { N_, _, filled } from "../words.js";

const SIDES = ["a", "b", "d"];
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

/**
 * @param {HTMLElement | ShadowRoot} parent `slider.css` and `sweep.css` must apply there
 * @param {object} [on]
 * @param {(question: object) => void} [on.ask] asks for a frame while a slider is dragged, see
 *   `mount` in `../drawing.js`
 * @param {(settings: object, beside: object) => number} [on.release] a slider was released: values
 *   by the keys that addresses name them with, and {before}; gives the number by which it was sent
 * @param {() => object} [on.theme] colours as CSS and a font
 */
export function createPairs(parent, { ask = () => {}, release = () => 0, theme: readTheme = () => ({}) } = {}) {
  const root = element("div", { class: "sweep pairs", hidden: true });
  const order = createOrder();
  const queue = createQueue({
    send: (n, values) =>
      ask({ n, page: frame.page, address: queryWith(frame.address, values), detail: {}, before: pictured(), beside: {} }),
    commit: (values) => order.settle(release(values, { before: pictured() })),
    ready: () => root.isConnected,
  });
  const controls = createControls({ move: queue.push, rest: (values) => values && queue.finish(values) });
  const rows = SIDES.map((side, k) => {
    const heading = element("h2", { class: "side" });
    const grid = createGrid({ point: (j) => point(k, j) });
    root.append(heading, grid.element);
    return { side, heading, grid };
  });
  const legend = createLegend(save);
  const captions = createCaptions();
  const chart = createChart({ root, scrub: () => {} });
  const caption = element("h2", { class: "side" });
  explain(caption, _(ANGLES), createTooltip(root));
  root.prepend(controls.element);
  root.append(legend.element, caption, chart.element);
  parent.append(root);
  let frame = null;
  let theme = null;
  let paints = 0;
  let lines = 0;
  let pointed = { row: 0, tile: 0 };
  const observer = new ResizeObserver(draw);
  observer.observe(root);
  const endSharpness = onSharpness(draw);

  /** What is on screen: the frame after it has the same signs. */
  const pictured = () => ({ n: frame.n, address: frame.address, signs: frame.signs });

  function draw() {
    if (!frame || !root.clientWidth) return;
    theme = themed(root, readTheme);
    captions.prepare(theme.font);
    const width = root.clientWidth;
    const ratio = sharpness(root);
    const most = Math.max(...frame.sides.map(({ tiles }) => tiles.length));
    const height = Math.max(ROW, Math.floor((windowHeight(root) - OTHERS) / rows.length));
    const panels = layoutPanels({ count: most, aspect: aspectOf(frame), width, height, smallest: SMALLEST });
    const sentences = frame.sides.flatMap(({ tiles }) => tiles.map(({ sentence }) => sentence).filter(Boolean));
    const asked = captions.lines({ sentences }, panels.width);
    // Under the hand maps do not move with every sentence.
    lines = controls.busy ? Math.max(lines, asked) : asked;
    const described = withLines(panels, lines);
    rows.forEach(({ side, heading, grid }, k) => {
      const part = (name) => frame.arrays[`${side}.${name}`];
      const [fields, levels] = [part("fields"), part("levels")];
      const own = frame.sides[k];
      setText(heading, own.name);
      grid.element.setAttribute("aria-label", own.name);
      const picture = {
        region: frame.region,
        moving: controls.busy,
        differences: side === "d",
        arrays: { fields, levels, points: part("points"), labels: part("labels") },
        tiles: own.tiles.map((tile) => ({ ...tile, badge: tile.letter, colour: tile.identity === null ? "" : colourOf(tile.identity, theme) })),
      };
      grid.draw(picture, { panels: own.tiles.some(({ sentence }) => sentence) ? described : panels, ratio }, theme);
    });
    drawScale();
    const [a, b] = [frame.arrays["a.labels"], frame.arrays["b.labels"]];
    legend.draw(a.length > b.length ? a : b, frame.groups, ratio, theme);
    chart.draw(anglesOf(frame, theme), Math.min(width, WIDEST), CHART, theme);
    root.dataset.paints = paints += 1;
  }

  /** The colour scale keeps the values of the map that was pointed at last. */
  function point(row, tile) {
    if (tile === null || frame.sides[row].tiles[tile].empty) return;
    pointed = { row, tile };
    drawScale();
  }

  function drawScale() {
    const { row, tile } = pointed;
    const levels = frame.arrays[`${SIDES[row]}.levels`];
    legend.scale.write(levels, Math.min(tile, levels.shape[0] - 1), SCALES[row]);
  }

  /** Offer both sides, the differences and the angles as a picture. */
  function save() {
    const width = root.clientWidth;
    const parts = rows.flatMap(({ heading, grid }) => [
      textPart(heading.textContent, theme, { weight: 600, size: 14, room: width }),
      grid.part(),
    ]);
    parts.push(
      textPart(_(ANGLES), theme, { weight: 600, size: 14, room: width }),
      chartPart(anglesOf(frame, theme), Math.min(width, WIDEST), CHART, theme),
    );
    const from = [frame.caption, location.href].filter(Boolean).join(". ");
    const foot = [_("blue negative, orange positive, heavy line zero (thin in a difference), partners and their difference to one scale"), frame.description, from];
    const picture = composed({ width, heading: frame.title, parts, lines: foot }, theme);
    download(picture, frame.file, frame.title, from);
  }

  function take(next, held) {
    if (order.takes(next.n, held)) {
      frame = next;
      root.hidden = false;
      if (!held) controls.adopt(next.controls);
      draw();
    }
    queue.answered(next.n);
  }

  return {
    root,
    /** The frame of settled settings has come. */
    rest(next) {
      take(next, controls.busy || !queue.settledBy(next.n));
      // It may have come for the sake of another theme.
      if (frame && frame !== next) draw();
    },
    /** The answer to a question has come. */
    show: (next) => take(next, true),
    redraw: draw,
    /** There is no answer to a question. */
    refused: queue.answered,
    /** The connection was lost, or stands again: then the last values are asked for anew. */
    line: (stands) => stands && controls.busy && queue.again(controls.values()),
    /** Go on in another element. */
    moveTo(other) {
      other.append(root);
      draw();
    },
    dispose() {
      observer.disconnect();
      endSharpness();
      root.remove();
    },
  };
}

function anglesOf(frame, theme) {
  const values = frame.largest.map((_, k) => k + 1);
  // A line needs two ends.
  const doubled = values.length > 1 ? (list) => list : (list) => [...list, ...list];
  return {
    label: frame.description,
    xLabel: "components",
    yLabel: _("degrees  —— largest  - - - smallest"),
    values: values.length > 1 ? values : [1, 2],
    yRange: [0, 90],
    lines: [
      { values: doubled(frame.largest), colour: theme.text },
      { values: doubled(frame.smallest), colour: theme.text, dash: [5, 4] },
    ],
    marks: frame.largest.map((value, k) => ({ at: k, value, crosses: true, said: filled(_("first {n}: largest angle {angle}°"), { n: k + 1, angle: value.toFixed(1) }) })),
  };
}
