/** Bytes as they come from a server or a file, deflated or not. */

import { decode, inflate, isDeflated } from "../wire.js";

/** The decoded frame of bytes. */
export const unpacked = async (bytes) => decode(isDeflated(bytes) ? await inflate(bytes) : bytes);
