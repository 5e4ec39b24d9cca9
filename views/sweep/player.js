/**
 * The player of a sweep as a Streamlit component. Python sends where the bytes are and what is set;
 * this fetches them once, and reports what the reader has set.
 */

// Streamlit serves it beside those of the drawing on the page "Explore".
const MODULE = "_stcore/bidi-components/kpca-core.live/sweep/player.js";
let count = 0;
let keep;

/** @param {object} component Streamlit's argument: data (JSON in bytes), parentElement, setTriggerValue */
export default function draw({ parentElement: parent, data, setTriggerValue }) {
  if (!data) return undefined;
  // Every page stands right below the address of the app, and so do its files.
  const root = new URL("./", location.href);
  return import(new URL(MODULE, root).href).then((module) => {
    keep ??= module.createKeeper((place) => createEntry(place, module));
    const [entry, left] = keep(parent);
    entry.send = (settings) => setTriggerValue("settle", settings);
    entry.wanted = JSON.parse(new TextDecoder().decode(data));
    if (entry.wanted.count === entry.sending.pending?.count) entry.sending.confirmed();
    update(entry, root);
    return left;
  });
}

function createEntry(parent, { addressWith, createPlayer, createSending, drawAddress, pageState, unpacked }) {
  const entry = { unpacked };
  entry.sending = createSending(
    (settings) => entry.send(settings),
    pageState,
    ({ count: _, ...named }) => drawAddress(addressWith(location.href, named)),
  );
  const settle = (settings) => entry.sending.send({ ...settings, count: (count += 1) });
  entry.player = createPlayer(parent, { settle, theme: () => read(entry.player.root) });
  entry.moveTo = entry.player.moveTo;
  entry.dispose = () => {
    entry.sending.confirmed();
    entry.player.dispose();
  };
  return entry;
}

/** Show what is wanted now; the newest wish counts, whatever was asked for before it. */
async function update(entry, root) {
  const { url, settings, trouble } = entry.wanted;
  if (entry.shown === url) {
    // Settings from before the last ones that were sent are old.
    if (!entry.sending.pending) entry.player.set(settings);
    return entry.player.redraw();
  }
  if (entry.asked === url) return undefined;
  entry.asked = url;
  const answer = await fetch(new URL(url, root)).catch(() => null);
  const frame = answer?.ok ? await entry.unpacked(await answer.arrayBuffer()) : null;
  if (entry.wanted.url !== url) return undefined;
  entry.asked = null;
  if (!frame) return entry.player.fail(trouble);
  entry.shown = url;
  return entry.player.show(frame, entry.wanted.settings);
}

/** The colours and the font of Streamlit's theme, "" where it has none. */
function read(node) {
  const style = getComputedStyle(node);
  const one = (name) => style.getPropertyValue(`--st-${name}`);
  return { background: one("background-color"), text: one("text-color"), accent: one("primary-color"), font: one("font") };
}
