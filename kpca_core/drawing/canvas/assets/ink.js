/** Texts and lines on a canvas. */

/** Write a text; `align` and `base` as a context has them, `room` is its width at most. */
export function writeText(context, text, x, y, { font, colour, align = "left", base = "alphabetic", room }) {
  context.font = font;
  context.fillStyle = colour;
  context.textAlign = align;
  context.textBaseline = base;
  context.fillText(text, x, y, room);
}

/** Draw a line through places, [x, y] each. */
export function drawLine(context, places, colour, width = 1) {
  context.beginPath();
  for (const place of places) context.lineTo(...place);
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.stroke();
}
