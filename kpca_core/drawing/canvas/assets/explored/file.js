/** The drawing in a file of its own: what is asked of a server elsewhere is interpolated here. */

import { mount } from "../drawing.js";
import { SCORES } from "../kinds.js";
import { createMaps } from "../maps.js";
import { heldFrame, onThemeChange, pageTheme, place, settings } from "../held.js";
import { give } from "../numbers.js";
import { createStore } from "./store.js";

// The `address` of the page that shows the same, "" for none.
const held = settings();
const store = createStore(await heldFrame());
let values = store.start;
let settled = 0;
const valuesIn = (wanted) =>
  Object.fromEntries(store.sliders.map(({ key, name }) => [name, Number(wanted[key || name])]));
const rest = () => drawing.rest(store.at(values, { n: settled }));
const drawing = mount(place(), {
  ask({ n, address }) {
    const wanted = Object.fromEntries(new URLSearchParams(address));
    drawing.show(store.at(valuesIn(wanted), { n }, true));
  },
  release(wanted) {
    values = valuesIn(wanted);
    settled = give();
    rest();
    return settled;
  },
  scene: (on) => createMaps(on, { beside: [SCORES] }),
  theme: pageTheme,
  address: () => held.address,
});
onThemeChange(rest);
rest();
