/** Words in a PNG file: what it shows, for whoever finds it without its page. */

// The signature and the chunk IHDR, after which other chunks may stand.
const HEAD = 33;
// Of the checksum that ends every chunk (ISO 3309).
const POLYNOMIAL = 0xedb88320;

/**
 * The same picture with a chunk iTXt for each entry.
 *
 * @param {Record<string, string>} entries  by keywords such as "Title" and "Description"
 */
export function withText(png, entries) {
  const chunks = Object.entries(entries).map(([keyword, text]) => chunk(keyword, text));
  const parts = [png.subarray(0, HEAD), ...chunks, png.subarray(HEAD)];
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Length, "iTXt", keyword, no compression, no language, no translated keyword, text, checksum. */
function chunk(keyword, text) {
  const body = new TextEncoder().encode(`iTXt${keyword}\0\0\0\0\0${text}`);
  const bytes = new Uint8Array(body.length + 8);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, body.length - 4);
  bytes.set(body, 4);
  view.setUint32(body.length + 4, checksum(body));
  return bytes;
}

function checksum(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ POLYNOMIAL : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}
