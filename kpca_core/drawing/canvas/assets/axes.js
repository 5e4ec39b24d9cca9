/** The numbers at the edges of a grid of panels. */

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
  context.font = fontOf(theme, LOOK.ticks.font);
  context.lineWidth = 1;
  for (let j = 0; j < count; j += 1) {
    const { x, y } = panelOrigin(panels, j);
    context.fillStyle = theme.muted;
    context.strokeStyle = theme.frame;
    context.beginPath();
    if (isBottom(panels, j, count)) {
      const bottom = y + panels.height;
      context.textBaseline = "top";
      for (const tick of xTicks) {
        const at = x + ((tick - xs[0]) / (xs[1] - xs[0])) * panels.width;
        const text = formatNumber(tick);
        const half = context.measureText(text).width / 2;
        context.textAlign = "left";
        // Numbers stay under their own panel: two neighbours' ends would read as one number.
        const left = Math.min(x + panels.width - 2 * half, Math.max(x, at - half));
        context.fillText(text, left, bottom + 5);
        const line = Math.min(x + panels.width - 1, Math.round(at)) + 0.5;
        context.moveTo(line, bottom);
        context.lineTo(line, bottom + LOOK.ticks.length);
      }
    }
    if (j % panels.columns === 0) {
      context.textBaseline = "middle";
      context.textAlign = "right";
      for (const tick of yTicks) {
        const at = y + ((ys[1] - tick) / (ys[1] - ys[0])) * panels.height;
        const inside = Math.min(y + panels.height - 4, Math.max(y + 4, at));
        context.fillText(formatNumber(tick), x - 6, inside);
        const line = Math.min(y + panels.height - 1, Math.round(at)) + 0.5;
        context.moveTo(x - LOOK.ticks.length, line);
        context.lineTo(x, line);
      }
    }
    context.stroke();
  }
}
