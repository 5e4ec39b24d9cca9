/** Images of square pixels in rows, with the names of rows and columns. */

import { createTooltip, element, fitCanvas, placeIn } from "../dom.js";
import { parseColor } from "../palette.js";
import { colourTable, entryOf } from "./errors.js";

// CSS pixels of the names of rows and of columns, and of an image's pixel at most.
const LEFT = 64;
const HEAD = 20;
const LARGEST = 4;

/** A sheet "images" of `figure.js`. */
export function createImages(root) {
  const canvas = element("canvas", { role: "img" });
  const tooltip = createTooltip(root);
  let shown = null;

  for (const type of ["pointermove", "pointerdown", "pointerleave"]) {
    canvas.addEventListener(type, (event) => {
      const said = type === "pointerleave" ? "" : noteAt(...placeIn(canvas, event));
      if (said) tooltip.show([said], event.clientX, event.clientY);
      else tooltip.hide();
    });
  }

  function noteAt(x, y) {
    const { sheet, unit } = shown;
    const column = (x - LEFT) / unit;
    const row = Math.floor((y - HEAD) / unit / sheet.step);
    const found = sheet.notes.find(([from, to]) => column >= from && column <= to);
    return found?.[2][row] ?? "";
  }

  return {
    element: element("div", { class: "images" }, canvas),
    draw(sheet, { width, ratio }, theme) {
      const unit = Math.min(LARGEST, (width - LEFT) / sheet.width);
      shown = { sheet, unit };
      canvas.setAttribute("aria-label", sheet.label);
      const context = fitCanvas(canvas, LEFT + unit * sheet.width, HEAD + unit * sheet.height, ratio);
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, width, HEAD + unit * sheet.height);
      context.imageSmoothingEnabled = false;
      sheet.blocks.forEach((block, k) => {
        const pixels = sheet.arrays[`pixels${k}`];
        const [high, wide] = pixels.shape;
        const image = pictureOf(pixels, block.colours, theme);
        context.drawImage(image, LEFT + unit * block.left, HEAD, unit * wide, unit * high);
      });
      context.font = `12px ${theme.font}`;
      context.fillStyle = theme.text;
      context.textBaseline = "middle";
      context.textAlign = "left";
      sheet.rows.forEach((name, row) => context.fillText(name, 0, HEAD + unit * (sheet.step * (row + 0.5) - 1)));
      context.textAlign = "center";
      for (const [x, text] of sheet.heads) context.fillText(text, LEFT + unit * x, HEAD / 2);
    },
  };
}

/** Pixels as a canvas of their own size; where there is none it is transparent. */
function pictureOf(pixels, colours, theme) {
  const [height, width] = pixels.shape;
  const image = new ImageData(width, height);
  const out = new Uint32Array(image.data.buffer);
  const grey = [theme.background, theme.dark ? "#ffffff" : "#000000"];
  const table = colourTable(colours ? [theme.background, ...(theme.dark ? colours.dark : colours.light)] : grey);
  const low = colours ? 0 : -1;
  for (let i = 0; i < pixels.length; i += 1) out[i] = Number.isNaN(pixels[i]) ? 0 : table[entryOf(pixels[i], low, 1)];
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  canvas.getContext("2d").putImageData(image, 0, 0);
  return canvas;
}
