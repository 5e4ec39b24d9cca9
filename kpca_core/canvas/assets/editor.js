/** Editing points on the panels: pointer, touch and keys, and the tools that stand above the panels. */

import { element, setText } from "./dom.js";
import { createEdits, neighbour, rowOf } from "./edits.js";
import { marker } from "./markers.js";
import { formatNumber } from "./ticks.js";

// Pixels from a point at which a press takes hold of it: a finger hides what it points at.
const REACH = { mouse: 9, pen: 14, touch: 24 };
// Pixels that a press may slip and still be a click, and a hand moves until it paints again.
const SLIP = 4;
const STROKE = 12;
// Milliseconds between the two presses of a double one, and after the last key until it has settled.
const DOUBLE = 400;
const SETTLE = 350;
// Share of the region that an arrow key moves a point by, and with Shift.
const STEP = 0.01;
const LEAP = 0.05;
// Labels that are offered: markers tell so many apart.
const LABELS = 6;
const MARKER = 4.5;
const HOW =
  "Drag a point; click an empty place to add one, double-click a point to remove it, hold Shift to " +
  "paint a cluster.";
const KEYS =
  "Keys: N or P chooses a point, arrows move it, Delete removes it, A adds one, 1 to 6 label it, Escape ends.";

/**
 * @param {object} on
 * @param {() => object} on.frame on screen
 * @param {() => void} on.change points have changed, the hand or a key is still at it
 * @param {(changed: boolean) => void} on.rest the hand is off, or the keys are
 * @param {() => void} on.reset all points are to be those of the data set
 * @param {() => void} on.switched editing began or ended, or another point was chosen
 * @returns {object}
 */
