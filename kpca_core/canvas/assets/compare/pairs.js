/**
 * Two sides: the maps of each, their differences, and the principal angles between their scores.
 * It knows no server: its user gives it frames, see `kpca_core/canvas/pair_frame.py`.
 */

import { createControls } from "../controls.js";
import { createTooltip, element, setText, sharpness, windowHeight } from "../dom.js";
import { createLegend } from "../legend.js";
import { createQueue } from "../queue.js";
import { createChart } from "../sweep/chart.js";
import { contours } from "../sweep/contours.js";
import { colourOf, themed } from "../sweep/theming.js";
import { createTiles } from "../sweep/tiles.js";
import { explain } from "../terms.js";

const SIDES = ["a", "b", "d"];
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
 * @param {(question: object) => void} [on.ask] asks for a frame while a slider is dragged, by
 *   {request, values, token}: values by name, and the token of the settled settings
 * @param {(release: object) => void} [on.release] a slider was released: {request, values}
 * @param {() => object} [on.theme] colours as CSS and a font
 */
export function createPairs(parent, { ask = () => {}, release = () => {}, theme: readTheme = () => ({}) } = {}) {
  const root = element("div", { class: "sweep pairs" });
  const queue = createQueue({
    send: (request, values) => ask({ request, values, token: frame.token }),
    commit: (request, values) => release({ request, values }),
    ready: () => root.isConnected,
  });
  const controls = createControls({ move: queue.push, rest: (values) => values && queue.finish(values) });
  const rows = SIDES.map((side) => {
    const heading = element("h2", { class: "side" });
    const tiles = createTiles("");
    root.append(heading, tiles.element);
    return { side, heading, tiles };
  });
  const legend = createLegend();
  const chart = createChart({ root, scrub: () => {} });
  const caption = element("h2", { class: "side" });
  explain(caption, "Principal angles between the scores of A and B", createTooltip(root));
  root.prepend(controls.element);
  root.append(legend.element, caption, chart.element);
  parent.append(root);
  let frame = null;
  let paints = 0;
  const observer = new ResizeObserver(draw);
  observer.observe(root);

  function draw() {
    if (!frame || !root.clientWidth) return;
    const theme = themed(root, readTheme);
    const width = root.clientWidth;
    const ratio = sharpness(root);
    const height = Math.max(ROW, Math.floor((windowHeight(root) - OTHERS) / rows.length));
    rows.forEach(({ side, heading, tiles }, k) => {
      const part = (name) => frame.arrays[`${side}.${name}`];
      const [fields, levels] = [part("fields"), part("levels")];
      const own = frame.sides[k];
      setText(heading, own.name);
      tiles.element.setAttribute("aria-label", own.name);
      const picture = {
        region: frame.region,
        moving: false,
        arrays: { fields, levels, points: part("points"), labels: part("labels"), ...contours(fields, levels, false) },
        tiles: own.tiles.map((tile) => ({ ...tile, colour: tile.identity === null ? "" : colourOf(tile.identity, theme) })),
      };
      tiles.draw(picture, { width, height, ratio, smallest: SMALLEST, most: Math.max(...frame.sides.map((one) => one.tiles.length)) }, theme);
    });
    const [a, b] = [frame.arrays["a.labels"], frame.arrays["b.labels"]];
    legend.draw(a.length > b.length ? a : b, frame.groups, ratio, theme);
    chart.draw(anglesOf(frame, theme), Math.min(width, WIDEST), CHART, theme);
    root.dataset.paints = paints += 1;
  }

  return {
    root,
    show(next) {
      frame = next;
      if (!controls.busy && queue.settledBy(next.request)) controls.adopt(next.controls);
      queue.answered(next.request);
      draw();
    },
    redraw: draw,
    /** Go on in another element. */
    moveTo(other) {
      other.append(root);
      draw();
    },
    dispose() {
      observer.disconnect();
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
    yLabel: "degrees  —— largest  - - - smallest",
    values: values.length > 1 ? values : [1, 2],
    yRange: [0, 90],
    lines: [
      { values: doubled(frame.largest), colour: theme.text },
      { values: doubled(frame.smallest), colour: theme.text, dash: [5, 4] },
    ],
    marks: frame.largest.map((value, k) => ({ at: k, value, crosses: true, said: `first ${k + 1}: largest angle ${value.toFixed(1)}°` })),
  };
}
