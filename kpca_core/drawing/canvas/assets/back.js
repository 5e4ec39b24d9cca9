/**
 * A place among the scores, in the hand: its pre-image follows on the maps.
 *
 * An address has the place with canonical signs, see `views/pages/page.py`; on screen each of its
 * scores has the sign that its component has there.
 */

import { element } from "./dom.js";
import { createPicks } from "./denoise/picks.js";
import { byKind } from "./wire.js";
import { _ } from "./words.js";

// CSS pixels from the place at which a finger takes hold of it, and digits of a score in the address.
const REACH = 24;
const DIGITS = 4;
// Shares of the picture that an arrow key moves the place by, and with Shift.
const STEP = 0.01;
const LEAP = 0.05;
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/**
 * @param {object} on
 * @param {() => object} on.frame  on screen
 * @param {() => number[]} on.pair  the components of the scatter, across and up
 * @param {() => object} [on.named]  what an address says of them
 * @param {() => boolean} on.fixed  whether the reader cannot change the place
 * @param {() => void} on.move  as of a scene, see `maps.js`
 * @param {(moved: boolean) => void} on.rest  likewise
 * @param {() => void} on.changed  likewise
 */
export function createBack({ frame, pair, named = () => ({}), fixed, move, rest, changed }) {
  const picks = createPicks({ move, rest });
  let took = false;
  const toggle = element("button", { class: "switch back", type: "button", textContent: _("Back from a place") });
  toggle.title = _("Put a place among the scores and drag it, by pointer, finger or arrow keys: its pre-image follows. Escape removes it.");
  toggle.addEventListener("click", () => (place() ? remove() : put([0, 0]) || picks.letGo()));

  const signs = () => pair().map((k) => (frame().signs?.[k - 1] === "-" ? -1 : 1));

  /** The scores of the place on screen, null where there is none. */
  function place() {
    if (!frame()) return null;
    const { back } = picks.open;
    if (back === "") return null;
    if (back) return back.split(",").map((one, axis) => Number(one) * signs()[axis]);
    const { scores } = byKind(frame());
    return scores?.place && String(scores.pair) === String(pair()) ? scores.place : null;
  }

  function put(scores) {
    if (fixed()) return;
    picks.take({ ...named(), back: scores.map((one, axis) => Number((one * signs()[axis]).toPrecision(DIGITS))).join(",") });
    changed();
  }

  function remove() {
    if (fixed()) return;
    picks.take({ back: "" });
    picks.letGo();
    changed();
  }

  return {
    toggle,
    get place() {
      return place();
    },
    get busy() {
      return picks.busy;
    },
    get open() {
      return picks.open;
    },
    settle: picks.settle,
    prepare() {
      toggle.disabled = fixed();
      toggle.setAttribute("aria-pressed", String(Boolean(place())));
    },
    /** The scatter shows other components: a place belongs to its own. */
    leave: () => byKind(frame()).scores?.place && !place() && remove(),
    /**
     * Let the place be moved on a canvas.
     *
     * @param {HTMLCanvasElement} canvas
     * @param {(event: Event) => number[]} placeOf  pixels of an event on it
     * @param {() => object | null} plan  as of `arrangeScores`
     * @param {(plan: object, scores: number[]) => object} placeOn  where scores stand in it
     * @param {() => boolean} free  whether nothing else has the pointer
     */
    watch(canvas, placeOf, plan, placeOn, free) {
      function to(x, y) {
        const { box, zero, unit } = plan();
        const within = (low, size, value) => Math.min(low + size, Math.max(low, value));
        put([(within(box.left, box.width, x) - zero.x) * unit, (zero.y - within(box.top, box.height, y)) * unit]);
      }
      function takes(event, touches) {
        if (!plan() || !place() || !free() || fixed()) return false;
        const [x, y] = placeOf(event);
        const { box } = plan();
        const at = placeOn(plan(), place());
        if (touches) return Math.hypot(x - at.x, y - at.y) < REACH;
        return x > box.left && x < box.left + box.width && y > box.top && y < box.top + box.height;
      }
      canvas.addEventListener("pointerdown", (event) => {
        took = !event.button && takes(event, event.pointerType === "touch");
        if (!took) return;
        canvas.setPointerCapture(event.pointerId);
        picks.hold();
        to(...placeOf(event));
      });
      canvas.addEventListener("pointermove", (event) => picks.held && to(...placeOf(event)));
      for (const type of ["pointerup", "pointercancel", "lostpointercapture"]) canvas.addEventListener(type, () => picks.held && picks.letGo());
      // A finger on the place drags it; elsewhere it scrolls the page.
      canvas.addEventListener("touchstart", (event) => event.touches.length === 1 && takes(event.touches[0], true) && event.preventDefault(), { passive: false });
      canvas.addEventListener("keydown", (event) => {
        const by = KEYS[event.key];
        if (!plan() || !place() || !free() || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === "Escape") remove();
        else if (by) {
          const [{ x, y }, step] = [placeOn(plan(), place()), (event.shiftKey ? LEAP : STEP) * plan().box.width];
          to(x + by[0] * step, y - by[1] * step);
          picks.letGoSoon();
        } else return;
        event.preventDefault();
        event.stopPropagation();
      });
    },
    get held() {
      return picks.held;
    },
    /** Whether the pointer that came down last took the place: its click is no other one. */
    get took() {
      return took;
    },
    dispose: picks.dispose,
  };
}
