import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";

import { completed, decode, inflate, isDeflated, joined } from "../../kpca_core/drawing/canvas/assets/wire.js";

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

test("a cut frame is refused with its size", () => {
  assert.throws(() => decode(SMALL.slice(0, 2)), /got 2/);
  assert.throws(() => decode(SMALL.slice(0, 20)), /frame of 20/);
  assert.throws(() => decode(SMALL.slice(0, -9)), /"starts" reaches beyond/);
});

test("an unknown dtype is refused by name", () => {
  const wrong = frame({ arrays: { a: { dtype: "float64", shape: [0], offset: 0 } } }, []);
  assert.throws(() => decode(wrong), /"a".*float64/);
});

/** An array as a frame holds it. */
function array(View, shape, values) {
  return Object.assign(View.from(values), { shape });
}

test("a moving frame is completed by the frame at rest with its token", () => {
  const base = {
    token: "t",
    region: [[0, 1], [0, 1]],
    sentences: ["of another picture"],
    controls: [{ name: "width", value: 0.1, max: 2 }],
    arrays: { points: array(Float32Array, [1, 2], [3, 4]), fields: array(Float32Array, [1, 1, 1], [9]) },
  };
  // Steps 100, −100 | −56, 127: differences along y, then along x, modulo 256.
  const moving = {
    token: "t",
    n: 5,
    moving: true,
    values: { width: 0.3 },
    arrays: {
      steps: array(Int8Array, [1, 2, 2], [100, 56, 100, 127]),
      scales: array(Float32Array, [1], [0.5]),
    },
  };
  const frame = completed(moving, base);
  assert.deepEqual([...frame.arrays.fields], [50.25, -49.75, -27.75, 63.75]);
  assert.deepEqual(frame.arrays.fields.shape, [1, 2, 2]);
  assert.deepEqual([...frame.arrays.points], [3, 4]);
  assert.deepEqual(frame.controls, [{ name: "width", value: 0.3, max: 2 }]);
  assert.equal(frame.n, 5);
  assert.equal(frame.region, base.region);
  assert.deepEqual(frame.sentences, [""]);
  assert.equal(base.controls[0].value, 0.1);
});

test("a moving frame without words keeps those of the frame before", () => {
  const arrays = { steps: array(Int16Array, [1, 1, 1], [-2048]), scales: array(Float32Array, [1], [1]) };
  const base = { sentences: ["at rest"], facts: [], controls: [], arrays: {} };
  const moving = { moving: true, values: {}, arrays };
  const first = completed({ ...moving, sentences: ["first"], facts: ["n = 3"] }, base, base);
  assert.equal(first.wordless, false);
  assert.deepEqual([...first.arrays.fields], [-2047.5]);
  const second = completed({ ...moving, titles: ["λ"] }, base, first);
  assert.deepEqual([second.wordless, second.sentences, second.facts], [true, ["first"], ["n = 3"]]);
  // Their number is that of the maps now, and numbers of the spectrum stand beside its words.
  const known = { ...base, titles: ["λ₁", "λ₂"], spectrum: { values: [2, 1], shown: 2, label: "λ" } };
  const fewer = completed({ ...moving, spectrum: { values: [3], shown: 1 } }, known);
  assert.deepEqual([fewer.titles, fewer.spectrum], [["λ₁"], { values: [3], shown: 1, label: "λ" }]);
  const more = completed({ ...moving, spectrum: { values: [3, 2, 1], shown: 3 } }, known, fewer);
  assert.deepEqual(more.titles, ["λ₁", "", ""]);
  // Those of other settings do not hold.
  assert.deepEqual(completed(moving, { ...base }, first).sentences, [""]);
});

test("points that move come with the moving frame", () => {
  const base = {
    token: "t",
    controls: [],
    arrays: { points: array(Float32Array, [1, 2], [3, 4]), labels: array(Uint8Array, [1], [0]), numbers: array(Uint32Array, [1], [7]) },
  };
  const arrays = {
    steps: array(Int8Array, [0, 2, 2], []),
    scales: array(Float32Array, [0], []),
    differences: array(Int8Array, [0, 2], []),
    origins: array(Uint16Array, [0, 2], []),
    starts: array(Uint32Array, [1], [0]),
  };
  const moving = { token: "t", moving: true, values: {}, unit: 1 };
  const still = completed({ ...moving, arrays }, base);
  assert.deepEqual([[...still.arrays.points], [...still.arrays.numbers]], [[3, 4], [7]]);
  const points = array(Float32Array, [2, 2], [5, 6, 7, 8]);
  const moved = completed({ ...moving, arrays: { ...arrays, points, labels: array(Uint8Array, [2], [1, 2]), numbers: array(Uint32Array, [2], [7, 9]) } }, base);
  assert.deepEqual([...moved.arrays.points], [5, 6, 7, 8]);
  assert.deepEqual([[...moved.arrays.labels], [...moved.arrays.numbers]], [[1, 2], [7, 9]]);
});

test("a deflated frame is told from a plain one, and inflated", async () => {
  const plain = SMALL.slice();
  const data = Buffer.concat([Buffer.from([255, 255, 255, 255]), deflateSync(plain)]);
  const deflated = new Uint8Array(data).buffer;
  assert.equal(isDeflated(plain.buffer), false);
  assert.equal(isDeflated(new ArrayBuffer(2)), false);
  assert.equal(isDeflated(deflated), true);
  assertSmall(decode(await inflate(deflated)));
});

test("arrays stand where their paths lead to", () => {
  const data = frame(
    {
      sheets: [{ kind: "maps", parts: [{ name: "one" }] }, { kind: "text" }],
      arrays: {
        "sheets.0.points": { dtype: "uint8", shape: [2], offset: 0 },
        "sheets.0.parts.0.curve": { dtype: "uint8", shape: [1], offset: 8 },
      },
    },
    [Buffer.from([3, 4, 0, 0, 0, 0, 0, 0, 5])],
  );
  const { sheets } = decode(data);
  assert.deepEqual([...sheets[0].arrays.points], [3, 4]);
  assert.deepEqual([...sheets[0].parts[0].arrays.curve], [5]);
  assert.deepEqual(sheets[1].arrays, {});
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

test("what a sheet lists keeps, each by its place, what stays and the words of before", () => {
  const tile = (more, arrays) => ({ badge: "P", text: "at rest", range: null, ...more, ...(arrays && { arrays }) });
  const base = { controls: [], sheets: [{ tiles: [tile({}, { points: 1, images: 2 }), tile({ text: "second" })], arrays: {} }] };
  const moving = (tiles) => ({ values: {}, sheets: [{ tiles, arrays: {} }] });
  const first = joined(moving([{ badge: "Q", text: "moved", arrays: { images: 3 } }]), base);
  assert.deepEqual(first.sheets[0].tiles, [tile({ badge: "Q", text: "moved" }, { points: 1, images: 3 })]);
  const next = joined(moving([{ badge: "R", arrays: { images: 4 } }, { badge: "S" }, { badge: "T" }]), base, first);
  assert.deepEqual(next.sheets[0].tiles, [
    tile({ badge: "R", text: "moved" }, { points: 1, images: 4 }),
    tile({ badge: "S", text: "second" }),
    { badge: "T" },
  ]);
  assert.deepEqual(joined(moving([{ images: null }]), base).sheets[0].tiles[0].arrays, { points: 1 });
});
