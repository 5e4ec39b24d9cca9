/** What tiles and charts show of a sweep: pure functions of its sheet. */

import { formatEigenvalue } from "../ticks.js";
import { colourOf, dashOf } from "./theming.js";
import { shownIdentities, trajectory } from "./track.js";
import { _, filled } from "../words.js";

/** The dashes of the measures' lines. */
export const DASHES = [[], [6, 3], [2, 3], [8, 3, 2, 3]];
// Of the largest eigenvalue: smaller ones would take most of a logarithmic axis.
const FARTHEST = 1e-5;

/** A panel's title: its letter, and a mark where its place is another one than the letter's. */
export function tileOf(sheet, { identity, value, near, sentence }, j, theme) {
  const letter = sheet.letters[identity];
  const away = identity === j ? "" : j < identity ? "↑" : "↓";
  const number = formatEigenvalue(value);
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

/** The chart of the eigenvalues, see `chart.js`; `label` says what is seen. */
export function spectraOf(sheet, yLog, theme, label) {
  const identities = shownIdentities(sheet);
  const lines = identities.map((identity) => ({
    values: trajectory(sheet, identity),
    colour: colourOf(identity, theme),
    dash: dashOf(identity),
    letter: sheet.letters[identity],
  }));
  const shown = sheet.arrays.steps.shape[1];
  // From the least eigenvalue that is shown somewhere to the largest.
  const inside = sheet.eigenvalues.flatMap((own) => own.slice(0, shown)).filter((value) => value > 0);
  const high = Math.max(...inside) * (yLog ? 1.15 : 1.03);
  const low = yLog ? Math.max(Math.min(...inside) / 1.15, high * FARTHEST) : 0;
  return {
    label,
    xLabel: sheet.parameter,
    yLabel: _("λ   ○ crossing   ◇ avoided crossing"),
    values: sheet.values,
    log: sheet.log,
    yLog,
    yRange: [low, high],
    lines,
    marks: sheet.meetings,
    bands: sheet.regimes.map(({ kind, first, last }) => ({ first, last, text: kind === "identity" ? _("≈ identity") : _("≈ linear PCA") })),
  };
}

/** The chart of the measures. */
export function measuresOf(sheet, theme) {
  const names = sheet.curves.map(({ name }) => name);
  return {
    label: filled(_("Against {parameter}, as shares: {names}."), { parameter: sheet.parameter, names: names.join(_(", ")) }),
    xLabel: sheet.parameter,
    yLabel: _("shares"),
    values: sheet.values,
    log: sheet.log,
    yLog: false,
    yRange: [0, 1],
    percent: true,
    lines: sheet.curves.map(({ shares }, k) => ({ values: shares, colour: theme.text, dash: DASHES[k] })),
    bands: sheet.regimes.map(({ first, last }) => ({ first, last })),
  };
}
