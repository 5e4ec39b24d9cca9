/**
 * The entrance of a page: its name, what it shows and what to do, the stories, and the tools for
 * settings. Python decides what there is; this draws it, listens to keys, settles what they lead to
 * (see `messages.js`), copies links, and remembers in the browser whether the entrance is folded.
 */

import { LINE, isFigure, toClipboard } from "./dom.js";
import { createEditor } from "./editor.js";
import { createCaption, createEmbed } from "./embed.js";
import { createStory } from "./story.js";
import { createTasks } from "./tasks.js";
import { messages } from "../messages.js";
import { button, element, isLost, isPresenting, setText } from "../../../../kpca_core/drawing/canvas/assets/dom.js";
import { VISITS, read, write } from "../../../../kpca_core/drawing/canvas/assets/memory.js";

const FOLDED = "kernel-pca-explorer.entrance-folded";
// Milliseconds that "Copied" stays.
const PATIENCE = 6000;

const STEPS = { undo: -1, redo: 1 };
const TURNS = { back: -1, next: 1 };

const entrances = new WeakMap();

/** @param {object} component Streamlit's argument: data (JSON in bytes), parentElement */
export default function draw({ parentElement, data }) {
  if (!data) return undefined;
  const host = parentElement.host ?? parentElement;
  if (!entrances.has(host)) entrances.set(host, createEntrance(parentElement));
  const entrance = entrances.get(host);
  requestAnimationFrame(() => (host.dataset.drawn = "")); // see views/hosts/streamlit/style/waiting.css
  entrance.update(JSON.parse(new TextDecoder().decode(data)));
  document.addEventListener("keydown", entrance.press);
  // Streamlit also runs the cleanup of a call that newer data overtook, while the element stays.
  return () =>
    setTimeout(() => {
      if (host.isConnected) return;
      document.removeEventListener("keydown", entrance.press);
      entrance.leave();
    });
}

