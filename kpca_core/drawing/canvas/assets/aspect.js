/** What the views beside the maps share: a canvas, its words, and a ring around the hovered point. */

import { createReader, element, onPointing, paintCanvas, placeIn, setLabel, setText } from "./dom.js";
import { _, filled } from "./words.js";

/** CSS pixels from a point within which it is pointed at. */
export const NEAR = 10;
const LEAST = 220;

/**
 * The block of one view: controls, a canvas, a line that says how to read it, the equation.
 *
 * @param {HTMLElement} root positioned element that holds the drawing
 * @param {string} name of the view, also its class
 */
export function createAspect(root, name, hover) {
  const canvas = element("canvas", { tabIndex: 0, role: "img" });
  const rings = element("div", { class: "rings", "aria-hidden": "true" });
  const head = element("div", { class: "aspect-head" });
  const stage = element("div", { class: "stage" }, canvas, rings);
  // What a view adds below its words.
  const tail = element("div", { class: "tail" });
  const [how, equation, note] = ["how", "equation", "note"].map((kind) => element("p", { class: kind }));
  let marked = null;
  let read = () => null;
  let ring = () => {};
  let words = 0;

  const reader = createReader(root, (event) => {
    const found = read(...placeIn(canvas, event));
    hover(found?.point ?? null);
    return found?.lines;
  });

  onPointing(canvas, (event) => {
    if (!event) hover(null);
    reader.point(event);
  });

  return {
    element: element("section", { class: `aspect ${name}`, "aria-label": _(name) }, head, stage, how, equation, note, tail),
    canvas,
    head,
    rings,
    tail,
    /** The picture is another one: what is marked, and what lies under the pointer, change too. */
    changed() {
      ring(marked);
      reader.again();
    },
    /** Set what draws the mark of a data point, none for null: `(point) → void`. */
    onMark: (draw) => (ring = draw),
    mark(point) {
      marked = point;
      ring(marked);
    },
    /** Set what reads the canvas at a point: `(x, y) → {lines, point} | null`. */
    onRead: (reader) => (read = reader),
    /**
     * Side of a square picture in the room beside or above the maps. To measure the words forces a
     * layout: not for a frame that moves.
     */
    side({ width, height, moving }) {
      if (!moving) words = [how, equation, note, head, tail].reduce((sum, { offsetHeight }) => sum + offsetHeight, 0);
      return Math.floor(Math.max(Math.min(LEAST, width), Math.min(width, height - words - 24)));
    },
    say(sheet, label) {
      setText(how, sheet.how);
      setText(equation, sheet.equation);
      setText(note, sheet.note ? filled(_("Drawn: {note}."), { note: sheet.note }) : "");
      note.hidden = !sheet.note;
      setLabel(canvas, label);
    },
    /** Paint the canvas at this size anew; the unit of `draw(context)` is the CSS pixel. */
    paint: (width, height, ratio, draw) => paintCanvas(canvas, width, height, ratio, draw),
  };
}

/** A ring around a place of a canvas, or none for a place that is null. */
export function placeRing(rings, place) {
  if (!place) return rings.replaceChildren();
  // A ring that stays is moved without a new layout of the page.
  if (!rings.firstChild) rings.append(element("i", { class: "ring" }));
  rings.firstChild.style.transform = `translate(${place.x}px, ${place.y}px)`;
  return undefined;
}

/** "point 17, cluster 2": the name of a data point. */
export function pointName({ arrays: { labels }, groups }, point) {
  const label = labels[point] ?? 0;
  const name = groups?.[label] || (label ? filled(_("label {number}"), { number: label }) : "");
  return filled(name ? _("point {point}, {name}") : _("point {point}"), { point, name });
}
