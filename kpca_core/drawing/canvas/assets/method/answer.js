/** The button that asks for the answer to a step's question, and the answer, as new as its figure. */

import { button, element, setHidden, setText } from "../dom.js";
import { _ } from "../words.js";

/** A view of `../streamlit/method.js`. */
export function createAnswer({ store }) {
  const asks = button("ask", "", () => store.ask(shown.step), { "aria-keyshortcuts": "A" });
  const words = element("p", { "aria-live": "polite" });
  const root = element("div", { class: "sweep method answer" }, asks, words);
  let shown = null;
  const dispose = store.listen(draw);

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
    dispose,
  };
}
