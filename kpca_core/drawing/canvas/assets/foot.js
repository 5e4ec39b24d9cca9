/** The lines under the views: facts, markers, colour scale, download. */

import { button, element, setHidden } from "./dom.js";
import { createLabels, createSave, createScale } from "./legend.js";
import { explain } from "./terms.js";
import { _ } from "./words.js";

/**
 * What was computed: the first facts in sight, the technical ones behind a mark that opens.
 *
 * @param {object} tooltip of the terms
 */
export function createFacts(tooltip) {
  const first = element("span");
  const rest = element("p", { class: "rest" });
  const mark = element("details", {}, element("summary", { textContent: _("How it was computed") }), rest);
  return {
    element: element("span", { class: "facts" }, first, mark),
    write(facts, leading) {
      explain(first, facts.slice(0, leading).join(" · "), tooltip);
      explain(rest, facts.slice(leading).join(" · "), tooltip);
      setHidden(mark, facts.length <= leading);
    },
  };
}

/**
 * @param {() => void} on.save called when PNG is pressed
 * @param {object} on.choices whether points are drawn, see `choices.js`
 */
export function createFoot({ save, choices, tooltip }) {
  const facts = createFacts(tooltip);
  const legend = element("span", { class: "legend-text" });
  const scale = createScale(() => shown && { levels: shown });
  const labels = createLabels();
  const switched = choices.button(button("switch", _("Points"), undefined, { "aria-label": _("Show data points") }), "markers");
  const keys = element("span", { class: "keys" }, switched, labels.element, scale.element, createSave(save));
  let shown = null;

  return {
    element: element("div", { class: "foot" }, facts.element, legend, keys),
    draw({ panels, facts: said }, theme, ratio) {
      shown = panels.arrays.levels;
      facts.write(said.facts, said.leading);
      explain(legend, said.legend, tooltip);
      setHidden(legend, !said.legend);
      setHidden(labels.element, !choices.isOn("markers"));
      labels.draw(panels.arrays.labels, panels.groups, ratio);
      scale.write();
      scale.draw(theme);
    },
    /** Write the values of panel j on the colour scale: the one pointed at, or in the hand. */
    scaleOf: scale.point,
  };
}