function createEntrance(parent) {
  const root = element("div", { className: "entrance" });
  const fold = button("fold", "", toggleFold, { "aria-controls": "entrance-body" });
  const heading = element("h1", {}, fold);
  const tools = element("div", { class: "tools", role: "toolbar" });
  const status = element("p", { class: "status", role: "status" });
  const words = element("div", { className: "words" });
  const stories = element("nav", { className: "stories" });
  const body = element("div", { className: "body", id: "entrance-body" }, stories, words);
  const sent = messages();
  const story = createStory(go, turn, () => sent.settle({ address: data.story.close }), (measured, said) =>
    sent.after(() => copy(linkWith(location.href, { measured }), data.tools.copy, said)));
  const editor = createEditor(root, {
    change: (tour) => sent.settle({ beside: { tour } }),
    go,
    copy: (link) => copy(link),
  });
  const note = element("p", { className: "note" });
  const assign = element("div", { className: "assign", hidden: true });
  // What is clicked stands above all that comes and goes with the click.
  const embedding = button("embed-open", "");
  const embed = createEmbed(embedding, (text) => copy(text, data.embedding.text));
  const caption = createCaption();
  const tasks = createTasks(begin);
  root.append(element("div", { className: "bar" }, heading, tools, status), body, tasks.node, story.node, note, assign, embed.node, editor.node);
  const shown = isFigure() ? caption.node : root;
  parent.append(shown);

  root.addEventListener("click", (event) => isLost() && event.target !== fold && event.stopPropagation(), true);
  const line = new MutationObserver(showLine);
  // What a frame of the page's drawing measures, see `tellGoals` in ``page.js`` of the canvas.
  const measured = ({ detail }) => data?.story && !data.story.away && story.measure(detail);
  window.addEventListener("kpca-goals", measured);

  stories.addEventListener("scroll", markSides);
  new ResizeObserver(markSides).observe(stories);
  new ResizeObserver(() => {
    // Presenter mode, which has a larger font, begins folded and ends as it was.
    if (!isPresenting()) unfolded = false;
    if (data) showFold();
    // What stands below shares the window's height: it hears of its new place as of a resized window.
    window.dispatchEvent(new Event("resize"));
  }).observe(root);

  let data = null;
  // The place on the way through a story, also where the page is on its way to it.
  let at = 0;
  let timer;
  let unfolded = false;
  const known = {};
  const actions = {
    undo: button("undo", "", () => sent.step(-1), { "aria-keyshortcuts": "Control+Z" }),
    redo: button("redo", "", () => sent.step(1), { "aria-keyshortcuts": "Control+Shift+Z" }),
    reset: button("reset", "", () => sent.settle({ address: data.reset, beside: { whole: true } })),
    copy: button("copy", "", () => copy(location.href)),
    embed: embedding,
    assign: button("assign-open", "", openAssignment),
    tour: button("tour-open", "", () => sent.settle({ beside: { editing: !data.editor.open } })),
  };
  sent.on.changed = showSteps;
  tools.append(...Object.values(actions), tasks.opener);

  function toggleFold() {
    if (isPresenting()) unfolded = isFolded();
    else write(VISITS, FOLDED, !isFolded());
    showFold();
  }

  /** Without a server no button does anything but the one that folds. */
  function showLine() {
    root.classList.toggle("lost", isLost());
    for (const one of root.querySelectorAll("button:not(.fold), input, textarea")) {
      one.setAttribute("aria-disabled", String(isLost()));
    }
  }

  /** Call `build` where what it draws is not what is there: focus stays in what is kept. */
  function once(name, value, build) {
    const text = JSON.stringify(value);
    if (known[name] === text) return;
    known[name] = text;
    build(value);
  }

  function update(next) {
    data = next;
    sent.drawn(data.shown);
    caption.draw();
    if (sent.landed && data.story) at = data.story.at;
    // A page without a name here has a heading of its own.
    if (!data.name) heading.remove();
    else if (!heading.isConnected) tools.before(heading);
    setText(fold, data.name ?? "");
    setText(note, data.note);
    note.hidden = !data.note;
    for (const [name, tool] of Object.entries(actions)) setText(tool, data.tools[name]);
    showSteps();
    actions.undo.title = `${data.tools.undo} (Ctrl+Z)`;
    actions.redo.title = `${data.tools.redo} (Ctrl+Shift+Z)`;
    actions.reset.title = data.resetTitle;
    actions.assign.hidden = !data.controls.length;
    actions.tour.hidden = !data.editor;
    actions.tour.setAttribute("aria-expanded", String(Boolean(data.editor?.open)));
    embed.draw(data.embedding);
    tools.setAttribute("aria-label", data.toolbar);
    stories.setAttribute("aria-label", data.row);
    once("words", data.words, (lines) =>
      words.replaceChildren(...lines.map((line) => element("p", { textContent: line }))));
    once("stories", [data.stories.filter((one) => !one.group), data.theme], drawStories);
    tasks.draw(data.stories.find((one) => one.group), data.editor?.pages, data.story?.name);
    once("story", [data.story, data.steps], () => story.draw(data.story, data.steps));
    editor.draw(data, sent.landed);
    once("controls", data.controls, () => (assign.hidden = true));
    stories.hidden = data.stories.every((one) => one.group) || Boolean(data.editor?.open);
    words.hidden = Boolean(data.story || data.editor?.open);
    markStory();
    showFold();
    showLine();
    line.observe(document.documentElement, { attributeFilter: [LINE] });
  }

  function showSteps() {
    actions.undo.disabled = !sent.earlier;
    actions.redo.disabled = !sent.later;
  }

  /** Show a place on the way through the story. */
  function go(to) {
    if (!data.story?.way[to]) return;
    at = to;
    const [page, place] = data.story.way[to];
    sent.settle({ to: page, address: { ...data.story.named, ...place }, beside: { whole: true } });
  }

  function turn(by) {
    go(at + by);
  }

  /** Begin a story of the row. */
  function begin({ name, page }) {
    sent.settle({ to: page, address: { story: name }, beside: { whole: true } });
  }

  function drawStories([list, theme]) {
    stories.replaceChildren(
      ...list.map((one) => {
        const { name, title, steps } = one;
        const image = element("img", { alt: "", width: 48, height: 36, loading: "lazy" });
        image.src = new URL(`stories/${theme}/${name}.png`, document.baseURI).href;
        const chip = button(steps ? "chip tour" : "chip", "", () => begin(one));
        chip.append(image, element("span", { textContent: title }));
        if (steps) chip.append(element("small", { textContent: steps }));
        chip.dataset.story = name;
        return chip;
      }),
    );
    markSides();
  }

  /** The row fades on the sides where there is more of it. */
  function markSides() {
    const room = stories.scrollWidth - stories.clientWidth;
    const sides = [];
    if (room > 1 && stories.scrollLeft > 1) sides.push("left");
    if (room > 1 && stories.scrollLeft < room - 1) sides.push("right");
    stories.dataset.scrolls = sides.join(" ");
  }

  function markStory() {
    for (const chip of stories.children) {
      const here = chip.dataset.story === data.story?.name;
      if (here === (chip.getAttribute("aria-current") === "true")) continue;
      chip.setAttribute("aria-current", String(here));
      if (here && !isSeen(chip)) stories.scrollTo({ left: chip.offsetLeft - stories.offsetLeft - 40 });
    }
  }

  /** Whether a part of a chip is in sight: what was clicked is, and stays where it is. */
  function isSeen({ offsetLeft, offsetWidth }) {
    const left = offsetLeft - stories.offsetLeft - stories.scrollLeft;
    return left + offsetWidth > 0 && left < stories.clientWidth;
  }

  function isFolded() {
    return isPresenting() ? !unfolded : Boolean(read(VISITS, FOLDED));
  }

  function showFold() {
    body.hidden = !data.name || isFolded();
    fold.setAttribute("aria-expanded", String(!isFolded()));
  }

  async function copy(link, label = data.tools.copy, said = data.copied) {
    const copied = await toClipboard(link, root);
    status.replaceChildren(copied ? said : data.notCopied);
    if (!copied) {
      const box = element("input", { type: "text", readOnly: true, value: link, "aria-label": label });
      status.append(box);
      box.select();
    }
    clearTimeout(timer);
    if (copied) timer = setTimeout(() => status.replaceChildren(), PATIENCE);
  }

  function openAssignment() {
    assign.hidden = !assign.hidden;
    if (assign.hidden) return;
    const chosen = { lock: new Set(), hide: new Set() };
    const box = (kind, key, label) => {
      const input = element("input", { type: "checkbox", "aria-label": `${data.assignment[kind]}: ${label}` });
      input.addEventListener("change", () => chosen[kind][input.checked ? "add" : "delete"](key));
      return element("td", {}, input);
    };
    const row = ([key, label]) =>
      element("tr", {}, element("th", { textContent: label, scope: "row" }),
        box("lock", key, label), box("hide", key, label));
    const head = element("tr", {}, element("td"),
      ...["lock", "hide"].map((kind) =>
        element("th", { textContent: data.assignment[kind], scope: "col" })));
    assign.replaceChildren(
      element("p", { textContent: data.assignment.how }),
      element("table", {}, head, ...data.controls.map(row)),
      button("copy-assignment", data.tools.copy, () => copy(assignmentLink(location.href, chosen))),
    );
    assign.querySelector("input")?.focus();
  }

  function press(event) {
    const [story, stories] = isFigure() ? [null, []] : [data?.story, data?.stories.filter((one) => !one.group)];
    const action = shown.isConnected && data && actionOf(event, story, stories);
    if (!action || isLost()) return;
    event.preventDefault();
    if (action in STEPS) sent.step(STEPS[action]);
    else if (action in TURNS) turn(TURNS[action]);
    else begin(stories[0]);
  }

  function leave() {
    line.disconnect();
    window.removeEventListener("kpca-goals", measured);
  }

  return { update, press, leave };
}

