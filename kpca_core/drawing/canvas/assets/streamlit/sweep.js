/**
 * The player of a sweep as a Streamlit component. Python sends where the bytes are and what is set;
 * this fetches them once, and settles what the reader has set.
 */

import { createOrder } from "../numbers.js";
import { createPlayer } from "../sweep/player.js";
import { unpacked } from "../sweep/unpacked.js";
import { inLanguage } from "../words.js";
import { createKeeper, markDrawn } from "./keeper.js";
import { addressWith, settle } from "./page.js";
import { readTheme } from "./theme.js";

const keep = createKeeper(createEntry);

/**
 * @param {object} component Streamlit's argument: data (JSON in bytes), parentElement
 * @returns {(() => void) | undefined} cleanup
 */
export default function draw({ parentElement: parent, data }) {
  if (!data) return undefined;
  const [entry, left] = keep(parent);
  entry.wanted = JSON.parse(new TextDecoder().decode(data));
  update(entry).then(() => markDrawn(parent));
  return left;
}

function createEntry(parent) {
  const entry = { order: createOrder() };
  entry.player = createPlayer(parent, {
    settle(settings) {
      const set = Object.entries(settings).filter(([key, value]) => String(value) !== String(entry.wanted.settings[key]));
      entry.order.settle(settle(Object.fromEntries(set)));
    },
    address: (at) => addressWith(location.href, { at }),
    theme: () => readTheme(entry.player.root),
  });
  entry.moveTo = entry.player.moveTo;
  entry.dispose = entry.player.dispose;
  return entry;
}

/** Show what is wanted now; the newest wish counts, whatever was asked for before it. */
async function update(entry) {
  const { n, url, settings, trouble } = entry.wanted;
  if (entry.shown === url) {
    if (entry.order.takes(n)) entry.player.set(settings);
    return entry.player.redraw();
  }
  if (entry.asked === url) return undefined;
  entry.asked = url;
  // Every page stands right below the address of the app, and so does what it fetches.
  const answer = await fetch(inLanguage(new URL(url, new URL("./", location.href)))).catch(() => null);
  const frame = answer?.ok ? await unpacked(await answer.arrayBuffer()) : null;
  if (entry.wanted.url !== url) return undefined;
  entry.asked = null;
  if (!frame) return entry.player.fail(trouble);
  entry.shown = url;
  return entry.player.show(frame, entry.wanted.settings);
}
