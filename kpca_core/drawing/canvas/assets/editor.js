/** Editing points on the panels: pointer, touch and keys. */

import { arrowOf, onDrag } from "./dom.js";
import { LABELS, createTools, wordsOf } from "./editing.js";
import { createEdits, neighbour, rowOf } from "./edits.js";
import { createHand } from "./hand.js";
import { _ } from "./words.js";

// Pixels from a point at which a press takes hold of it: a finger hides what it points at.
const REACH = { mouse: 9, pen: 14, touch: 24 };
// Pixels that a press may slip and still be a click, and a hand moves until it paints again.
const SLIP = 4;
const STROKE = 12;
// Milliseconds between the two presses of a double one.
const DOUBLE = 400;
// Share of the region that an arrow key moves a point by, and with Shift.
const STEP = 0.01;
const LEAP = 0.05;

/**
 * @param {() => object} on.maps on screen, a sheet
 * @param {() => void} on.change points have changed, the hand or a key is still at it
 * @param {(changed: boolean) => void} on.rest the hand is off, or the keys are
 * @param {() => void} on.reset all points are to be those of the data set
 * @param {() => void} on.switched editing began or ended, or another point was chosen
 */
export function createEditor(on) {
  const edits = createEdits();
  const tools = createTools({
    toggle: () => turn(!active),
    paint: () => setPainting(!painting),
    remove: removeChosen,
    reset: on.reset,
    label: setLabel,
    pressed,
  });

  let active = false;
  let painting = false;
  let chosen = null;
  let label = 0;
  let held = null;
  let tapped = { number: null, at: 0 };
  const hand = createHand({
    move() {
      on.change();
      tools.follow(words());
    },
    rest(changed) {
      held = null;
      if (changed) tools.tell(words() || _("A point was removed."));
      on.rest(changed);
    },
  });

  function turn(to) {
    if (active === to) return;
    active = to;
    if (!active) {
      hand.letGo();
      chosen = null;
      setPainting(false);
    }
    tools.show(active);
    on.switched();
  }

  function setPainting(to) {
    painting = to;
    tools.painting(painting);
  }

  function choose(number) {
    chosen = number;
    label = edits.pointsOf(on.maps()).get(number)?.label ?? label;
    on.switched();
  }

  /** A key has changed something: more may follow. */
  function changeByKey() {
    hand.take();
    hand.letGoSoon();
  }

  function removeChosen() {
    const maps = on.maps();
    const next = neighbour(edits.pointsOf(maps), chosen, 1);
    if (chosen === null || !edits.remove(maps, chosen)) {
      tools.tell(chosen === null ? _("No point is chosen.") : _("The last two points stay."));
      return;
    }
    choose(next);
    changeByKey();
  }

  function setLabel(to) {
    label = to;
    if (chosen !== null) {
      edits.relabel(on.maps(), chosen, label);
      changeByKey();
    }
    on.switched();
  }

  // Pointer and touch

  /** Where an event is: in units of the data, with those a pixel; null outside the picture. */
  function placeOf({ clientX, clientY }, canvas) {
    const box = canvas.getBoundingClientRect();
    const [[x0, x1], [y0, y1]] = on.maps().region;
    const unit = { x: (x1 - x0) / box.width, y: (y1 - y0) / box.height };
    const at = { x: x0 + (clientX - box.left) * unit.x, y: y1 - (clientY - box.top) * unit.y };
    const inside = clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
    return { at, unit, inside };
  }

  const reach = (type) => REACH[type] ?? REACH.mouse;

  function down(event, canvas) {
    const { at, unit, inside } = placeOf(event, canvas);
    if (!active || !inside || held) return false;
    if (hand.busy) hand.letGo();
    hand.hold();
    const start = { x: event.clientX, y: event.clientY };
    if (painting || event.shiftKey) {
      held = { kind: "paint", from: start };
      stroke(at, unit);
      return true;
    }
    const maps = on.maps();
    const number = edits.hit(maps, at, unit, reach(event.pointerType));
    const point = number === null ? null : edits.pointsOf(maps).get(number);
    held = point
      ? { kind: "point", number, from: start, off: { x: point.x - at.x, y: point.y - at.y }, moved: false }
      : { kind: "empty", from: start, moved: false };
    if (point) choose(number);
    cursor(event, canvas);
    return true;
  }

  function stroke(at, unit) {
    const last = edits.spray(on.maps(), at, unit, label);
    if (last === null) return tools.tell(_("There is no room for more points."));
    choose(last);
    return hand.take();
  }

  function move(event, canvas) {
    if (!held) return undefined;
    const { at, unit, inside } = placeOf(event, canvas);
    const away = Math.hypot(event.clientX - held.from.x, event.clientY - held.from.y);
    if (held.kind === "paint") {
      if (away < STROKE || !inside) return undefined;
      held.from = { x: event.clientX, y: event.clientY };
      return stroke(at, unit);
    }
    held.moved ||= away > SLIP;
    if (held.kind === "empty" || !held.moved) return undefined;
    edits.move(on.maps(), held.number, at.x + held.off.x, at.y + held.off.y);
    return hand.take();
  }

  function up(event, canvas) {
    const { kind, number, moved } = event.type === "pointerup" && held ? held : {};
    if (kind === "empty" && !moved) {
      const { at } = placeOf(event, canvas);
      const added = edits.add(on.maps(), at.x, at.y, label);
      if (added === null) tools.tell(_("There is no room for more points."));
      else {
        choose(added);
        hand.take();
      }
    }
    if (kind === "point" && !moved) {
      const twice = tapped.number === number && event.timeStamp - tapped.at < DOUBLE;
      tapped = twice ? { number: null, at: 0 } : { number, at: event.timeStamp };
      if (twice && edits.remove(on.maps(), number)) {
        choose(null);
        hand.take();
      }
    }
    hand.letGo();
    cursor(event, canvas);
  }

  /** The cursor says what a press will do. */
  function cursor(event, canvas) {
    if (!active) return;
    const { at, unit } = placeOf(event, canvas);
    const sprays = painting || event.shiftKey;
    const near = !sprays && edits.hit(on.maps(), at, unit, reach(event.pointerType)) !== null;
    canvas.style.cursor = held?.kind === "point" ? "grabbing" : near ? "grab" : sprays ? "cell" : "copy";
  }

  /** A finger on a point drags it; elsewhere it scrolls the page. */
  function touched(event, canvas) {
    const [touch] = event.touches;
    if (!active || event.touches.length > 1) return;
    const { at, unit } = placeOf(touch, canvas);
    if (painting || edits.hit(on.maps(), at, unit, REACH.touch) !== null) event.preventDefault();
  }

  // Keys

  function pressed(event) {
    if (!active || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key, shiftKey } = event;
    const by = arrowOf(event);
    const name = key.toLowerCase();
    if (by) step(by, shiftKey ? LEAP : STEP);
    else if (name === "n" || name === "p") {
      choose(neighbour(edits.pointsOf(on.maps()), chosen, name === "n" ? 1 : -1));
      tools.tell(words());
    } else if (name === "delete" || name === "backspace") removeChosen();
    else if (name === "a" || name === "insert") addByKey();
    else if (/^[1-9]$/.test(key) && Number(key) <= LABELS) setLabel(Number(key) - 1);
    else if (name === "escape") turn(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function step([across, up], share) {
    const maps = on.maps();
    const point = edits.pointsOf(maps).get(chosen);
    if (!point) return choose(neighbour(edits.pointsOf(maps), null, 1));
    const [[x0, x1], [y0, y1]] = maps.region;
    edits.move(maps, chosen, point.x + across * share * (x1 - x0), point.y + up * share * (y1 - y0));
    return changeByKey();
  }

  /** Beside the chosen point, or in the middle. */
  function addByKey() {
    const maps = on.maps();
    const [[x0, x1], [y0, y1]] = maps.region;
    const point = edits.pointsOf(maps).get(chosen);
    const x = point ? point.x + LEAP * (x1 - x0) * (point.x < (x0 + x1) / 2 ? 1 : -1) : (x0 + x1) / 2;
    const added = edits.add(maps, x, point ? point.y : (y0 + y1) / 2, label);
    if (added === null) return tools.tell(_("There is no room for more points."));
    choose(added);
    return changeByKey();
  }

  const words = () => wordsOf(on.maps(), edits.pointsOf(on.maps()).get(chosen));

  return {
    toggle: tools.toggle,
    tools: tools.group,
    turn,
    get active() {
      return active;
    },
    /** Whether a point is held, or a key was pressed a moment ago. */
    get busy() {
      return hand.busy;
    },
    /** Whether a point is dragged. */
    get holding() {
      return held !== null;
    },
    /** Changes since the settings at rest. */
    get changes() {
      return edits.list;
    },
    /** Row of the chosen point, null if there is none. */
    row(maps) {
      const row = active ? rowOf(maps, chosen) : -1;
      return row < 0 ? null : row;
    },
    /** Maps at rest are on screen. */
    settle(maps) {
      edits.settle(maps);
      if (chosen !== null && rowOf(maps, chosen) < 0) chosen = null;
    },
    /** Forget what belongs to another data set. */
    check(maps) {
      if (edits.fits(maps) || !edits.list.length) return;
      edits.settle(maps);
      hand.drop();
      hand.letGo();
    },
    /** Set the tools, before the room is measured. */
    prepare(maps) {
      tools.toggle.hidden = !maps.edit;
      if (!maps.edit) turn(false);
      if (!active || held) return;
      const edited = maps.edit.edited || edits.list.length > 0;
      tools.draw(maps, { label, edited, chosen, words: words() });
    },
    /** Let a panel be edited. */
    watch(node, canvas) {
      node.addEventListener("keydown", pressed);
      const [take, drag, drop, hover] = [down, move, up, cursor].map((handle) => (event) => handle(event, canvas));
      onDrag(canvas, { take, drag, drop, hover });
      canvas.addEventListener("touchstart", (event) => touched(event, canvas), { passive: false });
      canvas.addEventListener("pointerleave", () => !held && (canvas.style.cursor = ""));
    },
    dispose: hand.drop,
  };
}
