/**
 * The scene of the page "Explore": spectrum, eigenfunctions and what stands beside them.
 *
 * A scene is what `drawing.js` draws below the sliders:
 *
 *   ({root, open, choose, changed, save}) → {elements, measured, prepare(frame), needs(frame),
 *     room(frame, {width, viewport, top, chrome, onPaper}), draw(frame, plan, theme),
 *     complete(moving, base), pixels(plan), dispose()}
 *
 *   changed     to be called when something was switched that only the browser knows
 *   save        (compose) offers `compose({frame, plan, theme, heading, caption})` as a PNG
 *   elements    stand below the sliders, in this order
 *   measured    those whose height the layout depends on
 *   prepare     sets what has to stand before the room is measured
 *   needs       text: the room is measured anew where it differs from the frame before
 *   room        sizes for this width; `chrome` is the height of the sliders, `top` the distance from
 *               the top of the page. The plan of `draw` is these sizes with `width` and `ratio`
 *   complete    a complete frame of one that moves and the frame at rest with its token
 *   pixels      CSS pixels along the longer side of a panel
 */

import { createTooltip } from "./dom.js";
import { createFoot } from "./foot.js";
import { layout } from "./layout.js";
import { composePicture } from "./png.js";
import { createSpectrum } from "./spectrum.js";
import { createViews } from "./views.js";
import { completed } from "./wire.js";

export function createMaps({ root, open, choose, changed, save }) {
  const spectrum = createSpectrum(root, changed);
  const foot = createFoot({ save: () => save(compose), changed, tooltip: createTooltip(root) });
  const views = createViews({ root, open, choose, point: foot.scaleOf }, changed);

  function compose({ frame, plan, theme, heading, caption }) {
    const { points } = foot;
    const { logarithmic } = spectrum;
    return composePicture(frame, { ...plan, points, logarithmic }, theme, heading, caption);
  }

  return {
    elements: [spectrum.element, views.element, foot.element],
    measured: [spectrum.head, views.row],
    prepare(frame) {
      spectrum.prepare(frame.spectrum);
      views.prepare(frame);
    },
    needs: (frame) => `${!frame.sentences} ${views.current}`,
    room(frame, { width, viewport, top, chrome, onPaper }) {
      const split = views.split(width);
      const sizes = layout({
        width: split.maps,
        viewport,
        top,
        chrome: chrome + spectrum.head.offsetHeight + views.row.offsetHeight,
        count: frame.titles.length,
        aspect: aspectOf(frame),
        sentences: Boolean(frame.sentences),
        // A sheet does not scroll.
        smallest: onPaper ? 1 : undefined,
      });
      return { ...sizes, split };
    },
    draw(frame, plan, theme) {
      spectrum.draw(frame.spectrum, plan.width, plan.spectrum, theme, plan.ratio);
      views.draw(frame, { ...plan, points: foot.points }, theme, plan.ratio);
      foot.draw(frame, theme, plan.ratio);
    },
    complete: completed,
    pixels: ({ panels: { width, height } }) => Math.max(width, height),
    dispose: views.dispose,
  };
}

/** Width over height of a frame's region. */
export function aspectOf({ region: [[x0, x1], [y0, y1]] }) {
  return (x1 - x0) / (y1 - y0);
}
