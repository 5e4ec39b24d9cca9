/** The comparison as a Streamlit component: it draws what Python sends, and reports drags and releases. */

// Streamlit serves it beside those of the drawing on the page "Explore".
const MODULE = "_stcore/bidi-components/kpca-core.live/compare/pairs.js";
let count = 0;
let keep;

/**
 * @param {object} component Streamlit's argument: data (a frame), parentElement, setStateValue,
 *   setTriggerValue */
export default function draw({ parentElement: parent, data, setStateValue, setTriggerValue }) {
  if (!data) return undefined;
  // Every page stands right below the address of the app, and so do its files.
  return import(new URL(MODULE, new URL("./", location.href)).href).then((module) => {
    keep ??= module.createKeeper((place) => createEntry(place, module));
    const [entry, left] = keep(parent);
    entry.ask = (question) => setStateValue("live", question);
    entry.send = (sent) => setTriggerValue("release", sent);
    entry.data = data;
    module.unpacked(data).then((frame) => {
      if (frame.released >= entry.sending.pending?.request) entry.sending.confirmed();
      // Newer data may have come meanwhile.
      if (entry.data === data) entry.view.show(frame);
    });
    return left;
  });
}

function createEntry(parent, { createPairs, createSending }) {
  const entry = {};
  // Of two equal triggers Streamlit would report one.
  entry.sending = createSending((sent) => entry.send({ ...sent, count: (count += 1) }));
  entry.view = createPairs(parent, {
    ask: (question) => entry.ask(question),
    release: entry.sending.send,
    theme: () => read(entry.view.root),
  });
  entry.moveTo = entry.view.moveTo;
  entry.dispose = () => {
    entry.sending.confirmed();
    entry.view.dispose();
  };
  return entry;
}

/** The colours and the font of Streamlit's theme, "" where it has none. */
function read(node) {
  const style = getComputedStyle(node);
  const one = (name) => style.getPropertyValue(`--st-${name}`);
  return { background: one("background-color"), text: one("text-color"), accent: one("primary-color"), font: one("font") };
}
