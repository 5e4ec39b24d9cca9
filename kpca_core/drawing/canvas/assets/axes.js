/** The numbers at the edges of a grid of panels. */

import { drawLine, writeText } from "./ink.js";
import { isBottom, panelOrigin } from "./layout.js";
import LOOK from "./look.json" with { type: "json" };
import { fontOf } from "./palette.js";
import { formatNumber, mapTicks } from "./ticks.js";

/**
 * Ticks and numbers at the outer edges: the left column and the lowest panel of each column.
 * The context's unit is the CSS pixel, its origin the corner of the panels' block.
 */
export function drawAxes(context, [xs, ys], count, panels, theme) {
  const xTicks = mapTicks(...xs, panels.width, "across");
  const yTicks = mapTicks(...ys, panels.height, "up");
  const style = { font: fontOf(theme, LOOK.ticks.font), colour: theme.muted };
  context.font = style.font;
  for (let j = 0; j < count; j += 1) {
    const { x, y } = panelOrigin(panels, j);
    if (isBottom(panels, j, count)) {
      const bottom = y + panels.height;
      for (const tick of xTicks) {
        const at = x + ((tick - xs[0]) / (xs[1] - xs[0])) * panels.width;
        const text = formatNumber(tick);
        const half = context.measureText(text).width / 2;
        // Numbers stay under their own panel: two neighbours' ends would read as one number.
        const left = Math.min(x + panels.width - 2 * half, Math.max(x, at - half));
        writeText(context, text, left, bottom + 5, { ...style, base: "top" });
        const line = Math.min(x + panels.width - 1, Math.round(at)) + 0.5;
        drawLine(context, [[line, bottom], [line, bottom + LOOK.ticks.length]], theme.frame);
      }
    }
    if (j % panels.columns === 0) {
      for (const tick of yTicks) {
        const at = y + ((ys[1] - tick) / (ys[1] - ys[0])) * panels.height;
        const inside = Math.min(y + panels.height - 4, Math.max(y + 4, at));
        writeText(context, formatNumber(tick), x - 6, inside, { ...style, align: "right", base: "middle" });
        const line = Math.min(y + panels.height - 1, Math.round(at)) + 0.5;
        drawLine(context, [[x - LOOK.ticks.length, line], [x, line]], theme.frame);
      }
    }
  }
}
