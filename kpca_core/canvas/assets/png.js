/** The picture on screen as one PNG at twice the resolution. */

import { createPainter } from "./field.js";
import { GUTTER, TITLE, panelOrigin } from "./layout.js";
import { withText } from "./metadata.js";
import { drawAxes } from "./panels.js";
import { DEGENERATE, arrangeSpectrum, paintSpectrum } from "./spectrum.js";

const RATIO = 2;
const MARGIN = 16;
const LINE = 22;
const CAPTION = 15;
const COLOURS = "blue negative, orange positive, heavy line zero, dashed lines negative, each panel to its own scale";

/**
 * Compose settings, spectrum, panels and facts on the theme's background.
 *
 * @param {object} frame
 * @param {{width: number, spectrum: number, panels: object}} plan
 * @param {object} theme
 * @param {string} heading the settings in words, "" for none
 * @param {string} [caption] where the picture comes from
 * @returns {HTMLCanvasElement}
 */
export function composePicture(frame, plan, theme, heading, caption = "") {
  const { panels } = plan;
  const inner = Math.max(plan.width, panels.totalWidth);
  const canvas = document.createElement("canvas");
  const top = MARGIN + (heading ? LINE : 0);
  const spectrumTop = top + LINE;
  const panelsTop = spectrumTop + plan.spectrum + 6;
  const context = canvas.getContext("2d");
  context.font = `400 11px ${theme.font}`;
  const fits = (text) => context.measureText(text).width <= inner;
  const lines = [[...frame.facts, COLOURS].join(" · "), frame.legend ?? "", caption].flatMap((text) => wrapped(text, fits));
  canvas.width = (inner + 2 * MARGIN) * RATIO;
  canvas.height = (panelsTop + panels.totalHeight + 8 + CAPTION * lines.length + MARGIN) * RATIO;
  const origin = (x, y) => context.setTransform(RATIO, 0, 0, RATIO, RATIO * x, RATIO * y);

  origin(0, 0);
  context.fillStyle = theme.background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const write = (text, x, y, weight, size, colour, room) => {
    context.font = `${weight} ${size}px ${theme.font}`;
    context.fillStyle = colour;
    context.textAlign = "left";
    context.textBaseline = "alphabetic";
    context.fillText(text, x, y, room);
  };
  if (heading) write(heading, MARGIN, MARGIN + 14, 600, 15, theme.text, inner);
  write(spectrumWords(frame.spectrum), MARGIN, top + 14, 400, 12, theme.muted, inner);

  origin(MARGIN, spectrumTop);
  paintSpectrum(context, arrangeSpectrum(frame.spectrum, inner, plan.spectrum, plan.logarithmic), theme);

  const left = MARGIN + Math.max(0, Math.round((inner - panels.totalWidth) / 2));
  const [width, height] = [panels.width * RATIO, panels.height * RATIO];
  const painter = createPainter();
  const tile = Object.assign(document.createElement("canvas"), { width, height });
  if (frame.titles.length) painter.prepare(frame, width, height, RATIO, plan.points, theme);
  frame.titles.forEach((title, j) => {
    const { x, y } = panelOrigin(panels, j);
    painter.paint(tile.getContext("2d"), j, theme, RATIO);
    origin(left, panelsTop);
    context.drawImage(tile, x, y, panels.width, panels.height);
    context.strokeStyle = theme.frame;
    context.strokeRect(x - 0.5, y - 0.5, panels.width + 1, panels.height + 1);
    const above = y - panels.title + TITLE - 7;
    write(String(j + 1), x, above, 400, 12, theme.muted, GUTTER);
    write(title, x + (j < 9 ? 14 : 21), above, 600, 13, theme.text, panels.width - 21);
    // As on the screen, where maps may need the room of the sentences.
    const words = panels.title > TITLE ? (frame.sentences?.[j] ?? "") : "";
    context.font = `400 12px ${theme.font}`;
    wrapped(words, (line) => context.measureText(line).width <= panels.width).forEach((line, k) =>
      write(line, x, above + 4 + CAPTION * (k + 1), 400, 12, theme.muted, panels.width),
    );
  });
  origin(left, panelsTop);
  drawAxes(context, frame, panels, theme);

  origin(0, 0);
  const foot = panelsTop + panels.totalHeight + 8;
  lines.forEach((line, k) => write(line, MARGIN, foot + CAPTION * (k + 1), 400, 11, theme.muted, inner));
  return canvas;
}

/**
 * Words in as few lines as fit; a word that does not is a line of its own.
 *
 * @param {string} text
 * @param {(line: string) => boolean} fits
 */
export function wrapped(text, fits) {
  const lines = [];
  for (const word of text.split(" ").filter(Boolean)) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function spectrumWords({ label, cumulative, groups }) {
  const words = [label];
  if (cumulative?.length) words.push("dots: cumulative share of the trace");
  if (groups?.length) words.push(`≈ ${DEGENERATE}`);
  return words.join(" · ");
}

/** Offer a canvas as a download, with words in the file, see `withText`. */
export function download(canvas, name, entries) {
  canvas.toBlob(async (drawn) => {
    const png = withText(new Uint8Array(await drawn.arrayBuffer()), entries);
    const blob = new Blob([png], { type: "image/png" });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }, "image/png");
}
