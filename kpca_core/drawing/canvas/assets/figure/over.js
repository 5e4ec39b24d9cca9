/** Maps of functions with curves and arrows over them. */

import { placesOf } from "../denoise/layout.js";
import { paintArrows, paintCurves } from "../denoise/paint.js";
import { createPainter } from "../field.js";

/** A painter as `field.js` makes one; `arrays` may have `images`, and `curve` with `curveStarts`. */
export function createOverPainter() {
  const painter = createPainter();
  let shown = null;
  return {
    prepare(picture, width, height, ratio, ...more) {
      shown = { ...picture, width: width / ratio, height: height / ratio };
      painter.prepare(picture, width, height, ratio, ...more);
    },
    paint(context, j, theme, ratio) {
      painter.paint(context, j, theme, ratio);
      const { arrays, region, width, height } = shown;
      const places = (points) => placesOf(points, region, width, height);
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.lineJoin = "round";
      if (arrays.images) paintArrows(context, places(arrays.points), places(arrays.images), theme);
      if (arrays.curve) paintCurves(context, places(arrays.curve), arrays.curveStarts, { ...theme, zeroLine: theme.text }, 2);
    },
  };
}
