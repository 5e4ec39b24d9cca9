/** What tiles and charts show of a sweep: pure functions of its frame. */

import { formatNumber } from "../ticks.js";
import { colourOf, dashOf } from "./theming.js";
import { shownIdentities, trajectory } from "./track.js";
import { _, filled } from "../words.js";

/** The dashes of the measures' lines. */
export const DASHES = [[], [6, 3], [2, 3], [8, 3, 2, 3]];
// Of the largest eigenvalue: smaller ones would take most of a logarithmic axis.
const FARTHEST = 1e-5;

/** A panel's title: its letter, and a mark where its place is another one than the letter's. */
export function tileOf(frame, { identity, value, near, sentence }, j, theme) {
  const letter = frame.letters[identity];
  const away = identity === j ? "" : j < identity ? "↑" : "↓";
  const number = value === 0 || (value >= 1e-3 && value < 1e4) ? value.toFixed(3) : formatNumber(value);
  const said = [
    filled(_("Component {k}: function {letter}, λ = {value}"), { k: j + 1, letter, value: number }),
    away &&
      filled(_("number {before} in the order of appearance, now number {now} by eigenvalue"), {
        before: identity + 1,
        now: j + 1,
      }),
    near && _("nearly the same eigenvalue as a neighbour: any rotation of the two is nearly as good"),
  ].filter(Boolean).join(_("; "));
  return {
    badge: letter,
    colour: colourOf(identity, theme),
    text: `${j + 1}  λ = ${number}`,
    mark: `${near ? "≈" : ""}${away}`,
    said,
    sentence,
  };
}

/** The chart of the eigenvalues, see `chart.js`. */
export function spectraOf(frame, yLog, theme) {
  const identities = shownIdentities(frame);
  const lines = identities.map((identity) => ({
    values: trajectory(frame, identity),
    colour: colourOf(identity, theme),
    dash: dashOf(identity),
    letter: frame.letters[identity],
  }));
  const shown = frame.arrays.steps.shape[1];
  // From the least eigenvalue that is shown somewhere to the largest.
  const inside = frame.eigenvalues.flatMap((own) => own.slice(0, shown)).filter((value) => value > 0);
  const high = Math.max(...inside) * (yLog ? 1.15 : 1.03);
  const low = yLog ? Math.max(Math.min(...inside) / 1.15, high * FARTHEST) : 0;
  return {
    label: frame.description,
    xLabel: frame.parameter,
    yLabel: _("λ   ○ crossing   ◇ avoided crossing"),
    values: frame.values,
    log: frame.log,
    yLog,
    yRange: [low, high],
    lines,
    marks: frame.meetings,
    bands: frame.regimes.map(({ kind, first, last }) => ({ first, last, text: kind === "identity" ? _("≈ identity") : _("≈ linear PCA") })),
  };
}

/** The chart of the measures. */
export function measuresOf(frame, theme) {
  const names = frame.curves.map(({ name }) => name);
  return {
    label: filled(_("Against {parameter}, as shares: {names}."), { parameter: frame.parameter, names: names.join(_(", ")) }),
    xLabel: frame.parameter,
    yLabel: _("shares"),
    values: frame.values,
    log: frame.log,
    yLog: false,
    yRange: [0, 1],
    percent: true,
    lines: frame.curves.map(({ shares }, k) => ({ values: shares, colour: theme.text, dash: DASHES[k] })),
    bands: frame.regimes.map(({ first, last }) => ({ first, last })),
  };
}
