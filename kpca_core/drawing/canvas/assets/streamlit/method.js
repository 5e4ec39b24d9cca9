/**
 * A figure of the page "Method" as a Streamlit component. Python says what is settled; frames come by
 * the address of the state, which is settled as a whole.
 */

import { createMethod } from "../method/method.js";
import { createStore } from "../method/store.js";
import { inLanguage } from "../words.js";
import { createKeeper, markDrawn } from "./keeper.js";
import { settle } from "./page.js";
import { readTheme } from "./theme.js";

// All figures of the page show one state.
const store = createStore((address) => settle({}, {}, Object.fromEntries(new URLSearchParams(address))));
let listens = false;
const keep = createKeeper((parent) => {
  const entry = {};
  entry.view = createMethod(parent, {
    store,
    stage: () => document.documentElement.classList.contains("presenting"),
    theme: () => readTheme(entry.view?.root ?? parent.host ?? parent),
    // Every page stands right below the address of the app, and so does what it fetches.
    async fetch(place, query) {
      const answer = await fetch(inLanguage(new URL(`${place}?${query}`, new URL("./", location.href))));
      return answer.ok ? answer.arrayBuffer() : null;
    },
  });
  entry.moveTo = entry.view.moveTo;
  entry.dispose = entry.view.dispose;
  return entry;
});

/**
 * @param {object} component Streamlit's argument: data (JSON in bytes), parentElement
 * @returns {(() => void) | undefined} cleanup
 */
export default function draw({ parentElement: parent, data }) {
  if (!data) return undefined;
  // The reader went back or forward: the page follows, and where it was drawn so before, without a word.
  if (!listens) addEventListener("popstate", ({ isTrusted }) => isTrusted && store.adopt(location.search.slice(1)));
  listens = true;
  const [entry, left] = keep(parent);
  const wanted = JSON.parse(new TextDecoder().decode(data));
  store.adopt(wanted.address);
  entry.view.show(wanted);
  entry.view.redraw();
  markDrawn(parent);
  return left;
}
