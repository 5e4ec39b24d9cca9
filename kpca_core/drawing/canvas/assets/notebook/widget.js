/**
 * The drawing as a widget of a notebook, by anywidget; `kpca_core/notebook.py` is the other side. The trait
 * "_frame" is the picture at rest. Messages to Python are {ask: question}, {settle: settings},
 * {hold: settings}, {select: numbers} and {ping}, each with the `view` that sends it and all but the last
 * with their number, see `../numbers.js`; an answer names that view and the milliseconds of work, and a
 * frame comes as its buffer.
 */

import { element } from "../dom.js";
import { mount } from "../drawing.js";
import { GRAM, SCORES, SPACE } from "../kinds.js";
import { createMaps } from "../maps.js";
import { give } from "../numbers.js";
import { themeAround } from "../palette.js";
import { createSelection } from "../selection.js";
import { N_, speak } from "../words.js";

// Milliseconds without an answer until the kernel counts as lost: a cell that runs keeps it busy for
// longer, which the sentence allows for.
const SILENCE = 3000;
const GONE = N_("The notebook's kernel does not answer: it is busy, or was restarted. After a restart run this cell again.");

/** What anywidget calls for every widget. */
export default () => ({ render });

function render({ model, el }) {
  speak(model.get("_words") ?? {});
  const view = String(Math.random());
  const [host, place] = [element("div"), element("div")];
  // Room for what stands above the slider.
  host.style.paddingTop = "16px";
  host.attachShadow({ mode: "open" }).append(element("style", { textContent: model.get("_styles") }), place);
  el.append(host);
  let [silence, gone, before] = [undefined, false, ""];

  /** The kernel has answered, or has not for too long. */
  function hear(stands) {
    clearTimeout(silence);
    silence = undefined;
    if (stands === gone) drawing.line(stands);
    gone = !stands;
  }

  function send(message, within = SILENCE) {
    silence ??= setTimeout(hear, within, false);
    model.send({ ...message, view });
    return message.n;
  }

  const drawing = mount(place, {
    gone: GONE,
    ask: (question) => send({ ask: question, n: question.n }),
    release: (settings) => send({ settle: settings, n: give() }),
    hold: (settings, n) => send({ hold: settings, n }),
    select: (numbers) => send({ select: numbers, n: give() }),
    theme: () => themeAround(host),
    // The address of a notebook may hold a secret.
    address: () => "",
    scene: (on) => createMaps(on, { createSelection, beside: [SCORES, SPACE, GRAM] }),
  });
  const draw = () => drawing.rest(model.get("_frame"));
  const listeners = {
    "change:_frame": draw,
    "msg:custom": (message, buffers) => {
      if (message.view !== view) return;
      hear(true);
      if (!buffers?.length) return;
      drawing.announced(message.worked);
      drawing.show(buffers[0]);
    },
    // The front end's connection to the kernel was lost, or stands again.
    comm_live_update: () => send({ ping: true }, 0),
  };
  for (const [name, listen] of Object.entries(listeners)) model.on(name, listen);
  const themed = new MutationObserver(() => {
    if (before !== (before = themeAround(host).background)) draw();
  });
  for (const node of [document.documentElement, document.body]) themed.observe(node, { attributes: true });
  draw();

  return () => {
    for (const [name, listen] of Object.entries(listeners)) model.off(name, listen);
    themed.disconnect();
    clearTimeout(silence);
    drawing.dispose();
    host.remove();
  };
}
