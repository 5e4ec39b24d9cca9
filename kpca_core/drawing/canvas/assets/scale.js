/** Slider position ↔ parameter value, linear or logarithmic. Positions run from 0 to STEPS. */

/** The number of a range that is nearest to another one. */
export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

export const STEPS = 1000;
const DIGITS = 3;

/** Number of slider positions minus one: every integer of a linear integer slider has its own. */
export function steps(control) {
  return control.integer && !control.log ? Math.max(1, control.max - control.min) : STEPS;
}

/** Position of a value, a real number in [0, steps]; values outside the range are clamped. */
export function toPosition(control, value) {
  const { min, max, log } = control;
  if (!(max > min)) return 0;
  const inside = Math.min(max, Math.max(min, value));
  const fraction = log ? Math.log(inside / min) / Math.log(max / min) : (inside - min) / (max - min);
  return fraction * steps(control);
}

/** Value at a position, rounded to 3 significant digits or to an integer, inside the range. */
export function toValue(control, position) {
  const { min, max, log, integer } = control;
  const fraction = Math.min(1, Math.max(0, position / steps(control)));
  const exact = log ? min * (max / min) ** fraction : min + (max - min) * fraction;
  const rounded = integer ? Math.round(exact) : roundDigits(exact, log ? 0 : max - min);
  return Math.min(max, Math.max(min, rounded));
}

/** Round to 3 significant digits; differences below `span`/10⁶ of zero become zero. */
export function roundDigits(value, span = 0) {
  return Math.abs(value) < span * 1e-6 ? 0 : Number(value.toPrecision(DIGITS));
}
