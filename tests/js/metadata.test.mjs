import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

import { withText } from "../../kpca_core/drawing/canvas/assets/metadata.js";

// A picture of one pixel.
const PNG = Uint8Array.from(
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
);

/** The checksum that ends a gzip file, too. */
function crc32(bytes) {
  const file = gzipSync(bytes);
  return file.readUInt32LE(file.length - 8);
}

function chunks(png) {
  const view = new DataView(png.buffer, png.byteOffset);
  const found = [];
  for (let at = 8; at < png.length; ) {
    const length = view.getUint32(at);
    const body = Buffer.from(png.subarray(at + 4, at + 8 + length));
    found.push({ name: body.toString("latin1", 0, 4), body, sum: view.getUint32(at + 8 + length) });
    at += length + 12;
  }
  return found;
}

test("a picture says what it shows and is the same picture", () => {
  const before = chunks(PNG);
  const after = chunks(withText(PNG, { Title: "Rings", Description: "λ₁ = 2.5 of K̃" }));
  assert.deepEqual(after.map(({ name }) => name), ["IHDR", "iTXt", "iTXt", "IDAT", "IEND"]);
  for (const { body, sum } of after) assert.equal(sum, crc32(body));
  assert.equal(after[2].body.toString("utf8"), "iTXtDescription\0\0\0\0\0λ₁ = 2.5 of K̃");
  assert.deepEqual([after[0], ...after.slice(3)], before);
});
