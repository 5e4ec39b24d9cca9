/**
 * Entry of the live component: sliders, spectrum and eigenfunctions, redrawn from bytes.
 *
 * Streamlit calls the default export once for every change of data or theme. What lasts between the
 * calls is kept in a view; a call decodes its frame and paints.
 */

import { createControls } from "./controls.js";
import { element, setText } from "./dom.js";
import { createFoot } from "./foot.js";
import { layout } from "./layout.js";
import { createLine, lineAddress } from "./line.js";
import { themeFrom } from "./palette.js";
import { createPanels } from "./panels.js";
import { composePicture, download } from "./png.js";
import { createQueue } from "./queue.js";
import { createSpectrum } from "./spectrum.js";
import { decode } from "./wire.js";

const FLICKER = 500;
// Milliseconds that a view waits for a new element before it is given up.
const LINGER = 10000;
const views = new Set();

/**
 * @param {object} component Streamlit's argument: data, parentElement, setStateValue,
 *   setTriggerValue
 * @returns {() => void} cleanup
 */
export default function live(component) {
  const view = viewIn(component.parentElement);
  view.component = component;
  if (component.data) view.rest(decode(component.data));
  // Streamlit also runs the cleanup of a call that newer data overtook, while the element stays.
  return () => setTimeout(() => view.host.isConnected || view.dispose(), LINGER);
}

/**
 * The view that stands in `parent`. Where one rerun follows another closely Streamlit can take the
 * element away and build a new one: the view moves there with all that the hand has done.
 */
function viewIn(parent) {
  const host = parent.host ?? parent;
  const known = [...views];
  const here = known.find((view) => view.host === host);
  if (here) return here;
  const view = known.find((other) => !other.host.isConnected) ?? createView();
  views.add(view);
  view.moveTo(parent, host);
  return view;
}

function createView() {
  const root = element("div", { class: "kpca" });
  const description = element("p", { class: "hidden" });
  const news = element("p", { class: "hidden", "aria-live": "polite" });
  const view = { host: null, component: null, moveTo, rest, dispose };
  let frame = null;
  let resting = null;
  let plan = null;
  let theme = null;
  let token = null;
  let paints = 0;
  let scheduled = 0;
  let focused = null;
  let widths = { current: 0, before: 0, since: 0 };

  const line = createLine({
    url: lineAddress(import.meta.url),
    receive: (data) => show(decode(data)),
    refused: (question) => view.component.setStateValue("live", question),
  });
  const queue = createQueue({
    send: (request, values) => line.ask({ token: frameToken(), request, values }),
    commit: (request, values) => view.component.setTriggerValue("commit", { request, values }),
    ready: () => view.host.isConnected,
  });
  const controls = createControls({
    move: queue.push,
    rest: (values) => (values ? queue.finish(values) : catchUp()),
  });
  const spectrum = createSpectrum(root);
  const panels = createPanels(root, (panel) => view.component.setTriggerValue("open", { panel }));
  const foot = createFoot(() => {
    download(composePicture(frame, plan, theme, controls.summary()), "kernel-pca.png");
  });
  root.append(controls.element, spectrum.element, panels.element, foot.element, description, news);

  // What is taken away loses the focus, too, but not by the reader's will.
  const blurred = () => root.isConnected && (focused = null);
  root.addEventListener("focusin", ({ target }) => (focused = target));
  root.addEventListener("focusout", () => queueMicrotask(blurred));
  // Width follows the page, the controls' height the style sheet, which may arrive late.
  const observer = new ResizeObserver(() => redraw(false));
  for (const node of [root, controls.element, spectrum.head]) observer.observe(node);
  const resized = () => redraw(false);
  window.addEventListener("resize", resized);

  /** Into a first or a new element. The pointer does not come along, the focus does. */
  function moveTo(parent, host) {
    const lost = document.activeElement === document.body && focused;
    parent.append(root);
    if (lost) lost.focus({ preventScroll: true });
    view.host = host;
    plan = null;
    controls.letGo();
  }

  /** A frame from the page. While the hand is busy it must not show what the hand has left. */
  function rest(next) {
    resting = next;
    if (!controls.busy || !frame || next.request >= frame.request) show(next);
  }

  function show(next) {
    frame = next;
    if (isNews(next) && !controls.busy && queue.settledBy(next.request)) adopt(next);
    setText(description, next.description ?? "");
    // The next request leaves before this frame is painted: Python solves while we draw.
    queue.answered(next.request);
    cancelAnimationFrame(scheduled);
    scheduled = requestAnimationFrame(() => redraw(true));
  }

  function isNews({ token: other, controls: list }) {
    return other !== token || !controls.fits(list);
  }

  /** A frame with other settings came while the hand was on a slider that did not move. */
  function catchUp() {
    if (resting && isNews(resting)) show(resting);
  }

  /** A drag that began before its predecessor's commit was answered belongs to the new settings. */
  function frameToken() {
    return controls.fits(resting.controls) ? resting.token : token;
  }

  function adopt(next) {
    if (token !== null) setText(news, next.description ?? "");
    token = next.token;
    controls.adopt(next.controls);
  }

  /** Lay out and paint; without `always` only if the room has changed. */
  function redraw(always) {
    if (!frame || !view.host.isConnected) return;
    if (always) spectrum.prepare(frame.spectrum);
    // Measuring forces a layout of the whole page: not for a frame that needs the same room.
    const needs = needsOf(frame);
    if (!always || !plan || needs !== plan.needs) {
      const next = measure(needs);
      if (!next || (!always && JSON.stringify(next) === JSON.stringify(plan))) return;
      plan = next;
    }
    const style = getComputedStyle(view.host);
    theme = themeFrom((name) => style.getPropertyValue(name));
    applyTheme(root, theme);
    spectrum.draw(frame.spectrum, plan.width, plan.spectrum, theme, plan.ratio);
    panels.draw(frame, plan.panels, plan.width, theme, plan.ratio);
    foot.draw(frame, theme);
    paints += 1;
    Object.assign(view.host.dataset, {
      request: frame.request,
      paints,
      value: controls.first() ?? "",
    });
  }

  function measure(needs) {
    const width = usableWidth();
    if (!width) return null;
    const sizes = layout({
      width,
      viewport: window.innerHeight,
      top: Math.round(pageTop(view.host)),
      chrome: controls.element.offsetHeight + spectrum.head.offsetHeight,
      count: frame.titles.length,
      aspect: aspectOf(frame),
    });
    return { ...sizes, width, ratio: window.devicePixelRatio || 1, needs };
  }

  /** A scroll bar that comes and goes with our own height must not make us swing: stay narrow. */
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
    queue.dispose();
    line.dispose();
    controls.dispose();
    root.remove();
    views.delete(view);
  }

  return view;
}

function aspectOf({ region: [[x0, x1], [y0, y1]] }) {
  return (x1 - x0) / (y1 - y0);
}

/** What the layout depends on, besides the window. */
function needsOf(frame) {
  return [frame.titles.length, frame.controls.length, aspectOf(frame)].join(" ");
}

/** Distance of the component from the top of the page, whatever element scrolls. */
function pageTop(host) {
  let top = host.getBoundingClientRect().top;
  for (let node = host; node; node = node.parentElement ?? node.getRootNode().host) {
    top += node.scrollTop;
  }
  return top;
}

/** Hand the derived colours to the style sheet. */
function applyTheme(root, theme) {
  const { dark, font, isoline, zeroLine, ...colours } = theme;
  for (const [name, value] of Object.entries(colours)) {
    root.style.setProperty(`--kpca-${name}`, value);
  }
  root.style.colorScheme = dark ? "dark" : "light";
}
