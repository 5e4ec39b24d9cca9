/**
 * The buttons in the corner of every page, their keys, what sends the messages of all components, and
 * six services to all pages: what scrolls sideways shows it and can be focused, the links to the pages are a landmark, a page that is chosen
 * on a phone closes the sidebar that covers it, a dialog that closes
 * gives the focus back, a page on paper has the layout that it has on screen, and a page whose server
 * was restarted is drawn anew.
 *
 * Streamlit calls the default export after every run; what belongs to the window is installed once.
 */

import { messages } from "../messages.js";
import { recall, remember, writeCookie } from "../../../../kpca_core/drawing/canvas/assets/memory.js";
import { _ } from "../../../../kpca_core/drawing/canvas/assets/words.js";

const THEME = "theme";
const PRESENTING = "presenting";
const SCROLLERS =
  "div:has(> table), [class*=st-key-scroll-], .katex-display, pre";
// What is open takes the key Escape for itself.
const OPEN = "[role=dialog], [role=listbox]";
const PAGES = ".st-key-pages";
const TOOLS = ".st-key-tools";
// Where the sidebar covers the page.
const PHONE = "(max-width: 768px)";
// Milliseconds between a change of the page and a look at it: reruns come in bursts.
const PAUSE = 120;
// CSS pixels by which what fits is wider than its place: widths of glyphs are rounded.
const ROUNDING = 3;
// Milliseconds that a link to another page waits at most for what was set before it.
const PATIENCE = 3000;
// Milliseconds in which Streamlit has drawn itself in another theme.
const DRAWN = 50;
// Width in CSS pixels of A4 paper in landscape between Chromium's margins.
const PAPER = 1040;

export default function draw({ data, parentElement, setStateValue, setTriggerValue }) {
  const { names, language } = JSON.parse(new TextDecoder().decode(data));
  const tools = (window.kpcaTools ??= install(names));
  messages().connect(
    (message) => setStateValue("settled", message),
    (pages) => setStateValue("pages", pages),
  );
  // The server draws the page again, its figures in the colours of the theme at that run.
  tools.redraw = (theme) => setTriggerValue("theme", theme);
  const button = (name) => parentElement.querySelector(`[data-tool=${name}]`);
  label(parentElement.querySelector(".tools"), button, language);
  tools.pressed = (on) => button("present").setAttribute("aria-pressed", String(on));
  button("theme").onclick = tools.switchTheme;
  button("present").onclick = () => tools.present();
  tools.start();
}

