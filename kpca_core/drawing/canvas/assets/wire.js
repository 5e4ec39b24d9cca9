/** Reading one frame: the inverse of `kpca_core/drawing/canvas/wire.py`. */

const ALIGNMENT = 8;
const VIEWS = {
  float32: Float32Array,
  uint32: Uint32Array,
  uint16: Uint16Array,
  uint8: Uint8Array,
  int8: Int8Array,
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

// What stands instead of the header's length before deflated bytes.
const DEFLATED = 0xffffffff;

/** Whether bytes are those of a deflated frame. */
export function isDeflated(buffer) {
  return buffer.byteLength >= 4 && new DataView(buffer).getUint32(0, true) === DEFLATED;
}

/** The frame of deflated bytes. */
export async function inflate(buffer) {
  const { readable, writable } = new DecompressionStream("deflate");
  const writer = writable.getWriter();
  const written = writer.write(new Uint8Array(buffer, 4)).then(() => writer.close());
  const [inflated] = await Promise.all([new Response(readable).arrayBuffer(), written]);
  return new Uint8Array(inflated);
}

/**
 * What a moving frame and the frame at rest that was asked from say together: fields in units of the
 * eigenfunctions, isolines as positions, and what does not change while a slider moves.
 *
 * @param {object} moving  decoded; see `moving_frame` in `kpca_core/drawing/canvas/frame.py`
 * @param {object} base  decoded, complete
 * @returns {object} a complete frame
 */
export function completed(moving, base) {
  const { steps, differences, scales, origins, ...arrays } = moving.arrays;
  const { starts } = arrays;
  const fields = undone(steps, scales);
  const vertices = Object.assign(new Uint16Array(differences.length), { shape: differences.shape });
  for (let p = 0; p + 1 < starts.length; p += 1) {
    let [x, y] = [origins[2 * p], origins[2 * p + 1]];
    for (let v = 2 * starts[p]; v < 2 * starts[p + 1]; v += 2) {
      x += differences[v];
      y += differences[v + 1];
      vertices[v] = Math.min(65535, x * moving.unit);
      vertices[v + 1] = Math.min(65535, y * moving.unit);
    }
  }
  const controls = base.controls.map((control) => ({ ...control, value: moving.values[control.name] }));
  // Sentences of the picture at rest do not hold for this one; their room stays.
  const sentences = base.sentences?.map(() => "");
  // Points that are dragged come with the moving frame, those at rest do not.
  const { points, labels, numbers, tint } = base.arrays;
  const known = { points, labels, ...(numbers && { numbers }), ...(tint && { tint }) };
  return { ...base, sentences, ...moving, controls, arrays: { ...known, ...arrays, fields, vertices } };
}

/** Fields (p, ny, nx) from their differences along both axes, in 8 bits, and their scales. */
export function undone(steps, scales) {
  const [count, ny, nx] = steps.shape;
  const fields = Object.assign(new Float32Array(steps.length), { shape: steps.shape });
  const sums = new Int8Array(nx);
  for (let j = 0, at = 0; j < count; j += 1) {
    sums.fill(0);
    for (let row = 0; row < ny; row += 1) {
      for (let i = 0, sum = 0; i < nx; i += 1, at += 1) {
        // Differences are those of bytes: sums wrap back to where they came from.
        sum += steps[at];
        sums[i] += sum;
        fields[at] = (sums[i] + 0.5) * scales[j];
      }
    }
  }
  return fields;
}
