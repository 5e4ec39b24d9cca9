/**
 * The drawing as a widget of a notebook, by anywidget. Only this and `kpca_core/notebook.py` know
 * notebooks.
 *
 * The trait "_frame" is the picture at rest. Messages to Python are {ask: question},
 * {settle: settings}, {hold: settings}, {select: numbers} and {ping}, each with the `view` that sends
 * it and all but the last with their number, see `../numbers.js`;
 * the answer to a question and to a ping names that view and the milliseconds of work, and a frame
 * comes as its buffer.
 */

import { GRAM, SCORES, SPACE } from "../kinds.js";
import { createMaps } from "../maps.js";
import { createSelection } from "../selection.js";
import { mount } from "../drawing.js";
import { give } from "../numbers.js";
import { N_, speak } from "../words.js";

// Milliseconds without an answer until the kernel counts as lost: a cell that runs keeps it busy for
// longer, which the sentence allows for.
const SILENCE = 3000;
const GONE = N_(
  "The notebook's kernel does not answer: it is busy, or was restarted. After a restart run this cell again.",
);

/** What anywidget calls for every widget. */
export default function widget() {
  return { render };
}

function render({ model, el }) {
  speak(model.get("_words") ?? {});
  const view = String(Math.random());
  const place = document.createElement("div");
  const style = document.createElement("style");
  style.textContent = model.get("_styles");
  const host = document.createElement("div");
  // Room for what stands above the slider.
  host.style.paddingTop = "16px";
  host.attachShadow({ mode: "open" }).append(style, place);
  el.append(host);

  let silence;
  let gone = false;

  function heard() {
    clearTimeout(silence);
    silence = undefined;
    if (gone) drawing.line(true);
    gone = false;
  }

  function lost() {
    silence = undefined;
    if (!gone) drawing.line(false);
    gone = true;
  }

  function send(message, within = SILENCE) {
    silence ??= setTimeout(lost, within);
    model.send({ ...message, view });
  }

  /** Send what was settled; returns its number. */
  function settle(message) {
    const n = give();
    send({ ...message, n });
    return n;
  }

  const drawing = mount(place, {
    ask: (question) => send({ ask: question, n: question.n }),
    release: (settings) => settle({ settle: settings }),
    hold: (settings, n) => send({ hold: settings, n }),
    select: (numbers) => settle({ select: numbers }),
    theme: () => themeOf(host),
    // The address of a notebook may hold a secret.
    address: () => "",
    gone: GONE,
    scene: (on) => createMaps(on, { createSelection, beside: [SCORES, SPACE, GRAM] }),
  });
  const draw = () => drawing.rest(bytesOf(model.get("_frame")));

  const listeners = {
    "change:_frame": draw,
    "msg:custom": (message, buffers) => {
      if (message.view !== view) return;
      heard();
      if (!buffers?.length) return;
      drawing.announced(message.worked);
      drawing.show(bytesOf(buffers[0]));
    },
    // The front end's connection to the kernel was lost, or stands again.
    comm_live_update: () => send({ ping: true }, 0),
  };
  for (const [name, listen] of Object.entries(listeners)) model.on(name, listen);
  let before = "";
  const themed = () => {
    const { background } = themeOf(host);
    if (background !== before) draw();
    before = background;
  };
  const observer = new MutationObserver(themed);
  for (const node of [document.documentElement, document.body]) observer.observe(node, { attributes: true });
  draw();

  return () => {
    for (const [name, listen] of Object.entries(listeners)) model.off(name, listen);
    observer.disconnect();
    clearTimeout(silence);
    drawing.dispose();
    host.remove();
  };
}

/** Bytes as a notebook hands them over: a view of some buffer, or the buffer. */
function bytesOf(data) {
  return data instanceof ArrayBuffer ? data : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

/** The colours and the font around a widget. */
function themeOf(host) {
  const { color: text, fontFamily: font } = getComputedStyle(host);
  const colourOf = (node) => getComputedStyle(node).backgroundColor;
  let node = host;
  while (node && /^(transparent|rgba\(.*, 0\))$/.test(colourOf(node))) {
    node = node.parentElement ?? node.getRootNode().host;
  }
  return { background: node ? colourOf(node) : "", text, font };
}
