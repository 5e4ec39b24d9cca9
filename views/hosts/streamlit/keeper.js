/**
 * What a reload leaves of a table: its secret name, in the tab's own storage, which no address and no
 * other site sees. Streamlit calls the default export after every run.
 */

import { TAB, recall, remember } from "../../../kpca_core/drawing/canvas/assets/memory.js";

const NAME = "table";

export default function keep({ data, parentElement, setTriggerValue }) {
  // It shows nothing, and the page need not wait for it: see `style/waiting.css`.
  (parentElement.host ?? parentElement).dataset.drawn = "";
  const { handle, gone } = JSON.parse(new TextDecoder().decode(data));
  const held = recall(NAME, TAB);
  if (handle) remember(NAME, handle, TAB);
  else if (gone) remember(NAME, null, TAB);
  else if (held) setTriggerValue("held", held);
}
