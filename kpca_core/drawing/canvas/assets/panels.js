/** The grid of eigenfunctions. */

import { placeRing, pointName } from "./aspect.js";
import { element } from "./dom.js";
import { sample } from "./field.js";
import { createGrid } from "./grid.js";
import { nearest, placesOf, rowsOf } from "./layout.js";
import { overlayLines } from "./overlays.js";
import { formatNumber, subscript } from "./ticks.js";
import { N_, _, filled } from "./words.js";

const NEAR = 8;
// A finger that begins to scroll is cancelled as a pointer.
const ELSEWHERE = ["pointerdown", "pointercancel", "wheel"];
const RANGE = N_("The outermost isolines, and the ends of the colours");

/**
 * The view "panels", see `views.js`.
 *
 * A click selects the component of a panel, and a second one opens its map large. A first tap also
 * reads the value under the finger.
 *
 * @param {HTMLElement} tools.root positioned element that holds the component
 * @param {object} tools.component the one in the hand, see `maps.js`: pressed by click, tap, Enter
 *   or Space
 * @param {(point: number | null) => void} tools.hover called with the data point under the pointer
 * @param {(panel: number | null) => void} tools.point called with the panel that is pointed at
 * @param {() => void} tools.used called when a panel was clicked or tapped
 * @param {object} tools.hand what edits points, see `editor.js`
 * @param {object} tools.lasso what selects points, see `selection.js`; while one of them is active
 *   nothing opens
 */
export function createPanels({ root, component, hover, point: pointedAt, used, hand, lasso }) {
  const grid = createGrid({ root, kind: "panel", tag: "button", stays: true, made, point, read });
  let shown = null;
  let marked = null;
  let tapped = null;
  grid.element.setAttribute("aria-label", _("Eigenfunctions over the input plane"));

  const occupied = () => hand.active || lasso.active;

  /** Where all points stand on a panel's picture. */
  const places = () => rowsOf(placesOf(shown.maps.arrays.points, shown.maps.region, shown.panels.width, shown.panels.height));

  function made(own, j) {
    const { panel, canvas, range } = own;
    own.rings = element("span", { class: "rings" });
    panel.type = "button";
    panel.append(own.rings);
    range.title = _(RANGE);
    hand.watch(panel, canvas);
    lasso.watch(panel, canvas, places);
    panel.addEventListener("click", (event) => {
      if (occupied()) return undefined;
      const first = event.pointerType === "touch" && tapped !== j;
      tapped = first ? j : null;
      used();
      grid.point(j, first ? event : null);
      return first ? component.select(j + 1) : component.press(j + 1);
    });
    panel.addEventListener("focus", () => pointedAt(j));
    panel.addEventListener("blur", () => pointedAt(null));
  }

  function point(j) {
    pointedAt(j);
    if (j === null) hover(null);
  }

  /** The tooltip's lines. */
  function read(j, at) {
    const { maps, points } = shown;
    const found = at && points ? nearest(places(), at.x, at.y, NEAR) : -1;
    const near = found < 0 ? null : found;
    hover(near);
    // While points are edited, the tools say which one is chosen.
    if (!at || occupied()) return null;
    const [[x0, x1], [y0, y1]] = maps.region;
    const lines = [
      `x ${formatNumber(x0 + at.s * (x1 - x0))}   y ${formatNumber(y0 + at.t * (y1 - y0))}`,
      `f${subscript(j + 1)} = ${formatNumber(sample(maps.arrays.fields, j, at.s, at.t), 4)}`,
    ];
    if (near !== null) lines.push(pointName(maps, near));
    if (maps.sentences[j]) lines.push(maps.sentences[j]);
    lines.push(...overlayLines(maps, j));
    if (tapped === j && !component.large) lines.push(_("tap again to enlarge"));
    return lines;
  }

  function ring() {
    if (!shown) return;
    const { width, height, title } = shown.panels;
    const { x, y } = (marked !== null && places()[marked]) || {};
    const place = x >= 0 && x <= width && y >= 0 && y <= height ? { x, y: title + y } : null;
    for (const { rings } of grid.cells) placeRing(rings, place);
  }

  /**
   * A tap elsewhere, or scrolling by hand, ends the reading. Not every scroll does: what the page
   * hides after a tap makes it scroll, too.
   */
  function elsewhere(event) {
    const here = event.composedPath().includes(grid.cells[tapped]?.panel);
    if (tapped === null || (here && event.type === "pointerdown")) return;
    tapped = null;
    grid.point(0, null);
  }
  for (const type of ELSEWHERE) addEventListener(type, elsewhere, { capture: true, passive: true });

  const actionOf = (number) => {
    if (hand.active) return _("edit its points");
    if (lasso.active) return _("select points");
    return number === component.named ? _("open large") : _("select");
  };

  return {
    element: grid.element,
    draw({ panels: maps, scores }, { panels, first, order, width, points, words, moving }, theme, ratio) {
      shown = { maps, panels, points };
      const tiles = maps.titles.map((text, j) => ({
        badge: String(j + 1),
        text,
        said: filled(_("Component {k}, {title}"), { k: j + 1, title: text }),
        sentence: maps.sentences[j],
        does: actionOf(j + 1),
        place: order ? order.indexOf(j) : j - first,
      }));
      grid.element.classList.toggle("edited", occupied());
      grid.draw({ ...maps, moving, tiles, withPoints: points, image: scores?.image && { x: scores.image[0], y: scores.image[1], near: scores.near } }, { panels, ratio, width }, theme, words);
      grid.cells.forEach(({ panel }, j) => {
        const chosen = j + 1 === component.number;
        // An attribute that is set again costs a new look at the page's style.
        if (chosen === panel.classList.contains("chosen")) return;
        panel.classList.toggle("chosen", chosen);
        panel.setAttribute("aria-current", String(chosen));
      });
      ring();
    },
    part: grid.part,
    focus: (j) => grid.cells[j]?.panel.focus({ preventScroll: true }),
    /** Light up the panel of a component, none for null. */
    light(component) {
      grid.cells.forEach(({ panel }, j) => panel.classList.toggle("lit", j === component));
    },
    mark(point) {
      if (point === marked) return;
      marked = point;
      ring();
    },
    dispose() {
      for (const type of ELSEWHERE) removeEventListener(type, elsewhere, { capture: true });
    },
  };
}
