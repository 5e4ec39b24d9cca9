/** The line under the panels: facts, colour key, download. */

import { element, setText } from "./dom.js";
import { css, diverging } from "./palette.js";

const KEY_STOPS = 9;
const KEY = "Colours: negative, zero, positive, each panel to its own scale";

/**
 * @param {() => void} save called when PNG is pressed
 * @returns {{element: HTMLElement, draw: Function}}
 */
export function createFoot(save) {
  const facts = element("span", { class: "facts" });
  const legend = element("span", { class: "legend-text" });
  const ramp = element("span", { class: "ramp" });
  const sign = (text) => element("span", { textContent: text });
  const key = element(
    "span",
    { class: "key", role: "img", "aria-label": KEY },
    sign("−"),
    element("span", { class: "ramp-block" }, ramp, element("span", { class: "zero", textContent: "0" })),
    sign("+"),
  );
  const button = element("button", { class: "png", type: "button", textContent: "PNG" });
  button.setAttribute("aria-label", "Download the picture as PNG");
  button.addEventListener("click", save);
  return {
    element: element("div", { class: "foot" }, facts, legend, key, button),
    draw(frame, theme) {
      setText(facts, frame.facts.join(" · "));
      facts.title = facts.textContent;
      setText(legend, frame.legend ?? "");
      legend.title = legend.textContent;
      legend.hidden = !frame.legend;
      const stops = Array.from({ length: KEY_STOPS }, (_, i) => {
        const colour = css(diverging((2 * i) / (KEY_STOPS - 1) - 1, theme.dark));
        return `${colour} ${(100 * i) / KEY_STOPS}% ${(100 * (i + 1)) / KEY_STOPS}%`;
      });
      ramp.style.background = `linear-gradient(to right, ${stops.join(", ")})`;
    },
  };
}
