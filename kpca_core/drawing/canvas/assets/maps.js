/**
 * Spectrum and eigenfunctions, and what stands beside them. With all of it this is the scene of the page
 * "Explore", see `explore.js`; files of their own hold what they use.
 *
 * A scene is what `drawing.js` draws below the sliders:
 *
 *   ({root, hold, choose, select, changed, save, address, frame, move, rest, stage}) → {lead?, elements,
 *     measured?, busy?, open?, focus?(), asked?(), beside?(), settings?(frame), follow?(address), check?(next),
 *     settle?(next), prepare?(frame), needs?(frame), room(frame, {width, viewport, top, chrome, onPaper}),
 *     draw(frame, plan, theme), complete?(moving, base, before), pixels?(plan), fields?(frame), dispose?()}
 *
 *   hold        what is in the hand is to be written into the address, see `choices.js`
 *   stage       () => whether a class looks on
 *   changed     to be called when something was switched that only the browser knows
 *   save        (compose) offers `compose({frame, plan, theme, heading, caption})` as a PNG
 *   address     as `mount` is given it
 *   frame       the frame on screen
 *   move, rest  to be called while something is held besides a slider, and when it was let go, with
 *               whether it had moved; `busy` is true meanwhile
 *   lead        stands before the sliders
 *   open        what has the window to itself, 0 for none; `focus` gives it the focus
 *   elements    stand below the sliders, in this order
 *   measured    those whose height the layout depends on
 *   asked       what the address of a question says besides the sliders' values
 *   beside      what no address holds yet
 *   settings    what the address of the frame on screen says besides the sliders' values
 *   follow      (address) the reader moved through the browser's history to these settings
 *   check       a frame at rest has come; `settle`: its settings are those on screen from now on
 *   prepare     sets what has to stand before the room is measured
 *   needs       text: the room is measured anew where it differs from the frame before
 *   room        sizes for this width; `chrome` is the height of the sliders, `top` the distance from
 *               the top of the page. The plan of `draw` is these sizes with `width` and `ratio`, and
 *               `words`: whether those beside the pictures are to be set, too
 *   complete    a complete frame of one that moves, the frame at rest that was asked from, and the one on
 *               screen
 *   pixels      CSS pixels along the longer side of a panel
 *   fields      how many fields a frame has
 */

import { createCaptions } from "./captions.js";
import { createChoices } from "./choices.js";
import { createComponent, pageStart } from "./component.js";
import { createTooltip, setHidden } from "./dom.js";
import { createSpectrum } from "./eigenvalues.js";
import { createFold } from "./fold.js";
import { createFoot } from "./foot.js";
import { SPECTRUM, TITLE, aspectOf, layout, layoutFew } from "./layout.js";
import { composePicture } from "./picture.js";
import { STRIP, TYPE, createGuide, createLine, mostMaps } from "./stage.js";
import { createViews } from "./views.js";
import { byKind, joined } from "./wire.js";

// CSS pixels below few maps, down to the end of the window.
const BELOW_FEW = 10;
// CSS pixels of a row of buttons.
const BUTTONS = 34;
// On paper narrower maps get a sheet of their own.
const LEAST_ON_PAPER = 140;
const STEPS = { ArrowLeft: -1, ArrowRight: 1 };
// What stands for tools that there are not.
const NONE = { active: false, busy: false, changes: [], open: {}, place: null, leave() {}, turn() {}, row: () => null, rows() {}, check() {}, settle() {}, prepare() {}, watch() {}, dispose() {} };
const noTool = () => NONE;

/**
 * @param {object} on  as above
 * @param {object} [tools]  what a reader can do besides: `createEditor` edits points, see `editor.js`,
 *   `createSelection` selects them, see `selection.js`, `createBack`
 *   puts a place among the scores, see `back.js`, and `beside` are kinds of views, see `views.js`
 */
