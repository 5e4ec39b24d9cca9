/**
 * The player of a sweep: slider, trajectories of the eigenvalues, measures and maps, mounted on any
 * element of a page. It knows no server: its user gives it bytes.
 */

import { createTooltip, element, pageTop, setText, sharpness, windowHeight } from "../dom.js";
import { createLegend } from "../legend.js";
import { explain } from "../terms.js";
import { formatNumber, formatPercent } from "../ticks.js";
import { createChart } from "./chart.js";
import { ENDS, advanced } from "./clock.js";
import { contours } from "./contours.js";
import { colourOf, dashOf, themed } from "./theming.js";
import { createTiles } from "./tiles.js";
import { createTrack, shownIdentities, trajectory } from "./track.js";

const RATES = [5, 10, 20, 40];
const WORDS = { loop: "from the start", swing: "back and forth", once: "stop" };
const BESIDE = 640;
const CHART = { beside: 222, alone: 176 };
const SMALLEST = 280;
const DASHES = [[], [6, 3], [2, 3], [8, 3, 2, 3]];
const SETTLE = 300;
// Of the largest eigenvalue: smaller ones would take most of a logarithmic axis.
const FARTHEST = 1e-5;

/**
 * @param {HTMLElement | ShadowRoot} parent `slider.css` and `sweep.css` must apply there
 * @param {object} [on]
 * @param {(settings: object) => void} [on.settle] the reader has set {at, rate, end, axis}; `at` is
 *   the number of the solved value, counted from 1
 * @param {() => object} [on.theme] colours as CSS and a font, see `themeFrom` in `../palette.js`
 * @returns {{show: Function, set: Function, redraw: Function, moveTo: Function, dispose: Function,
 *   playing: boolean}}
 *   `show(frame, settings)` shows a decoded sweep, `set(settings)` other settings
 */
