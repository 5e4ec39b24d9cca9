/** Small helpers around the document. */

const TEXT = 3;

/**
 * An element with properties and children. Text goes through `textContent` only.
 *
 * @param {object} [properties] `class` and `aria-…`/`role` become attributes, the rest properties
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

/** An element of a vector picture, with attributes. */
export function svg(tag, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** Whether nothing of the server can be reached: the page says so on the root of the document. */
export const isLost = () => globalThis.document?.documentElement?.dataset?.server === "down";

/** Whether a class looks on. */
export const isPresenting = () => document.documentElement.classList.contains("presenting");

/** A button; `properties` as of `element`. */
export function button(name, text, act = () => {}, properties = {}) {
  const node = element("button", { class: name, type: "button", textContent: text, ...properties });
  node.addEventListener("click", act);
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

/** Name an element for who does not see it, only where that changes something; says whether it did. */
export function setLabel(node, text) {
  const changes = node.getAttribute("aria-label") !== text;
  if (changes) node.setAttribute("aria-label", text);
  return changes;
}

/** Call `tell(event | null, event)` with a pointer on an element, null when it leaves. */
export function onPointing(node, tell) {
  for (const type of ["pointermove", "pointerdown", "pointerleave"]) {
    node.addEventListener(type, (event) => tell(type === "pointerleave" ? null : event, event));
  }
}

/**
 * Let a pointer hold something of an element.
 *
 * @param {object} on  each called with an event
 * @param {(event: PointerEvent) => boolean} on.take  a pointer is down; whether it holds something
 * @param {(event: PointerEvent) => void} on.drag  it has moved with that
 * @param {(event: PointerEvent) => void} [on.drop]  it is up, or was taken away
 * @param {(event: PointerEvent) => void} [on.hover]  it has moved with nothing
 */
export function onDrag(node, { take, drag, drop = () => {}, hover = () => {} }) {
  let held = false;
  const end = (event) => {
    if (!held) return;
    held = false;
    drop(event);
  };
  node.addEventListener("pointerdown", (event) => {
    if (event.button || held || !take(event)) return;
    held = true;
    node.setPointerCapture(event.pointerId);
  });
  node.addEventListener("pointermove", (event) => {
    if (held && !event.buttons) end(event);
    else if (held) drag(event);
    else hover(event);
  });
  for (const type of ["pointerup", "pointercancel", "lostpointercapture"]) node.addEventListener(type, end);
}

/** Where an arrow key leads, across and up; undefined for another key. */
export const arrowOf = ({ key }) => ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] })[key];

/**
 * Paint in a unit of some pixels of the canvas, from an origin in that unit. A context keeps its
 * transform and its styles from one picture to the next: here alone they are set, and given back, so
 * that every picture begins as the first one did.
 *
 * @param {number} unit  pixels of the canvas
 */
export function inUnit(context, unit, paint, [x, y] = [0, 0]) {
  context.save();
  context.setTransform(unit, 0, 0, unit, unit * x, unit * y);
  paint();
  context.restore();
}

/**
 * Give a canvas a size in CSS pixels; the bitmap is touched only where its size changes, for a
 * resize clears it.
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

/** Paint a canvas of this size anew; the unit is the CSS pixel. */
export function paintCanvas(canvas, width, height, ratio, paint) {
  const context = fitCanvas(canvas, width, height, ratio);
  context.clearRect(0, 0, canvas.width, canvas.height);
  inUnit(context, ratio, () => paint(context));
}

/**
 * How much larger an element is shown than its style says: drawings are zoomed in presenter mode.
 * Elements count CSS pixels of their own; the window, pointers and rectangles count the window's.
 */
export function zoomOf(node) {
  return node.currentCSSZoom ?? 1;
}

/** Where a point of the window lies in an element, in CSS pixels of the element. */
export function placeIn(node, { clientX, clientY }) {
  const { left, top } = node.getBoundingClientRect();
  const zoom = zoomOf(node);
  return [(clientX - left) / zoom, (clientY - top) / zoom];
}

/** Distance of an element from the top of the page in CSS pixels of it, whatever element scrolls. */
export function pageTop(element) {
  let { top } = element.getBoundingClientRect();
  for (let node = element; node; node = node.parentElement ?? node.getRootNode().host) {
    top += node.scrollTop ?? 0;
  }
  return top / zoomOf(element);
}

/** Height of the window in CSS pixels of an element. */
export function windowHeight(node) {
  return innerHeight / zoomOf(node);
}

/** Pixels of the screen in a CSS pixel of an element; paper, where it is smaller, keeps the screen's. */
export function sharpness(node) {
  return (devicePixelRatio || 1) * Math.max(1, zoomOf(node));
}

/**
 * Call `changed` when the window has another number of pixels a CSS pixel, on another screen: browsers
 * say so by no event of sizes where these stay. Returns what ends it.
 */
export function onSharpness(changed) {
  let query;
  const ask = () => {
    query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    query.addEventListener("change", turn);
  };
  const end = () => query.removeEventListener("change", turn);
  function turn() {
    end();
    ask();
    changed();
  }
  ask();
  return end;
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
      const [x, y] = placeIn(root, { clientX, clientY });
      const { offsetWidth: width, offsetHeight: height } = box;
      const left = x + 14 + width > root.offsetWidth ? x - 14 - width : x + 14;
      const top = y + 14 + height > root.offsetHeight ? y - 10 - height : y + 14;
      box.style.left = `${Math.max(0, left)}px`;
      box.style.top = `${Math.max(0, top)}px`;
    },
    hide() {
      setHidden(box, true);
    },
  };
}

/**
 * What is read where a pointer rests, in a box beside it.
 *
 * @param {HTMLElement} root positioned ancestor
 * @param {(at: object) => string[] | null | undefined} read  the lines for a pointer, none for nothing
 */
export function createReader(root, read) {
  const tooltip = createTooltip(root);
  let at = null;

  /** Also called after each picture: what lies under a resting pointer changes too. */
  function again() {
    const lines = at && read(at);
    if (lines?.length) tooltip.show(lines, at.clientX, at.clientY);
    else tooltip.hide();
  }

  return {
    again,
    /** A pointer is there, or nowhere: null. */
    point(pointer) {
      at = pointer;
      again();
    },
  };
}
