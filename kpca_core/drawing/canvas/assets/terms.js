/** Words that explain themselves: each with its meaning and its equation, on hover, focus and tap. */

import { button, setText } from "./dom.js";
import { GLOSSARY } from "./glossary.js";
import { N_, _, language } from "./words.js";

// The name of a term in the glossary, and the texts that it is found by where they are others.
const TERMS = [
  ["n", "n = {n}"],
  ["converged"],
  ["objective", N_("mean objective")],
  ["rank", N_("rank {rank}"), N_("rank ≥ {rank}")],
  ["dense"],
  ["explicit"],
  ["low-rank"],
  ["separable"],
  ["streaming"],
  ["iterative"],
  ["solve", N_("solve {ms} ms")],
  ["grid", N_("grid {ms} ms")],
  ["residual"],
  ["trace bound"],
  ["certified", N_("NOT certified"), N_("certified")],
  ["trace"],
  ["indefinite", N_("positive eigenvalues"), N_("indefinite")],
  ["K̃"],
  ["near-degenerate"],
  ["effective rank"],
  ["alignment"],
  ["separation"],
  ["principal angles"],
];
// These begin sentences and titles, too.
const CAPITALS = ["effective rank", "alignment", "separation", "principal angles"];
const NUMBER = "\\d+(?:[.,]\\d+)*";

/** How a text is found in the reader's language; where words have spaces between them, whole words. */
function patternOf(text, name) {
  const said = _(text);
  const found = said.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, NUMBER);
  const [start, end] = [/^\w/, /\w$/].map((edge) => (edge.test(said) ? "\\b" : ""));
  return new RegExp(start + found + end, CAPITALS.includes(name) ? "i" : "");
}

const patterns = new Map();

/** The patterns of all texts, and the names of their terms. */
function spoken() {
  if (!patterns.has(language())) {
    const all = TERMS.flatMap(([name, ...texts]) =>
      (texts.length ? texts : [name]).map((text) => ({ pattern: patternOf(text, name), name })),
    );
    patterns.set(language(), all);
  }
  return patterns.get(language());
}

/**
 * Split a text at the terms in it.
 *
 * @returns {{text: string, term?: string, lines?: string[]}[]} the parts in order
 */
export function split(text) {
  let first = null;
  for (const { pattern, name } of spoken()) {
    const found = pattern.exec(text);
    if (found && (!first || found.index < first.index)) {
      const [meaning, ...equation] = GLOSSARY[name];
      first = { index: found.index, text: found[0], term: name, lines: [_(meaning), ...equation] };
    }
  }
  if (!first) return text ? [{ text }] : [];
  const { index, ...part } = first;
  const before = index ? [{ text: text.slice(0, index) }] : [];
  return [...before, part, ...split(text.slice(index + part.text.length))];
}

// The texts that stand in elements: looking for terms in them takes long for every frame.
const explained = new WeakMap();

/** Show a text in an element, its terms as buttons that explain themselves. */
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
  const show = () => {
    const { left, bottom } = term.getBoundingClientRect();
    tooltip.show(lines, left, bottom - 8);
  };
  const term = button("term", "", show, { "aria-description": lines.join(" ") });
  for (const type of ["pointerenter", "focus"]) term.addEventListener(type, show);
  for (const type of ["pointerleave", "blur"]) term.addEventListener(type, tooltip.hide);
  term.addEventListener("keydown", ({ key }) => key === "Escape" && tooltip.hide());
  return term;
}
