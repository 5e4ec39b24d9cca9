/** A drawing in a file of its own: what is asked of a server elsewhere is asked of what the file holds. */

import { mount } from "./drawing.js";
import { heldFrame, onThemeChange, pageTheme, place, settings } from "./held.js";
import { give } from "./numbers.js";

/** Of a frame that stays the same, whatever is set. */
const createStill = (frame) => ({ at: (set, reply) => ({ ...frame, settings: set, ...reply }) });

/**
 * @param {Function} scene  see `maps.js`
 * @param {(frame: object) => {at: Function}} [createStore]  makes of the decoded frame what gives those that are asked
 *   for: `at(settings, reply, moving)`, by the keys of addresses
 */
export async function drawOffline(scene, createStore = createStill) {
  // Beside them the `address` of the page that shows the same, "" for none.
  const set = settings();
  const store = createStore(await heldFrame());
  let newest = 0;
  const rest = () => drawing.rest(store.at(set, { n: newest }));
  const drawing = mount(place(), {
    ask({ n, address }) {
      drawing.show(store.at(Object.fromEntries(new URLSearchParams(address)), { n }, true));
    },
    release(wanted) {
      Object.assign(set, wanted);
      newest = give();
      rest();
      return newest;
    },
    scene,
    theme: pageTheme,
    address: () => set.address ?? "",
  });
  onThemeChange(rest);
  rest();
}
