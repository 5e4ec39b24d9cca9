/** The comparison as a Streamlit component: it draws what Python sends, and reports drags and releases. */

// Streamlit serves it beside those of the drawing on the page "Explore".
const MODULE = "_stcore/bidi-components/kpca-core.live/compare/pairs.js";
const views = new WeakMap();
let count = 0;

/**
 * @param {object} component Streamlit's argument: data (a frame), parentElement, setStateValue,
 *   setTriggerValue */
export default function draw(component) {
  const { parentElement: parent, data, setStateValue, setTriggerValue } = component;
  if (!data) return undefined;
  const host = parent.host ?? parent;
  const entry = views.get(host) ?? {};
  views.set(host, entry);
  entry.ask = (question) => setStateValue("live", question);
  entry.send = (sent) => setTriggerValue("release", { ...sent, count: (count += 1) });
  // Every page stands right below the address of the app, and so do its files.
  entry.ready ??= import(new URL(MODULE, new URL("./", location.href)).href).then((module) => {
    entry.unpacked = module.unpacked;
    entry.view = module.createPairs(parent, {
      ask: (question) => entry.ask(question),
      release: (sent) => entry.send(sent),
      theme: () => read(host),
    });
  });
  entry.data = data;
  entry.ready.then(async () => {
    const frame = await entry.unpacked(data);
    // Newer data may have come meanwhile.
    if (entry.data === data) entry.view.show(frame);
  });
  return undefined;
}

/** The colours and the font of Streamlit's theme, "" where it has none. */
function read(host) {
  const style = getComputedStyle(host);
  const one = (name) => style.getPropertyValue(`--st-${name}`);
  return { background: one("background-color"), text: one("text-color"), accent: one("primary-color"), font: one("font") };
}
