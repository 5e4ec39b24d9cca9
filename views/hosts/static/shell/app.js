/**
 * The page around the blocks: its address, the links to the others, and what Python is asked. One question
 * for the page is under way at a time, and the newest message wins; frames come between.
 */

import { createBlocks } from "./blocks.js";
import { button, element, installMenus, labelled, say } from "./dom.js";
import { FIRST, beforehand, hrefOf, loadingSaid, textsOf } from "./plain.js";
import { createPython, socketOf } from "./python.js";
import { createProgress } from "./working.js";
import drawGift from "../../streamlit/gift.js";
import drawHead from "../../streamlit/head/head.js";
import { messages } from "../../streamlit/messages.js";
import {
  PAGES, installLook, installMessages, installPresenting, installPrinting, label, leadsOn, pageOf,
} from "../../streamlit/tools/services.js";
import { TAB, recall, read, remember, rewriteAddress } from "../../../../kpca_core/drawing/canvas/assets/memory.js";
import { decode } from "../../../../kpca_core/drawing/canvas/assets/wire.js";
import { _, filled } from "../../../../kpca_core/drawing/canvas/assets/words.js";

const html = document.documentElement;

/** Call `act` once the frame after the next one has begun. */
const painted = (act) => requestAnimationFrame(() => requestAnimationFrame(act));
// Milliseconds that Python waits at most for the first picture.
const PATIENCE = 1000;

