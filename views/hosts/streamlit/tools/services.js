/**
 * What every page has, whoever its host is: presenter mode with its keys and its halo, words for the buttons
 * in the corner, marks on what scrolls sideways, the layout of the screen on paper, messages that
 * components settle, and links that wait for what was set before them.
 */

import { messages } from "../messages.js";
import { _ } from "../../../../kpca_core/drawing/canvas/assets/words.js";

const PRESENTING = "presenting";
const SCROLLERS =
  "div:has(> table), [class*=st-key-scroll-], .katex-display, pre";
// What is open takes the key Escape for itself.
const OPEN = "[role=dialog], [role=listbox]";
export const PAGES = ".st-key-pages";
export const TOOLS = ".st-key-tools";
// Milliseconds between a change of the page and a look at it: reruns come in bursts.
export const PAUSE = 120;
// CSS pixels by which what fits is wider than its place: widths of glyphs are rounded.
const ROUNDING = 3;
// Milliseconds that a link to another page waits at most for what was set before it.
const PATIENCE = 3000;
// Width in CSS pixels of A4 paper in landscape between Chromium's margins.
const PAPER = 1040;

/**
 * Say in words what the buttons do, and offer the languages by their own names.
 *
 * @param {object} language `own`, `all` by their names, `key` in addresses, and `keep`, which remembers one
 */
export function label(group, button, language) {
  const say = (name, title, text = title) => Object.assign(button(name), { title, ariaLabel: text });
  group.setAttribute("aria-label", _("View"));
  say("theme", _("Light or dark (T)"), _("Light or dark"));
  say("present", _("Presenter mode (F): full screen, larger type and maps"), _("Presenter mode"));
  // In every language a reader has to find her own.
  const select = say("language", "Language · 语言");
  const all = Object.entries(language.all);
  select.replaceChildren(...all.map(([name, own]) => new Option(own, name, false, name === language.own)));
  select.hidden = all.length < 2;
  select.onchange = () => speak(select.value, language);
}

/** Draw the page anew in another language: words stand in all of its parts. */
function speak(name, { key, keep }) {
  keep(name);
  messages().carry();
  // Where nothing is kept, as in a page of another site, the address alone holds the choice.
  const url = new URL(location.href);
  url.searchParams.set(key, name);
  location.replace(url);
}

/**
 * Presenter mode, and the keys of the buttons.
 *
 * @param {(on: boolean) => void} pressed is told whether the mode is on
 * @returns {(on?: boolean) => void} turns it on or off
 */
export function installPresenting(switchTheme, pressed) {
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector(OPEN)) leave();
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    if (event.key === "t" || event.key === "T") switchTheme();
    if (event.key === "f" || event.key === "F") present();
  });
  document.addEventListener("fullscreenchange", () => {
    if (!document.fullscreenElement) leave();
  });
  installHalo();
  return present;

  function leave() {
    if (document.documentElement.classList.contains(PRESENTING)) present(false);
  }

  function present(on = !document.documentElement.classList.contains(PRESENTING)) {
    document.documentElement.classList.toggle(PRESENTING, on);
    pressed(on);
    // A page inside a frame may not be allowed the whole screen; all else works there.
    if (on) document.documentElement.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen();
    window.dispatchEvent(new Event("resize"));
  }
}

/** Whether the key belongs to a field that text is typed into. */
function isTyping(event) {
  const target = event.composedPath()[0];
  return (
    target.isContentEditable ||
    (target.matches?.("input, textarea, select") && target.type !== "range")
  );
}

/** A ring around the pointer that an audience can follow; the style sheet shows it when presenting. */
function installHalo() {
  const halo = document.createElement("div");
  halo.className = "kpca-halo";
  document.body.append(halo);
  document.addEventListener("pointermove", ({ clientX, clientY }) => {
    halo.style.transform = `translate(${clientX}px, ${clientY}px)`;
  });
}

