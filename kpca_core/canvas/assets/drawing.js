/**
 * The drawing: sliders, spectrum and eigenfunctions, mounted on any element of a page and redrawn
 * from frames. It knows no server: its user gives it frames and answers its questions.
 */

import { createControls } from "./controls.js";
import { createTooltip, element, setText } from "./dom.js";
import { createEditor } from "./editor.js";
import { createFoot } from "./foot.js";
import { layout } from "./layout.js";
import { forcedColours, themeFrom } from "./palette.js";
import { composePicture, download } from "./png.js";
import { createPace } from "./pace.js";
import { createQueue } from "./queue.js";
import { createSelection } from "./selection.js";
import { createSpectrum } from "./spectrum.js";
import { createStatus } from "./status.js";
import { createViews } from "./views.js";
import { completed, decode } from "./wire.js";

// Milliseconds within which a width that comes back counts as a scroll bar that comes and goes.
const FLICKER = 500;
// CSS pixels of a sheet of A4 or letter between usual margins.
const PAPER = { width: 680, height: 880 };
const PRINTING = ["beforeprint", "afterprint"];

/**
 * @param {HTMLElement | ShadowRoot} parent  `drawing.css` must apply there
 * @param {object} [on]
 * @param {(question: object) => void} [on.ask]  asks for a frame while a slider is dragged, by
 *   `{request, token, values, mark, after, samples, deflate}`: `token` and `mark` are those
 *   of the frames on screen, `after` is the newest request under way, 0 for none. The frame that
 *   answers it goes to `show`: a complete one, or one that moves, with at most `samples` an axis.
 *   Where points were edited `changes` are those since the settings of the token, see `edits.js`
 * @param {(values: object, settings: object) => void} [on.release]  a slider or a point was released:
 *   `{request, values, mark, changes}`, and the values by the keys that addresses name them with
 * @param {(panel: number) => void} [on.open]  a panel was clicked
 * @param {(settings: object) => void} [on.choose]  another view was chosen, `{view}`, or another
 *   component for it, `{i}` or `{j}`, or
 *   all points are to be those of the data set, `{points: ""}`
 * @param {(numbers: number[]) => void} [on.select]  points were selected, by their numbers
 * @param {(host: HTMLElement) => object} [on.theme]  colours as CSS and a font, "" for defaults:
 *   `{background, text, accent, font}`; read at every redraw
 * @param {string} [on.top]  what covers the upper edge of the page, as a CSS length
 * @returns {{host: HTMLElement, busy: boolean, rest: Function, show: Function,
 *            announced: Function, line: Function, moveTo: Function, dispose: Function}}
 *   `rest(bytes)` shows the frame of settled settings and returns it decoded, `show(bytes, size)`
 *   an answer to `on.ask` that took `size` bytes of the line, `announced(worked)` says that one
 *   has left the server after so many milliseconds of work; `line(stands)` says that the line was lost or stands again; `moveTo(parent)` moves
 *   the drawing to another element as it is
 */