export function createMaps({ root, hold, choose, select, changed, save, frame: shown, move, rest, stage }, { createEditor = noTool, createSelection = noTool, createBack = noTool, beside } = {}) {
  const onScreen = () => byKind(shown()).panels;
  const hand = createEditor({
    maps: onScreen,
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
    maps: onScreen,
    select,
    switched() {
      if (lasso.active) hand.turn(false);
      changed();
    },
  });
  const choices = createChoices(() => {
    changed();
    rest(true);
  }, hold);
  const component = createComponent({
    choices,
    changed() {
      back.leave();
      changed();
    },
    frame: shown,
    focus(number) {
      const { activeElement } = root.getRootNode();
      if (component.large || activeElement?.classList.contains("panel")) views.focus(number - 1);
    },
  });
  const back = createBack({ frame: shown, pair: () => component.pair, named: () => ({ j: component.number }), fixed: () => choices.isFixed("back"), move, rest, changed });
  const spectrum = createSpectrum(root, choices, component, (which) => views.light(which));
  const captions = createCaptions();
  // Lines that the sentences have, and the width of panels that they were counted for.
  let lines = 0;
  let across = Infinity;
  const foot = createFoot({ save: () => save(compose), choices, tooltip: createTooltip(root) });
  const views = createViews({ root, component, choices, point, hand, lasso, back, beside });
  const fold = createFold(() => changed());
  views.element.append(fold.element);
  const guide = createGuide({ step: turn, close: () => component.enlarge(false) });
  const line = createLine();
  let seen = { first: 0, few: 1 };
  let pointed = null;

  function point(panel) {
    pointed = panel;
    foot.scaleOf(panel ?? component.number - 1);
    spectrum.light(panel);
  }

  /** Turn to the maps before or after those that are shown. */
  function turn(by) {
    const next = by < 0 ? seen.first : seen.first + seen.few + 1;
    component.select(Math.min(component.maps, Math.max(1, next)));
  }

  function compose({ frame, plan, theme, heading, caption }) {
    return composePicture(byKind(frame), { ...plan, logarithmic: choices.isOn("log") }, views.part(), theme, heading, caption);
  }

  /** Left and right select, wherever these keys do nothing else. */
  function pressed(event) {
    if (!shown() || !root.isConnected || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const [target] = event.composedPath();
    if (event.key === "Escape" && component.large) component.enlarge(false);
    else if (event.key in STEPS && isFree(target)) component.select(component.number + STEPS[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function isFree(target) {
    if (hand.active || lasso.active) return false;
    const within = root.contains(target) && !target.matches("input, select, .aspect canvas");
    return within || target.contains(root) || target.contains(root.getRootNode().host ?? root);
  }
  window.addEventListener("keydown", pressed, true);

  /** Sizes where the window has few maps, for all to see: on the stage, or one that is open. */
  function roomOfFew(maps, { width, viewport, chrome }) {
    const type = stage() ? TYPE : 1;
    // A class sees one map and its other view, as large as each other.
    const split = stage() ? views.split(width, 1 / 2) : views.split(width);
    const strip = component.large ? 0 : STRIP * type;
    const above = chrome + (component.large ? 0 : spectrum.head.offsetHeight) + guide.element.offsetHeight;
    const height = viewport - above - strip - BELOW_FEW;
    const panels = layoutFew({
      count: component.maps,
      most: component.large || (stage() && split.beside) ? 1 : mostMaps(width),
      aspect: aspectOf(maps),
      width: split.maps,
      height,
      title: Math.round(TITLE * (stage() ? 1.3 : 1)),
      unit: type,
    });
    const first = pageStart(Math.min(component.number, component.maps) - 1, component.maps, panels.count);
    return { spectrum: strip, height, panels, first, few: true, split, type };
  }

  return {
    lead: line.element,
    elements: [guide.element, spectrum.element, views.element, foot.element],
    measured: [spectrum.head, views.row],
    get busy() {
      return hand.busy || back.busy;
    },
    /** The component whose map has the window to itself, 0 for none. */
    get open() {
      return component.large ? component.number : 0;
    },
    focus: () => views.focus(component.number - 1),
    /** Which component is in the hand counts also where nobody chose one. */
    asked: () => ({ j: component.number, ...choices.open, ...back.open }),
    beside: () => ({ ...(hand.changes.length && { changes: hand.changes }) }),
    /** The picture on screen shows the changes: its address says how to name them. */
    settings: ({ address }) => ({
      ...(hand.changes.length && { points: new URLSearchParams(address).get("points") ?? "" }),
      ...choices.open,
      ...back.open,
    }),
    follow: choices.follow,
    check: (next) => hand.check(byKind(next).panels),
    settle(next) {
      const { panels } = byKind(next);
      hand.settle(panels);
      lasso.settle(panels);
      choices.settle(next);
      back.settle();
    },
    prepare(frame) {
      const { panels, spectrum: eigenvalues } = byKind(frame);
      if (!frame.moving) captions.prepare(getComputedStyle(root).fontFamily);
      panels.marked = lasso.rows(panels);
      root.classList.toggle("stage", stage());
      root.classList.toggle("large", component.large);
      setHidden(line.element, !stage());
      setHidden(guide.element, !stage() && !component.large);
      setHidden(spectrum.element, component.large);
      setHidden(foot.element, stage() || component.large);
      if (!frame.moving) fold.hear(panels);
      line.draw(frame);
      lasso.prepare(panels);
      choices.prepare();
      back.prepare();
      spectrum.prepare(eigenvalues);
      views.prepare(frame);
      views.place(spectrum.element);
      hand.prepare(panels);
    },
    needs(frame) {
      const { panels } = byKind(frame);
      const order = fold.order(panels);
      const asked = captions.lines(panels, across, order);
      // Under the hand maps do not grow and shrink with every sentence.
      if (!frame.moving || asked > lines) lines = asked;
      const few = stage() || component.large ? `few ${component.number}` : "";
      return `${panels.titles.length} ${aspectOf(panels)} ${lines} ${views.current} ${component.large} ${few} ${order}`;
    },
    room(frame, { width, viewport, top, chrome, zoom, onPaper }) {
      const { panels: maps } = byKind(frame);
      if (!onPaper && (stage() || component.large)) return roomOfFew(maps, { width, viewport: viewport - top, chrome });
      const split = views.split(width);
      const above = chrome + spectrum.head.offsetHeight;
      const order = onPaper ? undefined : fold.order(maps);
      const space = {
        width: split.maps,
        viewport,
        top,
        // Paper has no buttons.
        chrome: above + (onPaper ? 0 : views.row.offsetHeight),
        count: order?.length ?? maps.titles.length,
        aspect: aspectOf(maps),
        lines: (panel) => captions.lines(maps, panel, order),
        // A sheet does not scroll.
        smallest: onPaper ? 1 : undefined,
        zoom,
      };
      // As of the maps alone whatever stands beside them: the buttons below it stay where they are.
      if (!onPaper) space.spectrum = layout({ ...space, width, chrome: above + BUTTONS }).spectrum;
      const sizes = layout(space);
      if (onPaper && sizes.panels.width < LEAST_ON_PAPER) {
        sizes.panels = layout({ ...space, top: -SPECTRUM.least, chrome: 0 }).panels;
      }
      across = sizes.panels.width || Infinity;
      return { ...sizes, order, first: 0, few: false, split, type: 1 };
    },
    draw(frame, plan, plain) {
      const theme = { ...plain, type: plan.type };
      seen = { first: plan.first, few: plan.panels.count };
      const sheets = byKind(frame);
      if (plan.spectrum) spectrum.draw(sheets.spectrum, plan.width, plan.spectrum, theme, plan.ratio);
      views.draw(frame, { ...plan, points: choices.isOn("markers") }, theme, plan.ratio);
      if (!plan.words) return;
      fold.draw(sheets.panels, !plan.few);
      foot.draw(sheets, theme, plan.ratio);
      foot.scaleOf(pointed ?? component.number - 1);
      guide.draw({ ...seen, count: component.maps, said: component.said, large: component.large });
    },
    complete,
    dispose() {
      window.removeEventListener("keydown", pressed, true);
      hand.dispose();
      back.dispose();
      views.dispose();
    },
  };
}

/** As `joined`; each map has a title, and a sentence of its own picture or none. */
export function complete(moving, base, before) {
  const whole = joined(moving, base, before);
  const { panels } = byKind(whole);
  panels.titles = Array.from({ length: panels.arrays.fields.shape[0] }, (_, j) => panels.titles[j] ?? "");
  if (moving.wordless && before?.base !== base) panels.sentences = panels.titles.map(() => "");
  return whole;
}
