/** Images of square pixels in rows, with the names of rows and columns. */

import { createReader, element, onPointing, paintCanvas, placeIn } from "../dom.js";
import { writeText } from "../ink.js";
import { colourTable, errorStops } from "../palette.js";

// CSS pixels of the names of rows at least and of columns, and of an image's pixel at most, where
// numbers stand below the images, too.
const LEFT = 64;
const HEAD = 20;
const LARGEST = 4;
const NUMBERED = 6;
// Entries of a table of colours.
const STEPS = 256;

/** A sheet "images" of `figure.js`. */
export function createImages(root) {
  const canvas = element("canvas", { role: "img" });
  const reader = createReader(root, (event) => noteAt(...placeIn(canvas, event)));
  let shown = null;

  onPointing(canvas, reader.point);

  function noteAt(x, y) {
    const { sheet, unit, left } = shown;
    const column = (x - left) / unit;
    const row = Math.floor((y - HEAD) / unit / sheet.step);
    const found = sheet.notes.find(([from, to]) => column >= from && column <= to);
    return found?.[2][row] && [found[2][row]];
  }

  return {
    element: element("div", { class: "images" }, canvas),
    draw(sheet, { width, ratio }, theme) {
      const font = `12px ${theme.font}`;
      const left = leftOf(sheet.rows, font);
      const unit = Math.min(sheet.numbers.length ? NUMBERED : LARGEST, (width - left) / sheet.width);
      // Each pixel in whole pixels of the screen, made smaller together where there is less room: single
      // ones would be dropped, others on each screen.
      shown = { sheet, unit, left, grain: Math.ceil(unit * ratio) };
      canvas.setAttribute("aria-label", sheet.label);
      paintCanvas(canvas, left + unit * sheet.width, HEAD + unit * sheet.height, ratio, (context) => paint(context, shown, font, theme));
    },
  };
}

/** The images with the names and numbers around them; the context's unit is the CSS pixel. */
function paint(context, { sheet, unit, left, grain }, font, theme) {
  for (const { left: column, shares, arrays: { pixels } } of sheet.blocks) {
    const [high, wide] = pixels.shape;
    const image = enlarged(pictureOf(pixels, shares, theme), grain);
    context.drawImage(image, left + unit * column, HEAD, unit * wide, unit * high);
  }
  const name = { font, colour: theme.text, base: "middle" };
  const number = { font: `11px ${theme.font}`, colour: theme.text, align: "center", base: "top" };
  sheet.rows.forEach((text, row) => writeText(context, text, 0, HEAD + unit * (sheet.step * (row + 0.5) - 1), name));
  for (const [x, text] of sheet.heads) writeText(context, text, left + unit * x, HEAD / 2, { ...name, align: "center" });
  for (const [x, y, text] of sheet.numbers) writeText(context, text, left + unit * x, HEAD + unit * y + 1, number);
}

/** The room of the names of rows. */
function leftOf(names, font) {
  const context = document.createElement("canvas").getContext("2d");
  context.font = font;
  return Math.max(LEFT, ...names.map((name) => Math.ceil(context.measureText(name).width) + 8));
}

/** A picture with each pixel `grain` times as wide and as high. */
function enlarged(picture, grain) {
  const canvas = Object.assign(document.createElement("canvas"), { width: grain * picture.width, height: grain * picture.height });
  const context = canvas.getContext("2d");
  context.imageSmoothingEnabled = false;
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Pixels as a canvas of their own size; where there is none it is transparent. */
function pictureOf(pixels, shares, theme) {
  const [height, width] = pixels.shape;
  const image = new ImageData(width, height);
  const out = new Uint32Array(image.data.buffer);
  const grey = [theme.background, theme.dark ? "#ffffff" : "#000000"];
  const table = colourTable(shares ? [theme.background, ...errorStops(theme).slice(1)] : grey, STEPS);
  const low = shares ? 0 : -1;
  const entryOf = (value) => Math.round(Math.min(1, Math.max(0, (value - low) / (1 - low))) * (STEPS - 1));
  for (let i = 0; i < pixels.length; i += 1) out[i] = Number.isNaN(pixels[i]) ? 0 : table[entryOf(pixels[i])];
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  canvas.getContext("2d").putImageData(image, 0, 0);
  return canvas;
}
