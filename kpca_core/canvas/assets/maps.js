/**
 * The scene of the page "Explore": spectrum, eigenfunctions, what stands beside them, and the points
 * being dragged.
 *
 * A scene is what `drawing.js` draws below the sliders:
 *
 *   ({root, open, choose, select, changed, save, frame, move, rest}) → {elements, measured, busy,
 *     asked(), settings(frame), check(next), settle(next), prepare(frame), needs(frame),
 *     room(frame, {width, viewport, top, chrome, onPaper}), draw(frame, plan, theme),
 *     complete(moving, base), pixels(plan), dispose()}
 *
 *   changed     to be called when something was switched that only the browser knows
 *   save        (compose) offers `compose({frame, plan, theme, heading, caption})` as a PNG
 *   frame       the frame on screen
 *   move, rest  to be called while something is held besides a slider, and when it was let go, with
 *               whether it had moved; `busy` is true meanwhile
 *   elements    stand below the sliders, in this order
 *   measured    those whose height the layout depends on
 *   asked       what a question says besides the sliders' values
 *   settings    what an address says of the frame on screen besides the sliders' values
 *   check       a frame at rest has come; `settle`: its settings are those on screen from now on
 *   prepare     sets what has to stand before the room is measured
 *   needs       text: the room is measured anew where it differs from the frame before
 *   room        sizes for this width; `chrome` is the height of the sliders, `top` the distance from
 *               the top of the page. The plan of `draw` is these sizes with `width` and `ratio`, and
 *               `words`: whether those beside the pictures are to be set, too
 *   complete    a complete frame of one that moves and the frame at rest with its token
 *   pixels      CSS pixels along the longer side of a panel
 */

import { createCaptions } from "./captions.js";
import { createChoices } from "./choices.js";
import { createTooltip } from "./dom.js";
import { createEditor } from "./editor.js";
import { createFoot } from "./foot.js";
import { SPECTRUM, aspectOf, layout } from "./layout.js";
import { composePicture } from "./picture.js";
import { createSelection } from "./selection.js";
import { createSpectrum } from "./spectrum.js";
import { createViews } from "./views.js";
import { completed } from "./wire.js";

// On paper narrower maps get a sheet of their own.
const LEAST_ON_PAPER = 140;

export function createMaps({ root, open, choose, select, changed, save, frame: shown, move, rest }) {
  const hand = createEditor({
    frame: shown,
    change: move,
    rest,
    reset: () => choose({ points: "" }),
    switched() {
      if (hand.active) lasso.turn(false);
      changed();
    },
  });
  const lasso = createSelection({
    root,
    frame: shown,
    select,
    switched() {
      if (lasso.active) hand.turn(false);
      changed();
    },
  });
  const choices = createChoices(() => {
    changed();
    rest(true);
  });
  const spectrum = createSpectrum(root, choices, (component) => views.light(component));
  const captions = createCaptions();
  // Lines that the sentences have, and the width of panels that they were counted for.
  let lines = 0;
  let across = Infinity;
  const foot = createFoot({ save: () => save(compose), choices, tooltip: createTooltip(root) });
  const views = createViews({ root, open, choices, point, hand, lasso });

  /** The colour scale keeps the values of the panel that was pointed at last. */
  function point(panel) {
    if (panel !== null) foot.scaleOf(panel);
    spectrum.light(panel);
  }

  function compose({ frame, plan, theme, heading, caption }) {
    const [points, logarithmic] = [choices.isOn("markers"), choices.isOn("log")];
    return composePicture(frame, { ...plan, points, logarithmic }, theme, heading, caption);
  }

  return {
    elements: [spectrum.element, views.element, foot.element],
    measured: [spectrum.head, views.row],
    get busy() {
      return hand.busy;
    },
    asked: () => ({
      ...(hand.changes.length && { changes: hand.changes }),
      ...(Object.keys(choices.open).length && { choices: choices.open }),
    }),
    /** The picture on screen shows the changes: its mark says how an address names them. */
    settings: ({ mark }) => ({
      ...(hand.changes.length && { points: settingsOf(mark).get("points") ?? "" }),
      ...choices.open,
    }),
    check(next) {
      hand.check(next);
      lasso.check(next);
    },
    settle(next) {
      hand.settle(next);
      choices.settle(next);
    },
    prepare(frame) {
      if (!frame.moving) captions.prepare(getComputedStyle(root).fontFamily);
      frame.marked = lasso.rows(frame);
      lasso.prepare(frame);
      choices.prepare();
      spectrum.prepare(frame.spectrum);
      views.prepare(frame);
      hand.prepare(frame);
    },
    needs(frame) {
      const asked = captions.lines(frame, across);
      // Under the hand maps do not grow and shrink with every sentence.
      if (!frame.moving || asked > lines) lines = asked;
      return `${lines} ${views.current}`;
    },
    room(frame, { width, viewport, top, chrome, zoom, onPaper }) {
      const split = views.split(width);
      const space = {
        width: split.maps,
        viewport,
        top,
        // Paper has no buttons.
        chrome: chrome + spectrum.head.offsetHeight + (onPaper ? 0 : views.row.offsetHeight),
        count: frame.titles.length,
        aspect: aspectOf(frame),
        lines: (panel) => captions.lines(frame, panel),
        // A sheet does not scroll.
        smallest: onPaper ? 1 : undefined,
        zoom,
      };
      const sizes = layout(space);
      if (onPaper && sizes.panels.width < LEAST_ON_PAPER) {
        sizes.panels = layout({ ...space, top: -SPECTRUM.least, chrome: 0 }).panels;
      }
      across = sizes.panels.width;
      return { ...sizes, split };
    },
    draw(frame, plan, theme) {
      spectrum.draw(frame.spectrum, plan.width, plan.spectrum, theme, plan.ratio);
      views.draw(frame, { ...plan, points: choices.isOn("markers") }, theme, plan.ratio);
      if (plan.words) foot.draw(frame, theme, plan.ratio);
    },
    complete: completed,
    pixels: ({ panels: { width, height } }) => Math.max(width, height),
    dispose() {
      hand.dispose();
      views.dispose();
    },
  };
}

/** The settings in a mark: signs, a space, and the token. */
function settingsOf(mark) {
  return new URLSearchParams(mark.split(" ")[1]);
}