export function mount(
  parent,
  {
    ask = () => {},
    release = () => {},
    open = () => {},
    choose = () => {},
    select = () => {},
    theme: readTheme = () => ({}),
    top = "0px",
  } = {},
) {
  const root = element("div", { class: "kpca" });
  root.style.setProperty("--kpca-top", top);
  const description = element("p", { class: "hidden" });
  const news = element("p", { class: "hidden", "aria-live": "polite" });
  const pace = createPace();
  const status = createStatus(root, pace);
  const drawing = {
    host: null,
    get busy() {
      return isHeld() || !queue.settledBy(Infinity);
    },
    moveTo,
    rest,
    show: receive,
    announced: pace.announced,
    line,
    dispose,
  };
  let frame = null;
  let resting = null;
  let settled = null;
  let plan = null;
  let theme = null;
  let token = null;
  let paints = 0;
  let onPaper = false;
  let scheduled = 0;
  let focused = null;
  let widths = { current: 0, before: 0, since: 0 };

  const queue = createQueue({
    send: (request, values, after) => {
      pace.asked(request);
      status.watch();
      ask({ request, token: frameToken(), values, mark: frame.mark, after, ...edited(), ...detail() });
    },
    commit: (request, values) => {
      const { changes } = edited();
      // The picture on screen shows the changes: its mark says how an address names them.
      const points = changes && { points: settingsOf(frame.mark).get("points") ?? "" };
      release({ request, values, mark: frame.mark, ...edited() }, { ...controls.settings(), ...points });
    },
    ready: () => drawing.host.isConnected,
    room: pace.room,
    timeout: pace.timeout,
  });
  const controls = createControls({
    move: queue.push,
    rest: (values) => (values ? queue.finish(values) : catchUp()),
  });
  const hand = createEditor({
    frame: () => frame,
    change: () => queue.push(controls.values()),
    rest: (changed) => (changed ? queue.finish(controls.values()) : catchUp()),
    reset: () => choose({ points: "" }),
    switched() {
      if (hand.active) lasso.turn(false);
      again();
    },
  });
  const lasso = createSelection({
    root,
    frame: () => frame,
    select,
    switched() {
      if (lasso.active) hand.turn(false);
      again();
    },
  });
  const isHeld = () => controls.busy || hand.busy;
  const edited = () => (hand.changes.length ? { changes: hand.changes } : {});
  const spectrum = createSpectrum(root, again, (component) => views.light(component));
  const foot = createFoot({ save, changed: again, tooltip: createTooltip(root) });
  const views = createViews({ root, open, choose, point, hand, lasso }, again);
  /** The colour scale keeps the values of the panel that was pointed at last. */
  function point(panel) {
    if (panel !== null) foot.scaleOf(panel);
    spectrum.light(panel);
  }
  const bar = element("div", { class: "bar" }, controls.element, status.element);
  root.append(bar, spectrum.element, views.element, foot.element, description, news);

  // A removed element loses the focus, too: then it is to come back.
  const blurred = () => root.isConnected && (focused = null);
  root.addEventListener("focusin", ({ target }) => (focused = target));
  root.addEventListener("focusout", () => queueMicrotask(blurred));
  // Width follows the page, the controls' height the style sheet, which may arrive late.
  const observer = new ResizeObserver(() => redraw(false));
  for (const node of [root, controls.element, spectrum.head, views.row]) observer.observe(node);
  const resized = () => redraw(false);
  window.addEventListener("resize", resized);
  const printing = ({ type }) => {
    onPaper = type === "beforeprint";
    plan = null;
    again();
  };
  for (const type of PRINTING) window.addEventListener(type, printing);

  moveTo(parent);

  /** A view, the axis or the points were switched. */
  function again() {
    if (frame) redraw(true);
  }

  function save() {
    const { points } = foot;
    const { logarithmic } = spectrum;
    const heading = controls.summary();
    const caption = [frame.caption, location.href].filter(Boolean).join(" ");
    const room = { ...plan, points, logarithmic };
    download(composePicture(frame, room, theme, heading, caption), `${frame.file ?? "kernel-pca"}.png`);
  }

  /** Stand in another element. The focus is kept; a slider that was held counts as released. */
  function moveTo(place) {
    const lost = document.activeElement === document.body && focused;
    place.append(root);
    if (lost) lost.focus({ preventScroll: true });
    drawing.host = place.host ?? place;
    plan = null;
    // Not before the frame that came with the new place: it may hold settings of before the drag.
    queueMicrotask(controls.letGo);
  }

  /** Show the frame of settled settings, unless it is older than the newest frame of a drag. */
  function rest(bytes) {
    const next = decode(bytes);
    resting = next;
    hand.check(next);
    lasso.check(next);
    pace.answered(next.request);
    if (!isHeld() || !frame || next.request >= frame.request) show(next);
    return next;
  }

  /** An answer; one that moves is completed by the frame with its token. */
  function receive(bytes, size = bytes.byteLength) {
    const next = decode(bytes);
    pace.answered(next.request, size);
    if (!next.moving) return show(next);
    const base = [resting, settled].find((known) => known?.token === next.token);
    return base ? show(completed(next, base)) : queue.answered(next.request);
  }

  /** How fine the frame has to be that is asked for. */
  function detail() {
    const { width, height } = plan?.panels ?? { width: 0, height: 0 };
    return pace.detail(Math.max(width, height) * (plan?.ratio ?? 1), frame.titles.length);
  }

  /** The line was lost, or stands again: then the hand's last value is asked for anew. */
  function line(stands) {
    pace.forget();
    status.lost(!stands);
    if (stands && drawing.busy) queue.again(controls.values());
  }

  function show(next) {
    frame = next;
    if (isNews(next) && !isHeld() && queue.settledBy(next.request)) adopt(next);
    setText(description, next.description ?? "");
    // The next request leaves before this frame is painted: Python solves while we draw.
    queue.answered(next.request);
    cancelAnimationFrame(scheduled);
    scheduled = requestAnimationFrame(() => redraw(true));
  }

  function isNews({ token: other, controls: list }) {
    return other !== token || !controls.fits(list);
  }

  /** A frame with other settings came while a slider was held that did not move. */
  function catchUp() {
    if (resting && isNews(resting)) show(resting);
  }

  /** The token of the newest settings that these sliders fit, also where a drag began before them. */
  function frameToken() {
    return controls.fits(resting.controls) ? resting.token : token;
  }

  function adopt(next) {
    if (token !== null) setText(news, next.description ?? "");
    token = next.token;
    settled = next;
    controls.adopt(next.controls);
    hand.settle(next);
  }

  /** Lay out and paint; without `always` only if the room has changed. */
  function redraw(always) {
    if (!frame || !drawing.host.isConnected) return;
    if (always || !theme) {
      theme = themeFrom(forcedColours(root) ?? readTheme(drawing.host));
      applyTheme(root, theme);
    }
    if (always) {
      frame.marked = lasso.rows(frame);
      lasso.prepare(frame);
      spectrum.prepare(frame.spectrum);
      views.prepare(frame);
      hand.prepare(frame, window.devicePixelRatio || 1);
    }
    // Measuring forces a layout of the whole page: not for a frame that needs the same room.
    const needs = `${needsOf(frame)} ${views.current}`;
    if (!always || !plan || needs !== plan.needs) {
      const next = measure(needs);
      if (!next || (!always && JSON.stringify(next) === JSON.stringify(plan))) return;
      plan = next;
    }
    spectrum.draw(frame.spectrum, plan.width, plan.spectrum, theme, plan.ratio);
    views.draw(frame, { ...plan, points: foot.points }, theme, plan.ratio);
    foot.draw(frame, theme, plan.ratio);
    status.painted();
    paints += 1;
    Object.assign(drawing.host.dataset, {
      request: frame.request,
      paints,
      value: controls.first() ?? "",
    });
  }

  function measure(needs) {
    const width = onPaper ? Math.min(PAPER.width, root.clientWidth || PAPER.width) : usableWidth();
    if (!width) return null;
    const split = views.split(width);
    const sizes = layout({
      width: split.maps,
      viewport: onPaper ? PAPER.height : window.innerHeight,
      top: onPaper ? 0 : Math.round(pageTop(drawing.host)),
      chrome: controls.element.offsetHeight + spectrum.head.offsetHeight + views.row.offsetHeight,
      count: frame.titles.length,
      aspect: aspectOf(frame),
      sentences: Boolean(frame.sentences),
      // A sheet does not scroll.
      smallest: onPaper ? 1 : undefined,
    });
    return { ...sizes, width, split, ratio: window.devicePixelRatio || 1, needs };
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
    observer.disconnect();
    window.removeEventListener("resize", resized);
    for (const type of PRINTING) window.removeEventListener(type, printing);
    queue.dispose();
    status.dispose();
    controls.dispose();
    hand.dispose();
    views.dispose();
    root.remove();
  }

  return drawing;
}

/** The settings in a mark: signs, a space, and the token. */
function settingsOf(mark) {
  return new URLSearchParams(mark.split(" ")[1]);
}

function aspectOf({ region: [[x0, x1], [y0, y1]] }) {
  return (x1 - x0) / (y1 - y0);
}

/** What the layout depends on, besides the window. */
function needsOf(frame) {
  return [frame.titles.length, frame.controls.length, aspectOf(frame), !frame.sentences].join(" ");
}

/** Distance of the component from the top of the page, whatever element scrolls. */
function pageTop(host) {
  let top = host.getBoundingClientRect().top;
  for (let node = host; node; node = node.parentElement ?? node.getRootNode().host) {
    top += node.scrollTop;
  }
  return top;
}

/** Give the style sheet the derived colours and the font. */
function applyTheme(root, theme) {
  const { dark, isoline, zeroLine, ...shown } = theme;
  for (const [name, value] of Object.entries(shown)) {
    root.style.setProperty(`--kpca-${name}`, value);
  }
  root.style.colorScheme = dark ? "dark" : "light";
}
