/** The tools for editing points that stand above the panels: labels, buttons, and words. */

import { button, element, setLabel, setText, sharpness } from "./dom.js";
import { markerOf } from "./legend.js";
import { formatNumber } from "./ticks.js";
import { N_, _, filled } from "./words.js";

// Labels that are offered: markers tell so many apart.
export const LABELS = 6;
const HOW = N_(
  "Drag a point; click an empty place to add one, double-click a point to remove it, hold Shift to " +
  "paint a cluster. Keys: N or P chooses a point, arrows move it, Delete removes it, A adds one, 1 to 6 label it, Escape ends.",
);

/** A button of the tools, with a class of its own. */
export const tool = (name, text, act) => button(`switch ${name}`, text, act);

/** The group of tools, and the line that takes the keys and says what is chosen. */
export function toolGroup(name, label, how, pressed, ...nodes) {
  const words = element("p", { class: "how", id: `${name}-how`, textContent: how });
  const said = element("span", { class: "chosen", tabIndex: 0, role: "application", "aria-describedby": words.id });
  said.addEventListener("keydown", pressed);
  const properties = { class: `point-tools ${name}`, role: "group", "aria-label": label, hidden: true };
  return { said, group: element("div", properties, ...nodes, said, words) };
}

/** Show a group or not; the focus does not go with it. */
export function showGroup(toggle, group, active) {
  const inside = group.contains(group.getRootNode().activeElement);
  group.hidden = !active;
  toggle.setAttribute("aria-pressed", String(active));
  if (!active && inside) toggle.focus({ preventScroll: true });
}

/** Say what is chosen, also to who does not see it. */
export function sayIn(said, words) {
  setText(said, words);
  setLabel(said, words);
}

/**
 * @param {() => void} on.toggle  editing is to begin or to end
 * @param {() => void} on.paint  painting likewise
 * @param {() => void} on.remove  the chosen point is to go
 * @param {() => void} on.reset  all points are to be those of the data set
 * @param {(label: number) => void} on.label  was chosen
 */
export function createTools(on) {
  const toggle = tool("edit", _("Edit points"), on.toggle);
  const paint = tool("paint", _("Paint"), on.paint);
  const remove = tool("remove", _("Remove"), on.remove);
  const reset = tool("reset", _("Reset points"), on.reset);
  const labels = element("span", { class: "chips", role: "group", "aria-label": _("Label") });
  const news = element("span", { class: "hidden", "aria-live": "polite" });
  const parts = [labels, paint, remove, reset];
  const { group, said } = toolGroup("editing", _("Edit points"), _(HOW), on.pressed, ...parts);
  group.append(news);
  let drawn = "";

  function drawLabels(maps, label) {
    const ratio = sharpness(labels);
    const known = [...new Set(maps.arrays.labels)].sort((a, b) => a - b).filter((one) => one < LABELS);
    const fresh = Array.from({ length: LABELS }, (_, k) => k).find((one) => !known.includes(one));
    const offered = fresh === undefined ? known : [...known, fresh].sort((a, b) => a - b);
    const state = [offered, maps.groups, label, ratio].join(" ");
    if (state === drawn) return;
    drawn = state;
    const focused = labels.contains(labels.getRootNode().activeElement);
    labels.replaceChildren(
      ...offered.map((one) => {
        const chip = tool("label-chip", "", () => on.label(one));
        chip.append(markerOf(one, ratio), document.createTextNode(known.includes(one) ? nameOf(maps, one) : _("new label")));
        chip.setAttribute("aria-pressed", String(one === label));
        return chip;
      }),
    );
    if (focused) labels.querySelector("[aria-pressed=true]")?.focus();
  }

  return {
    toggle,
    group,
    show: (active) => showGroup(toggle, group, active),
    painting: (is) => paint.setAttribute("aria-pressed", String(is)),
    /** Words for the live region. */
    tell: (words) => setText(news, words),
    /** The chosen point, while it moves. */
    follow: (words) => setText(said, words),
    draw(maps, { label, edited, chosen, words }) {
      reset.disabled = !edited;
      remove.disabled = chosen === null;
      drawLabels(maps, label);
      sayIn(said, words || _("No point is chosen."));
    },
  };
}

/** "point 7, cluster 1: x 0.5, y −0.1", "" without a point. */
export function wordsOf(maps, point) {
  if (!point) return "";
  const { number, label, x, y } = point;
  const place = { x: formatNumber(x, 4), y: formatNumber(y, 4) };
  return filled(_("point {number}, {name}: x {x}, y {y}"), { number, name: nameOf(maps, label), ...place });
}

const nameOf = (maps, label) => maps.groups[label] || filled(_("label {number}"), { number: label });
