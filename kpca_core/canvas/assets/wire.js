/** Reading one frame: the inverse of `encode` in `kpca_core/canvas/wire.py`. */

const ALIGNMENT = 8;
const VIEWS = {
  float32: Float32Array,
  uint32: Uint32Array,
  uint16: Uint16Array,
  uint8: Uint8Array,
};

/**
 * Decode a frame. The arrays are views of the frame's memory, not copies.
 *
 * @param {Uint8Array | ArrayBuffer} data the bytes, at any byte offset of their buffer
 * @returns {object} the header, with `arrays` replaced by `{name: TypedArray with .shape}`
 */
export function decode(data) {
  let bytes = data instanceof ArrayBuffer ? new Uint8Array(data) : data;
  // Typed-array views must start at a multiple of their element size.
  if (bytes.byteOffset % ALIGNMENT) bytes = bytes.slice();
  if (bytes.byteLength < 4) throw new RangeError(`A frame has 4 bytes or more; got ${bytes.byteLength}.`);
  const { buffer, byteOffset, byteLength } = bytes;
  const body = 4 + new DataView(buffer, byteOffset, 4).getUint32(0, true);
  if (body > byteLength) {
    throw new RangeError(`The header ends at byte ${body} of a frame of ${byteLength}.`);
  }
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, body)));
  const arrays = {};
  for (const [name, { dtype, shape, offset }] of Object.entries(header.arrays)) {
    const View = VIEWS[dtype];
    if (!View) throw new TypeError(`Array "${name}" has the unknown dtype ${dtype}.`);
    const length = shape.reduce((product, size) => product * size, 1);
    if (body + offset + length * View.BYTES_PER_ELEMENT > byteLength) {
      throw new RangeError(`Array "${name}" reaches beyond the frame's ${byteLength} bytes.`);
    }
    arrays[name] = Object.assign(new View(buffer, byteOffset + body + offset, length), { shape });
  }
  return { ...header, arrays };
}
