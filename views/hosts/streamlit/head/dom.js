/** The clipboard, and what the root of the document says of the page. */

import { element } from "../../../../kpca_core/drawing/canvas/assets/dom.js";

// The root of the document says there how the server does, see views/hosts/streamlit/tools/tools.js.
export const LINE = "data-server";

/** Copy text; where the clipboard is closed to this page, by a selection. */
export async function toClipboard(text, root) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const focused = root.getRootNode().activeElement;
    const area = element("textarea", { value: text });
    document.body.append(area);
    area.select();
    const copied = document.execCommand("copy");
    area.remove();
    focused?.focus();
    return copied;
  }
}

/** Whether the page shows its drawing alone, see views/hosts/streamlit/style/embed.css. */
export function isFigure() {
  return document.documentElement.classList.contains("embed-figure");
}
