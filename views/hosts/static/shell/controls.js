/** What sets a setting: elements of the browser, which settle a text for the address. */

import { element, helped, say } from "./dom.js";
import { rounded, severalOf, severalText, shapeOf, stepOf, stopsOf } from "./plain.js";
import { _ } from "../../../../kpca_core/drawing/canvas/assets/words.js";

const MAKERS = {
  toggle(entry, set) {
    const box = element("input", { type: "checkbox", role: "switch", onchange: () => set(String(box.checked)) });
    return { box, update: ({ value }) => (box.checked = value === "true") };
  },
  select(entry, set) {
    const box = element("select", { onchange: () => set(box.value) });
    let known = "";
    const update = ({ kind, options, value, suggested }) => {
      const usual = kind === "number" ? String(suggested ?? "") : "";
      const all = options.map(([key, name]) => [String(key), name]);
      if (kind === "text") all.unshift(["", String(suggested ?? "")], ...(value ? [[value, value]] : []));
      const each = [...new Map(all)];
      if (known !== JSON.stringify(each)) box.replaceChildren(...each.map(([key, name]) => new Option(name, key)));
      known = JSON.stringify(each);
      box.value = each.some(([key]) => key === value) ? value : usual || each[0]?.[0];
    };
    return { box, update };
  },
  slider(entry, set) {
    const box = element("input", { type: "range", min: 0, step: 1 });
    const shown = element("output");
    let stops = [];
    const name = () => {
      shown.textContent = stops[box.value]?.[1] ?? "";
      box.setAttribute("aria-valuetext", shown.textContent);
      box.style.setProperty("--at", `${(100 * box.value) / Math.max(1, box.max)}%`);
    };
    box.addEventListener("input", name);
    box.addEventListener("change", () => set(stops[box.value][0]));
    const update = (next) => {
      stops = stopsOf(next);
      box.max = stops.length - 1;
      box.value = Math.max(0, stops.findIndex(([key]) => key === next.value || (!next.options && Number(key) === Number(next.value))));
      name();
    };
    return { box, beside: [shown], update };
  },
  number(entry, set) {
    const box = element("input", { type: "number" });
    const suggested = () => entry.suggested;
    box.addEventListener("change", () => {
      const value = Math.min(entry.high, Math.max(entry.low, box.valueAsNumber));
      if (Number.isNaN(value)) return set(suggested() === undefined ? entry.value : "");
      return set(value === suggested() ? "" : String(entry.integer ? Math.round(value) : value));
    });
    const update = (next) => {
      entry = next;
      Object.assign(box, { min: next.low, max: next.high, step: stepOf(next) });
      box.value = next.value === "" ? (next.suggested ?? "") : String(rounded(next.value, 4));
    };
    return { box, update };
  },
  text(entry, set) {
    const box = element("input", { type: "text", onchange: () => set(box.value) });
    return { box, update: ({ value }) => (box.value = value) };
  },
  several(entry, set) {
    const box = element("details", { className: "menu several" });
    const [head, list] = [element("summary"), element("div", { className: "over" })];
    box.append(head, list);
    const update = (next) => {
      const chosen = severalOf(next);
      const full = next.most && chosen.length >= next.most;
      head.textContent = next.options.filter(([key]) => chosen.includes(String(key))).map(([, name]) => name).join(", ") || _("All");
      const held = list.contains(document.activeElement) && document.activeElement.value;
      list.replaceChildren(...next.options.map(([key, name]) => {
        const one = element("input", { type: "checkbox", value: key, checked: chosen.includes(String(key)) });
        one.disabled = next.locked || (full && !one.checked);
        // What is chosen last comes last.
        one.onchange = () => set(severalText(next, [...chosen.filter((other) => other !== one.value), ...(one.checked ? [one.value] : [])]));
        return element("label", {}, one, name);
      }));
      if (held) list.querySelector(`[value="${CSS.escape(held)}"]`)?.focus();
    };
    return { box, update, field: head };
  },
};

let ids = 0;

/** Draw a control, or bring it up to date; what is being typed there stays. */
export function drawControl(node, entry, { settle }) {
  const shape = shapeOf(entry);
  if (node.shape !== shape) {
    node.shape = shape;
    node.made = MAKERS[shape](entry, (text) => {
      node.typing = false;
      settle({ settings: { [node.key]: text }, beside: { control: true } });
    });
    const { box, beside = [], field = box } = node.made;
    const id = `control-${(ids += 1)}`;
    field.id = id;
    box.addEventListener("input", () => (node.typing = ["text", "number"].includes(box.type)));
    node.label = element("label", { htmlFor: id });
    const head = element("div", { className: "head" }, node.label, (node.help = element("span")), ...beside);
    node.className = `element control ${shape}`;
    node.replaceChildren(...(shape === "toggle" ? [box, head] : [head, box]));
    if (field !== box) field.setAttribute("aria-labelledby", (node.label.id = `${id}-label`));
  }
  node.key = entry.key;
  say(node.label, entry.locked ? `${entry.label} ${_("(locked by the link)")}` : entry.label, true);
  if (node.helping !== entry.help) node.help.replaceChildren(...helped((node.helping = entry.help)));
  node.made.box.disabled = entry.locked;
  node.style.maxWidth = entry.width ? `${entry.width}px` : "";
  if (!node.typing) node.made.update(entry);
}
