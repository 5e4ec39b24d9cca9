/** A picture on screen as one PNG at twice the resolution. */

import { drawAxes } from "./axes.js";
import { inUnit } from "./dom.js";
import { writeText } from "./ink.js";
import { TITLE, panelOrigin } from "./layout.js";
import { withText } from "./metadata.js";

const RATIO = 2;
const MARGIN = 16;
const HEADING = 22;
const CAPTION = 15;
const GAP = 6;
const BADGE = 18;

/**
 * Compose a heading, parts below one another and lines of text on the theme's background.
 *
 * @param {number} what.width of the widest part, in CSS pixels
 * @param {string} what.heading "" for none
 * @param {{width?: number, height: number, paint: Function}[]} what.parts `paint(context)` draws in
 *   CSS pixels from the corner of the part; a part with a width stands in the middle
 * @param {string[]} what.lines each is wrapped
 */
export function composed({ width, heading, parts, lines }, theme) {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  context.font = `400 11px ${theme.font}`;
  const fits = (text) => context.measureText(text).width <= width;
  const foot = lines.filter(Boolean).flatMap((text) => wrapped(text, fits));
  const top = MARGIN + (heading ? HEADING : 0);
  const height = parts.reduce((sum, part) => sum + part.height, top);
  canvas.width = (width + 2 * MARGIN) * RATIO;
  canvas.height = (height + CAPTION * foot.length + MARGIN) * RATIO;
  context.fillStyle = theme.background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const at = (x, y, paint) => inUnit(context, RATIO, paint, [x, y]);
  const head = { weight: 600, size: 15, room: width };
  if (heading) at(MARGIN, MARGIN, () => write(context, heading, 0, 14, theme, head));
  let y = top;
  for (const part of parts) {
    at(MARGIN + Math.max(0, Math.round((width - (part.width ?? width)) / 2)), y, () => part.paint(context));
    y += part.height;
  }
  const small = { size: 11, colour: theme.muted, room: width };
  at(MARGIN, y, () => foot.forEach((line, k) => write(context, line, 0, CAPTION * (k + 1), theme, small)));
  return canvas;
}

/** A line of text as a part. */
export function textPart(text, theme, { height = HEADING, ...style } = {}) {
  return { height, paint: (context) => write(context, text, 0, height - 8, theme, style) };
}

/**
 * Maps with their titles, sentences and axes as a part.
 *
 * @param {number[][]} maps.region ((x0, x1), (y0, y1))
 * @param {object[]} maps.tiles of each map {title, range, sentence, empty, place}: pieces of text
 *   {text, size, weight, colour, badge} in a line, the end of its scale, a sentence, whether there is
 *   no map, and its place among the panels
 * @param {object} maps.panels as `layoutPanels` answers
 * @param {Function} maps.paint `paint(context, tile, ratio)` paints a map over the whole of a canvas
 */
export function mapsPart({ region, tiles, panels, paint: paintMap }, theme) {
  const size = { width: panels.width * RATIO, height: panels.height * RATIO };
  function paint(context) {
    const map = Object.assign(document.createElement("canvas"), size);
    for (const tile of tiles) {
      const { title, range, sentence = "", empty, place } = tile;
      const { x, y } = panelOrigin(panels, place);
      const above = y - panels.title + TITLE - 7;
      const end = title.reduce((left, piece) => writePiece(context, piece, left, above, theme), x);
      // As on the screen, where maps may need the room of the sentences.
      const words = panels.title > TITLE ? sentence : "";
      const style = { size: 12, colour: theme.muted, room: panels.width };
      context.font = `400 12px ${theme.font}`;
      wrapped(words, (line) => context.measureText(line).width <= panels.width).forEach((line, k) =>
        write(context, line, x, above + 4 + CAPTION * (k + 1), theme, style),
      );
      if (empty) continue;
      writeRange(context, range, end, x + panels.width, above, theme);
      paintMap(map.getContext("2d"), tile, RATIO);
      context.drawImage(map, x, y, panels.width, panels.height);
      context.strokeStyle = theme.frame;
      context.lineWidth = 1;
      context.strokeRect(x - 0.5, y - 0.5, panels.width + 1, panels.height + 1);
    }
    drawAxes(context, region, Math.min(tiles.length, panels.count), panels, theme);
  }
  return { width: panels.totalWidth, height: panels.totalHeight + 8, paint };
}

function write(context, text, x, y, theme, { weight = 400, size = 12, colour = theme.text, room } = {}) {
  writeText(context, text, x, y, { font: `${weight} ${size}px ${theme.font}`, colour, room });
}

/** Write a piece of a title; returns where the next one begins. A badge is a letter on its colour. */
function writePiece(context, { text, badge, ...style }, x, y, theme) {
  if (!text) return x;
  context.font = `${style.weight ?? 400} ${style.size ?? 12}px ${theme.font}`;
  const wide = context.measureText(text).width;
  if (!badge) {
    write(context, text, x, y, theme, style);
    return x + wide + GAP;
  }
  const side = Math.max(BADGE, wide + GAP);
  context.fillStyle = badge;
  context.beginPath();
  context.roundRect(x, y - BADGE + 4.5, side, BADGE, 4);
  context.fill();
  write(context, text, x + (side - wide) / 2, y, theme, { ...style, colour: theme.background });
  return x + side + GAP;
}

/** The end of the scale at the right, where the title leaves room for it. */
function writeRange(context, text, from, to, y, theme) {
  context.font = `400 11px ${theme.font}`;
  const x = to - context.measureText(text).width;
  if (x >= from) write(context, text, x, y, theme, { size: 11, colour: theme.muted });
}

/** Words in as few lines as fit; a word that does not is a line of its own. */
export function wrapped(text, fits) {
  const lines = [];
  for (const word of text.split(" ").filter(Boolean)) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/**
 * Offer a canvas as a download; the words are those of the file, see `withText`.
 *
 * @param {string} name of the file, without extension
 * @param {string} caption where it comes from
 */
export function download(canvas, name, title, caption) {
  canvas.toBlob(async (drawn) => {
    const png = withText(new Uint8Array(await drawn.arrayBuffer()), { Title: title, Description: caption });
    const blob = new Blob([png], { type: "image/png" });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = `${name}.png`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }, "image/png");
}
