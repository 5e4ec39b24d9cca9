/** The eigenvalue spectrum above the maps: its picture, its words, and the bar that is pointed at. */

import { button, createReader, createTooltip, element, onPointing, paintCanvas, placeIn, setHidden, setText } from "./dom.js";
import { DEGENERATE, arrangeSpectrum, paintSpectrum, shareWords } from "./spectrum.js";
import { explain } from "./terms.js";
import { formatNumber, formatPercent } from "./ticks.js";
import { _, filled } from "./words.js";

/**
 * @param {HTMLElement} root positioned element that holds the component
 * @param {object} choices whether the axis is logarithmic, see `choices.js`
 * @param {object} component the one in the hand, see `maps.js`: a click on a bar selects it
 * @param {(component: number | null) => void} [light] called with the component that is pointed at
 */
export function createSpectrum(root, choices, component, light = () => {}) {
  const label = element("span", { class: "axis-label" });
  const entry = (kind, text) => {
    const swatch = element("i", { class: `swatch ${kind}` });
    return element("span", { class: "entry" }, swatch, document.createTextNode(text));
  };
  const entries = {
    shown: entry("shown", _("drawn below")),
    further: entry("further", _("further")),
    negative: entry("negative", _("negative")),
    chance: entry("chance", _("shuffled columns")),
    limit: entry("limit", _("infinitely many points")),
    cumulative: entry("cumulative", ""),
    group: element("span", { class: "entry" }),
  };
  const scale = choices.button(button("switch", _("log"), undefined, { "aria-label": _("Logarithmic axis") }), "log");
  const legend = element("span", { class: "legend" }, ...Object.values(entries));
  const named = element("strong", { class: "named", "aria-live": "polite" });
  const head = element("div", { class: "spectrum-head" }, element("span", { class: "of-axis" }, label, scale, named), legend);
  const canvas = element("canvas", { role: "img", tabIndex: 0, "aria-label": _("Eigenvalue spectrum: arrow keys select") });
  const tooltip = createTooltip(root);
  const shareText = element("span");
  entries.cumulative.lastChild.replaceWith(shareText);
  const block = element("div", { class: "spectrum" }, head, canvas);
  const reader = createReader(root, (event) => {
    const i = barAt(event);
    return i === null ? null : readout(shown.spectrum, i);
  });
  let shown = null;
  let lit = null;

  function paint() {
    const { plan, theme, ratio } = shown;
    const marks = { lit, chosen: component.number - 1 };
    paintCanvas(canvas, plan.width, plan.height, ratio, (context) => paintSpectrum(context, plan, theme, marks));
  }

  /** The bar below or above a pointer, null if there is none. */
  function barAt(event) {
    const [x] = placeIn(canvas, event);
    const { bars, pitch } = shown?.plan ?? { bars: [] };
    const i = bars.findIndex((bar) => Math.abs(bar.centre - x) <= pitch / 2);
    return i < 0 ? null : i;
  }

  onPointing(canvas, (event) => {
    reader.point(event);
    light(event && barAt(event));
  });
  canvas.addEventListener("click", (event) => {
    const i = barAt(event);
    if (i !== null && i < shown.spectrum.values.length) component.select(i + 1);
  });

  return {
    element: block,
    head,
    /** Set label and legend above the plot, whose height the layout needs. */
    prepare(spectrum) {
      setText(named, component.words);
      named.title = component.words;
      explain(label, spectrum.label, tooltip);
      explain(shareText, shareWords(spectrum), tooltip);
      explain(entries.group, `≈ ${_(DEGENERATE)}`, tooltip);
      setHidden(entries.further, spectrum.values.length <= spectrum.shown);
      setHidden(entries.negative, !spectrum.negative?.length);
      setHidden(entries.chance, !spectrum.chance?.length);
      setHidden(entries.limit, !spectrum.limit?.length);
      setHidden(entries.cumulative, !spectrum.cumulative?.length);
      setHidden(entries.group, !spectrum.groups?.length);
    },
    draw(spectrum, width, height, theme, ratio) {
      const plan = arrangeSpectrum(spectrum, width, height, choices.isOn("log"), theme.type);
      shown = { spectrum, plan, theme, ratio };
      paint();
      reader.again();
    },
    /** Frame the bar of a component, none for null. */
    light(component) {
      if (component === lit) return;
      lit = component;
      if (shown) paint();
    },
  };
}

/** The tooltip's lines for bar i. */
function readout({ values, negative = [], cumulative = [], groups = [], chance = [], limit = [], whole }, i) {
  if (i >= values.length) {
    return [filled(_("negative eigenvalue {value}"), { value: formatNumber(negative[i - values.length], 5) })];
  }
  const lines = [filled(_("component {k}"), { k: i + 1 }), `λ = ${formatNumber(values[i], 5)}`];
  if (chance.length) {
    const [low, high] = chance.map((end) => formatNumber(end[i], 5));
    lines.push(filled(_("shuffled columns: {low} to {high}"), { low, high }));
  }
  if (limit.length > i) lines.push(filled(_("infinitely many points: {value}"), { value: formatNumber(limit[i], 5) }));
  if (cumulative.length > i) {
    const share = cumulative[i] - (i ? cumulative[i - 1] : 0);
    lines.push(
      filled(_("{share} of the {whole}"), { share: formatPercent(share), whole }),
      filled(_("{share} cumulative"), { share: formatPercent(cumulative[i]) }),
    );
  }
  if (groups.some((group) => group.includes(i))) lines.push(`≈ ${_(DEGENERATE)}`);
  return lines;
}
