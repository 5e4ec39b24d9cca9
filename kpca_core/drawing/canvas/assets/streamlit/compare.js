/** The comparison as a Streamlit component: it draws what Python sends, and settles what is released. */

import { createPairs } from "../compare/pairs.js";
import { unpacked } from "../sweep/unpacked.js";
import { createKeeper, markDrawn } from "./keeper.js";
import { settle } from "./page.js";
import { readTheme } from "./theme.js";

const keep = createKeeper(createEntry);

/**
 * @param {object} component Streamlit's argument: data (a frame), parentElement, setStateValue
 * @returns {(() => void) | undefined} cleanup
 */
export default function draw({ parentElement: parent, data, setStateValue }) {
  if (!data) return undefined;
  const [entry, left] = keep(parent);
  entry.ask = (question) => setStateValue("live", question);
  entry.data = data;
  unpacked(data).then((frame) => {
    // Newer data may have come meanwhile.
    if (entry.data !== data) return;
    entry.view.show(frame);
    markDrawn(parent);
  });
  return left;
}

function createEntry(parent) {
  const entry = {};
  entry.view = createPairs(parent, {
    ask: (question) => entry.ask(question),
    release: ({ request, values }) => settle(values, { request }),
    theme: () => readTheme(entry.view.root),
  });
  entry.moveTo = entry.view.moveTo;
  entry.dispose = entry.view.dispose;
  return entry;
}
