/**
 * The views of a frame that stand below the spectrum, and the buttons that switch them on and off.
 *
 * A kind of view is an entry of KINDS:
 *
 *   {name, label, parts, applies, create}
 *
 *   name     short identity, also the class of its block
 *   label    on its button
 *   parts    names of arrays that the view draws and that a frame holds only on demand, [] for none.
 *            A drawing that shows the view asks for them: its questions carry `parts`
 *   applies  (frame) → whether the view has anything to draw of this frame; asked without its parts
 *   create   ({root, open, point, hover}) → view
 *
 * `root` is the positioned element of the drawing (for `createTooltip`), `open(panel)` opens an
 * eigenfunction large, `point(panel)` says which one is pointed at, `hover(point)` reports the index of the data point under the pointer, or
 * null. A view is
 *
 *   {element, draw(frame, room, theme, ratio), mark?(point), dispose?()}
 *
 *   element  stands in the drawing; hidden while the view is switched off
 *   draw     redraws from the decoded frame. `room` is `{width, height, panels, points}`: CSS pixels of
 *            the drawing's width, of the window's height below the spectrum (Infinity where the
 *            page scrolls), the layout of the eigenfunctions, whether data points are drawn. Called for every frame: canvases whose
 *            size stays are painted over. While a slider is dragged a part may be missing; then
 *            the view leaves what it shows
 *   mark     marks a data point, null for none, however the view draws points
 */

import { element } from "./dom.js";
import { createPanels } from "./panels.js";

export const KINDS = [
  {
    name: "panels",
    label: "Eigenfunctions",
    parts: [],
    applies: () => true,
    create: createPanels,
  },
];

/**
 * @param {object} tools  `{root, open, point}` as above
 * @param {() => void} changed  called when a view was switched on or off
 * @param {typeof KINDS} [kinds]
 * @returns {{element: HTMLElement, parts: () => string[], missing: (frame: object) => string[],
 *            prepare: Function, draw: Function, dispose: Function}}
 */
export function createViews({ root, open, point }, changed, kinds = KINDS) {
  const hover = (point) => views.forEach(({ view }) => view?.mark?.(point));
  const views = kinds.map((kind, i) => ({ kind, on: i === 0, view: null, applies: false }));
  const row = element("div", { class: "views", role: "group", "aria-label": "Views", hidden: true });
  const block = element("div", { class: "view-block" }, row);
  for (const entry of views) {
    entry.button = element("button", { class: "switch", type: "button", textContent: entry.kind.label });
    entry.button.addEventListener("click", () => {
      // One view stays.
      if (entry.on && shown().length === 1) return;
      entry.on = !entry.on;
      changed();
    });
    row.append(entry.button);
  }

  const shown = () => views.filter(({ on, applies }) => on && applies);
  const parts = () => [...new Set(shown().flatMap(({ kind }) => kind.parts))];

  return {
    element: block,
    /** The row of buttons, whose height the layout needs. */
    row,
    /** Arrays that the views on screen draw besides those of every frame. */
    parts,
    /** Those of them that a frame does not hold. */
    missing: (frame) => parts().filter((name) => !frame.arrays[name]),
    /** Set the buttons, before the room is measured. */
    prepare(frame) {
      for (const entry of views) entry.applies = entry.kind.applies(frame);
      if (!shown().length) views[0].on = true;
      row.hidden = views.filter(({ applies }) => applies).length < 2;
      for (const { button, on, applies } of views) {
        button.hidden = !applies;
        button.setAttribute("aria-pressed", String(on));
      }
    },
    draw(frame, room, theme, ratio) {
      for (const entry of views) {
        const visible = entry.on && entry.applies;
        if (visible && !entry.view) {
          entry.view = entry.kind.create({ root, open, point, hover });
          block.append(entry.view.element);
        }
        if (entry.view) entry.view.element.hidden = !visible;
        if (visible) entry.view.draw(frame, room, theme, ratio);
      }
    },
    dispose() {
      for (const { view } of views) view?.dispose?.();
    },
  };
}
