/**
 * A sweep as a Streamlit component. Python says which one is wanted, by its address, and what is set; this
 * asks for it once, and settles what the reader has set.
 */

import { element } from "../dom.js";
import { mount } from "../drawing.js";
import { give } from "../numbers.js";
import { createSweep } from "../sweep/sweep.js";
import { decode } from "../wire.js";
import { createKeeper, markDrawn } from "./keeper.js";
import { HEADER_OF_PAGE, addressWith, connect, settle } from "./page.js";
import { readTheme } from "./theme.js";

const keep = createKeeper(createEntry);

/**
 * @param {object} component Streamlit's argument: data (JSON in bytes), parentElement
 */
export default function draw({ parentElement: parent, data }) {
  if (!data) return undefined;
  const [entry, left] = keep(parent);
  entry.want(JSON.parse(new TextDecoder().decode(data)));
  return left;
}

function createEntry(parent) {
  const alert = element("p", { role: "alert" });
  let place = parent;
  let wanted = null;
  let asked = null;
  let frame = null;
  let drawing = null;
  const hears = {
    receive(data) {
      const next = decode(data);
      // Another one may be wanted by now.
      if (next.address !== wanted.address) return;
      [frame, asked] = [next, null];
      show();
    },
    refused({ address }) {
      if (address !== wanted.address) return;
      asked = null;
      alert.textContent = wanted.trouble;
      place.append(alert);
      markDrawn(place);
    },
    changed(stands) {
      drawing?.line(stands);
      if (stands) ask();
    },
  };
  let line = connect(import.meta.url, "sweep", hears);

  function ask() {
    const { address } = wanted;
    if (address === asked || address === frame?.address) return;
    if (asked) {
      // What is solved for another one ends with its connection, and this one waits for nothing.
      line.dispose();
      line = connect(import.meta.url, "sweep", hears);
    }
    asked = address;
    line.ask({ n: give(), page: "sweep", address, detail: {}, before: null, beside: {} });
  }

  function show() {
    alert.remove();
    drawing ??= mount(place, {
      ask: ({ n }) => drawing.refused(n),
      release(settings) {
        const set = Object.entries(settings).filter(([key, value]) => String(value) !== String(wanted.settings[key]));
        return settle(Object.fromEntries(set));
      },
      address: ({ at }) => addressWith(location.href, { at }),
      theme: readTheme,
      top: HEADER_OF_PAGE,
      scene: createSweep,
    });
    drawing.rest({ ...frame, n: wanted.n, settings: wanted.settings });
    markDrawn(place);
  }

  return {
    want(next) {
      wanted = next;
      if (frame?.address === wanted.address) show();
      else ask();
    },
    moveTo(other) {
      place = other;
      drawing?.moveTo(other);
    },
    dispose() {
      line.dispose();
      drawing?.dispose();
    },
  };
}
