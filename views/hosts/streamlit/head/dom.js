/** Elements and the clipboard, as the entrance of a page uses them. */

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

export function isLost() {
  return document.documentElement.getAttribute(LINE) === "down";
}

export function isPresenting() {
  return document.documentElement.classList.contains("presenting");
}

/** Whether the page shows its drawing alone, see views/hosts/streamlit/style/embed.css. */
export function isFigure() {
  return document.documentElement.classList.contains("embed-figure");
}

export function element(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

export function button(name, text, act = () => {}) {
  const node = element("button", { className: name, type: "button", textContent: text });
  node.addEventListener("click", act);
  return node;
}

export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
