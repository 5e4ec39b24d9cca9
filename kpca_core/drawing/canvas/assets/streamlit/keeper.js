/** What outlives the element that Streamlit put it in. */

import { give, turned } from "../numbers.js";

// Milliseconds without an element until it is given up. A rerun takes 1.5 s at most before the queue
// counts its question as answered.
const LINGER = 10000;

/**
 * Where one rerun follows another closely Streamlit can take an element away and build a new one.
 * What stood in the old one moves to the new one as it is, unless the page was left meanwhile.
 *
 * @returns {(parent: HTMLElement | ShadowRoot) => [object, () => void]} gives what stands in an
 *   element, and the cleanup for Streamlit, which it also calls where newer data overtook a call
 *   while the element stays
 */
export function createKeeper(create) {
  const kept = new Set();

  function take(parent, host) {
    const known = [...kept];
    const one = known.find((each) => each.host === host) ?? known.find((each) => !each.host.isConnected && each.n > turned());
    if (!one) {
      const made = { host, content: create(parent), n: give() };
      kept.add(made);
      return made;
    }
    one.n = give();
    if (one.host !== host) {
      one.host = host;
      one.content.moveTo(parent);
    }
    return one;
  }

  return (parent) => {
    const one = take(parent, parent.host ?? parent);
    const look = () => {
      if (!one.host.isConnected && kept.delete(one)) one.content.dispose();
    };
    return [one.content, () => setTimeout(look, LINGER)];
  };
}

/**
 * Say on an element of the page that what stands in it has the size of its picture: until then the
 * page shows nothing below it, see `views/hosts/streamlit/style/waiting.css`. For calls after the picture was asked for.
 */
export function markDrawn(parent) {
  requestAnimationFrame(() => ((parent.host ?? parent).dataset.drawn = ""));
}
