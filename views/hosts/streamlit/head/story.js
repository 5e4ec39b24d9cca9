/** The step of a story that is on screen: its sentences, its goals, and the way to the others. */

import { createGoals } from "./goals.js";
import { button, element } from "../../../../kpca_core/drawing/canvas/assets/dom.js";

/**
 * @param {(at: number) => void} go to another place on the way, counted from 0
 * @param {(by: number) => void} turn to the next place, or the one before
 * @param {() => void} close the story
 * @param {(measured: string, said: string) => void} handIn what is measured, and what is said once it is
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
    const [disabled, title] = [!way[at + by], `${words[name]} (${shortcut})`];
    return button(name, words[name], () => turn(by), { disabled, title, "aria-keyshortcuts": shortcut.replace(" ", "") });
  }

  function places(open, words) {
    return element("div", { class: "places", role: "group", "aria-label": words.steps }, ...open.steps.map((title, index) =>
      button(`to-${index + 1}`, String(index + 1), () => go(index), {
        title, "aria-label": `${index + 1}: ${title}`, "aria-current": String(index === open.at),
      })));
  }

  return { node, draw, measure: goals.measure };
}
