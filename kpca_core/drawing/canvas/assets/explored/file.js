/** The drawing in a file of its own: what is asked of a server elsewhere is interpolated here. */

import { mount } from "../drawing.js";
import { themeOfPage, written } from "../page.js";
import { unpacked } from "../sweep/unpacked.js";
import { createStore } from "./store.js";

/**
 * Draw what stands in the element "frames", as base64, in the element "drawing".
 *
 * @param {object} settings  the `address` of the page that shows the same, "" for none
 */
export async function explore(settings) {
  const store = createStore(await unpacked(written()));
  let values = store.start;
  let read = 0;
  const rest = (request) => drawing.rest(store.at(values, { request, read, token: "file", mark: "" }));
  const drawing = mount(document.getElementById("drawing"), {
    ask({ request, values: wanted }) {
      drawing.show(store.at(wanted, { request, read, token: "file", mark: "" }, true));
    },
    release({ request, values: wanted }) {
      values = { ...values, ...wanted };
      read += 1;
      rest(request);
    },
    theme: themeOfPage,
    address: () => settings.address,
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => rest(0));
  rest(0);
}
