/** A figure of the page "Method" with its sliders: it follows the hand wherever that is. */

import { createControls } from "../controls.js";
import { element, windowHeight } from "../dom.js";
import { createFigure } from "../figure/figure.js";
import { unpacked } from "../sweep/unpacked.js";
import { themed } from "../sweep/theming.js";
import { createMatrix, createPlot, createTable } from "./marks.js";

// CSS pixels between sheets, the share of the window's height that one takes at most, and the least
// and the most width of one.
const GAP = 16;
const TALLEST = 0.56;
const TALLEST_ON_STAGE = 0.4;
const NARROWEST = 120;
const WIDEST = 480;
// Milliseconds until a frame that did not come is asked for again.
const AGAIN = 1000;
// Figures this far outside the window are drawn before they are scrolled to.
const AHEAD = "400px";

/**
 * @param {HTMLElement | ShadowRoot} parent
 * @param {object} on
 * @param {object} on.store  see `store.js`
 * @param {(place: string, query: string) => Promise<ArrayBuffer | null>} on.fetch  a figure's frame
 * @param {() => object} on.theme
 * @param {() => boolean} on.stage  whether a class looks on
 */
export function createMethod(parent, { store, fetch: load, theme, stage }) {
  const root = element("div", { class: "sweep method" });
  const controls = createControls({
    move: store.change,
    rest: (values) => values && store.rest(),
  });
  root.append(controls.element);
  parent.append(root);
  const hand = { move: store.change, rest: store.rest };
  const kinds = { plot: () => createPlot(hand), matrix: () => createMatrix(hand), table: createTable };
  const figure = createFigure(root, { theme, kinds, place: (sheets, width) => placed(sheets, width, tallest()) });
  let seen = false;
  let busy = false;
  let shown = null;
  let place = "";
  let again;
  const tallest = () => Math.max(NARROWEST, (stage() ? TALLEST_ON_STAGE : TALLEST) * windowHeight(root));
  const observer = new IntersectionObserver(([entry]) => {
    seen = entry.isIntersecting;
    follow();
  }, { rootMargin: AHEAD });
  observer.observe(root);
  const forget = store.listen(follow);

  /** One question at a time; the newest state is asked for. */
  async function follow() {
    if (!seen || busy || shown === store.query() || root.dataset.bare) return undefined;
    busy = true;
    const query = store.query();
    const asked = place;
    const bytes = await load(asked, query).catch(() => null);
    const frame = bytes && (await unpacked(bytes));
    busy = false;
    // Another figure may stand here by now.
    if (asked !== place) return follow();
    root.classList.toggle("lost", !frame);
    if (!frame) {
      clearTimeout(again);
      again = setTimeout(follow, AGAIN);
      return undefined;
    }
    shown = query;
    figure.show(frame);
    root.dataset.shown = query;
    store.answered(query, frame.address);
    return follow();
  }

  return {
    root,
    /** @param {{place: string, controls: object[], figure: boolean}} wanted */
    show(wanted) {
      if (wanted.place !== place) [place, shown] = [wanted.place, null];
      if (wanted.figure) delete root.dataset.bare;
      else root.dataset.bare = "1";
      themed(root, theme);
      if (!controls.busy) controls.adopt(wanted.controls);
      follow();
    },
    /** Another theme or width. */
    redraw() {
      themed(root, theme);
      figure.redraw();
    },
    moveTo(other) {
      other.append(root);
    },
    dispose() {
      clearTimeout(again);
      observer.disconnect();
      forget();
      figure.dispose();
      root.remove();
    },
  };
}

/**
 * Sheets in rows: as many beside each other as have their least width, by their shares of the row.
 *
 * @returns {{width: number, height: number}[]} one a sheet
 */
export function placed(sheets, whole, height) {
  // A root's width is rounded up where it has a fraction of a pixel.
  const width = whole - 1;
  const rows = [];
  for (const sheet of sheets) {
    const row = rows.at(-1);
    const taken = (row ?? []).reduce((sum, one) => sum + one.least + GAP, 0);
    if (row && taken + sheet.least <= width) row.push(sheet);
    else rows.push([sheet]);
  }
  return rows.flatMap((row) => {
    const free = width - GAP * (row.length - 1);
    const shares = row.reduce((sum, { share }) => sum + share, 0);
    // Who would get less than its least width has that, and the others share what is left.
    const narrow = row.filter(({ share, least }) => (share / shares) * free < least);
    const left = free - narrow.reduce((sum, { least }) => sum + least, 0);
    const others = shares - narrow.reduce((sum, { share }) => sum + share, 0);
    return row.map((sheet) => {
      const own = narrow.includes(sheet) ? sheet.least : (sheet.share / others) * left;
      // An element that has not got its place yet is narrower than any picture.
      const most = Math.min(own, free, WIDEST * Math.max(1, sheet.share));
      return { width: Math.max(NARROWEST, Math.floor(most)), height };
    });
  });
}
