/** The drawing in a file of its own: what is asked of a server elsewhere is interpolated here. */

import { mount } from "../drawing.js";
import { SCORES } from "../kinds.js";
import { createMaps } from "../maps.js";
import { heldFrame, onThemeChange, pageTheme, place, settings } from "../held.js";
import { createStore } from "./store.js";

// The `address` of the page that shows the same, "" for none.
const held = settings();
const store = createStore(await heldFrame());
let values = store.start;
let read = 0;
const reply = (request) => ({ request, read, mark: "" });
const valuesIn = (wanted) =>
  Object.fromEntries(store.sliders.map(({ key, name }) => [name, Number(wanted[key || name])]));
const rest = (request) => drawing.rest(store.at(values, reply(request)));
const drawing = mount(place(), {
  ask({ n, address }) {
    const wanted = Object.fromEntries(new URLSearchParams(address));
    drawing.show(store.at(valuesIn(wanted), reply(n), true));
  },
  release(wanted, { request }) {
    values = valuesIn(wanted);
    read += 1;
    rest(request);
  },
  scene: (on) => createMaps(on, { beside: [SCORES] }),
  theme: pageTheme,
  address: () => held.address,
});
onThemeChange(() => rest(0));
rest(0);
