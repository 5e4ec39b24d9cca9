/** The comparison as a Streamlit component: it draws what Python sends, and settles what is released. */

import { createPairs } from "../compare/pairs.js";
import { unpacked } from "../sweep/unpacked.js";
import { createKeeper, markDrawn } from "./keeper.js";
import { decode } from "../wire.js";
import { connect, settle } from "./page.js";
import { readTheme } from "./theme.js";

const keep = createKeeper(createEntry);

/**
 * @param {object} component Streamlit's argument: data (a frame), parentElement
 * @returns {(() => void) | undefined} cleanup
 */
export default function draw({ parentElement: parent, data }) {
  if (!data) return undefined;
  const [entry, left] = keep(parent);
  entry.data = data;
  unpacked(data).then((frame) => {
    // Newer data may have come meanwhile.
    if (entry.data !== data) return;
    entry.view.rest(frame);
    markDrawn(parent);
  });
  return left;
}

function createEntry(parent) {
  const entry = {};
  const socket = connect(import.meta.url, "compare", {
    receive: (bytes) => entry.view.show(decode(bytes)),
    refused: ({ n }) => entry.view.refused(n),
    changed: (stands) => entry.view.line(stands),
  });
  entry.view = createPairs(parent, {
    ask: socket.ask,
    release: settle,
    theme: () => readTheme(entry.view.root),
  });
  entry.moveTo = entry.view.moveTo;
  entry.dispose = () => {
    socket.dispose();
    entry.view.dispose();
  };
  return entry;
}
