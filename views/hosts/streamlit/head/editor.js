/**
 * The editor of a tour. Every change sends the whole tour; Python answers with it and with the
 * address that holds it. What is typed is sent once a field is left.
 */

import { button, element, setText } from "../../../../kpca_core/drawing/canvas/assets/dom.js";
import { createGoalEditor } from "./goal_editor.js";
import { TAB, read, write } from "../../../../kpca_core/drawing/canvas/assets/memory.js";
import { inLanguage } from "../../../../kpca_core/drawing/canvas/assets/words.js";

// A tour too long for an address: the browser tells it to a session that does not know it.
const KEPT = "kernel-pca-explorer.tour";
// Bytes of a file: no tour has more.
const LARGEST = 300000;

/**
 * @param {HTMLElement} root of the entrance
 * @param {(sent: object) => number} on.change sends a tour: {tour, step, view}, or {file}; 0 where it
 *   cannot be sent
 * @param {(at: number) => void} on.go shows the step at this place, counted from 0
 */
export function createEditor(root, on) {
  const node = element("section", { className: "editor", hidden: true });
  const title = field("input", (text) => (draft.title = text));
  const list = element("ol");
  const stepTitle = field("input", (text) => (draft.steps[step - 1].title = text));
  const stepText = field("textarea", (text) => (draft.steps[step - 1].text = text));
  const goals = createGoalEditor((alter) => change(alter));
  const hidden = element("fieldset");
  const size = element("p", { className: "size" });
  const trouble = element("p", { class: "trouble", role: "alert" });
  const how = element("p");
  const save = button("save-step", "", saveStep);
  const replace = button("replace-step", "", () => change(() => {}, true));
  const file = element("input", { type: "file", accept: ".json,application/json", hidden: true });
  const open = button("open-tour", "", () => file.click());
  const link = button("copy-tour", "", () => {
    copying = true;
    copyLink();
  });
  const download = button("download-tour", "", downloadTour);
  const begin = element("div", { className: "steps" }, save, replace, open, file);
  const summary = element("summary");
  const whole = element("div", { className: "whole" },
    element("div", {}, title.label, list),
    element("div", {}, stepTitle.label, stepText.label, goals.node),
    element("details", {}, summary, hidden),
    element("div", { className: "steps" }, link, download, size));
  node.append(how, begin, trouble, whole);
  file.addEventListener("change", openFile);

  let editor = null;
  let draft = null;
  let step = 1;
  let words = {};
  let wanted = false;
  let pending = false;
  let copying = false;
  let asked = "";

  /** @param {boolean} settled whether the data answers all that was sent */
  function draw(data, settled) {
    editor = data.editor;
    node.hidden = !editor?.open;
    if (!editor) return;
    keep();
    if (node.hidden || (!settled && draft)) return;
    pending = false;
    words = data.tour;
    draft = structuredClone(editor.draft ?? { tour: 1, title: "", hidden: [], steps: [] });
    step = editor.step;
    setText(how, editor.portable ? words.how : words.notPortable);
    for (const [one, name] of [[save, "save"], [replace, "replace"], [open, "open"], [link, "link"], [download, "download"]]) {
      setText(one, words[name]);
    }
    save.disabled = replace.disabled = !editor.portable;
    replace.hidden = !draft.steps.length || !data.story?.changed;
    link.disabled = !editor.short || !editor.link;
    setText(size, editor.size);
    setText(trouble, editor.trouble);
    trouble.hidden = !editor.trouble;
    whole.hidden = !draft.steps.length;
    if (whole.hidden) return;
    title.show(words.title, draft.title);
    stepTitle.show(`${words.stepTitle} ${step}`, draft.steps[step - 1].title);
    stepText.show(`${words.stepText} ${step}`, draft.steps[step - 1].text);
    goals.draw(editor.goals, draft.steps[step - 1], step, data.story?.goals?.told ?? []);
    drawList();
    drawHidden();
    copyLink();
    if (wanted) stepTitle.input.focus();
    wanted = false;
  }

  function drawList() {
    const held = node.getRootNode().activeElement;
    const focused = list.contains(held) && [held.className, held.closest("li").value];
    list.replaceChildren(...draft.steps.map((one, index) => {
      const name = `${one.title || words.untitled} (${editor.pages[one.page]})`;
      const to = button("go", name, () => on.go(index), { dir: "auto", "aria-current": String(index + 1 === step) });
      const tools = [["up", "↑", -1], ["down", "↓", 1]].map(([kind, sign, by]) => {
        const tool = button(kind, sign, () => change(() => (step = moved(draft.steps, index, by, step))));
        tool.disabled = !draft.steps[index + by];
        return tool;
      });
      tools.push(button("delete", "✕", () => change(() => (step = removed(draft.steps, index, step)))));
      for (const tool of tools) {
        tool.title = words[tool.className];
        tool.setAttribute("aria-label", `${words[tool.className]}: ${index + 1}`);
      }
      return element("li", { value: index + 1 }, to, ...tools);
    }));
    if (focused) {
      const [kind, place] = focused;
      const row = list.children[Math.min(place, list.children.length) - 1];
      (row.querySelector(`.${kind}:not(:disabled)`) ?? row.firstChild).focus();
    }
  }

  function drawHidden() {
    const text = JSON.stringify([draft.hidden, words.hidden]);
    if (hidden.dataset.shown === text) return;
    hidden.dataset.shown = text;
    hidden.setAttribute("aria-label", words.hidden);
    setText(summary, words.hidden);
    hidden.replaceChildren(
      ...Object.entries(editor.pages).map(([page, name]) => {
        const box = element("input", { type: "checkbox", checked: draft.hidden.includes(page) });
        box.addEventListener("change", () =>
          change(() => (draft.hidden = draft.hidden.filter((one) => one !== page).concat(box.checked ? page : []))));
        return element("label", {}, box, ` ${name}`);
      }),
    );
  }

  function field(tag, set) {
    const input = element(tag, tag === "input" ? { type: "text" } : { rows: 3 });
    input.dir = "auto";
    const name = element("span");
    input.addEventListener("change", () => change(() => set(input.value)));
    const show = (label, value) => {
      const other = name.textContent !== label;
      setText(name, label);
      if (other || input.getRootNode().activeElement !== input) input.value = value;
    };
    return { input, label: element("label", { className: "field" }, name, input), show };
  }

  /** Change the tour and send it, with `view` to take what the page shows as the step. */
  function change(alter, view = false) {
    const before = [structuredClone(draft), step];
    alter();
    pending = Boolean(on.change({ tour: structuredClone(draft), step, view }));
    // Another page is on its way, and nothing was sent.
    if (!pending) [draft, step] = before;
  }

  /** Copy the link once it holds all that was changed. */
  function copyLink() {
    if (!copying || pending) return;
    copying = false;
    if (editor.link && editor.short) on.copy(tourLink(editor.link, draft.steps[0].page));
  }

  function saveStep() {
    wanted = true;
    change(() => {
      const before = draft.steps.length ? step : 0;
      draft.steps.splice(before, 0, { title: "", text: "" });
      step = before + 1;
    }, true);
  }

  function downloadTour() {
    const text = JSON.stringify(draft, null, 2);
    const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    element("a", { href: url, download: fileName(draft.title) }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }

  async function openFile() {
    const [chosen] = file.files;
    file.value = "";
    if (!chosen) return;
    trouble.hidden = chosen.size <= LARGEST;
    if (chosen.size > LARGEST) setText(trouble, words.large);
    else on.change({ file: await chosen.text() });
  }

  /** Keep a tour that no address holds, and give it to a session that was begun anew. */
  function keep() {
    if (editor.draft && !editor.short) write(TAB, KEPT, { name: editor.name, tour: editor.draft });
    if (!editor.lost || asked === editor.lost) return;
    asked = editor.lost;
    const kept = read(TAB, KEPT);
    if (kept?.name === editor.lost) on.change({ tour: kept.tour, step: 1 });
  }

  return { node, draw };
}

/** Move a step by one place; returns where the step on screen, counted from 1, is then. */
export function moved(steps, index, by, step) {
  const [one] = steps.splice(index, 1);
  steps.splice(index + by, 0, one);
  if (step === index + 1) return step + by;
  return step === index + by + 1 ? step - by : step;
}

/** Take a step out; returns which one is on screen then. */
export function removed(steps, index, step) {
  steps.splice(index, 1);
  return Math.max(1, index + 1 < step ? step - 1 : Math.min(step, steps.length));
}

/** The link of a tour: to the page of its first step. */
export function tourLink(address, page, base = document.baseURI) {
  const url = new URL(page === "explore" ? "./" : page, base);
  url.search = new URLSearchParams(address);
  return inLanguage(url).href;
}

/** A file's name from the title of a tour. */
export function fileName(title) {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ["tour"];
  return `${words.slice(0, 8).join("-").slice(0, 60)}.json`;
}
