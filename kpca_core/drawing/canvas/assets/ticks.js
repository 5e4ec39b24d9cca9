/** Round tick positions, and numbers as text. */

import LOOK from "./look.json" with { type: "json" };

const { smallest, largest, superscripts, subscripts } = LOOK.numbers;

/**
 * Multiples of 1, 2 or 5 times a power of ten inside [low, high], about `count` of them, but two
 * at least: one says nothing of the scale.
 *
 * @returns {number[]} ascending; empty if the interval is
 */
export function niceTicks(low, high, count) {
  if (!(high > low) || !(count > 0)) return [];
  const raw = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * [1, 2, 5, 10].find((factor) => factor * power >= raw * 0.9999);
  const ticks = [];
  const slack = step * 1e-9;
  for (let k = Math.ceil((low - slack) / step); k * step <= high + slack; k += 1) {
    ticks.push(Number((k * step).toPrecision(12)));
  }
  // Asked for eight, the step is at most a third of the interval.
  return ticks.length < 2 && count < 8 ? niceTicks(low, high, 2 * count) : ticks;
}

/** Ticks of a map's axis over [low, high] that is `pixels` long: "across" or "up". */
export function mapTicks(low, high, pixels, axis) {
  const { fewest, most, [axis]: each } = LOOK.ticks;
  return niceTicks(low, high, Math.max(fewest, Math.min(most, pixels / each)));
}

/** A number for reading: `digits` significant digits, a true minus sign, powers of ten as 3×10⁻⁵. */
export function formatNumber(value, digits = 3) {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size !== 0 && (size < smallest || size >= largest)) {
    const [mantissa, exponent] = value.toExponential(digits - 1).split("e");
    return `${Number(mantissa)}×10${superscript(Number(exponent))}`.replace("-", "−");
  }
  return String(Number(value.toPrecision(digits))).replace("-", "−");
}

/** An eigenvalue in a title, see `number` in `kpca_core/drawing/canvas/words.py`. */
export function formatEigenvalue(value) {
  return value === 0 || (value >= 1e-3 && value < 1e4) ? value.toFixed(3) : formatNumber(value);
}

/** The end of a colour scale: two significant digits, a zero among them, so that maps read alike. */
export function formatEnd(value) {
  const text = formatNumber(value, 2);
  return Math.abs(value) < 10 && /^\d\.?\d*$/.test(text) ? value.toPrecision(2) : text;
}

/** A fraction as per cent with one decimal. */
export function formatPercent(fraction) {
  return `${(100 * fraction).toFixed(1)} %`.replace("-", "−");
}

/** A whole number >= 0 in subscript digits. */
export function subscript(integer) {
  return [...String(integer)].map((digit) => subscripts[digit]).join("");
}

function superscript(integer) {
  const digits = [...String(Math.abs(integer))].map((digit) => superscripts[digit]).join("");
  return integer < 0 ? `⁻${digits}` : digits;
}
