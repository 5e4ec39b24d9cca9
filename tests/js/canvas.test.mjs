import assert from "node:assert/strict";
import { test } from "node:test";

import { paintCanvas } from "../../kpca_core/drawing/canvas/assets/dom.js";
import LOOK from "../../kpca_core/drawing/canvas/assets/look.json" with { type: "json" };
import { createOverPainter } from "../../kpca_core/drawing/canvas/assets/figure/over.js";

const STATE = ["unit", "lineWidth", "lineJoin", "globalAlpha", "strokeStyle", "fillStyle", "dash"];

globalThis.ImageData = class {
  constructor(width, height) {
    Object.assign(this, { width, height, data: new Uint8ClampedArray(4 * width * height) });
  }
};

globalThis.Path2D = class {
  places = [];
  moveTo(...at) { this.places.push(at); }
  lineTo(...at) { this.places.push(at); }
  arc(x, y, radius) { this.places.push([x, y, radius]); }
};

/** A canvas whose context keeps its state as a browser's does, and writes down places in its pixels. */
function canvasOf(width = 1, height = 1) {
  const context = { unit: [1, 0, 0], lineWidth: 1, lineJoin: "miter", globalAlpha: 1, dash: [], drawn: [] };
  const kept = [];
  const say = (kind, places = []) => {
    const [unit, dx, dy] = context.unit;
    const inPixels = places.map(([x, y, ...more]) => [unit * x + dx, unit * y + dy, ...more.map((size) => unit * size)]);
    context.drawn.push([kind, unit * context.lineWidth, context.globalAlpha, inPixels]);
  };
  Object.assign(context, {
    save: () => kept.push(STATE.map((name) => context[name])),
    restore: () => kept.pop().forEach((value, k) => (context[STATE[k]] = value)),
    setTransform: (unit, _b, _c, _d, dx, dy) => (context.unit = [unit, dx, dy]),
    setLineDash: (dash) => (context.dash = dash),
    stroke: (path) => say("stroke", path?.places),
    fill: (path) => say("fill", path?.places),
    clearRect: (x, y, w, h) => say("clear", [[x, y], [x + w, y + h]]),
    fillRect: (x, y, w, h) => say("fillRect", [[x, y], [x + w, y + h]]),
    putImageData: () => context.drawn.push(["image"]),
    drawImage: (_image, x, y) => say("drawImage", [[x, y]]),
    beginPath() {}, moveTo() {}, lineTo() {},
  });
  return { width, height, style: {}, context, getContext: () => context };
}

test("a canvas that is painted twice shows twice the same, cleared to its last pixel", () => {
  for (const ratio of [1, 2, 3]) {
    const canvas = canvasOf();
    const paint = () => {
      canvas.context.drawn = [];
      paintCanvas(canvas, 50, 40, ratio, (context) => {
        context.fillRect(10, 20, 5, 5);
        context.globalAlpha = 0.3;
        context.lineWidth = 4;
      });
      return canvas.context.drawn;
    };
    const first = paint();
    assert.deepEqual(first[0][3], [[0, 0], [50 * ratio, 40 * ratio]]);
    assert.deepEqual(first[1][3], [[10 * ratio, 20 * ratio], [15 * ratio, 25 * ratio]]);
    assert.deepEqual(paint(), first);
  }
});

test("maps with arrows, curves and paths are the same at every scale, again and after another size", () => {
  const shaped = (values, ...shape) => Object.assign(Float32Array.from(values), { shape });
  const picture = {
    region: [[0, 1], [0, 1]],
    moving: false,
    arrays: {
      fields: shaped([-1, 1, -1, 1, -1, 1, -1, 1, -1], 1, 3, 3),
      levels: shaped([-0.5, 0, 0.5], 1, 3),
      points: shaped([0.25, 0.25, 0.5, 0.5], 2, 2),
      labels: Uint8Array.of(),
      images: shaped([0.75, 0.25, 0.5, 0.9], 2, 2),
      curve: shaped([0, 0, 1, 1], 2, 2),
      starts: Uint32Array.of(0, 2),
      path: shaped([0.1, 0.1, 0.9, 0.9], 2, 1, 2),
    },
  };
  const theme = { isoline: "#000", zeroLine: "#000", text: "#000", background: "#fff", bar: "#00f" };
  const draw = (painter, canvas, side, ratio) => {
    canvas.context.drawn = [];
    painter.prepare(picture, side * ratio, side * ratio, ratio, false, theme);
    painter.paint(canvas.context, 0, theme, ratio);
    return canvas.context.drawn;
  };
  const relative = (drawn, ratio) =>
    drawn.map(([kind, width, alpha, places = []]) => [kind, Number((width / ratio).toFixed(3)), alpha, places.map((place) => place.map((x) => Number((x / ratio).toFixed(3))))]);
  const whole = draw(createOverPainter(() => Infinity), canvasOf(), 100, 1);
  assert.ok(whole.length > 6 && whole.some(([kind, , , places]) => kind === "stroke" && places.length > 1));
  for (const ratio of [1, 2, 3]) {
    const [painter, canvas] = [createOverPainter(() => Infinity), canvasOf()];
    const first = draw(painter, canvas, 100, ratio);
    assert.deepEqual(draw(painter, canvas, 100, ratio), first, "drawn again");
    draw(painter, canvas, 60, ratio);
    assert.deepEqual(draw(painter, canvas, 100, ratio), first, "after another size");
    assert.deepEqual(relative(first, ratio), relative(whole, 1), `scale ${ratio}`);
  }
});
