import assert from "node:assert/strict";
import { test } from "node:test";

import { decode, joined, undone } from "../../kpca_core/drawing/canvas/assets/wire.js";

/** The documented layout, written out by hand. */
function frame(header, blocks) {
  let text = JSON.stringify(header);
  while ((4 + Buffer.byteLength(text)) % 8) text += " ";
  const head = Buffer.alloc(4);
  head.writeUInt32LE(Buffer.byteLength(text));
  return new Uint8Array(Buffer.concat([head, Buffer.from(text), ...blocks]));
}

const SMALL = frame(
  {
    n: 17,
    label: "λ of K̃",
    arrays: {
      fields: { dtype: "float32", shape: [1, 1, 2], offset: 0 },
      labels: { dtype: "uint8", shape: [3], offset: 8 },
      vertices: { dtype: "uint16", shape: [1, 2], offset: 16 },
      starts: { dtype: "uint32", shape: [2], offset: 24 },
      empty: { dtype: "uint32", shape: [0, 2], offset: 32 },
    },
  },
  [
    Buffer.from(new Float32Array([1.5, -2]).buffer),
    Buffer.from([0, 1, 255, 0, 0, 0, 0, 0]),
    Buffer.from(new Uint16Array([65535, 7, 0, 0]).buffer),
    Buffer.from(new Uint32Array([0, 4_000_000_000]).buffer),
  ],
);

function assertSmall(decoded) {
  assert.equal(decoded.n, 17);
  assert.equal(decoded.label, "λ of K̃");
  assert.deepEqual([...decoded.arrays.fields], [1.5, -2]);
  assert.deepEqual(decoded.arrays.fields.shape, [1, 1, 2]);
  assert.deepEqual([...decoded.arrays.labels], [0, 1, 255]);
  assert.deepEqual([...decoded.arrays.vertices], [65535, 7]);
  assert.deepEqual([...decoded.arrays.starts], [0, 4_000_000_000]);
  assert.equal(decoded.arrays.empty.length, 0);
}

test("a frame decodes to its header and its arrays", () => assertSmall(decode(SMALL)));

test("an ArrayBuffer decodes like its bytes", () => assertSmall(decode(SMALL.slice().buffer)));

for (let shift = 1; shift < 8; shift += 1) {
  test(`bytes at offset ${shift} of their buffer decode the same`, () => {
    const buffer = new Uint8Array(SMALL.length + shift);
    buffer.set(SMALL, shift);
    assertSmall(decode(buffer.subarray(shift)));
  });
}

/** An array as a frame holds it. */
function array(View, shape, values) {
  return Object.assign(View.from(values), { shape });
}

/** A sheet with maps as a frame under the pointer has it: one map of one value. */
const moved = (more, arrays) => ({
  kind: "panels", ...more,
  arrays: { steps: array(Int16Array, [1, 1, 1], [-2048]), scales: array(Float32Array, [1], [1]), ...arrays },
});

test("fields are sums of their differences along both axes, modulo the largest whole number", () => {
  // 100, −100 | −56, 127.
  const fields = undone(array(Int8Array, [1, 2, 2], [100, 56, 100, 127]), array(Float32Array, [1], [0.5]));
  assert.deepEqual([...fields], [50.25, -49.75, -27.75, 63.75]);
  assert.deepEqual(fields.shape, [1, 2, 2]);
});

test("points that are dragged come with a moving frame, and without them those at rest stand", () => {
  const still = { points: array(Float32Array, [1, 2], [3, 4]), labels: array(Uint8Array, [1], [0]), tint: array(Uint8Array, [1], [9]) };
  const base = { controls: [], sheets: [{ kind: "panels", titles: [], sentences: [], arrays: still }] };
  const moving = { moving: true, wordless: true, values: {} };
  const points = array(Float32Array, [2, 2], [5, 6, 7, 8]);
  const numbers = array(Uint32Array, [2], [7, 9]);
  const own = joined({ ...moving, sheets: [moved({}, { points, numbers })] }, base);
  assert.deepEqual([...own.sheets[0].arrays.points, ...own.sheets[0].arrays.numbers], [5, 6, 7, 8, 7, 9]);
  const { arrays } = joined({ ...moving, sheets: [moved()] }, base, own).sheets[0];
  assert.deepEqual([[...arrays.points], arrays.numbers, [...arrays.tint]], [[3, 4], undefined, [9]]);
});

test("a frame under the pointer is joined to the one at rest, and keeps the words of the one before", () => {
  const shaped = (values, shape) => Object.assign(values, { shape });
  const base = {
    controls: [{ name: "width", value: 1 }],
    description: "at rest",
    sheets: [{
      kind: "maps", region: "all", titles: ["old"], arrays: { fields: 1, points: 2, slopes: 3 },
      tiles: [{ text: "one", empty: false }, { text: "two", empty: false, arrays: { points: 4 } }],
    }],
  };
  const moving = (n, more, sheet) => ({
    n, moving: true, wordless: true, values: { width: n }, ...more,
    sheets: [{ kind: "maps", slopes: null, ...sheet, arrays: { steps: shaped(new Int8Array([1, 1]), [1, 1, 2]), scales: [2] } }],
  });
  const first = joined(moving(2, { wordless: false, description: "moved" }, { titles: ["new"] }), base);
  const parts = { tiles: [{ empty: true }, { empty: false, heads: [[1, 2]], arrays: { curve: 5 } }] };
  const next = joined(moving(3, {}, parts), base, first);
  assert.equal(next.description, "moved");
  assert.equal(next.controls[0].value, 3);
  const [{ region, titles, arrays }] = next.sheets;
  assert.deepEqual([region, titles], ["all", ["new"]]);
  assert.deepEqual([...arrays.fields], [3, 5]);
  assert.equal(arrays.points, 2);
  assert.deepEqual(next.sheets[0].tiles, [
    { text: "one", empty: true },
    { text: "two", empty: false, heads: [[1, 2]], arrays: { points: 4, curve: 5 } },
  ]);
  assert.ok(!("slopes" in arrays), "there are none any more");
  assert.equal(joined(moving(4), { ...base }, next).description, "at rest", "words of another base are none");
});
