/**
 * The scene of a sweep (see `../maps.js`): a bar that plays it, trajectories of the eigenvalues, measures, and
 * the maps, also between solved values. Its frames have besides the `settings` of the bar, {at, rate, end,
 * axis, locked, hidden}: `at` is the number of the solved value, counted from 1.
 */

import { createCaptions } from "../captions.js";
import { button, createTooltip, element, pageTop, setText, svg } from "../dom.js";
import { createGrid } from "../grid.js";
import { createHand } from "../hand.js";
import { aspectOf, withSentences } from "../layout.js";
import { createLegend } from "../legend.js";
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
// CSS pixels: the width from which on the charts stand beside each other, with a gap, the height of one, the
// least height of all maps, and what is left below them.
const BESIDE = 640;
const GAP = 12;
const CHART = 176;
const SMALLEST = 280;
const BELOW = 24;

export function createSweep({ root, changed, rest, frame: shown, address }) {
  root.classList.add("sweep");
  const play = button("play", "", () => (playing ? pause() : start()));
  const { input: slider, say } = createSlider();
  const output = element("output", {});
  const rate = chooser(RATES, (one) => filled(_("{n} values/s"), { n: one }));
  const end = chooser(ENDS, (one) => _(WORDS[one]));
  const axis = chooser(["log", "linear"], (one) => (one === "log" ? _("logarithmic") : _("linear")));
  const bar = element(
    "div", { class: "player" },
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
  const grid = createGrid({ point: (j) => j === null || legend.scale.point(j) });
  grid.element.setAttribute("aria-label", _("Eigenfunctions in the order of their eigenvalues"));
  const legend = createLegend(save, () => seen);
  const captions = createCaptions();
  const notes = element("ul", { class: "notes" });
  const said = element("summary");
  const list = element("ul");
  const meetings = element("details", {}, said, list);
  const tooltip = createTooltip(root);

  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let sheet = null;
  let track = null;
  let now = { position: 0, direction: 1 };
  let playing = false;
  let before = 0;
  let scheduled = 0;
  const hand = createHand({ rest });
  // The frame that was prepared last, and that whose charts are drawn.
  let prepared = null;
  let charted = null;
  let drawn = null;
  // Lines that the sentences have, and the width of maps that they were counted for.
  let lines = 0;
  let across = Infinity;
  // What is on screen, and the value that was told last.
  let seen = null;
  let told = null;

  slider.addEventListener("input", () => go(Number(slider.value)));
  slider.addEventListener("change", settle);
  for (const choice of [rate, end, axis]) choice.addEventListener("change", settle);
  axis.addEventListener("change", changed);

  /** Tell the settings, but a while after the last key only. */
  function settle() {
    hand.take();
    hand.letGoSoon();
  }

  const nearest = () => track.nearest(now.position);
  const settings = () => ({ at: nearest() + 1, rate: Number(rate.value), end: end.value, axis: axis.value });

  function start() {
    if (end.value === "once" && now.position >= track.count - 1) now = { position: 0, direction: 1 };
    playing = true;
    before = performance.now();
    label();
    scheduled = requestAnimationFrame(step);
  }

  function pause() {
    playing = false;
    cancelAnimationFrame(scheduled);
    label();
    go(nearest());
    settle();
  }

  function step(time) {
    if (!playing) return;
    scheduled = requestAnimationFrame(step);
    const passed = time - before;
    before = time;
    // It may be about to move to another element.
    if (!root.isConnected) return;
    const was = nearest();
    const next = advanced(now, passed, { rate: Number(rate.value), end: end.value, last: track.count - 1 });
    now = next;
    if (next.over) pause();
    // Between solved values nothing moves for those who want no motion.
    else if (!still.matches || nearest() !== was) changed();
  }

  function scrub(position, released) {
    if (slider.disabled) return;
    if (playing) pause();
    go(released ? track.nearest(position) : position);
    if (released) settle();
  }

  function go(position) {
    now = { ...now, position };
    changed();
  }

  function label() {
    setText(play, playing ? _("❚❚ Pause") : _("▶ Play"));
    root.dataset.playing = playing;
  }

  /** Another sweep is to be played. */
  function take(next) {
    if (next === sheet) return;
    playing = false;
    label();
    sheet = next;
    track = createTrack(sheet);
    now = { position: nearest(), direction: 1 };
    slider.max = String(track.count - 1);
    slider.setAttribute("aria-label", sheet.parameter);
    readout.replaceChildren(...sheet.curves.map((_, k) => element("span", { class: "item" }, swatch(k), element("span"))));
    const texts = [...sheet.regimes.map((one) => one.said), ...sheet.notes];
    notes.replaceChildren(...texts.map(() => element("li")));
    texts.forEach((text, k) => explain(notes.children[k], text, tooltip));
    const crossings = sheet.meetings.filter(({ crosses }) => crosses).length;
    setText(said, filled(_("Crossings: {crossings}, avoided: {avoided}"), { crossings, avoided: sheet.meetings.length - crossings }));
    list.replaceChildren(...sheet.meetings.map((one) => element("li", { textContent: one.said })));
  }

  const sayValue = (n) => `${sheet.parameter} = ${formatNumber(sheet.values[n], 4)}`;

  /** Say which solved value is shown, and its measures. */
  function tell(n) {
    if (n === told) return;
    told = n;
    setText(output, sayValue(n));
    sheet.curves.forEach((curve, k) => {
      const share = curve.shares[n];
      const figure = curve.figures ? formatNumber(curve.figures[n] ?? NaN) : formatPercent(share ?? NaN);
      const value = share === null ? "–" : figure;
      explain(readout.children[k].lastChild, filled(_("{name}: {value} {after}"), { name: curve.name, value, after: curve.after }), tooltip);
    });
  }

  const logarithmic = () => axis.value === "log";

  /** Charts stay while it plays: their playheads move. */
  function drawCharts(frame, plan, theme) {
    const state = JSON.stringify([axis.value, plan.charts, plan.ratio, theme]);
    if (frame === charted && state === drawn) return;
    [charted, drawn] = [frame, state];
    spectra.draw(spectraOf(sheet, logarithmic(), theme, frame.description), plan.charts[0], CHART, theme);
    measures.draw(measuresOf(sheet, theme), plan.charts[1], CHART, theme);
    legend.draw(sheet.arrays.labels, sheet.groups, plan.ratio, theme);
  }

  /** Offer what is shown as a picture: the eigenvalues' chart and the maps at a solved value. */
  function save() {
    if (playing) pause();
    else go(nearest());
    const [frame, n, { theme, width }] = [shown(), nearest(), seen];
    const heading = sayValue(n);
    const caption = [frame.caption, filled(_("Shown: {what}"), { what: heading }), address(settings())].filter(Boolean).join(". ");
    const parts = [chartPart(spectraOf(sheet, logarithmic(), theme), width, CHART, theme, n), grid.part()];
    const measured = [...readout.children].map((item) => item.lastChild.textContent).join(" · ");
    const foot = [_("blue negative, orange positive, heavy line zero, each panel to its own scale"), measured, ...sheet.notes, caption];
    const picture = composed({ width, heading, parts, lines: foot }, theme);
    download(picture, `${frame.file}-at-${Number(sheet.values[n].toPrecision(4))}`, `${frame.title}: ${heading}`, caption);
  }

  label();
  return {
    elements: [bar, charts, readout, grid.element, legend.element, notes, meetings],
    get busy() {
      return hand.busy;
    },
    settings,
    /** What was set in another sweep is not told any more. */
    check: ({ sheets }) => sheets[0] === sheet || hand.drop(),
    settle({ sheets, settings: chosen }) {
      const isFirst = !sheet;
      take(sheets[0]);
      for (const [name, nodes] of Object.entries({ at: [slider, play], rate: [rate], end: [end], axis: [axis] })) {
        for (const node of nodes) {
          node.disabled = chosen.locked?.includes(name) ?? false;
          (node.closest("label") ?? node).hidden = chosen.hidden?.includes(name) ?? false;
        }
      }
      for (const [name, choice] of Object.entries({ rate, end, axis })) if (chosen[name]) choice.value = String(chosen[name]);
      const at = chosen.at ?? (isFirst ? Math.ceil(track.count / 2) : nearest() + 1);
      if (!playing) now = { ...now, position: track.nearest(at - 1) };
    },
    prepare(frame) {
      take(frame.sheets[0]);
      const n = nearest();
      frame.moving = playing || now.position !== n;
      if (frame !== prepared || slider.value !== String(n)) {
        slider.value = String(n);
        say(sayValue(n));
      }
      if (frame === prepared) return;
      prepared = frame;
      told = null;
      tell(n);
      captions.prepare(getComputedStyle(root).fontFamily);
      lines = linesOf(across);
    },
    needs: () => `${track.shown} ${aspectOf(sheet)} ${lines}`,
    room(frame, { width, viewport, top }) {
      const beside = width >= BESIDE;
      charts.classList.toggle("beside", beside);
      charts.style.height = `${beside ? CHART : 2 * CHART}px`;
      const above = top + pageTop(grid.element) - pageTop(root);
      const height = Math.max(SMALLEST, viewport - above - BELOW);
      const panels = withSentences({ count: track.shown, aspect: aspectOf(sheet), width, height }, linesOf);
      across = panels.width;
      const first = beside ? Math.floor(width * 0.58) : width;
      return { panels, charts: [first, beside ? width - first - GAP : width] };
    },
    draw(frame, plan, theme) {
      const n = nearest();
      const position = still.matches && playing ? n : now.position;
      drawCharts(frame, plan, theme);
      const { entries, fields, levels } = track.at(position);
      const { region, arrays: { points, labels } } = sheet;
      const tiles = entries.map((entry, j) => tileOf(sheet, entry, j, theme));
      grid.draw({ region, moving: frame.moving, arrays: { fields, levels, points, labels }, tiles }, plan, theme, plan.words);
      seen = { levels, theme, width: plan.width };
      for (const chart of [spectra, measures]) chart.place(position);
      if (plan.words) {
        tell(n);
        legend.scale.write();
      }
      root.dataset.at = n + 1;
    },
    dispose() {
      playing = false;
      cancelAnimationFrame(scheduled);
      hand.drop();
    },
  };

  /** Lines of all sentences: maps keep their size while it plays. */
  function linesOf(panel) {
    return captions.lines({ sentences: [...new Set(sheet.sentences.flat())] }, panel);
  }
}

const named = (text) => element("span", { class: "name", textContent: text });

function chooser(options, say) {
  const all = options.map((one) => element("option", { value: String(one), textContent: say(one) }));
  return element("select", {}, ...all);
}

function swatch(k) {
  const line = svg("line", { x1: 0, x2: 24, y1: 4, y2: 4, stroke: "currentColor", "stroke-width": 2, "stroke-dasharray": DASHES[k].join(" ") });
  return svg("svg", { viewBox: "0 0 24 8", class: "swatch" }, line);
}