/**
 * What a key asks for, undefined if nothing: keys in a text box, or in a dialog, are its own.
 * The keys of a clicker begin the first story, and go through the one that is open.
 *
 * @param {object | null} story that is open
 * @param {object[]} stories that can be opened
 */
export function actionOf(event, story, stories = []) {
  const [target] = event.composedPath?.() ?? [event.target];
  if (isText(target) || target?.closest?.("[role=dialog]") || event.altKey) return undefined;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === "z") return event.shiftKey ? "redo" : "undo";
    return key === "y" && !event.shiftKey ? "redo" : undefined;
  }
  if (event.shiftKey) return undefined;
  if (!story) return key === "pagedown" && stories.length ? "begin" : undefined;
  return { pagedown: "next", pageup: "back" }[key];
}

function isText(target) {
  if (!target) return false;
  const tag = target.tagName?.toLowerCase();
  if (tag === "textarea" || target.isContentEditable) return true;
  return tag === "input" && !["range", "checkbox", "radio", "button"].includes(target.type);
}

/** The link with lists of controls to lock and to hide; a hidden one needs no lock. */
export function assignmentLink(href, { lock, hide }) {
  return linkWith(href, { lock: [...lock].filter((key) => !hide.has(key)).join(","), hide: [...hide].join(",") });
}

/** The link with other texts by key; an empty one has no place in it. */
export function linkWith(href, texts) {
  const url = new URL(href);
  for (const [name, text] of Object.entries(texts)) {
    if (text) url.searchParams.set(name, text);
    else url.searchParams.delete(name);
  }
  return url.href.replaceAll("%2C", ",");
}
