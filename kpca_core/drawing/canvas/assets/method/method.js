/** A figure of the page "Method" with its sliders: it follows the hand wherever that is. */

import { createControls } from "../controls.js";
import { button, element, windowHeight } from "../dom.js";
import { createFigure, withSheets } from "../figure/figure.js";
import { give } from "../numbers.js";
import { decode } from "../wire.js";
import { _ } from "../words.js";
import { createHidden, createMatrix, createPlot, createTable } from "./marks.js";

// CSS pixels between sheets and below the figure on the stage, the share of the window's height that
// one takes at most, and the least and the most width of one.
const GAP = 16;
const BELOW = 8;
const TALLEST = 0.56;
const EQUAL = 1.4;
const SQUARE = ["matrix", "maps"];
const NARROWEST = 120;
const WIDEST = 480;
// Milliseconds until a question that was refused is asked again.
const AGAIN = 1000;
// Figures this far outside the window are drawn before they are scrolled to.
const AHEAD = "400px";

/**
 * @param {object} on.store  see `store.js`
 * @param {(hears: object) => {ask: Function, dispose: Function}} on.connect  a line for frames, as `streamlit/page.js` has it
 * @param {(goals?: object[]) => void} on.measured  hears what a frame measures
 * @param {() => number} on.type  how much larger than usual type is on the stage, 0 elsewhere
 */
export function createMethod({ store, connect, theme, measured, type }) {
  const root = element("div", { class: "sweep method" });
  const tabs = element("div", { class: "pictures", role: "group", "aria-label": _("Pictures of this step") });
  const controls = createControls({ move: () => store.change(controls.settings()), rest: (moved) => moved && store.rest() });
  root.append(tabs, controls.element);
  const hand = { move: store.hold, rest: store.rest };
  const kinds = { plot: () => createPlot(hand), matrix: () => createMatrix(hand), table: createTable, hidden: createHidden };
  const figure = createFigure(root, { theme, type: () => type() || 1, kinds, place });
  let seen = false;
  // The question under way, and what was asked by the one that is shown.
  let asked = null;
  let shown = null;
  let frame = null;
  let wanted = { step: "" };
  let again;
  const line = connect({ receive, refused, changed: (stands) => stands && follow() });
  const observer = new IntersectionObserver(([entry]) => {
    seen = entry.isIntersecting;
    follow();
  }, { rootMargin: AHEAD });
  observer.observe(root);
  let picture = store.picture;
  const forget = store.listen(() => {
    if (frame && picture !== store.picture) draw();
    follow();
  });

  /** One question at a time; the newest state is asked for. */
  function follow() {
    const question = store.question(wanted.step);
    const named = JSON.stringify(question);
    // Who asks for the answer waits for it, wherever the figure stands.
    if (asked || shown === named || !(seen || store.isAsked(wanted.step))) return;
    clearTimeout(again);
    asked = { named, step: wanted.step, state: store.state() };
    line.ask({ n: give(), page: "method", detail: {}, before: null, ...question });
  }

  async function receive(bytes) {
    const { named, step, state } = asked;
    const next = await withSheets(decode(bytes));
    asked = null;
    // Another figure may stand here by now.
    if (step === wanted.step) show(next, named, state);
    follow();
  }

  function refused() {
    asked = null;
    root.classList.add("lost");
    clearTimeout(again);
    again = setTimeout(follow, AGAIN);
  }

  function show(next, named, state) {
    const answering = frame && pictureOf(next.pictures, revealed(frame.sheets, next.sheets), store.picture);
    [shown, frame] = [named, next];
    root.classList.remove("lost");
    if (type() && answering !== null) store.choose(answering);
    draw();
    root.dataset.shown = state;
    measured(next.goals);
    store.say(wanted.step, next.answer);
    store.answered(state, next.address);
  }

  /** Where the sheets of a frame stand: on the stage those of one picture. */
  function place(sheets, width, { pictures }) {
    if (!type()) return placed(sheets, width, Math.max(NARROWEST, TALLEST * windowHeight(root)));
    const { top } = figure.root.getBoundingClientRect();
    return placedOnStage(pictures[Math.min(picture, pictures.length - 1)], sheets, width, windowHeight(root) - top - BELOW);
  }

  function draw() {
    ({ picture } = store);
    const count = type() && frame.pictures.length > 1 ? frame.pictures.length : 0;
    const at = Math.min(picture, count - 1);
    while (tabs.children.length > count) tabs.lastChild.remove();
    while (tabs.children.length < count) {
      const k = tabs.children.length;
      const name = String(k + 1);
      tabs.append(button("tab", name, () => store.choose(k), { "aria-keyshortcuts": name }));
    }
    [...tabs.children].forEach((tab, k) => {
      tab.title = tab.ariaLabel = frame.pictures[k].flat().map((one) => frame.sheets[one].title || frame.sheets[one].label || "").filter(Boolean).join(_(", "));
      tab.setAttribute("aria-pressed", String(k === at));
    });
    figure.show(frame);
  }

  return {
    root,
    /** @param {{step: string, controls: object[]}} next */
    show(next) {
      if (next.step !== wanted.step) {
        [shown, frame] = [null, null];
        figure.root.hidden = true;
      }
      wanted = next;
      if (!controls.busy) controls.adopt(wanted.controls);
      follow();
    },
    resized: () => frame && draw(),
    dispose() {
      line.dispose();
      clearTimeout(again);
      observer.disconnect();
      forget();
      figure.dispose();
    },
  };
}