/** Say in words what the buttons do, and offer the languages by their own names. */
function label(group, button, language) {
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
function speak(name, { key, cookie }) {
  writeCookie(cookie, name);
  messages().carry();
  // Where no cookie is kept, as in a page of another site, the address alone holds the choice.
  const url = new URL(location.href);
  url.searchParams.set(key, name);
  location.replace(url);
}

/** `names` are those of views/hosts/streamlit/private.py. */
function install(names) {
  const tools = { start, switchTheme, present };
  let started = false;
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
  installLook();
  installFocus();
  installDrawer();
  installPrinting();
  installReturn(names, () => tools.redraw(currentTheme()));
  installMessages();
  installScheme((theme) => recall(THEME) || tools.redraw(theme));
  return tools;

  function start() {
    if (started) return;
    started = true;
    const chosen = recall(THEME);
    if (chosen && chosen !== currentTheme()) show(chosen);
  }

  function switchTheme() {
    const chosen = currentTheme() === "dark" ? "light" : "dark";
    remember(THEME, chosen);
    show(chosen);
  }

  function show(theme) {
    preferTheme(theme);
    // Streamlit sends the new theme with the next run once it has drawn itself in it.
    setTimeout(() => tools.redraw(theme), DRAWN);
  }

  function leave() {
    if (document.documentElement.classList.contains(PRESENTING)) present(false);
  }

  function present(on = !document.documentElement.classList.contains(PRESENTING)) {
    document.documentElement.classList.toggle(PRESENTING, on);
    tools.pressed(on);
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

/** The theme on screen, "light" or "dark". */
function currentTheme() {
  return getComputedStyle(document.querySelector(TOOLS)).colorScheme;
}

/**
 * Streamlit has no call for a change of theme. Where none was chosen in its own menu it follows this
 * media query, and asks again after the page was printed.
 */
function preferTheme(theme) {
  const real = Object.getPrototypeOf(window).matchMedia ?? Window.prototype.matchMedia;
  const native = (window.kpcaMatchMedia ??= (real ?? window.matchMedia).bind(window));
  window.matchMedia = (query) => {
    const list = native(query);
    const scheme = /prefers-color-scheme:\s*(light|dark)/.exec(query)?.[1];
    if (scheme) Object.defineProperty(list, "matches", { value: scheme === theme });
    return list;
  };
  window.dispatchEvent(new Event("afterprint"));
}

/** Many a system turns dark in the evening: the page follows at once, the server's figures with a run. */
function installScheme(follow) {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  dark.addEventListener("change", ({ matches }) => setTimeout(() => follow(matches ? "dark" : "light"), DRAWN));
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
function installLook() {
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

/** Close the sidebar of a phone when a page is chosen there. */
function installDrawer() {
  document.addEventListener("click", ({ target }) => {
    if (!matchMedia(PHONE).matches || !target.closest(`${PAGES} a`)) return;
    document.querySelector("[aria-label='Collapse sidebar']")?.click();
  });
}

/** Give the focus back to what opened a dialog: Streamlit cannot find it inside a component. */
function installFocus() {
  let opener = null;
  let open = false;
  document.addEventListener("focusin", (event) => {
    const target = event.composedPath()[0];
    if (!target.closest("[role=dialog]")) opener = target;
  });
  new MutationObserver(() => {
    const before = open;
    open = Boolean(document.querySelector("[role=dialog]"));
    if (!before || open) return;
    setTimeout(() => document.activeElement === document.body && opener?.focus(), PAUSE);
  }).observe(document.body, { childList: true, subtree: true });
}

/** Paper gets the layout of the screen, made smaller: canvases and charts cannot be laid out anew. */
function installPrinting() {
  const root = document.documentElement;
  window.addEventListener("beforeprint", () => {
    const width = document.querySelector(TOOLS)?.closest("main > *").clientWidth;
    if (!width) return;
    root.style.setProperty("--print-width", `${width}px`);
    root.style.setProperty("--print-zoom", String(Math.min(1, PAPER / width)));
  });
}

/** Let components settle what was set in them; links and the browser's history lead elsewhere. */
function installMessages() {
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
function leadsOn({ href, target, hash, download }) {
  return (!target || target === "_self") && !hash && !download && href.startsWith(new URL("./", document.baseURI).href);
}

/** The name of the page at an address. */
function pageOf({ pathname }) {
  return pathname.split("/").pop() || "explore";
}

/**
 * Say on the root of the document whether the server is "down", "busy" with the page or "idle", and
 * let one that was restarted draw the page: until then it knows no control, and the first change of
 * one would be lost. Streamlit locks its controls meanwhile, and the one that was being filled loses
 * the focus: it gets it back.
 */
function installReturn({ line, run }, again) {
  const app = document.querySelector(`[${line}]`);
  const said = document.documentElement.dataset;
  let filled = null;
  document.addEventListener("focusout", ({ target }) => (filled = target.disabled ? target : null));
  const look = () => {
    const stands = app.getAttribute(line) === "CONNECTED";
    const returned = stands && said.server === "down";
    said.server = !stands ? "down" : app.getAttribute(run) === "running" ? "busy" : "idle";
    if (!returned) return;
    again();
    if (document.activeElement === document.body) filled?.focus({ preventScroll: true });
  };
  if (!app) return;
  new MutationObserver(look).observe(app, { attributes: true, attributeFilter: [line, run] });
  look();
}
