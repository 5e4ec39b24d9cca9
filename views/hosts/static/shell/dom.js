/** Elements of the shell, and their words. */

import { button, element } from "../../../../kpca_core/drawing/canvas/assets/dom.js";
import { marked } from "marked";

export { button, element } from "../../../../kpca_core/drawing/canvas/assets/dom.js";

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
// `$…$` is a formula. HTML in a text is shown as it is written: a reader's own words stand there, too.
const maths = {
  name: "maths",
  level: "inline",
  start: (text) => text.indexOf("$"),
  tokenizer(text) {
    const found = /^\$([^$\n]+)\$/.exec(text);
    return found && { type: "maths", raw: found[0], text: found[1] };
  },
  renderer: ({ text }) => `<span class="maths">${escaped(text)}</span>`,
};
// Streamlit's `:green[…]`.
const coloured = {
  name: "coloured",
  level: "inline",
  start: (text) => text.search(/:(green|red)\[/),
  tokenizer(text) {
    const [raw, colour, inside] = /^:(green|red)\[([^\]]*)\]/.exec(text) ?? [];
    return raw && { type: "coloured", raw, colour, tokens: this.lexer.inlineTokens(inside) };
  },
  renderer({ colour, tokens }) {
    return `<span class="${colour}">${this.parser.parseInline(tokens)}</span>`;
  },
};
marked.use({ extensions: [maths, coloured], renderer: { html: ({ text }) => escaped(text) } });

// Of the names that Streamlit's icons have, those that say more than the words beside them.
const ICONS = {
  replay: "↺", skip_next: "→", play_arrow: "▶", pause: "‖", stop: "■", download: "↓", upload: "↑", check: "✓",
  check_circle: "✓", cancel: "✕", error: "⚠",
};
const NAMED = /:material\/(\w+):/g;

/** The sign of an icon by Streamlit's name, "" for none. */
const iconOf = (name) => (name ? (ICONS[name.replace(NAMED, "$1")] ?? "") : "");

/** A label with its icon. */
export function labelled(node, label, icon) {
  const text = element("span", { innerHTML: marked.parseInline(label.replace(NAMED, "")) });
  const sign = iconOf(icon);
  node.replaceChildren(...(sign ? [element("span", { textContent: sign, class: "icon", "aria-hidden": "true" })] : []), text);
  return node;
}

/** Put Markdown into a node. */
export function say(node, text, inline = false) {
  const shown = text.replace(NAMED, (whole, name) => (ICONS[name] ?? ""));
  node.innerHTML = inline ? marked.parseInline(shown) : marked.parse(shown);
  for (const link of node.querySelectorAll("a[href^=http]")) Object.assign(link, { target: "_blank", rel: "noopener" });
  for (const one of node.querySelectorAll(".maths")) formula(one, one.textContent, false);
  return node;
}

/** Put a formula into a node: LaTeX stands there until what sets it is loaded. */
export async function formula(node, latex, displayMode) {
  if (!node.hasChildNodes()) node.textContent = latex;
  try {
    const { default: katex } = await import("katex");
    katex.render(latex, node, { displayMode, output: "mathml", throwOnError: false });
  } catch {
    // The LaTeX says it, too.
  }
}

/** An explanation on request, at the node that it is of. */
export function helped(text) {
  if (!text) return [];
  const node = element("span", { className: "help" });
  const words = say(element("span", { className: "words", role: "tooltip", hidden: true }), text, true);
  const open = (is) => {
    words.hidden = !is;
    ask.ariaExpanded = String(is);
  };
  const ask = button("", "?", () => open(words.hidden), { "aria-label": words.textContent, "aria-expanded": "false" });
  ask.addEventListener("blur", () => open(false));
  node.addEventListener("mouseenter", () => open(true));
  node.addEventListener("mouseleave", () => open(false));
  ask.addEventListener("keydown", (event) => event.key === "Escape" && open(false));
  node.append(ask, words);
  return [node];
}

/** What opens over the page. */
export function menu(label, icon, ...inside) {
  const node = element("details", { className: "menu" });
  node.append(labelled(element("summary", { className: "button" }), label, icon), element("div", { className: "over" }, ...inside));
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !node.open) return;
    event.preventDefault();
    node.open = false;
    node.firstChild.focus();
  });
  return node;
}

/** Menus close where something else is pressed. */
export function installMenus() {
  addEventListener("pointerdown", ({ target }) => {
    for (const one of document.querySelectorAll("details.menu[open]")) if (!one.contains(target)) one.open = false;
  });
}
