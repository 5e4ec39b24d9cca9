/** Where a playback stands: a position that moves with time between the first and the last value. */

// Milliseconds beyond which a frame counts as late: playback waits for a hidden tab.
const LATE = 100;

/** How playback goes on at the end, by identity. */
export const ENDS = ["loop", "swing", "once"];

/**
 * The position after some time.
 *
 * @param {{position: number, direction: number}} now direction 1 or −1
 * @param {number} milliseconds since the last frame
 * @param {{rate: number, end: string, last: number}} how values a second, one of ENDS, and the
 *   number of the last value
 */
export function advanced({ position, direction }, milliseconds, { rate, end, last }) {
  const step = (Math.min(LATE, Math.max(0, milliseconds)) / 1000) * rate;
  const next = position + direction * step;
  if (end === "swing") {
    if (next > last) return { position: Math.max(0, 2 * last - next), direction: -1, over: false };
    if (next < 0) return { position: Math.min(last, -next), direction: 1, over: false };
    return { position: next, direction, over: false };
  }
  if (next < last) return { position: Math.max(0, next), direction: 1, over: false };
  if (end === "once") return { position: last, direction: 1, over: true };
  return { position: 0, direction: 1, over: false };
}
