/** The list of tasks, which a button of the tools opens. */

import { button, element, setText } from "../../../../kpca_core/drawing/canvas/assets/dom.js";

/** @param {(task: object) => void} begin opens one */
export function createTasks(begin) {
  const node = element("ol", { className: "tasks", id: "entrance-tasks", hidden: true });
  const opener = button("tasks-open", "", () => show(node.hidden), { "aria-controls": node.id });
  let known = "";

  function show(open) {
    node.hidden = !open;
    opener.setAttribute("aria-expanded", String(open));
    if (open) node.querySelector("button").focus();
  }

  /** @param {object} [tasks] with their name, the names of `pages`, and that of the story that is open */
  function draw(tasks, pages, present) {
    const text = JSON.stringify([tasks, pages, present]);
    if (text === known) return;
    known = text;
    show(false);
    opener.hidden = !tasks;
    setText(opener, tasks?.group ?? "");
    node.replaceChildren(...(tasks?.stories ?? []).map((one) => {
      const to = button("task", one.title, () => begin(one), { "aria-current": String(one.name === present) });
      to.append(element("small", { textContent: pages[one.page] }));
      return element("li", {}, to);
    }));
  }

  return { node, opener, draw };
}
