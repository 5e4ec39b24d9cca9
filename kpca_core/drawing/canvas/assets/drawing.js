/**
 * The drawing: sliders and a scene below them, such as spectrum and eigenfunctions, mounted on any
 * element of a page and redrawn from frames. It knows no server: its user gives it frames and answers
 * its questions.
 */

import { queryWith } from "./address.js";
import { createControls } from "./controls.js";
import { element, onSharpness, pageTop, setText, sharpness, windowHeight, zoomOf } from "./dom.js";
import { createOrder } from "./numbers.js";
import { themed } from "./palette.js";
import { download } from "./png.js";
import { createPace } from "./pace.js";
import { createQueue } from "./queue.js";
import { createStatus } from "./status.js";
import { decode, inflate, isDeflated, joined } from "./wire.js";

// Milliseconds within which a width that comes back counts as a scroll bar that comes and goes.
const FLICKER = 500;
// Milliseconds between two changes of the words while a slider is dragged, and between two frames that
// have any: to find and to lay them out takes long, and nobody reads what changes fifty times a second.
const READING = 100;
// CSS pixels of A4 paper in landscape between margins of 10 mm, less the settings below the drawing;
// what is wider is printed smaller. And what stands above it: the page's name and two sentences.
const PAPER = { width: 1040, height: 636, head: 60 };
const PRINTING = ["beforeprint", "afterprint"];
// Of a scene that has nothing of its own, see `maps.js`.
const USUAL = {
  lead: null,
  measured: [],
  busy: false,
  open: 0,
  focus() {},
  asked: () => ({}),
  beside: () => ({}),
  settings: () => ({}),
  follow() {},
  check() {},
  settle() {},
  prepare() {},
  needs: () => "",
  complete: joined,
  pixels: ({ panels: { width, height } }) => Math.max(width, height),
  fields: ({ sheets }) => sheets.reduce((sum, { arrays }) => sum + (arrays.fields?.shape[0] ?? 0), 0),
  dispose() {},
};

/**
 * @param {HTMLElement | ShadowRoot} parent  `drawing.css` must apply there
 * @param {(question: object) => void} [on.ask]  asks for a frame while a slider is dragged, by
 *   `{n, page, address, detail: {samples, deflate, words}, before, beside: {changes}}`: the address is
 *   that of the frame at rest with the values on screen, `before` the frame on screen,
 *   `{n, address, signs}`. The frame that answers it goes to `show`: a complete one, or one that moves,
 *   with at most `samples` an axis. Where points were edited `changes` are those since the address, see
 *   `edits.js`
 * @param {(settings: object, beside: object) => number} [on.release]  a slider or a point was
 *   released, or something switched: the values by the keys that addresses name them with, and
 *   `{before, changes}`. As the next two it gives the number by which it was sent, 0 for none
 * @param {(settings: object) => number} [on.choose]  something was chosen that needs the server:
 *   all points are to be those of the data set, `{points: ""}`
 * @param {(numbers: number[]) => number} [on.select]  points were selected, by their numbers
 * @param {(settings: object, n: number) => void} [on.hold]  what the reader has in the hand has
 *   changed, see `choices.js`
 * @param {(goals?: object[]) => void} [on.measured]  hears what each frame measures of the goals of a task;
 *   a question asks for the goals of the frame that it begins from
 * @param {(host: HTMLElement) => object} [on.theme]  colours as CSS and a font, "" for defaults:
 *   `{background, text, accent, font}`; read at every redraw
 * @param {() => boolean} [on.stage]  whether a class looks on; a change comes with an event "resize"
 * @param {(settings?: object) => string} [on.address]  of what shows the same, for files; `settings` are those of
 *   the scene where it has any
 * @param {string} [on.gone]  said while the line is lost
 * @param {string} [on.top]  what covers the upper edge of the page, as a CSS length
 * @param {Function} on.scene  makes what stands below the sliders, see `maps.js`
 * @returns {{host: HTMLElement, busy: boolean, rest: Function, show: Function,
 *            announced: Function, refused: Function, follow: Function, line: Function, moveTo: Function, dispose: Function}}
 *   frames are bytes, deflated or not, or decoded; `rest(bytes)` shows the frame of settled settings, of deflated bytes when they are inflated, `show(bytes, size)`
 *   an answer to `on.ask` that took `size` bytes of the line, `refused(n)` says that there is none, `announced(worked)` that one
 *   has left the server after so many milliseconds of work; `line(stands)` says that the line was lost or stands again; `moveTo(parent)` moves
 *   the drawing to another element as it is
 */
