/** A figure that stands still as a Streamlit component. */

import { createFigure, withSheets } from "../figure/figure.js";
import { unpacked } from "../wire.js";
import { isLeaving } from "./page.js";
import { createKeeper, markDrawn } from "./keeper.js";
import { readTheme } from "./theme.js";

const keep = createKeeper((parent) => {
  const entry = {};
  entry.view = createFigure(parent, { theme: () => readTheme(entry.view.root) });
  entry.moveTo = entry.view.moveTo;
  entry.dispose = entry.view.dispose;
  return entry;
});

let painted = false;

/**
 * @param {object} component Streamlit's argument: data (a frame), parentElement, setStateValue
 */
export default function draw({ parentElement: parent, data, setStateValue }) {
  if (!data) return undefined;
  const [entry, left] = keep(parent);
  if (entry.data === data) entry.view.redraw();
  entry.data = data;
  unpacked(data).then(withSheets).then((frame) => {
    // Newer data may have come meanwhile.
    if (entry.data !== data) return;
    entry.view.show(frame);
    markDrawn(parent);
    // Once the frame after the one that paints it has begun, the picture is there.
    if (!painted) requestAnimationFrame(() => requestAnimationFrame(() => tell(setStateValue)));
  });
  return left;
}

function tell(setStateValue) {
  if (painted || isLeaving()) return;
  painted = true;
  setStateValue("painted", true);
}
