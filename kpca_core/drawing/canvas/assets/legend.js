/** What the marks on maps mean: the markers of the labels, and the colour scale. */

import { button, element, setHidden, setLabel, setText } from "./dom.js";
import LOOK from "./look.json" with { type: "json" };
import { marker, thinning } from "./markers.js";
import { css, diverging, largestLevel, sequential } from "./palette.js";
import { formatEnd, formatNumber, subscript } from "./ticks.js";
import { _, filled } from "./words.js";

// The bands between the outermost isolines.
const BANDS = 2 * LOOK.lines.levels;
const { legend: MARKER } = LOOK.markers;
// Labels whose markers are shown; further ones are counted.
const MOST = 8;

/** The marker of a label as an element for a line of text. */
export function markerOf(label, ratio, radius = MARKER) {
  const stamp = marker(label, radius * ratio, ratio);
  stamp.style.width = `${stamp.width / ratio}px`;
  stamp.setAttribute("aria-hidden", "true");
  return stamp;
}

/** The marker of each label with its name. */
export function createLabels() {
  const root = element("span", { class: "labels" });
  let drawn = "";
  return {
    element: root,
    /**
     * @param {ArrayLike<number>} all the label of each point
     * @param {string[]} names of labels 0, 1, …; "" or nothing where they have none
     * @param {number} ratio pixels of the screen in a CSS pixel
     */
    draw(all, names, ratio) {
      const known = [...new Set(all)].sort((a, b) => a - b);
      const every = thinning(all.length);
      const state = [known, names, every, ratio].join(" ");
      if (state === drawn) return;
      drawn = state;
      const entries = known.slice(0, MOST).map((label) => {
        const name = names[label] || (known.length > 1 ? filled(_("label {number}"), { number: label }) : _("data"));
        return element("span", { class: "entry" }, markerOf(label, ratio), document.createTextNode(name));
      });
      const rest = [];
      if (known.length > MOST) rest.push(filled(_("and {n} more"), { n: known.length - MOST }));
      if (every > 1) rest.push(filled(_("1 point of {n} drawn"), { n: every }));
      if (rest.length) entries.push(element("span", { class: "entry", textContent: rest.join(_(", ")) }));
      root.replaceChildren(...entries);
    },
  };
}

/** Colours from left to right, with a name, and the values at both ends and between. */
export function createRamp() {
  const of = element("span", { class: "of" });
  const values = ["low", "middle", "high"].map((name) => element("span", { class: `value ${name}` }));
  const ramp = element("span", { class: "ramp" });
  const root = element("span", { class: "key", role: "img" }, of, element("span", { class: "ramp-block" }, ramp, ...values));
  return {
    element: root,
    write(name, texts, said) {
      setText(of, name);
      texts.forEach((text, i) => setText(values[i], text));
      setLabel(root, said);
    },
    draw: (stops) => (ramp.style.background = `linear-gradient(to right, ${stops.join(", ")})`),
  };
}

/**
 * The bands of colour between the outermost isolines of one map. Each map has its own scale; it keeps the values of
 * the one that was pointed at last.
 *
 * @param {(row: number) => {levels: Float32Array, row?: string, nameOf?: (j: number) => string} | null} on  what is on
 *   screen, null before: levels (q, L) of the maps of a row, what they show where there are several rows, and
 *   the name of a map
 */
export function createScale(on) {
  const ramp = createRamp();
  let [pointed, inRow] = [0, 0];

  function write() {
    const shown = on(inRow);
    if (!shown) return;
    const { levels, row = "", nameOf = (j) => `f${subscript(j + 1)}` } = shown;
    const j = Math.min(pointed, levels.shape[0] - 1);
    // An empty row has no map.
    setHidden(ramp.element, j < 0);
    if (j < 0) return;
    const end = formatEnd(endOf(levels, j));
    const panel = [row, filled(_("panel {number}"), { number: j + 1 })].filter(Boolean).join(_(", "));
    const said = filled(_("Colours of {panel}: from blue at −{end} through neutral at 0 to orange at {end}"), { panel, end });
    ramp.write([row, nameOf(j)].filter(Boolean).join(": "), [`−${end}`, "0", `+${end}`], said);
  }

  return {
    element: ramp.element,
    write,
    point(j, row = 0) {
      [pointed, inRow] = [j, row];
      write();
    },
    draw: ({ dark }) =>
      ramp.draw(Array.from({ length: BANDS }, (_, i) =>
        `${css(diverging((2 * i + 1) / BANDS - 1, dark))} ${(100 * i) / BANDS}% ${(100 * (i + 1)) / BANDS}%`)),
  };
}

/** The colours of a column of numbers, with its name and the values at both ends. */
export function createTintScale() {
  const ramp = createRamp();
  ramp.draw(Array.from({ length: 9 }, (_, i) => css(sequential(i / 8))));
  return {
    element: ramp.element,
    /** @param {{name: string, low: number, high: number}} [tint] nothing where labels colour */
    draw(tint) {
      setHidden(ramp.element, !tint);
      if (!tint) return;
      const { name, low, high } = tint;
      const [from, middle, to] = [low, (low + high) / 2, high].map((value) => formatNumber(value, 3));
      ramp.write(name, [from, middle, to], filled(_("Colours of the points: {name}, from dark violet at {from} to yellow at {to}"), { name, from, to }));
    },
  };
}

/** The value of the outermost isolines of map j, of levels (q, L). */
export function endOf(levels, j) {
  const count = levels.shape[1];
  return largestLevel(levels.subarray(j * count, (j + 1) * count));
}

/** The button that saves the picture. */
export const createSave = (save) =>
  button("png", "PNG", save, { "aria-label": _("Download the picture as PNG"), title: _("The picture as it stands here, for slides") });

/** All of it in one line below the maps; `on` as of `createScale`. */
export function createLegend(save, on) {
  const labels = createLabels();
  const scale = createScale(on);
  return {
    element: element("div", { class: "map-legend" }, labels.element, scale.element, createSave(save)),
    scale,
    draw(all, names, ratio, theme) {
      labels.draw(all, names, ratio);
      scale.draw(theme);
    },
  };
}
