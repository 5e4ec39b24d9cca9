/**
 * The player of a sweep: slider, trajectories of the eigenvalues, measures and maps, mounted on any
 * element of a page. It knows no server: its user gives it bytes.
 */

import { createCaptions } from "../captions.js";
import { createTooltip, element, onSharpness, pageTop, setText, sharpness, windowHeight } from "../dom.js";
import { createGrid } from "../grid.js";
import { aspectOf, withSentences } from "../layout.js";
import { createLegend } from "../legend.js";
import { themed } from "../palette.js";
import { composed, download } from "../png.js";
import { createSlider } from "../slider.js";
import { explain } from "../terms.js";
import { formatNumber, formatPercent } from "../ticks.js";
import { chartPart, createChart } from "./chart.js";
import { ENDS, advanced } from "./clock.js";
import { DASHES, measuresOf, spectraOf, tileOf } from "./content.js";
import { createTrack } from "./track.js";
import { N_, _, filled } from "../words.js";

const RATES = [5, 10, 20, 40];
const WORDS = { loop: N_("from the start"), swing: N_("back and forth"), once: N_("stop") };
const BESIDE = 640;
const CHART = 176;
const SMALLEST = 280;
const SETTLE = 300;
// Milliseconds between two changes of the sentences while it plays: nobody reads more of them.
const READING = 100;

/**
 * @param {HTMLElement | ShadowRoot} parent `slider.css` and `sweep.css` must apply there
 * @param {object} [on]
 * @param {(settings: object) => void} [on.settle] the reader has set {at, rate, end, axis}; `at` is
 *   the number of the solved value, counted from 1
 * @param {(at: number) => string} [on.address] of the page that shows this value, for pictures
 * @param {() => object} [on.theme] colours as CSS and a font, see `themeFrom` in `../palette.js`
 * @returns {{show: Function, set: Function, redraw: Function, moveTo: Function, dispose: Function,
 *   playing: boolean}}
 *   `show(frame, settings)` shows a decoded sweep, `set(settings)` other settings
 */
