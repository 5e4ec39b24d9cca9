/** Bytes as they come from a server or a file, deflated or not. */

import { decode, inflate, isDeflated } from "../wire.js";

/** The decoded frame of bytes. */
export async function unpacked(bytes) {
  const whole = bytes instanceof ArrayBuffer || bytes.byteLength === bytes.buffer.byteLength;
  const buffer = bytes instanceof ArrayBuffer ? bytes : whole ? bytes.buffer : bytes.slice().buffer;
  return decode(isDeflated(buffer) ? await inflate(buffer) : buffer);
}
