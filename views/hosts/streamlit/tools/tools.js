/**
 * The buttons in the corner of every page, their keys, what sends the messages of all components, and
 * what Streamlit's pages need besides `services.js`: a page that is chosen on a phone closes the sidebar
 * that covers it, a dialog that closes gives the focus back, and a page whose server was restarted is
 * drawn anew.
 *
 * Streamlit calls the default export after every run; what belongs to the window is installed once.
 */

import { messages } from "../messages.js";
import {
  PAGES, PAUSE, TOOLS, installLook, installMessages, installPresenting, installPrinting, label,
} from "./services.js";
import { recall, remember, writeCookie } from "../../../../kpca_core/drawing/canvas/assets/memory.js";

const THEME = "theme";
// Where the sidebar covers the page.
const PHONE = "(max-width: 768px)";
// Milliseconds in which Streamlit has drawn itself in another theme.
const DRAWN = 50;

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
  const keep = (name) => writeCookie(language.cookie, name);
  label(parentElement.querySelector(".tools"), button, { ...language, keep });
  tools.pressed = (on) => button("present").setAttribute("aria-pressed", String(on));
  button("theme").onclick = tools.switchTheme;
  button("present").onclick = () => tools.present();
  tools.start();
}

/** `names` are those of views/hosts/streamlit/private.py. */
function install(names) {
  const tools = { start, switchTheme, present: installPresenting(switchTheme, (on) => tools.pressed(on)) };
  let started = false;
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
