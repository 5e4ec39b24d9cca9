/** Words that explain themselves: each with its meaning and its equation, on hover, focus and tap. */

import { element, setText } from "./dom.js";
import { GLOSSARY } from "./glossary.js";

// How a term is recognised, and its name in the glossary where that is not what was found.
const TERMS = [
  [/\bn = [\d,]+/, "n"],
  [/\bconverged\b/],
  [/\bmean objective\b/, "objective"],
  [/\brank( ≥)? [\d,]+/, "rank"],
  [/\b(dense|explicit|low-rank|separable|streaming|iterative)\b/],
  [/\bsolve [\d.]+ ms/, "solve"],
  [/\bgrid [\d.]+ ms/, "grid"],
  [/\bresidual\b/],
  [/\btrace bound\b/],
  [/\b(NOT )?certified\b/, "certified"],
  [/\btrace\b/],
  [/\bpositive eigenvalues\b/, "indefinite"],
  [/K̃/],
  [/\bnear-degenerate\b/],
  [/\beffective rank\b/i, "effective rank"],
  [/\balignment\b/i, "alignment"],
  [/\bseparation\b/i, "separation"],
  [/\bprincipal angles\b/i, "principal angles"],
  [/\bindefinite\b/],
];

/**
 * Split a text at the terms in it.
 *
 * @param {string} text
 * @returns {{text: string, term?: string, lines?: string[]}[]} the parts in order
 */
export function split(text) {
  let first = null;
  for (const [pattern, name] of TERMS) {
    const found = pattern.exec(text);
    if (found && (!first || found.index < first.index)) {
      const term = name ?? found[0];
      first = { index: found.index, text: found[0], term, lines: GLOSSARY[term] };
    }
  }
  if (!first) return text ? [{ text }] : [];
  const { index, ...part } = first;
  const before = index ? [{ text: text.slice(0, index) }] : [];
  return [...before, part, ...split(text.slice(index + part.text.length))];
}

// The texts that stand in elements: looking for terms in them takes long for every frame.
const explained = new WeakMap();

/**
 * Show a text in an element, its terms as buttons that explain themselves.
 *
 * @param {HTMLElement} node
 * @param {string} text
 * @param {ReturnType<import("./dom.js").createTooltip>} tooltip
 */
export function explain(node, text, tooltip) {
  if (explained.get(node) === text) return;
  explained.set(node, text);
  const parts = split(text);
  const shape = parts.map(({ term }) => term ?? "").join("\n");
  // Numbers change with every frame: buttons, and the focus on them, stay.
  if (node.dataset.shape !== shape || node.childNodes.length !== parts.length) {
    node.dataset.shape = shape;
    node.replaceChildren(...parts.map((part) => (part.term ? termOf(part, tooltip) : document.createTextNode(""))));
  }
  parts.forEach((part, i) => {
    const child = node.childNodes[i];
    setText(child, part.text);
  });
}

function termOf({ lines }, tooltip) {
  const button = element("button", { class: "term", type: "button", "aria-description": lines.join(" ") });
  const show = () => {
    const { left, bottom } = button.getBoundingClientRect();
    tooltip.show(lines, left, bottom - 8);
  };
  for (const type of ["pointerenter", "focus", "click"]) button.addEventListener(type, show);
  for (const type of ["pointerleave", "blur"]) button.addEventListener(type, tooltip.hide);
  button.addEventListener("keydown", ({ key }) => key === "Escape" && tooltip.hide());
  return button;
}
