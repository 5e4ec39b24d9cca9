/**
 * The views of a frame that stand below the spectrum: the maps, and at a reader's choice one more
 * beside them, or above them where the window is narrow.
 *
 * A kind of view is
 *
 *   {name, label, create}
 *
 *   name     short identity, that of its sheet; also the class of its block
 *   label    on its button
 *   create   ({root, component, point, used, hover, choices, hand, lasso, back}) → view
 *
 * `root` is the positioned element of the drawing (for `createTooltip`), `component` is the one in the
 * hand (see `maps.js`), which every view shows, `point(panel)` says which one is pointed at, or null, `used()` that one was
 * clicked or tapped, `hover(point)` reports the index
 * of the data point under the pointer, or null, `choices` are what a reader has set, see `choices.js`,
 * `hand` edits points, `lasso` selects them, `back` has a place among the scores, where they have a
 * `toggle`. A view is
 *
 *   {element, draw(sheets, room, theme, ratio), mark(point), dispose?()}
 *
 *   element  stands in the drawing while the view is shown
 *   draw     redraws from the sheets of a frame by their kinds. `room` is `{width, height, panels, points,
 *            moving, words}`: CSS pixels of the view's width, of the window's height below the spectrum
 *            (Infinity where the page scrolls), the layout of the eigenfunctions, whether data points are
 *            drawn on them, whether something is dragged, and whether words are to be set. Called for
 *            every frame: canvases whose size stays are painted over. A frame that was asked for before
 *            the view was chosen lacks its sheet; then the view leaves what it shows
 *   mark     marks a data point, null for none, however the view draws points
 */

import { button, element, setHidden, setText } from "./dom.js";
import { hint } from "./memory.js";
import { createPanels } from "./panels.js";
import { byKind } from "./wire.js";
import { N_, _ } from "./words.js";

const MAPS = "maps";
const ALONE = { name: MAPS, label: N_("Maps alone"), create: createPanels };

// CSS pixels from which on another view stands beside the maps, its share of the width, and the gap.
const BESIDE = 900;
const SHARE = 0.4;
const GAP = 24;
// The share of the window's height that scores which stand first take, their words included.
const FIRST = 0.72;
// The least share that a view above the maps takes: what was asked for is no stamp in an empty row.
const ABOVE = 0.6;

/**
 * @param {object} on  `{root, component, choices, point, hand, lasso, back}` as above, and `beside`, the kinds besides maps
 */
export function createViews({ root, component, choices, point, hand, lasso, back, beside = [] }) {
  const kinds = [ALONE, ...beside];
  const tools = [hand, lasso].filter(({ toggle }) => toggle);
  const views = new Map();
  let shown = null;
  let kept = null;
  /** A point that is held is marked, whatever others it passes. */
  function hover(which) {
    const own = shown && (hand.row(shown.panels) ?? lasso.row(shown.panels));
    const marked = hand.holding ? own : (which ?? own);
    views.forEach((view) => view.mark(marked));
  }
  const row = element("div", { class: "views", role: "group", "aria-label": _("Beside the maps"), hidden: !beside.length });
  const block = element("div", { class: "view-block" }, row);
  row.append(...kinds.map(({ name, label }) => choices.button(button("switch", _(label)), "view", name)));
  const tip = element("span", { class: "hint", textContent: _("Click a map to select its component, once more to enlarge it") });
  const used = hint(tip, "panel");
  const switches = element("span", { class: "of-points" }, ...tools.map((tool) => tool.toggle));
  row.append(tip, switches, ...tools.map((tool) => tool.tools));
  /** An open map has the window to itself. */
  const current = () => (component.large ? MAPS : choices.of("view"));
  /** Of a table the scores are the large picture, and the maps stand below it. */
  const isFirst = () => Boolean(kept?.panels.slices) && current() === "scores";
  /** Height for the view that is shown besides the maps; `room` is what the window has below the spectrum. */
  function heightOf(room, beside) {
    if (isFirst()) return FIRST * innerHeight;
    return beside ? room : Math.max(room, ABOVE * innerHeight);
  }
  const slices = element("p", { class: "slices", hidden: true });
  block.append(slices);

  function viewOf(name) {
    if (!views.has(name)) {
      const { create } = kinds.find((kind) => kind.name === name);
      const view = create({ root, component, point, used, hover, choices, hand, lasso, back });
      views.set(name, view);
      block.append(view.element);
    }
    return views.get(name);
  }

  return {
    element: block,
    /** The row of buttons, whose height the layout needs. */
    row,
    /** Name of the view that is shown besides the maps, or that of the maps alone. */
    get current() {
      return current();
    },
    /** Widths of the maps and of the other view. */
    split(width, share = SHARE) {
      const beside = current() !== MAPS && width >= BESIDE && !isFirst();
      const other = beside ? Math.floor(share * width) : width;
      return { maps: beside ? width - other - GAP : width, other, beside };
    },
    /** Let the spectrum stand below scores that stand first, else above all views. */
    place(spectrum) {
      if (isFirst() === (spectrum.parentElement === block)) return;
      if (isFirst()) slices.before(spectrum);
      else block.before(spectrum);
    },
    /** Set the line above slices, before the room is measured. */
    prepare(frame) {
      kept = byKind(frame);
      setHidden(slices, !kept.panels.slices || component.large);
      setText(slices, kept.panels.slices);
    },
    draw(frame, { split, ...room }, theme, ratio) {
      shown = byKind(frame);
      block.classList.toggle("beside", split.beside);
      for (const { name } of kinds) {
        const visible = name === MAPS || name === current();
        if (!visible && !views.has(name)) continue;
        const view = viewOf(name);
        view.element.hidden = !visible;
        const width = name === MAPS ? split.maps : split.other;
        if (name !== MAPS) view.element.style.width = `${width}px`;
        const height = name === MAPS ? room.height : heightOf(room.height, split.beside);
        if (visible) view.draw(shown, { ...room, width, height, lead: isFirst(), moving: frame.moving }, theme, ratio);
      }
      if (hand.active || lasso.active) hover(null);
    },
    /** Give the panel of a component the focus. */
    focus: (component) => viewOf(MAPS).focus(component),
    /** The maps as a part of a picture, see `png.js`. */
    part: () => viewOf(MAPS).part(),
    /** Light up the panel of a component, none for null. */
    light: (component) => viewOf(MAPS).light(component),
    dispose() {
      views.forEach((view) => view.dispose?.());
    },
  };
}
