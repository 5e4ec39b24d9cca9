/** Words that explain themselves: each with its meaning and its equation, on hover, focus and tap. */

import { element, setText } from "./dom.js";

const TERMS = [
  [/\bn = [\d,]+/, "n", ["The number of data points."]],
  [
    /\bconverged\b/,
    "converged",
    ["The last step of the iteration was shorter than its tolerance. Closed forms need no steps."],
  ],
  [
    /\bmean objective\b/,
    "objective",
    [
      "The squared distance in feature space between the pre-image and what the components keep.",
      "‖φ(y) − P_d φ(x)‖² = k(y, y) − 2 Σᵢ γᵢ k(y, xᵢ) + ‖P_d φ(x)‖²",
    ],
  ],
  [
    /\brank( ≥)? [\d,]+/,
    "rank",
    [
      "The number of eigenvalues of K̃ that are positive beyond rounding: so many components exist.",
      "λⱼ > tolerance · λ₁",
    ],
  ],
  [
    /\b(dense|explicit|low-rank|separable|streaming|iterative)\b/,
    "solver",
    [
      "The solver: how the eigenvalues were computed. All of them are exact up to the error stated.",
      "dense: eigenpairs of the whole matrix K̃; explicit: PCA of Φ(x); low-rank: K ≈ LLᵀ by pivoted " +
        "Cholesky; separable: products of features of each coordinate",
    ],
  ],
  [/\bsolve [\d.]+ ms/, "solve", ["The time that the eigenvalues took on the server."]],
  [/\bgrid [\d.]+ ms/, "grid", ["The time that the functions fⱼ took on the grid.", "fⱼ(x) = Σᵢ Aᵢⱼ k(x, pᵢ) + bⱼ"]],
  [
    /\bresidual\b/,
    "residual",
    ["How far the computed pairs are from eigenpairs of K̃.", "maxⱼ ‖K̃uⱼ − λⱼuⱼ‖, ‖uⱼ‖ = 1"],
  ],
  [/\btrace\(E\)/, "trace(E)", ["What the factorisation leaves of K: it bounds every eigenvalue's error.", "K = LLᵀ + E, λ̂ ≤ λ ≤ λ̂ + trace(E)"]],
  [
    /\b(NOT )?certified\b/,
    "certified",
    [
      "Certified: the error of every eigenvalue shown is proven to be below the limit.",
      "|λ̂ⱼ − λⱼ| ≤ error ≤ limit",
    ],
  ],
  [
    /\btrace\b/,
    "trace",
    ["The sum of all eigenvalues: the variance in feature space, n times.", "trace K̃ = Σ λⱼ = Σᵢ ‖Φ(xᵢ) − Φ̄‖²"],
  ],
  [
    /K̃/,
    "K̃",
    [
      "The Gram matrix of the data, centred in feature space.",
      "K̃ = K − 1K − K1 + 1K1, Kᵢⱼ = k(xᵢ, xⱼ), 1ᵢⱼ = 1/n",
    ],
  ],
  [
    /\bnear-degenerate\b/,
    "near-degenerate",
    [
      "Neighbouring eigenvalues that are nearly equal: any rotation within the group is equally valid, " +
        "and a small change of the data mixes its functions.",
      "λⱼ ≈ λⱼ₊₁",
    ],
  ],
  [
    /\b\d+(\.\d+)? %, more than all\b/,
    "more than 100 %",
    [
      "The kernel is indefinite: negative eigenvalues count against the positive ones in the trace, so " +
        "that the shares of the positive ones add up to more than 100 %.",
      "Σ λⱼ⁺ / trace K̃ > 1, trace K̃ = Σ λⱼ⁺ − Σ |λⱼ⁻|",
    ],
  ],
];

/**
 * Split a text at the terms in it.
 *
 * @param {string} text
 * @returns {{text: string, term?: string, lines?: string[]}[]} the parts in order
 */
export function split(text) {
  let first = null;
  for (const [pattern, term, lines] of TERMS) {
    const found = pattern.exec(text);
    if (found && (!first || found.index < first.index)) {
      first = { index: found.index, text: found[0], term, lines };
    }
  }
  if (!first) return text ? [{ text }] : [];
  const { index, ...part } = first;
  const before = index ? [{ text: text.slice(0, index) }] : [];
  return [...before, part, ...split(text.slice(index + part.text.length))];
}

/**
 * Show a text in an element, its terms as buttons that explain themselves.
 *
 * @param {HTMLElement} node
 * @param {string} text
 * @param {ReturnType<import("./dom.js").createTooltip>} tooltip
 */
export function explain(node, text, tooltip) {
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
