/** The goals of a step: how far each is, also while something moves, and the link that hands it in. */

import { button, element, setText } from "../../../../kpca_core/drawing/canvas/assets/dom.js";

/** @param {(measured: string, said: string) => void} handIn as of `story.js` */
export function createGoals(handIn) {
  const list = element("ul");
  const count = element("span", { class: "count", role: "status" });
  let words = null;
  let shown = [];
  const hand = button("hand-in", "", () => handIn(shown.map((one) => one.measured).join(","), words.copied));
  const node = element("div", { className: "goals" }, list, element("div", { className: "steps" }, hand, count));

  function row() {
    const [mark, label, said, bar, verdict] = ["mark", "label", "said", "bar", "verdict"].map((className) => element("span", { className }));
    mark.ariaHidden = bar.ariaHidden = "true";
    bar.append(element("span"));
    return element("li", {}, mark, bar, element("span", { className: "of" }, label, said, verdict));
  }

  /** Every moving frame brings what is said; elements stay, and only a reached goal is announced. */
  function measure(told) {
    if (!words || told.length !== list.children.length) return;
    // What a link states is said of settings at rest.
    shown = told.map((one, k) => ({ ...one, verdict: one.verdict || shown[k]?.verdict || "" }));
    shown.forEach((one, k) => {
      const item = list.children[k];
      const part = (name) => item.querySelector(`.${name}`);
      item.classList.toggle("reached", one.reached);
      setText(part("mark"), one.reached ? "✓" : "○");
      for (const name of ["label", "said", "verdict"]) setText(part(name), one[name]);
      part("bar").firstChild.style.width = `${100 * one.share}%`;
    });
    setText(count, words.reached[shown.filter((one) => one.reached).length]);
    hand.disabled = shown.some((one) => !one.measured);
  }

  return {
    node,
    measure,
    /** Show the goals of another step, or of other settings; returns whether there are any. */
    draw(goals) {
      words = goals ?? null;
      shown = [];
      if (!words) return false;
      setText(hand, words.handIn);
      hand.title = words.handInTitle;
      list.replaceChildren(...words.told.map(row));
      measure(words.told);
      return true;
    },
  };
}