/** Look after every change of the page for what scrolls, and for the links to the pages. */
export function installLook() {
  let waiting = 0;
  const look = () => {
    waiting = 0;
    document.querySelectorAll(SCROLLERS).forEach(mark);
    document.querySelectorAll(PAGES).forEach(makeLandmark);
  };
  const soon = () => (waiting ||= setTimeout(look, PAUSE));
  new MutationObserver(soon).observe(document.body, { childList: true, subtree: true });
  window.addEventListener("resize", soon);
  document.addEventListener("scroll", soon, true);
  soon();
}

/** Streamlit has no call that gives a container a role. */
function makeLandmark(node) {
  node.setAttribute("role", "navigation");
  node.setAttribute("aria-label", _("Pages"));
}

/** Mark the sides towards which a table, a formula or a figure scrolls, and let keys scroll it. */
function mark(node) {
  const left = node.scrollLeft;
  const right = node.scrollWidth - node.clientWidth - left;
  const sides = Object.entries({ left, right }).flatMap(([side, hidden]) => {
    node.style.setProperty(`--hidden-${side}`, `${hidden > ROUNDING ? hidden : 0}px`);
    return hidden > ROUNDING ? [side] : [];
  });
  if (node.dataset.scrolls === sides.join(" ")) return;
  node.dataset.scrolls = sides.join(" ");
  const attributes = { tabindex: "0", role: "group", "aria-label": _("Scrolls sideways") };
  for (const [name, value] of Object.entries(attributes)) {
    if (sides.length) node.setAttribute(name, value);
    else node.removeAttribute(name);
  }
}

/** Paper gets the layout of the screen, made smaller: canvases and charts cannot be laid out anew. */
export function installPrinting() {
  const root = document.documentElement;
  window.addEventListener("beforeprint", () => {
    const width = document.querySelector(TOOLS)?.closest("main > *").clientWidth;
    if (!width) return;
    root.style.setProperty("--print-width", `${width}px`);
    root.style.setProperty("--print-zoom", String(Math.min(1, PAPER / width)));
  });
}

/** Let components settle what was set in them; links and the browser's history lead elsewhere. */
export function installMessages() {
  addEventListener("kpca-settle", ({ detail }) => (detail.n = messages().settle(detail)));
  addEventListener("kpca-leaving", ({ detail }) => (detail.leaving = messages().leaving));
  addEventListener("popstate", ({ isTrusted }) => isTrusted && messages().travel(pageOf(location)));
  installLinks();
}

/**
 * A click on a link to another page also takes the focus from the field that was being filled, and so
 * settles what was typed. Streamlit sends that a moment later, in the name of the page that is on
 * screen: sent after the link was followed it would bring that page back. So the link is followed
 * once the page shows what was settled.
 */
function installLinks() {
  // Whether a field lost the focus in this press, and the number of the newest link that waits.
  let [left, newest, following] = [false, 0, false];
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, () => (left = false), true);
  addEventListener("focusout", (event) => (left ||= isTyping(event)), true);
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button || !leadsOn(link)) return;
    const name = pageOf(link);
    if (following || (!left && messages().landed)) {
      if (link.closest(PAGES)) messages().leave(name);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    left = false;
    const own = (newest += 1);
    const follow = () => {
      if (own !== newest) return;
      newest += 1;
      following = true;
      // The page may have been drawn anew meanwhile.
      const every = link.isConnected ? [link] : [...document.querySelectorAll("a[href]")];
      every.find((one) => pageOf(one) === name)?.click();
      following = false;
    };
    // Streamlit sends what a field holds after the event that took the focus from it.
    setTimeout(() => messages().after(follow));
    setTimeout(follow, PATIENCE);
  }, true);
}

/** Whether a link leads to a page of this app, in this tab. */
export function leadsOn({ href, target, hash, download }) {
  return (!target || target === "_self") && !hash && !download && href.startsWith(new URL("./", document.baseURI).href);
}

/** The name of the page at an address. */
export function pageOf({ pathname }) {
  return pathname.split("/").pop() || "explore";
}
