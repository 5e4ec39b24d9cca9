/** Reading one frame: the inverse of `kpca_core/drawing/canvas/wire.py`. */

const ALIGNMENT = 8;
const VIEWS = {
  float32: Float32Array,
  uint32: Uint32Array,
  uint16: Uint16Array,
  uint8: Uint8Array,
  int16: Int16Array,
  int8: Int8Array,
};

/**
 * Decode a frame. The arrays are views of the frame's memory, not copies.
 *
 * @param {ArrayBuffer | ArrayBufferView} data the bytes, at any byte offset of their buffer
 * @returns {object} the header, with `arrays` replaced by `{name: TypedArray with .shape}`: an array whose
 *   name is a path, "sheets.0.points", stands in the `arrays` of what that leads to
 */
export function decode(data) {
  let bytes = bytesOf(data);
  // Typed-array views must start at a multiple of their element size.
  if (bytes.byteOffset % ALIGNMENT) bytes = bytes.slice();
  const { buffer, byteOffset } = bytes;
  const body = 4 + new DataView(buffer, byteOffset, 4).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, body)));
  const table = Object.entries(header.arrays);
  header.arrays = {};
  for (const sheet of header.sheets ?? []) sheet.arrays = {};
  for (const [name, { dtype, shape, offset }] of table) {
    const length = shape.reduce((product, size) => product * size, 1);
    const path = name.startsWith("sheets.") ? name.split(".") : [name];
    const last = path.pop();
    const place = path.reduce((node, key) => node[key], header);
    (place.arrays ??= {})[last] = Object.assign(new VIEWS[dtype](buffer, byteOffset + body + offset, length), { shape });
  }
  return header;
}

// What stands instead of the header's length before deflated bytes.
const DEFLATED = 0xffffffff;

const bytesOf = (data) => new Uint8Array(data.buffer ?? data, data.byteOffset, data.byteLength);

/** Whether bytes are those of a deflated frame. */
export function isDeflated(data) {
  const { buffer, byteOffset, byteLength } = bytesOf(data);
  return byteLength >= 4 && new DataView(buffer, byteOffset, 4).getUint32(0, true) === DEFLATED;
}

/** The frame of deflated bytes. */
export async function inflate(data) {
  const { readable, writable } = new DecompressionStream("deflate");
  const writer = writable.getWriter();
  const written = writer.write(bytesOf(data).subarray(4)).then(() => writer.close());
  const [inflated] = await Promise.all([new Response(readable).arrayBuffer(), written]);
  return new Uint8Array(inflated);
}

/** The decoded frame of bytes, deflated or not. */
export const unpacked = async (data) => decode(isDeflated(data) ? await inflate(data) : data);

/**
 * The complete scene of a frame under the pointer, see `pack` in `kpca_core/drawing/scene.py`.
 *
 * @param {object} moving  decoded
 * @param {object} base  the frame at rest that it was asked from
 * @param {object} [before]  the complete frame before it: words that have not come are those of it
 */
export function joined(moving, base, before) {
  const known = before?.base === base ? before : base;
  // There may be another view at its place at rest, or none: it may have been chosen meanwhile.
  const at = ({ sheets }, k, { kind }) => (sheets[k]?.kind === kind ? sheets[k] : undefined);
  const sheets = moving.sheets.map((sheet, k) => together(sheet, at(base, k, sheet), at(known, k, sheet)));
  const controls = base.controls.map((control) => ({ ...control, value: moving.values[control.name] }));
  return { ...known, ...moving, base, controls, sheets };
}

/** The sheets of a frame by their kinds. */
export const byKind = ({ sheets }) => Object.fromEntries(sheets.map((sheet) => [sheet.kind, sheet]));

/** A sheet, or what it lists: as it moves, with what stays as at rest and words as before. */
function together(entry, base, known) {
  const { steps, scales, ...arrays } = { ...base?.arrays, ...entry.arrays };
  for (const name of Object.keys(arrays)) if (entry[name] === null) delete arrays[name];
  if (steps) arrays.fields = undone(steps, scales);
  const whole = { ...base, ...known, ...entry, ...(base?.arrays || entry.arrays ? { arrays } : {}) };
  for (const [name, list] of Object.entries(entry)) {
    if (isList(list)) whole[name] = list.map((one, j) => together(one, base?.[name]?.[j], known?.[name]?.[j]));
  }
  return whole;
}

/** Whether this is a list of values with fields of their own. */
const isList = (value) => Array.isArray(value) && value.length > 0 && value.every((one) => one !== null && typeof one === "object" && !Array.isArray(one));

/** Fields (p, ny, nx) from their differences along both axes, in 8 or 16 bits, and their scales. */
export function undone(steps, scales) {
  const [count, ny, nx] = steps.shape;
  const fields = Object.assign(new Float32Array(steps.length), { shape: steps.shape });
  const sums = new steps.constructor(nx);
  for (let j = 0, at = 0; j < count; j += 1) {
    sums.fill(0);
    for (let row = 0; row < ny; row += 1) {
      for (let i = 0, sum = 0; i < nx; i += 1, at += 1) {
        // Differences are those of integers of so many bits: sums wrap back to where they came from.
        sum += steps[at];
        sums[i] += sum;
        fields[at] = (sums[i] + 0.5) * scales[j];
      }
    }
  }
  return fields;
}