/**
 * Sheets in rows: as many beside each other as have their least width, by their shares of the row.
 *
 * @returns {{width: number, height: number}[]} one a sheet
 */
export function placed(sheets, whole, height) {
  // A root's width is rounded up where it has a fraction of a pixel.
  const width = whole - 1;
  const rows = [];
  for (const sheet of sheets) {
    const row = rows.at(-1);
    const taken = (row ?? []).reduce((sum, one) => sum + one.least + GAP, 0);
    if (row && taken + sheet.least <= width) row.push(sheet);
    else rows.push([sheet]);
  }
  return rows.flatMap((row) => {
    const free = width - GAP * (row.length - 1);
    const shares = row.reduce((sum, { share }) => sum + share, 0);
    // Who would get less than its least width has that, and the others share what is left.
    const narrow = row.filter(({ share, least }) => (share / shares) * free < least);
    const left = free - narrow.reduce((sum, { least }) => sum + least, 0);
    const others = shares - narrow.reduce((sum, { share }) => sum + share, 0);
    return row.map((sheet) => {
      const own = narrow.includes(sheet) ? sheet.least : (sheet.share / others) * left;
      // An element that has not got its place yet is narrower than any picture.
      const most = Math.min(own, free, WIDEST * Math.max(1, sheet.share));
      return { width: Math.max(NARROWEST, Math.floor(most)), height };
    });
  });
}

/**
 * The sheets of one picture in rows of equal height that fill the room, the others hidden.
 *
 * @param {number[][]} rows  numbers of sheets
 * @returns {{width: number, height: number, whole: boolean, hidden: boolean}[]} one a sheet
 */
function placedOnStage(rows, sheets, whole, height) {
  const rooms = sheets.map(() => ({ width: 0, height: 0, whole: true, hidden: true }));
  for (const row of rows) {
    const free = whole - 1 - GAP * (row.length - 1);
    // What is as tall as it is wide gets more of the width.
    const parts = row.map((k) => sheets[k].share * (sheets[k].equal || SQUARE.includes(sheets[k].kind) ? EQUAL : 1));
    const total = parts.reduce((sum, one) => sum + one, 0);
    for (const [at, k] of row.entries()) {
      const width = Math.floor((free * parts[at]) / total);
      rooms[k] = { width, height: Math.floor((height - GAP * (rows.length - 1)) / rows.length), whole: true, hidden: false };
    }
  }
  return rooms;
}

/** Numbers of the sheets that were hidden and are not any more. */
function revealed(before, after) {
  return after.flatMap(({ kind }, k) => (before[k]?.kind === "hidden" && kind !== "hidden" ? [k] : []));
}

/** The picture that shows one of these sheets; null where that is the present one, or there are none. */
export function pictureOf(pictures, sheets, present) {
  const has = (picture) => Boolean(picture?.flat().some((k) => sheets.includes(k)));
  return !sheets.length || has(pictures[present]) ? null : pictures.findIndex(has);
}