export function open({ page: first, root, scene, looks, languages, start }) {
  let page = first;
  // What the next question for the page is to have; null: there is none to ask.
  let due = null;
  let [asking, live, failed] = [false, false, false];
  const began = performance.now();
  const find = (name) => document.querySelector(name);
  const [main, sidebar, links, status] = [find("main .blocks"), find(".controls"), find(PAGES), find(".loading")];
  const tools = element("div", { className: "element st-key-tools" });
  const head = element("div", { className: "element st-key-entrance" });
  const notes = element("div", { className: "notes" });
  const held = new Map();
  const tables = [];
  const works = new Map();
  const solving = createProgress(stopSolving);
  const fixed = (nodes) => nodes.map((node, k) => ({ block: "Fixed", key: String(k), node }));
  const above = [status, solving.node, tools, head, notes];

  const python = createPython(start, hear);
  // Answers a first drag until Python is there.
  let early = async () => undefined;
  globalThis.kpcaSocket = socketOf(python, (question) => {
    if (question.detail?.samples) return live ? undefined : early(question);
    return held.get(question.address);
  });

  // What Python says by itself

  function hear({ loading, ready, report, failed: message }) {
    if (loading && (asking || !live)) status.textContent = loadingSaid(loading, (performance.now() - began) / 1000);
    if (ready) status.textContent = "";
    if (message) fail(message);
    if (!report) return;
    if (report.key === "page") solving.show(report);
    else works.get(report.key)?.(report);
  }

  function fail(message) {
    failed = true;
    const said = _("Python could not be loaded: {message}. What is drawn here stays; for the rest reload the page, in a current browser and with a network.");
    status.textContent = filled(said, { message });
    status.classList.add("alert", "error");
  }

  const trouble = (error) => notes.append(say(element("div", { className: "alert error", role: "alert" }), error.message));
  const tried = (act) => Promise.resolve().then(act).catch(trouble);

  // Questions

  /** Ask for the page: `came` by a link or the history, or with a message. */
  function want(more = {}) {
    due = { ...due, ...more };
    return pump();
  }

  async function pump() {
    if (asking || !due) return;
    const now = due;
    [asking, due] = [true, null];
    html.dataset.waiting = "";
    try {
      const { came = false, message = null, pages = {} } = now;
      const address = textsOf(location.search);
      const question = { ask: "page", page, address, came, message, theme: theme(), first: false, root: root.href, pages };
      show(decode(await python.ask(question, { page })), now);
    } catch (error) {
      if (!failed && error.message !== "stopped") trouble(error);
    }
    asking = false;
    if (live) status.textContent = "";
    solving.hide();
    if (!due) delete html.dataset.waiting;
    pump();
  }

  function show(found, { page: asked = page }) {
    if (found.turn) return void go(...found.turn, { push: true });
    if (asked !== page || (due && !found.trouble)) return;
    if (found.trouble) throw new Error(found.trouble);
    live = true;
    html.dataset.live = "";
    rewriteAddress(hrefOf(root, page, { ...found.address }, location.search) + location.hash);
    draw(found);
  }

  function draw({ title, links: sections, head: entrance, notes: said, paper: printed, scene: entries, controls, arrays }) {
    document.title = title;
    drawLinks(sections);
    // Their settings are those of the answer: what they settle goes on from there.
    blocks.draw(sidebar, controls, arrays);
    blocks.mount(head, "head", new TextEncoder().encode(JSON.stringify(entrance)));
    notes.replaceChildren();
    const onPaper = { block: "Words", kind: "html", key: "paper", text: printed };
    blocks.draw(main, [...fixed(above), ...said, ...entries, onPaper], arrays);
  }

  function drawLinks(sections) {
    const all = sections.flatMap(([name, pages]) => [
      element("p", { textContent: name }),
      ...pages.map(({ page: to, title, address }) => {
        const link = element("a", { href: hrefOf(root, to, address, location.search) }, element("p", { textContent: title }));
        if (to === page) link.setAttribute("aria-current", "page");
        return link;
      }),
    ]);
    const focused = [...links.children].indexOf(document.activeElement);
    links.replaceChildren(...all);
    all[focused]?.focus();
  }

  // Ways to another page

  function go(to, address, { push = false, message = null } = {}) {
    if (push) rewriteAddress(hrefOf(root, to, address, location.search), true);
    if (to !== page) scrollTo(0, 0);
    page = to;
    html.classList.remove("open");
    for (const link of links.querySelectorAll("a")) {
      if (pageOf(link) === to) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    want({ came: true, message, page });
  }

  function followLinks() {
    document.addEventListener("click", (event) => {
      const link = event.target.closest?.("a[href]");
      if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.button || !leadsOn(link)) return;
      if (!(pageOf(link) in looks.pages)) return;
      event.preventDefault();
      go(pageOf(link), Object.fromEntries(new URLSearchParams(link.search)), { push: link.href !== location.href });
    });
    addEventListener("popstate", ({ isTrusted }) => isTrusted && go(pageOf(location), textsOf(location.search)));
  }

  // Parts of blocks

  const known = { head: () => drawHead, gift: () => drawGift };
  const modules = new URL(`modules/${looks.front}`, root).href;
  const load = async (kind) => known[kind]?.() ?? (await (await import(modules)).load(kind)).default;

  let plotly = null;
  const loadPlotly = () => (plotly ??= new Promise((come, lost) => {
    const src = new URL("modules/plotly.min.js", root).href;
    document.head.append(element("script", { src, onload: come, onerror: () => lost(new Error(_("A part of this page could not be loaded. Reload the page."))) }));
  }));

  /** A table that a reader gives, kept here for a Python that is started anew. */
  async function give(name, content) {
    const table = [{ ask: "give", page, name }, { content, page }];
    const found = decode(await python.ask(...table));
    if (found.trouble) return found;
    tables.splice(0, tables.length, table);
    messages().settle({ address: found.address, to: found.page });
    return found;
  }

  function restart() {
    python.stop();
    for (const table of tables) python.ask(...table).catch(() => {});
    want({ came: true });
  }

  function stopSolving() {
    python.stop();
    due = null;
    const said = say(element("div", { className: "alert warning", role: "alert" }), _("Stopped. Nothing is shown of what is not complete."));
    said.append(labelled(button("button primary", "", () => want({ came: true })), _("Solve")));
    notes.replaceChildren(said);
  }

  const blocks = createBlocks({
    ask: python.ask,
    settle: (change) => messages().settle(change),
    href: (to, address) => hrefOf(root, to, address, location.search),
    hold(address, frame) {
      held.clear();
      held.set(address, frame);
    },
    begun(key, progress) {
      works.set(key, progress);
      return () => works.delete(key);
    },
    again: () => want(),
    plotly: loadPlotly,
    stop: restart,
    looks, load, give, theme, tried, trouble,
  });

  // The corner

  function theme() {
    return html.dataset.theme;
  }

  function switchTheme(chosen = theme() === "dark" ? "light" : "dark") {
    html.dataset.theme = chosen;
    for (const one of document.querySelectorAll(".component")) one.again?.();
    if (live) want();
  }

  function installTools() {
    blocks.mount(tools, "tools", null);
    const part = (name) => tools.host.shadowRoot.querySelector(`[data-tool=${name}]`);
    const choose = () => {
      switchTheme();
      remember("theme", theme());
    };
    const present = installPresenting(choose, (on) => part("present").setAttribute("aria-pressed", String(on)));
    label(tools.host.shadowRoot.querySelector(".tools"), part, { ...languages, keep: (name) => remember("language", name) });
    part("theme").onclick = choose;
    part("present").onclick = () => present();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", ({ matches }) => recall("theme") || switchTheme(matches ? "dark" : "light"));
  }

  function installSidebar() {
    const drawer = find(".drawer");
    drawer.append(_("Pages and settings"));
    const show = (is) => {
      html.classList.toggle("open", is);
      drawer.ariaExpanded = String(is);
    };
    drawer.onclick = () => show(true);
    Object.assign(find(".close"), { ariaLabel: _("Close"), onclick: () => show(false) });
    addEventListener("keydown", ({ key, defaultPrevented }) => key === "Escape" && !defaultPrevented && show(false));
  }

  known.tools = () => () => {};
  blocks.draw(main, fixed(above), {});
  installTools();
  installSidebar();
  installMenus();
  installLook();
  installPrinting();
  installMessages();
  followLinks();
  messages().connect(
    (message) => (message.page === page ? want({ message }) : go(message.page, message.address, { push: true, message })),
    (pages) => want({ pages }),
  );

  scene.then(async (bytes) => {
    const found = bytes && decode(bytes);
    if (found) drawLinks(found.links);
    // The first scene is that of the bare address.
    const isBare = !Object.keys(textsOf(location.search)).length;
    // In this order: what the first scene asks for is asked of the page that Python has then.
    want({ came: true, pages: read(TAB, "kernel-pca-explorer.pages") ?? {} });
    const isKnown = found?.scene && isBare && page === first;
    if (isKnown) draw(found);
    if (isKnown && page === FIRST) {
      const drag = fetch(new URL(`scenes/${FIRST}.drag.bin`, root))
        .then((answer) => (answer.ok ? answer.arrayBuffer() : null))
        .then((content) => content && beforehand(decode(content), FIRST))
        .catch(() => null);
      early = async (question) => (await drag)?.(question);
    }
    // Python takes all processors while it starts: not before the first picture is painted.
    if (isKnown && !document.hidden) await Promise.race([new Promise(painted), new Promise((over) => setTimeout(over, PATIENCE))]);
    python.start();
    installOffline();
  });

  function installOffline() {
    try {
      if (isSecureContext) navigator.serviceWorker?.register(new URL("service.js", root)).catch(() => {});
    } catch {
      // A page of another site may not keep anything.
    }
  }
}
