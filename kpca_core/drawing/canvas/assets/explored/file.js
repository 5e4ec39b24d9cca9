/** The drawing in a file of its own: what is asked of a server elsewhere is interpolated here. */

import { mount } from "../drawing.js";
import { heldFrame, onThemeChange, pageTheme, place, settings } from "../held.js";
import { createStore } from "./store.js";

<<<<<<< HEAD
// The `address` of the page that shows the same, "" for none.
const { address } = settings();
const store = createStore(await heldFrame());
let values = store.start;
let read = 0;
const reply = (request) => ({ request, read, token: "file", mark: "" });
const rest = (request) => drawing.rest(store.at(values, reply(request)));
const drawing = mount(place(), {
  ask: ({ request, values: wanted }) => drawing.show(store.at({ ...values, ...wanted }, reply(request), true)),
  release({ request, values: wanted }) {
    values = { ...values, ...wanted };
    read += 1;
    rest(request);
  },
  theme: pageTheme,
  address: () => address,
});
onThemeChange(() => rest(0));
rest(0);
=======
/**
 * Draw what the page holds.
 *
 * @param {object} settings  the `address` of the page that shows the same, "" for none
 */
export async function draw(settings) {
  const store = createStore(await heldFrame());
  let values = store.start;
  let read = 0;
  const reply = (request) => ({ request, read, mark: "" });
  const valuesIn = (settings) =>
    Object.fromEntries(store.sliders.map(({ key, name }) => [name, Number(settings[key || name])]));
  const rest = (request) => drawing.rest(store.at(values, reply(request)));
  const drawing = mount(place(), {
    ask({ n, address }) {
      const settings = Object.fromEntries(new URLSearchParams(address));
      drawing.show(store.at(valuesIn(settings), reply(n), true));
    },
    release(settings, { request }) {
      values = valuesIn(settings);
      read += 1;
      rest(request);
    },
    theme: pageTheme,
    address: () => settings.address,
  });
  onThemeChange(() => rest(0));
  rest(0);
}
>>>>>>> onemap
