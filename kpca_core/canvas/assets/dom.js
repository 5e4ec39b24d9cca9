/** Small helpers around the document. */

const TEXT = 3;

/**
 * An element with properties and children. Text goes through `textContent` only.
 *
 * @param {string} tag
 * @param {object} [properties] `class` and `aria-…`/`role` become attributes, the rest properties
 * @param {...Node} children
 */
export function element(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "class" || name === "role" || name.includes("-")) node.setAttribute(name, value);
    else node[name] = value;
  }
  node.append(...children);
  return node;
}

/** Set text only where it differs, so that nothing is laid out again without need. */
export function setText(node, text) {
  if (node.textContent === text) return;
  // Exchanging the text node would cost a new one, and its style, with every frame.
  const { firstChild } = node;
  if (firstChild?.nodeType === TEXT && !firstChild.nextSibling) firstChild.data = text;
  else node.textContent = text;
}

/** Show or hide only where that changes something, for the same reason. */
export function setHidden(node, hidden) {
  if (node.hidden !== hidden) node.hidden = hidden;
}

/**
 * Give a canvas a size in CSS pixels; the bitmap is touched only where its size changes, for a
 * resize clears it.
 *
 * @returns {CanvasRenderingContext2D}
 */
export function fitCanvas(canvas, width, height, ratio) {
  const w = Math.max(1, Math.round(width * ratio));
  const h = Math.max(1, Math.round(height * ratio));
  if (canvas.width !== w) canvas.width = w;
  if (canvas.height !== h) canvas.height = h;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  return canvas.getContext("2d");
}

/**
 * A small text box beside the pointer, inside `root`.
 *
 * @param {HTMLElement} root positioned ancestor
 */
export function createTooltip(root) {
  const box = element("div", { class: "tooltip", "aria-hidden": "true", hidden: true });
  root.append(box);
  return {
    /** Show lines of text near a point of the viewport. */
    show(lines, clientX, clientY) {
      box.replaceChildren(...lines.map((line) => element("div", { textContent: line })));
      box.hidden = false;
      const around = root.getBoundingClientRect();
      const { width, height } = box.getBoundingClientRect();
      const x = clientX - around.left;
      const y = clientY - around.top;
      const left = x + 14 + width > around.width ? x - 14 - width : x + 14;
      const top = y + 14 + height > around.height ? y - 10 - height : y + 14;
      box.style.left = `${Math.max(0, left)}px`;
      box.style.top = `${Math.max(0, top)}px`;
    },
    hide() {
      setHidden(box, true);
    },
  };
}
