/** The list of tasks, which a button of the tools opens. */

import { button, element, setText } from "./dom.js";

/** @param {(task: object) => void} begin opens one */
export function createTasks(begin) {
  const node = element("ol", { className: "tasks", id: "entrance-tasks", hidden: true });
  const opener = button("tasks-open", "", () => show(node.hidden));
  opener.setAttribute("aria-controls", node.id);
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    show(false);
    opener.focus();
  });

  function show(open) {
    node.hidden = !open;
    opener.setAttribute("aria-expanded", String(open));
    if (open) node.querySelector("button")?.focus();
  }

  /**
   * @param {object[]} tasks
   * @param {object} pages names of pages
   * @param {string} [present] the name of the story that is open
   */
  function draw(tasks, pages, present) {
    opener.hidden = !tasks.length;
    if (opener.hidden) show(false);
    else setText(opener, tasks[0].group);
    const text = JSON.stringify([tasks, pages, present]);
    if (node.dataset.shown === text) return;
    node.dataset.shown = text;
    node.replaceChildren(...tasks.map((one) => {
      const to = button("task", one.title, () => {
        show(false);
        begin(one);
      });
      to.append(element("small", { textContent: pages[one.page] ?? "" }));
      to.setAttribute("aria-current", String(one.name === present));
      return element("li", {}, to);
    }));
  }

  opener.setAttribute("aria-expanded", "false");
  return { node, opener, draw };
}
