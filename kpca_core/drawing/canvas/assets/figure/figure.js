/**
 * A figure that stands still: sheets of maps, errors, spectra, feature spaces, scores and images, one below
 * the other. It knows no server: its user gives it frames, see `kpca_core/drawing/sheets.py`.
 */

import { element, onSharpness, setText, sharpness } from "../dom.js";
import { createMissing } from "../later.js";
import { themed } from "../palette.js";

// Makers of the kinds of sheets, loaded when they first occur.
const KINDS = {
  maps: () => import("./maps.js").then(({ createMapSheet }) => createMapSheet),
  spectrum: () => import("./bars.js").then(({ createBars }) => createBars),
  spaces: () => import("./spaces.js").then(({ createSpaces }) => createSpaces),
  scores: () => import("./scatters.js").then(({ createScatters }) => createScatters),
  images: () => import("./images.js").then(({ createImages }) => createImages),
};
const loaded = {};
const createLost = () => ({ element: createMissing(), draw() {} });

/** Load what draws the sheets of a frame, and give the frame: `show` of a figure takes those alone. */
export async function withSheets(frame) {
  const wanted = frame.sheets.map(({ kind }) => kind).filter((kind) => kind in KINDS && !(kind in loaded));
  await Promise.all(wanted.map(async (kind) => (loaded[kind] = await KINDS[kind]().catch(() => createLost))));
  return frame;
}

const below = (sheets, width) => sheets.map(() => ({ width }));

/**
 * @param {HTMLElement | ShadowRoot} parent `sweep.css`, `views.css` and `legend.css` must apply there
 * @param {() => object} [on.theme] colours as CSS and a font
 * @param {object} [on.kinds] makers of further kinds of sheets
 * @param {() => number} [on.type] how much larger than usual type is
 * @param {(sheets: object[], width: number, frame: object) => object[]} [on.place]  the room of each sheet,
 *   {width, height?, whole?, hidden?}; by default each is as wide as the figure. `height` is that of the
 *   picture, where `whole` of the sheet with its words
 */
export function createFigure(parent, { theme: readTheme = () => ({}), type = () => 1, kinds: more = {}, place = below } = {}) {
  const root = element("div", { class: "sweep figure", role: "figure", hidden: true });
  const description = element("p", { class: "hint" });
  let frame = null;
  let parts = [];
  let width = 0;
  let paints = 0;
  parent.append(root);
  const observer = new ResizeObserver(() => root.clientWidth !== width && draw());
  observer.observe(root);
  const endSharpness = onSharpness(draw);

  function draw() {
    if (!frame || !root.clientWidth) return;
    width = root.clientWidth;
    const theme = { ...themed(root, readTheme), type: type() };
    const ratio = sharpness(root);
    const rooms = place(frame.sheets, width, frame);
    frame.sheets.forEach((sheet, k) => {
      parts[k].element.style.display = rooms[k].hidden ? "none" : "";
      if (rooms[k].hidden) return;
      if (place !== below) parts[k].element.style.width = `${rooms[k].width}px`;
      parts[k].draw(sheet, { ...rooms[k], ratio }, theme);
    });
    root.dataset.paints = paints += 1;
  }

  return {
    root,
    show(next) {
      const kinds = (one) => (one?.sheets ?? []).map(({ kind }) => kind);
      const [before, after] = [kinds(frame), kinds(next)];
      if (String(before) !== String(after)) {
        parts = after.map((kind, k) => (before[k] === kind ? parts[k] : (more[kind] ?? loaded[kind])(root)));
        root.replaceChildren(description, ...parts.map((part) => part.element));
      }
      frame = next;
      setText(description, next.description);
      root.setAttribute("aria-label", next.description);
      root.hidden = false;
      draw();
    },
    redraw: draw,
    /** Go on in another element. */
    moveTo(other) {
      other.append(root);
      draw();
    },
    dispose() {
      observer.disconnect();
      endSharpness();
      root.remove();
    },
  };
}