export function createPlayer(
  parent,
  { settle = () => {}, address = () => "", theme: readTheme = () => ({}) } = {},
) {
  const root = element("div", { class: "sweep", hidden: true });
  const play = element("button", { type: "button", class: "play" });
  const { input: slider, say } = createSlider();
  const output = element("output", {});
  const rate = chooser(RATES, (one) => filled(_("{n} values/s"), { n: one }));
  const end = chooser(ENDS, (one) => _(WORDS[one]));
  const axis = chooser(["log", "linear"], (one) => (one === "log" ? _("logarithmic") : _("linear")));
  const bar = element(
    "div", { class: "bar" },
    play, element("label", { class: "wide" }, named(_("Value")), slider), output,
    element(
      "div", { class: "choices" },
      element("label", {}, named(_("Speed")), rate), element("label", {}, named(_("At the end")), end),
      element("label", {}, named(_("λ axis")), axis),
    ),
  );
  const spectra = createChart({ root, scrub });
  const measures = createChart({ root, scrub });
  const charts = element("div", { class: "charts" }, spectra.element, measures.element);
  const readout = element("div", { class: "readout" });
  const grid = createGrid({ point });
  grid.element.setAttribute("aria-label", _("Eigenfunctions in the order of their eigenvalues"));
  const legend = createLegend(save);
  const captions = createCaptions();
  const notes = element("ul", { class: "notes" });
  const said = element("summary");
  const list = element("ul");
  const meetings = element("details", {}, said, list);
  root.append(bar, charts, readout, grid.element, legend.element, notes, meetings);
  parent.append(root);
  const tooltip = createTooltip(root);

  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let frame = null;
  let track = null;
  let theme = null;
  let now = { position: 0, direction: 1 };
  let playing = false;
  let before = 0;
  let scheduled = 0;
  let waiting = 0;
  let paints = 0;
  let room = null;
  let sentences = [];
  let written = -Infinity;
  let shown = null;
  let pointed = 0;
  let reported = null;
  let locked = false;

  play.addEventListener("click", () => (playing ? pause() : start()));
  slider.addEventListener("input", () => go(Number(slider.value)));
  slider.addEventListener("change", () => settled());
  for (const choice of [rate, end]) choice.addEventListener("change", settled);
  axis.addEventListener("change", () => {
    drawCharts();
    settled();
  });
  const observer = new ResizeObserver(() => redraw());
  observer.observe(root);
  addEventListener("resize", redraw);
  const endSharpness = onSharpness(redraw);

  /** Tell the settings, but a while after the last key only. */
  function settled() {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      waiting = 0;
      settle(settings());
    }, SETTLE);
  }

  const settings = () => ({
    at: track.nearest(now.position) + 1,
    rate: Number(rate.value),
    end: end.value,
    axis: axis.value,
  });

  function start() {
    const last = track.count - 1;
    if (end.value === "once" && now.position >= last) now = { position: 0, direction: 1 };
    playing = true;
    before = performance.now();
    label();
    scheduled = requestAnimationFrame(step);
  }

  function pause() {
    playing = false;
    cancelAnimationFrame(scheduled);
    label();
    go(track.nearest(now.position));
    settled();
  }

  function step(time) {
    if (!playing) return;
    scheduled = requestAnimationFrame(step);
    const passed = time - before;
    before = time;
    // Its user may be about to move it to another element.
    if (!root.isConnected) return;
    const how = { rate: Number(rate.value), end: end.value, last: track.count - 1 };
    const next = advanced(now, passed, how);
    now = next;
    if (next.over) pause();
    else paint();
  }

  function scrub(position, released) {
    if (locked) return;
    if (playing) pause();
    go(released ? track.nearest(position) : position);
    if (released) settled();
  }

  function go(position) {
    now = { ...now, position };
    paint();
  }

  function label() {
    setText(play, playing ? _("❚❚ Pause") : _("▶ Play"));
    root.dataset.playing = playing;
  }

  function redraw() {
    if (!frame || !root.isConnected || !root.clientWidth) return;
    theme = themed(root, readTheme);
    captions.prepare(theme.font);
    reported = null;
    drawCharts();
  }

  function drawCharts() {
    const width = root.clientWidth;
    const beside = width >= BESIDE;
    charts.classList.toggle("beside", beside);
    const wide = beside ? Math.floor(width * 0.58) : width;
    const rest = beside ? width - wide - 12 : width;
    spectra.draw(spectraOf(frame, axis.value === "log", theme), wide, CHART, theme);
    measures.draw(measuresOf(frame, theme), rest, CHART, theme);
    legend.draw(frame.arrays.labels, frame.groups, sharpness(root), theme);
    // Measuring forces a layout of the whole page: not while it plays.
    room = roomFor();
    paint();
  }

  function paint() {
    if (!theme) return;
    const n = track.nearest(now.position);
    // Between solved values nothing moves for those who want no motion.
    const position = still.matches && playing ? n : now.position;
    if (still.matches && playing && n === reported) return;
    const { entries, fields, levels } = track.at(position);
    const moving = playing || position !== n;
    const { points, labels } = frame.arrays;
    const picture = {
      region: frame.region,
      moving,
      arrays: { fields, levels, points, labels },
      tiles: entries.map((entry, j) => tileOf(frame, entry, j, theme)),
    };
    const time = performance.now();
    const words = !playing || time - written >= READING;
    if (words) written = time;
    grid.draw(picture, room, theme, words);
    shown = picture;
    drawScale();
    for (const chart of [spectra, measures]) chart.place(position);
    if (n !== reported) tell(n);
    paints += 1;
    Object.assign(root.dataset, { at: n + 1, paints });
  }

  /** The colour scale keeps the values of the map that was pointed at last. */
  function point(j) {
    if (j === null || !shown) return;
    pointed = j;
    drawScale();
  }

  function drawScale() {
    const { levels } = shown.arrays;
    legend.scale.write(levels, Math.min(pointed, levels.shape[0] - 1));
  }

  /** Offer what is shown as a picture: the eigenvalues' chart and the maps at a solved value. */
  function save() {
    if (!shown) return;
    if (playing) pause();
    else go(track.nearest(now.position));
    const n = track.nearest(now.position);
    const heading = output.textContent;
    const width = root.clientWidth;
    const caption = [frame.caption, filled(_("Shown: {what}"), { what: heading }), address(n + 1)].filter(Boolean).join(". ");
    const parts = [
      chartPart(spectraOf(frame, axis.value === "log", theme), width, CHART, theme, n),
      grid.part(),
    ];
    const measured = [...readout.children].map((item) => item.lastChild.textContent).join(" · ");
    const lines = [_("blue negative, orange positive, heavy line zero, each panel to its own scale"), measured, ...frame.notes, caption];
    const picture = composed({ width, heading, parts, lines }, theme);
    download(picture, `${frame.file}-at-${Number(frame.values[n].toPrecision(4))}`, `${frame.title}: ${heading}`, caption);
  }

  /** Say which solved value is shown, and its measures. */
  function tell(n) {
    reported = n;
    slider.value = String(n);
    const text = `${frame.parameter} = ${formatNumber(frame.values[n], 4)}`;
    setText(output, text);
    say(text);
    drawReadout(n);
  }

  function roomFor() {
    const width = root.clientWidth;
    const height = Math.max(SMALLEST, windowHeight(root) - pageTop(grid.element) - 24);
    const lines = (panel) => captions.lines({ sentences }, panel);
    const panels = withSentences({ count: track.shown, aspect: aspectOf(frame), width, height }, lines);
    return { panels, ratio: sharpness(root), width };
  }

  function drawReadout(n) {
    frame.curves.forEach((curve, k) => {
      const share = curve.shares[n];
      const figure = curve.figures ? formatNumber(curve.figures[n] ?? NaN) : formatPercent(share ?? NaN);
      const item = readout.children[k];
      const value = share === null ? "–" : figure;
      explain(item.lastChild, filled(_("{name}: {value} {after}"), { name: curve.name, value, after: curve.after }), tooltip);
    });
  }

  label();
  return {
    root,
    get playing() {
      return playing;
    },
    show(next, chosen = {}) {
      if (playing) pause();
      clearTimeout(waiting);
      waiting = 0;
      frame = next;
      root.hidden = false;
      track = createTrack(frame);
      // Room for those of all values: maps keep their size while it plays.
      sentences = [...new Set(frame.sentences.flat())];
      slider.max = String(track.count - 1);
      slider.setAttribute("aria-label", frame.parameter);
      readout.replaceChildren(...frame.curves.map((_, k) => element("span", { class: "item" }, swatch(k), element("span"))));
      const lines = [...frame.regimes.map(({ said }) => said), ...frame.notes];
      notes.replaceChildren(...lines.map(() => element("li")));
      lines.forEach((text, k) => explain(notes.children[k], text, tooltip));
      const crossings = frame.meetings.filter(({ crosses }) => crosses).length;
      setText(said, filled(_("Crossings: {crossings}, avoided: {avoided}"), { crossings, avoided: frame.meetings.length - crossings }));
      list.replaceChildren(...frame.meetings.map((one) => element("li", { textContent: one.said })));
      this.set({ at: Math.ceil(track.count / 2), ...chosen });
      redraw();
    },
    set(chosen) {
      for (const [name, nodes] of Object.entries({ at: [slider, play], rate: [rate], end: [end], axis: [axis] })) {
        for (const node of nodes) {
          node.disabled = chosen.locked?.includes(name) ?? false;
          (node.closest("label") ?? node).hidden = chosen.hidden?.includes(name) ?? false;
        }
      }
      locked = slider.disabled;
      // What the reader has set since is about to be sent.
      if (waiting) return;
      if (chosen.rate) rate.value = String(chosen.rate);
      if (chosen.end) end.value = chosen.end;
      if (chosen.axis) axis.value = chosen.axis;
      if (chosen.at && !playing) now = { ...now, position: Math.min(track.count, Math.max(1, chosen.at)) - 1 };
      slider.value = String(track.nearest(now.position));
      if (theme) drawCharts();
    },
    redraw,
    /** Go on in another element. */
    moveTo(other) {
      other.append(root);
      redraw();
    },
    /** Say why there is nothing to play. */
    fail(text) {
      root.hidden = false;
      notes.replaceChildren(element("li", { role: "alert", textContent: text }));
    },
    dispose() {
      playing = false;
      cancelAnimationFrame(scheduled);
      clearTimeout(waiting);
      observer.disconnect();
      removeEventListener("resize", redraw);
      endSharpness();
      root.remove();
    },
  };
}

const named = (text) => element("span", { class: "name", textContent: text });

function chooser(options, say) {
  const all = options.map((one) => element("option", { value: String(one), textContent: say(one) }));
  return element("select", {}, ...all);
}

function swatch(k) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 8");
  svg.setAttribute("class", "swatch");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
  const shape = { x1: 0, x2: 24, y1: 4, y2: 4, stroke: "currentColor", "stroke-width": 2, "stroke-dasharray": DASHES[k].join(" ") };
  for (const [name, value] of Object.entries(shape)) line.setAttribute(name, value);
  svg.append(line);
  return svg;
}
