/** The step of a story that is on screen: its sentences, its goals, and the way to the others. */

import { createGoals } from "./goals.js";
import { button, element } from "./dom.js";

/**
 * @param {(at: number) => void} go to another place on the way, counted from 0
 * @param {(by: number) => void} turn to the next place, or the one before
 * @param {() => void} close the story
 * @param {(measured: string, said: string) => void} handIn what is measured, and what is said once it is
 * @returns {{node: HTMLElement, draw: (open: object | null, words: object) => void, measure: (told: object[]) => void}}
 */
export function createStory(go, turn, close, handIn) {
  const node = element("section", { className: "story" });
  const goals = createGoals(handIn);

  function draw(open, words) {
    node.hidden = !open;
    if (!open) return;
    const held = node.getRootNode().activeElement;
    const focused = node.contains(held) && held.className;
    const tour = open.tour !== null;
    const place = [open.tour, open.place].filter(Boolean).join(" ");
    const lead = element("span", { className: "place", textContent: place, dir: "auto" });
    const text = element("p", { className: "text", textContent: open.text, dir: "auto" });
    // Whoever was given this step alone has no way from it.
    const alone = open.way.length === 1 && !Object.keys(open.close).length;
    const way = alone ? [] : [
      turner("back", -1, open, words, "Page Up"),
      turner("next", 1, open, words, "Page Down"),
      ...(tour ? [places(open, words)] : []),
      button("close", tour ? words.closeTour : open.goals?.close ?? words.close, close),
    ];
    node.replaceChildren(
      // Above sentences of any length: a second click hits the same button.
      element("div", { className: "steps" },
        ...way,
        element("span", { className: "changed", textContent: open.changed }),
        ...(open.away ? [button("return", words.return, () => go(open.at))] : []),
      ),
      element("h2", { dir: "auto" }, lead, ` ${open.title}`),
      text,
      ...(goals.draw(open.goals) ? [goals.node] : []),
    );
    if (focused) {
      const again = node.querySelector(`.${CSS.escape(focused)}:not(:disabled)`);
      (again ?? node.querySelector(".steps button:not(:disabled)")).focus();
    }
  }

  function turner(name, by, { at, way }, words, shortcut) {
    const one = button(name, words[name], () => turn(by));
    one.disabled = !way[at + by];
    one.title = `${words[name]} (${shortcut})`;
    one.setAttribute("aria-keyshortcuts", shortcut.replace(" ", ""));
    return one;
  }

  function places(open, words) {
    const list = element("div", { className: "places" });
    list.setAttribute("role", "group");
    list.setAttribute("aria-label", words.steps);
    list.append(...open.steps.map((title, index) => {
      const one = button(`to-${index + 1}`, String(index + 1), () => go(index));
      one.title = title;
      one.setAttribute("aria-label", `${index + 1}: ${title}`);
      one.setAttribute("aria-current", String(index === open.at));
      return one;
    }));
    return list;
  }

  return { node, draw, measure: goals.measure };
}
