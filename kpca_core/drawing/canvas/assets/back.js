/**
 * A place among the scores, in the hand: its pre-image follows on the maps.
 *
 * An address has the place with canonical signs, see `views/pages/page.py`; on screen each of its
 * scores has the sign that its component has there.
 */

import { arrowOf, button, onDrag } from "./dom.js";
import { createHand } from "./hand.js";
import { clamp } from "./scale.js";
import { byKind } from "./wire.js";
import { _ } from "./words.js";

// CSS pixels from the place at which a finger takes hold of it, and digits of a score in the address.
const REACH = 24;
const DIGITS = 4;
// Shares of the picture that an arrow key moves the place by, and with Shift.
const STEP = 0.01;
const LEAP = 0.05;

/**
 * @param {() => object} on.frame  on screen
 * @param {() => number[]} on.pair  the components of the scatter, across and up
 * @param {() => object} [on.named]  what an address says of them
 * @param {() => boolean} on.fixed  whether the reader cannot change the place
 * @param {() => void} on.move  as of a scene, see `maps.js`
 */
export function createBack({ frame, pair, named = () => ({}), fixed, move, rest, changed }) {
  const hand = createHand({ move, rest });
  let took = false;
  const toggle = button("switch back", _("Back from a place"), () => (place() ? remove() : put([0, 0]) || hand.letGo()), {
    title: _("Put a place among the scores and drag it, by pointer, finger or arrow keys: its pre-image follows. Escape removes it."),
  });

  const signs = () => pair().map((k) => (frame().signs?.[k - 1] === "-" ? -1 : 1));

  /** The scores of the place on screen, null where there is none. */
  function place() {
    if (!frame()) return null;
    const { back } = hand.open;
    if (back === "") return null;
    if (back) return back.split(",").map((one, axis) => Number(one) * signs()[axis]);
    const { scores } = byKind(frame());
    return scores?.place && String(scores.pair) === String(pair()) ? scores.place : null;
  }

  function put(scores) {
    if (fixed()) return;
    hand.take({ ...named(), back: scores.map((one, axis) => Number((one * signs()[axis]).toPrecision(DIGITS))).join(",") });
    changed();
  }

  function remove() {
    if (fixed()) return;
    hand.take({ back: "" });
    hand.letGo();
    changed();
  }

  return {
    toggle,
    get place() {
      return place();
    },
    get busy() {
      return hand.busy;
    },
    get open() {
      return hand.open;
    },
    settle: hand.settle,
    prepare() {
      toggle.disabled = fixed();
      toggle.setAttribute("aria-pressed", String(Boolean(place())));
    },
    /** The scatter shows other components: a place belongs to its own. */
    leave: () => byKind(frame()).scores?.place && !place() && remove(),
    /**
     * Let the place be moved on a canvas.
     *
     * @param {(event: Event) => number[]} placeOf  pixels of an event on it
     * @param {() => object | null} plan  as of `arrangeScores`
     * @param {(plan: object, scores: number[]) => object} placeOn  where scores stand in it
     * @param {() => boolean} free  whether nothing else has the pointer
     */
    watch(canvas, placeOf, plan, placeOn, free) {
      function to(x, y) {
        const { box, zero, unit } = plan();
        const [across, up] = [clamp(x, box.left, box.left + box.width), clamp(y, box.top, box.top + box.height)];
        put([(across - zero.x) * unit, (zero.y - up) * unit]);
      }
      function takes(event, touches) {
        if (!plan() || !place() || !free() || fixed()) return false;
        const [x, y] = placeOf(event);
        const { box } = plan();
        const at = placeOn(plan(), place());
        if (touches) return Math.hypot(x - at.x, y - at.y) < REACH;
        return x > box.left && x < box.left + box.width && y > box.top && y < box.top + box.height;
      }
      onDrag(canvas, {
        take(event) {
          took = takes(event, event.pointerType === "touch");
          if (!took) return false;
          hand.hold();
          to(...placeOf(event));
          return true;
        },
        drag: (event) => to(...placeOf(event)),
        drop: hand.letGo,
      });
      // A finger on the place drags it; elsewhere it scrolls the page.
      canvas.addEventListener("touchstart", (event) => event.touches.length === 1 && takes(event.touches[0], true) && event.preventDefault(), { passive: false });
      canvas.addEventListener("keydown", (event) => {
        const by = arrowOf(event);
        if (!plan() || !place() || !free() || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === "Escape") remove();
        else if (by) {
          const [{ x, y }, step] = [placeOn(plan(), place()), (event.shiftKey ? LEAP : STEP) * plan().box.width];
          to(x + by[0] * step, y - by[1] * step);
          hand.letGoSoon();
        } else return;
        event.preventDefault();
        event.stopPropagation();
      });
    },
    get held() {
      return hand.held;
    },
    /** Whether the pointer that came down last took the place: its click is no other one. */
    get took() {
      return took;
    },
    dispose: hand.drop,
  };
}
