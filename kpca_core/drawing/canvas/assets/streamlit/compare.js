/** The comparison as a Streamlit component: it draws what Python sends, and reports drags and releases. */

import { createPairs } from "../compare/pairs.js";
import { unpacked } from "../sweep/unpacked.js";
import { createKeeper, markDrawn } from "./keeper.js";
import { createSending } from "./line.js";
import { readTheme } from "./theme.js";

const keep = createKeeper(createEntry);
let count = 0;

/**
 * @param {object} component Streamlit's argument: data (a frame), parentElement, setStateValue,
 *   setTriggerValue
 * @returns {(() => void) | undefined} cleanup
 */
export default function draw({ parentElement: parent, data, setStateValue, setTriggerValue }) {
  if (!data) return undefined;
  const [entry, left] = keep(parent);
  entry.ask = (question) => setStateValue("live", question);
  entry.send = (sent) => setTriggerValue("release", sent);
  entry.data = data;
  unpacked(data).then((frame) => {
    if (frame.released >= entry.sending.pending?.request) entry.sending.confirmed();
    // Newer data may have come meanwhile.
    if (entry.data !== data) return;
    entry.view.show(frame);
    markDrawn(parent);
  });
  return left;
}

function createEntry(parent) {
  const entry = {};
  // Of two equal triggers Streamlit would report one.
  entry.sending = createSending((sent) => entry.send({ ...sent, count: (count += 1) }));
  entry.view = createPairs(parent, {
    ask: (question) => entry.ask(question),
    release: entry.sending.send,
    theme: () => readTheme(entry.view.root),
  });
  entry.moveTo = entry.view.moveTo;
  entry.dispose = () => {
    entry.sending.confirmed();
    entry.view.dispose();
  };
  return entry;
}
