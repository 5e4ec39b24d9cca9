/** The button that asks for the answer to a step's question, and the answer, as new as its figure. */

import { button, element, setHidden, setText } from "../dom.js";
import { themed } from "../palette.js";
import { _ } from "../words.js";

/**
 * @param {object} on  `store`, see `store.js`, `theme` and `type`, see `method.js`
 */
export function createAnswer(parent, { store, theme, type }) {
  const asks = button("ask", "", () => store.ask(shown.step), { "aria-keyshortcuts": "A" });
  const words = element("p", { "aria-live": "polite" });
  const root = element("div", { class: "sweep method answer" }, asks, words);
  let shown = null;
  parent.append(root);
  const forget = store.listen(draw);
  window.addEventListener("resize", redraw);

  function redraw() {
    themed(root, theme);
    root.classList.toggle("on-stage", type() > 0);
  }

  function draw() {
    if (!shown) return;
    const asked = store.isAsked(shown.step);
    setText(asks, asked ? _("Hide the answer") : _("Show the answer"));
    setHidden(asks, shown.open);
    asks.setAttribute("aria-expanded", String(asked));
    const said = store.answerOf(shown.step);
    setText(words, said);
    setHidden(words, !said);
    // On the stage the answer takes the place of the text, see views/hosts/streamlit/style/page.css.
    root.getRootNode().host?.toggleAttribute("data-asked", Boolean(said));
  }

  return {
    root,
    /** @param {{step: string, open: boolean}} wanted  whose answer it is, and whether it stands open */
    show(wanted) {
      shown = wanted;
      if (wanted.open) store.ask(wanted.step, true);
      draw();
    },
    redraw,
    moveTo: (other) => other.append(root),
    dispose() {
      forget();
      window.removeEventListener("resize", redraw);
      root.remove();
    },
  };
}
