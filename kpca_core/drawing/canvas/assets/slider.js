/** A range input whose track is filled up to its thumb, see `slider.css`. */

import { element } from "./dom.js";

/** Its `input` stands in an element of its own; `say(text)` is called once that has another value. */
export function createSlider() {
  const input = element("input", { class: "slider", type: "range", min: "0" });
  return {
    input,
    say(text) {
      input.setAttribute("aria-valuetext", text);
      const share = Number(input.max) ? Number(input.value) / Number(input.max) : 0;
      input.parentElement.style.setProperty("--share", share);
    },
  };
}