export function mount(
  parent,
  {
    ask = () => {},
    release = () => 0,
    choose = () => 0,
    select = () => 0,
    hold = () => {},
    measured = () => {},
    theme: readTheme = () => ({}),
    stage = () => false,
    address = () => location.href,
    gone = undefined,
    top = "0px",
    scene: createScene,
  },
) {
  const root = element("div", { class: "kpca" });
  root.style.setProperty("--kpca-top", top);
  const description = element("p", { class: "hidden" });
  const news = element("p", { class: "hidden", "aria-live": "polite" });
  const pace = createPace();
  const status = createStatus(root, pace, gone);
  const drawing = {
    host: null,
    get busy() {
      return isHeld() || !queue.settledBy(Infinity);
    },
    moveTo,
    rest,
    show: receive,
    announced: pace.announced,
    refused,
    follow,
    line,
    dispose,
  };
  let frame = null;
  // The newest frame at rest, and the one whose settings the sliders have.
  let resting = null;
  let arrived = null;
  let settled = null;
  let plan = null;
  let theme = null;
  // The frames at rest that questions under way began from.
  const bases = new Map();
  let paints = 0;
  let onPaper = false;
  let scheduled = 0;
  let written = -Infinity;
  let worded = -Infinity;
  let writing;
  let focused = null;
  let staged = false;
  let widths = { current: 0, before: 0, since: 0 };

  const order = createOrder();
  const ordered = (send) => (...what) => order.settle(send(...what));
  const queue = createQueue({
    send: (n) => {
      pace.asked(n);
      status.watch();
      // The newest settings that these sliders fit, also where a drag began before them.
      const base = controls.fits(resting.controls) ? resting : settled;
      bases.set(n, base);
      ask({
        n,
        page: base.page,
        address: queryWith(base.address, { ...controls.settings(), ...scene.asked() }),
        detail: detail(),
        before: pictured(),
        beside: { ...scene.beside(), ...(base.goals && { goals: base.goals.map(({ goal }) => goal) }) },
      });
    },
    commit: ordered(() => {
      const settings = { ...controls.settings(), ...scene.settings(frame) };
      return release(settings, { before: pictured(), ...scene.beside() });
    }),
    ready: () => drawing.host.isConnected,
    room: pace.room,
    timeout: pace.timeout,
  });
  const letGo = (moved) => (moved ? queue.finish() : catchUp());
  const controls = createControls({ move: queue.push, rest: letGo });
  const made = createScene({
    root,
    hold,
    stage,
    choose: ordered(choose),
    select: ordered(select),
    changed: again,
    save,
    address,
    frame: () => frame,
    move: queue.push,
    rest: letGo,
  });
  const scene = Object.setPrototypeOf(made, USUAL);
  const isHeld = () => controls.busy || scene.busy;
  const lead = scene.lead ? [scene.lead] : [];
  const bar = element("div", { class: "bar" }, ...lead, controls.element, status.element);
  // It has the window to itself while something is open: the rest of the page cannot be reached then.
  const alone = element("dialog", { class: "alone" });
  root.append(bar, ...scene.elements, description, news);

  // A removed element loses the focus, too: then it is to come back.
  const blurred = () => root.isConnected && (focused = null);
  root.addEventListener("focusin", ({ target }) => (focused = target));
  root.addEventListener("focusout", () => queueMicrotask(blurred));
  // Width follows the page, the controls' height the style sheet, which may arrive late.
  const observer = new ResizeObserver(() => redraw(false));
  for (const node of [root, bar, ...scene.measured]) observer.observe(node);
  const resized = () => redraw(staged !== stage());
  window.addEventListener("resize", resized);
  const endSharpness = onSharpness(resized);
  const printing = ({ type }) => {
    onPaper = type === "beforeprint";
    plan = null;
    again();
  };
  for (const type of PRINTING) window.addEventListener(type, printing);

  moveTo(parent);

  /** What is on screen: the frame after it has the same signs. */
  const pictured = () => ({ n: frame.n, address: frame.address, signs: frame.signs });

  /** A view, the axis or the points were switched. */
  function again() {
    if (frame) redraw(true);
  }

  function save(compose) {
    const heading = frame.title || controls.summary();
    const caption = [frame.caption, address()].filter(Boolean).join(" ");
    const picture = compose({ frame, plan, theme, heading, caption });
    download(picture, frame.file || "kernel-pca", heading, caption);
  }

  /** Stand in another element. The focus is kept; a slider that was held counts as released. */
  function moveTo(place) {
    const lost = document.activeElement === document.body && focused;
    giveBack();
    place.append(root);
    if (lost) lost.focus({ preventScroll: true });
    drawing.host = place.host ?? place;
    plan = null;
    // Not before the frame that came with the new place: it may hold settings of before the drag.
    queueMicrotask(controls.letGo);
  }

  /** Let what is open have the window to itself, or give the window back. */
  function enlarge() {
    const open = Boolean(scene.open);
    if (open === alone.isConnected) return false;
    plan = null;
    if (!open) giveBack();
    else {
      // What stands below keeps its place.
      drawing.host.style.minHeight = `${root.offsetHeight}px`;
      root.before(alone);
      alone.style.background = theme.background;
      alone.append(root);
      alone.showModal();
    }
    return true;
  }

  function giveBack() {
    if (!alone.isConnected) return;
    alone.close();
    alone.replaceWith(root);
    drawing.host.style.minHeight = "";
  }

  /** Show the frame of settled settings, at once or when the hand is off. */
  function rest(data) {
    arrived = data;
    if (data.sheets || data.arrays || !isDeflated(data)) return settleOn(data);
    // Newer data may have come meanwhile.
    return inflate(data).then((bytes) => arrived === data && settleOn(bytes));
  }

  function settleOn(data) {
    resting = decoded(data);
    scene.check(resting);
    pace.answered(resting.n);
    catchUp();
    // It may have come for the sake of another theme.
    if (frame !== resting) again();
  }

  /** An answer; one that moves is completed by the frame that the question began from. */
  function receive(bytes, size = bytes.byteLength) {
    const next = decoded(bytes);
    const base = answered(next.n, size);
    const isWhole = !next.moving || next.controls;
    if ((isWhole || base) && order.takes(next.n, true)) show(isWhole ? next : scene.complete(next, base, frame));
    else free(next.n);
  }

  /** There is no answer. */
  function refused(n) {
    answered(n);
    free(n);
  }

  function answered(n, size) {
    const base = bases.get(n);
    for (const known of bases.keys()) if (known <= n) bases.delete(known);
    pace.answered(n, size);
    return base;
  }

  /** Nothing up to `n` is under way any more. */
  function free(n) {
    queue.answered(n);
    catchUp();
  }

  /** How fine the frame has to be that is asked for, and whether it is to have words. */
  function detail() {
    const now = performance.now();
    const words = now - worded >= READING;
    if (words) worded = now;
    return { ...pace.detail(plan ? scene.pixels(plan) * plan.ratio : 0, scene.fields(frame)), words };
  }

  /** The words of a frame that stands still under the pointer. */
  function write() {
    if (!frame.wordless) redraw(true);
    else if (isHeld()) queue.push();
  }

  /** The reader moved through the browser's history. */
  function follow(address) {
    scene.follow(address);
    again();
  }

  /** The line was lost, or stands again: then the hand's last value is asked for anew. */
  function line(stands) {
    pace.forget();
    status.lost(!stands);
    if (stands && drawing.busy) queue.again();
  }

  function show(next) {
    frame = next;
    measured(next.goals);
    // The next question leaves before this frame is painted: Python solves while we draw.
    free(next.n);
    cancelAnimationFrame(scheduled);
    scheduled = requestAnimationFrame(() => redraw(true));
  }

  /** Show the newest frame at rest where it is due; while something is held the sliders stay. */
  function catchUp() {
    const held = isHeld() || !queue.settledBy(resting?.n);
    if (!resting || resting === (held ? frame : settled) || !order.takes(resting.n, held)) return;
    if (!held) adopt(resting);
    show(resting);
  }

  function adopt(next) {
    if (settled) setText(news, next.description ?? "");
    settled = next;
    controls.adopt(next.controls);
    scene.settle(next);
  }

  /** Lay out and paint; without `always` only if the room has changed. */
  function redraw(always) {
    if (!frame || !drawing.host.isConnected) return;
    if (always || !theme) {
      theme = themed(root, () => readTheme(drawing.host));
      staged = stage();
      drawing.host.toggleAttribute("data-stage", staged && lead.length > 0);
    }
    if (always) scene.prepare(frame);
    const moved = always && enlarge();
    // Measuring forces a layout of the whole page: not for a frame that needs the same room.
    const needs = `${frame.controls.length} ${scene.needs(frame)}`;
    if (!always || !plan || needs !== plan.needs) {
      const next = measure(needs);
      if (!next || (!always && JSON.stringify(next) === JSON.stringify(plan))) return;
      plan = next;
    }
    const now = performance.now();
    const words = !frame.wordless && (!frame.moving || now - written >= READING);
    scene.draw(frame, { ...plan, words }, theme);
    clearTimeout(writing);
    if (words) {
      written = now;
      setText(description, frame.description ?? "");
    } else {
      writing = setTimeout(write, READING);
    }
    if (moved) scene.focus();
    status.painted();
    paints += 1;
    Object.assign(drawing.host.dataset, {
      n: frame.n,
      paints,
      value: controls.first() ?? "",
    });
  }

  function measure(needs) {
    const width = onPaper ? root.clientWidth || PAPER.width : usableWidth();
    if (!width) return null;
    const sheet = PAPER.height * Math.max(1, width / PAPER.width);
    const sizes = scene.room(frame, {
      width,
      viewport: onPaper ? sheet : windowHeight(root),
      top: onPaper ? PAPER.head : alone.isConnected ? 0 : Math.round(pageTop(root)),
      chrome: bar.offsetHeight + parseFloat(getComputedStyle(bar).marginTop),
      zoom: zoomOf(root),
      onPaper,
    });
    return { ...sizes, width, ratio: sharpness(root), needs };
  }

  /** Where a scroll bar comes and goes with the drawing's own height, stay narrow. */
  function usableWidth() {
    const width = Math.floor(root.clientWidth);
    if (width === widths.current) return width;
    const swings = width === widths.before && performance.now() - widths.since < FLICKER;
    if (swings && width > widths.current) return widths.current;
    widths = { current: width, before: widths.current, since: performance.now() };
    return width;
  }

  function dispose() {
    cancelAnimationFrame(scheduled);
    clearTimeout(writing);
    observer.disconnect();
    window.removeEventListener("resize", resized);
    endSharpness();
    for (const type of PRINTING) window.removeEventListener(type, printing);
    queue.dispose();
    status.dispose();
    controls.dispose();
    scene.dispose();
    giveBack();
    root.remove();
  }

  return drawing;
}

/** A frame of bytes, or one that is decoded. */
const decoded = (data) => (data.sheets || data.arrays ? data : decode(data));