export function createEditor(on) {
  const edits = createEdits();
  const button = (name, text, act) => {
    const node = element("button", { class: `switch ${name}`, type: "button", textContent: text });
    node.addEventListener("click", act);
    return node;
  };
  const toggle = button("edit", "Edit points", () => turn(!active));
  const paint = button("paint", "Paint", () => setPainting(!painting));
  const remove = button("remove", "Remove", () => removeChosen());
  const reset = button("reset", "Reset points", () => on.reset());
  const labels = element("span", { class: "labels", role: "group", "aria-label": "Label" });
  const chosenText = element("span", { class: "chosen", tabIndex: 0, role: "application" });
  const how = element("p", { class: "how", id: "edit-how", textContent: `${HOW} ${KEYS}` });
  const news = element("span", { class: "hidden", "aria-live": "polite" });
  chosenText.setAttribute("aria-describedby", how.id);
  const tools = element("div", { class: "editing", role: "group", "aria-label": "Edit points", hidden: true });
  tools.append(labels, paint, remove, reset, chosenText, how, news);
  chosenText.addEventListener("keydown", pressed);

  let active = false;
  let painting = false;
  let chosen = null;
  let label = 0;
  let held = null;
  let tapped = { number: null, at: 0 };
  let changed = false;
  let timer;
  let stamps = "";

  function turn(to) {
    if (active === to) return;
    active = to;
    tools.hidden = !active;
    toggle.setAttribute("aria-pressed", String(active));
    if (!active) {
      release();
      [chosen, painting] = [null, false];
      toggle.focus({ preventScroll: true });
    }
    on.switched();
  }

  function setPainting(to) {
    painting = to;
    paint.setAttribute("aria-pressed", String(painting));
  }

  function choose(number) {
    chosen = number;
    const point = number === null ? null : edits.pointsOf(on.frame()).get(number);
    if (point) label = point.label;
    on.switched();
  }

  function change() {
    changed = true;
    on.change();
    setText(chosenText, wordsOf(chosen));
  }

  /** What the hand or the keys have done is over. */
  function release() {
    clearTimeout(timer);
    timer = undefined;
    held = null;
    const was = changed;
    changed = false;
    if (was) say();
    on.rest(was);
  }

  /** After a key: more may follow. */
  function settle() {
    clearTimeout(timer);
    timer = setTimeout(release, SETTLE);
  }

  function removeChosen() {
    const frame = on.frame();
    const next = neighbour(edits.pointsOf(frame), chosen, 1);
    if (chosen === null || !edits.remove(frame, chosen)) {
      setText(news, chosen === null ? "No point is chosen." : "The last two points stay.");
      return;
    }
    choose(next);
    change();
    settle();
  }

  function setLabel(to) {
    label = to;
    if (chosen !== null) {
      edits.relabel(on.frame(), chosen, label);
      change();
      settle();
    }
    on.switched();
  }

  // Pointer and touch

  /** Where an event is: in units of the data, with those a pixel; null outside the picture. */
  function placeOf({ clientX, clientY }, canvas) {
    const box = canvas.getBoundingClientRect();
    const [[x0, x1], [y0, y1]] = on.frame().region;
    const unit = { x: (x1 - x0) / box.width, y: (y1 - y0) / box.height };
    const at = { x: x0 + (clientX - box.left) * unit.x, y: y1 - (clientY - box.top) * unit.y };
    const inside = clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
    return { at, unit, inside };
  }

  const reach = (type) => REACH[type] ?? REACH.mouse;

  function down(event, canvas) {
    const { at, unit, inside } = placeOf(event, canvas);
    if (event.button || !inside || held) return;
    if (timer) release();
    canvas.setPointerCapture(event.pointerId);
    const start = { x: event.clientX, y: event.clientY };
    if (painting || event.shiftKey) {
      held = { kind: "paint", from: start };
      stroke(at, unit);
      return;
    }
    const frame = on.frame();
    const number = edits.hit(frame, at, unit, reach(event.pointerType));
    const point = number === null ? null : edits.pointsOf(frame).get(number);
    held = point
      ? { kind: "point", number, from: start, off: { x: point.x - at.x, y: point.y - at.y }, moved: false }
      : { kind: "empty", from: start, moved: false };
    if (point) choose(number);
    cursor(event, canvas);
  }

  function stroke(at, unit) {
    const last = edits.spray(on.frame(), at, unit, label);
    if (last === null) return setText(news, "There is no room for more points.");
    choose(last);
    return change();
  }

  function move(event, canvas) {
    if (!held) return cursor(event, canvas);
    const { at, unit, inside } = placeOf(event, canvas);
    const away = Math.hypot(event.clientX - held.from.x, event.clientY - held.from.y);
    if (held.kind === "paint") {
      if (away < STROKE || !inside) return undefined;
      held.from = { x: event.clientX, y: event.clientY };
      return stroke(at, unit);
    }
    held.moved ||= away > SLIP;
    if (held.kind === "empty" || !held.moved) return undefined;
    edits.move(on.frame(), held.number, at.x + held.off.x, at.y + held.off.y);
    return change();
  }

  function up(event, canvas) {
    if (!held) return;
    const { kind, number, moved } = held;
    if (kind === "empty" && !moved) {
      const { at } = placeOf(event, canvas);
      const added = edits.add(on.frame(), at.x, at.y, label);
      if (added === null) setText(news, "There is no room for more points.");
      else {
        choose(added);
        change();
      }
    }
    if (kind === "point" && !moved) {
      const twice = tapped.number === number && event.timeStamp - tapped.at < DOUBLE;
      tapped = twice ? { number: null, at: 0 } : { number, at: event.timeStamp };
      if (twice && edits.remove(on.frame(), number)) {
        choose(null);
        change();
      }
    }
    release();
    cursor(event, canvas);
  }

  /** The cursor says what a press will do. */
  function cursor(event, canvas) {
    const { at, unit } = placeOf(event, canvas);
    const sprays = painting || event.shiftKey;
    const near = !sprays && edits.hit(on.frame(), at, unit, reach(event.pointerType)) !== null;
    canvas.style.cursor = held?.kind === "point" ? "grabbing" : near ? "grab" : sprays ? "cell" : "copy";
  }

  /** A finger on a point drags it; elsewhere it scrolls the page. */
  function touched(event, canvas) {
    const [touch] = event.touches;
    if (!active || event.touches.length > 1) return;
    const { at, unit } = placeOf(touch, canvas);
    if (painting || edits.hit(on.frame(), at, unit, REACH.touch) !== null) event.preventDefault();
  }

  // Keys

  function pressed(event) {
    if (!active || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key, shiftKey } = event;
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key];
    const name = key.toLowerCase();
    if (by) step(by, shiftKey ? LEAP : STEP);
    else if (name === "n" || name === "p") {
      choose(neighbour(edits.pointsOf(on.frame()), chosen, name === "n" ? 1 : -1));
      say();
    } else if (name === "delete" || name === "backspace") removeChosen();
    else if (name === "a" || name === "insert") addByKey();
    else if (/^[1-9]$/.test(key) && Number(key) <= LABELS) setLabel(Number(key) - 1);
    else if (name === "escape") turn(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function step([across, up], share) {
    const frame = on.frame();
    const point = edits.pointsOf(frame).get(chosen);
    if (!point) return choose(neighbour(edits.pointsOf(frame), null, 1));
    const [[x0, x1], [y0, y1]] = frame.region;
    edits.move(frame, chosen, point.x + across * share * (x1 - x0), point.y + up * share * (y1 - y0));
    change();
    return settle();
  }

  /** Beside the chosen point, or in the middle. */
  function addByKey() {
    const frame = on.frame();
    const [[x0, x1], [y0, y1]] = frame.region;
    const point = edits.pointsOf(frame).get(chosen);
    const x = point ? point.x + LEAP * (x1 - x0) * (point.x < (x0 + x1) / 2 ? 1 : -1) : (x0 + x1) / 2;
    const added = edits.add(frame, x, point ? point.y : (y0 + y1) / 2, label);
    if (added === null) return setText(news, "There is no room for more points.");
    choose(added);
    change();
    return settle();
  }

  // Words

  function wordsOf(number) {
    const frame = on.frame();
    const point = number === null ? null : edits.pointsOf(frame).get(number);
    if (!point) return "";
    const name = frame.groups?.[point.label] || `label ${point.label}`;
    return `point ${number}, ${name}: x ${formatNumber(point.x, 4)}, y ${formatNumber(point.y, 4)}`;
  }

  function describe() {
    const words = wordsOf(chosen) || "No point is chosen.";
    setText(chosenText, words);
    chosenText.setAttribute("aria-label", words);
  }

  function say() {
    setText(news, wordsOf(chosen) || "A point was removed.");
  }

  function drawLabels(frame, ratio) {
    const known = [...new Set(frame.arrays.labels)].sort((a, b) => a - b).filter((one) => one < LABELS);
    const fresh = Array.from({ length: LABELS }, (_, k) => k).find((one) => !known.includes(one));
    const offered = fresh === undefined ? known : [...known, fresh].sort((a, b) => a - b);
    const state = [offered, frame.groups, label, ratio].join(" ");
    if (state === stamps) return;
    stamps = state;
    const focused = labels.contains(labels.getRootNode().activeElement);
    labels.replaceChildren(
      ...offered.map((one) => {
        const stamp = marker(one, MARKER * ratio, ratio);
        stamp.style.width = `${stamp.width / ratio}px`;
        stamp.setAttribute("aria-hidden", "true");
        const chip = button("chip", "", () => setLabel(one));
        const name = known.includes(one) ? frame.groups?.[one] || `label ${one}` : "new label";
        chip.append(stamp, document.createTextNode(name));
        chip.setAttribute("aria-pressed", String(one === label));
        return chip;
      }),
    );
    if (focused) labels.querySelector("[aria-pressed=true]")?.focus();
  }

  return {
    toggle,
    tools,
    turn,
    get active() {
      return active;
    },
    /** Whether a point is held, or a key was pressed a moment ago. */
    get busy() {
      return held !== null || timer !== undefined;
    },
    /** Whether a point is dragged. */
    get holding() {
      return held !== null;
    },
    /** Changes since the settings at rest. */
    get changes() {
      return edits.list;
    },
    /** Row of the chosen point in a frame, null if there is none. */
    row(frame) {
      const row = active ? rowOf(frame, chosen) : -1;
      return row < 0 ? null : row;
    },
    /** A frame at rest is on screen. */
    settle(frame) {
      edits.settle(frame);
      if (chosen !== null && rowOf(frame, chosen) < 0) chosen = null;
    },
    /** Forget what belongs to another data set. */
    check(frame) {
      if (!edits.fits(frame) && (changed || edits.list.length)) {
        edits.settle(frame);
        changed = false;
        release();
      }
    },
    /** Set the tools, before the room is measured. */
    prepare(frame, ratio) {
      toggle.hidden = !frame.edit;
      if (!frame.edit) turn(false);
      reset.disabled = !frame.edit?.edited && !edits.list.length;
      remove.disabled = chosen === null;
      if (active && !held) {
        drawLabels(frame, ratio);
        describe();
      }
    },
    /** Let a panel be edited. */
    watch(node, canvas) {
      node.addEventListener("keydown", pressed);
      const handlers = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: release };
      for (const [type, handle] of Object.entries(handlers)) {
        canvas.addEventListener(type, (event) => active && handle(event, canvas));
      }
      canvas.addEventListener("touchstart", (event) => touched(event, canvas), { passive: false });
      canvas.addEventListener("pointerleave", () => !held && (canvas.style.cursor = ""));
    },
    dispose() {
      clearTimeout(timer);
    },
  };
}