export function createPlayer(parent, { settle = () => {}, theme: readTheme = () => ({}) } = {}) {
  const root = element("div", { class: "sweep" });
  const play = element("button", { type: "button", class: "play" });
  const slider = element("input", { class: "slider", type: "range", min: "0", step: "1" });
  const output = element("output", {});
  const rate = chooser(RATES, (one) => `${one} values/s`);
  const end = chooser(ENDS, (one) => WORDS[one]);
  const axis = chooser(["log", "linear"], (one) => (one === "log" ? "logarithmic" : "linear"));
  const bar = element(
    "div", { class: "bar" },
    play, element("label", { class: "wide" }, named("Value"), slider), output,
    element(
      "div", { class: "choices" },
      element("label", {}, named("Speed"), rate), element("label", {}, named("At the end"), end),
      element("label", {}, named("λ axis"), axis),
    ),
  );
  const spectra = createChart({ root, scrub });
  const measures = createChart({ root, scrub });
  const charts = element("div", { class: "charts" }, spectra.element, measures.element);
  const readout = element("div", { class: "readout" });
  const tiles = createTiles("Eigenfunctions in the order of their eigenvalues");
  const legend = createLegend();
  const notes = element("ul", { class: "notes" });
  const said = element("summary");
  const list = element("ul");
  const meetings = element("details", {}, said, list);
  root.append(bar, charts, readout, tiles.element, legend.element, notes, meetings);
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
    setText(play, playing ? "❚❚ Pause" : "▶ Play");
    root.dataset.playing = playing;
  }

  function redraw() {
    if (!frame || !root.isConnected || !root.clientWidth) return;
    theme = themed(root, readTheme);
    reported = null;
    drawCharts();
  }

  function drawCharts() {
    const width = root.clientWidth;
    const beside = width >= BESIDE;
    charts.classList.toggle("beside", beside);
    const wide = beside ? Math.floor(width * 0.58) : width;
    const rest = beside ? width - wide - 12 : width;
    const height = beside ? CHART.beside : CHART.alone;
    spectra.draw(spectraOf(frame, axis.value === "log", theme), wide, height, theme);
    measures.draw(measuresOf(frame, theme), rest, height, theme);
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
      arrays: { fields, levels, points, labels, ...contours(fields, levels, moving) },
      tiles: entries.map((entry, j) => tileOf(frame, entry, j, theme)),
    };
    tiles.draw(picture, room, theme);
    for (const chart of [spectra, measures]) chart.place(position);
    if (n !== reported) tell(n);
    paints += 1;
    Object.assign(root.dataset, { at: n + 1, paints });
  }

  /** Say which solved value is shown, and its measures. */
  function tell(n) {
    reported = n;
    slider.value = String(n);
    const text = `${frame.parameter} = ${formatNumber(frame.values[n], 4)}`;
    setText(output, text);
    slider.setAttribute("aria-valuetext", text);
    slider.style.setProperty("--filled", `${track.count > 1 ? (100 * n) / (track.count - 1) : 0}%`);
    drawReadout(n);
  }

  function roomFor() {
    const width = root.clientWidth;
    const height = Math.max(SMALLEST, windowHeight(root) - pageTop(tiles.element) - 24);
    return { width, height, ratio: sharpness(root), most: track.shown };
  }

  function drawReadout(n) {
    frame.curves.forEach((curve, k) => {
      const share = curve.shares[n];
      const figure = curve.figures ? formatNumber(curve.figures[n] ?? NaN) : formatPercent(share ?? NaN);
      const item = readout.children[k];
      explain(item.lastChild, `${curve.name}: ${share === null ? "–" : figure} ${curve.after}`, tooltip);
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
      track = createTrack(frame);
      slider.max = String(track.count - 1);
      slider.setAttribute("aria-label", frame.parameter);
      readout.replaceChildren(...frame.curves.map((_, k) => element("span", { class: "item" }, swatch(k), element("span"))));
      const lines = [...frame.regimes.map(({ said }) => said), ...frame.notes];
      notes.replaceChildren(...lines.map(() => element("li")));
      lines.forEach((text, k) => explain(notes.children[k], text, tooltip));
      const crossings = frame.meetings.filter(({ crosses }) => crosses).length;
      setText(said, `Crossings: ${crossings}, avoided: ${frame.meetings.length - crossings}`);
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
      notes.replaceChildren(element("li", { role: "alert", textContent: text }));
    },
    dispose() {
      playing = false;
      cancelAnimationFrame(scheduled);
      clearTimeout(waiting);
      observer.disconnect();
      removeEventListener("resize", redraw);
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

/** A panel's title: its letter, and a mark where its place is another one than the letter's. */
function tileOf(frame, { identity, value, near }, j, theme) {
  const letter = frame.letters[identity];
  const away = identity === j ? "" : j < identity ? "↑" : "↓";
  const number = value === 0 || (value >= 1e-3 && value < 1e4) ? value.toFixed(3) : formatNumber(value);
  const said = [
    `Component ${j + 1}: function ${letter}, λ = ${number}`,
    away && `number ${identity + 1} in the order of appearance, now number ${j + 1} by eigenvalue`,
    near && "nearly the same eigenvalue as a neighbour: any rotation of the two is as good",
  ].filter(Boolean).join("; ");
  return {
    letter,
    colour: colourOf(identity, theme),
    text: `${j + 1}  λ = ${number}`,
    mark: `${near ? "≈" : ""}${away}`,
    said,
  };
}

function spectraOf(frame, yLog, theme) {
  const identities = shownIdentities(frame);
  const lines = identities.map((identity) => ({
    values: trajectory(frame, identity),
    colour: colourOf(identity, theme),
    dash: dashOf(identity),
    letter: frame.letters[identity],
  }));
  const shown = frame.arrays.steps.shape[1];
  // From the least eigenvalue that is shown somewhere to the largest.
  const inside = frame.eigenvalues.flatMap((own) => own.slice(0, shown)).filter((value) => value > 0);
  const high = Math.max(...inside) * (yLog ? 1.15 : 1.03);
  const low = yLog ? Math.max(Math.min(...inside) / 1.15, high * FARTHEST) : 0;
  return {
    label: frame.description,
    xLabel: frame.parameter,
    yLabel: "λ   ○ crossing   ◇ avoided crossing",
    values: frame.values,
    log: frame.log,
    yLog,
    yRange: [low, high],
    lines,
    marks: frame.meetings,
    bands: frame.regimes.map(({ kind, first, last }) => ({ first, last, text: kind === "identity" ? "≈ identity" : "≈ linear PCA" })),
  };
}

function measuresOf(frame, theme) {
  const names = frame.curves.map(({ name }) => name);
  return {
    label: `Against ${frame.parameter}, as shares: ${names.join(", ")}.`,
    xLabel: frame.parameter,
    yLabel: "shares",
    values: frame.values,
    log: frame.log,
    yLog: false,
    // With negative eigenvalues shares of the trace exceed 1.
    yRange: [0, Math.max(1, ...frame.curves.flatMap(({ shares }) => shares.map((share) => share ?? 0)))],
    percent: true,
    lines: frame.curves.map(({ shares }, k) => ({ values: shares, colour: theme.text, dash: DASHES[k] })),
    bands: frame.regimes.map(({ first, last }) => ({ first, last })),
  };
}
