/** The goals of a step in the editor of a tour. What there is to measure Python says. */

import { button, element, setText } from "../../../../kpca_core/drawing/canvas/assets/dom.js";

/**
 * @param {(alter: () => void) => void} change changes the draft and sends it
 * @returns {{node: HTMLElement, draw: (data: object | undefined, one: object, step: number, told: object[]) => void}}
 *   `draw` takes what the editor's data say of goals, a step of the draft, its number, and what is measured now
 */
export function createGoalEditor(change) {
  const legend = element("span");
  const list = element("ul");
  const add = button("add-goal", "");
  let known = "";
  // Puts another goal at a place, or none.
  let put;
  const node = element("div", { className: "goal-editor" }, legend, list, element("div", { className: "steps" }, add));

  function draw(data, one, step, told) {
    node.hidden = !data || !Object.keys(data.measures).length;
    if (node.hidden) return;
    const goals = one.goals ?? [];
    const set = (next) => {
      change(() => (one.goals = next));
      // What is set next is of the goals as they are now, not as they were sent last.
      draw(data, one, step, told);
    };
    setText(legend, data.goals.replace("{step}", step));
    setText(add, data.add);
    add.disabled = goals.length >= data.most;
    add.onclick = () => set([...goals, made(data, Object.keys(data.measures)[0])]);
    const text = JSON.stringify([data, goals, step]);
    if (text !== known) {
      // Where the answer brings nothing new, what is being typed stays.
      known = text;
      const focused = node.getRootNode().activeElement?.dataset?.at;
      list.replaceChildren(...goals.map((goal, k) => row(data, goal, k)));
      if (focused) list.querySelector(`[data-at="${focused}"]`)?.focus();
    }
    put = (k, ...next) => set([...goals.slice(0, k), ...next, ...goals.slice(k + 1)]);
    list.querySelectorAll(".now").forEach((now, k) => setText(now, told[k]?.said ?? ""));
  }

  function row(data, goal, k) {
    const compared = Object.keys(data.comparisons).find((name) => goal[name] !== undefined);
    const named = (control, name, label) => {
      control.dataset.at = `${k} ${name}`;
      control.setAttribute("aria-label", `${label} ${k + 1}`);
      control.title = label;
      return control;
    };
    const select = (name, label, options, value, act) => {
      const control = element("select", {}, ...options.map(([key, text]) => element("option", { value: key, textContent: text })));
      control.value = value;
      control.addEventListener("change", () => act(control.value));
      return named(control, name, label);
    };
    const number = (name, label, value, limits = {}) => {
      const control = element("input", { type: "number", step: "any", value, ...limits });
      control.addEventListener("change", () => put(k, { ...goal, [name]: control.valueAsNumber }));
      return named(control, name, label);
    };
    const measures = Object.entries(data.measures).map(([name, { label }]) => [name, label]);
    const { arguments: taken } = data.measures[goal.measure];
    return element("li", {},
      select("measure", data.measure, measures, goal.measure, (name) => put(k, { ...made(data, name), at_least: undefined, [compared]: goal[compared] })),
      ...taken.map(([name, label, , min, max]) => number(name, label, goal[name], { min, max })),
      select("comparison", data.comparison, Object.entries(data.comparisons), compared, (name) => put(k, { ...goal, [compared]: undefined, [name]: goal[compared] })),
      number(compared, data.wanted, goal[compared]),
      element("span", { className: "now" }),
      named(button("delete", "✕", () => put(k)), "delete", data.delete));
  }

  return { node, draw };
}

/** A goal that its maker is about to set. */
function made(data, measure) {
  return { measure, ...Object.fromEntries(data.measures[measure].arguments.map(([name, , value]) => [name, value])), at_least: 0 };
}
