/** The drawing of the page "Explore" as one picture. */

import { composed, fieldsPart, textPart } from "./png.js";
import { DEGENERATE, arrangeSpectrum, paintSpectrum, shareWords } from "./spectrum.js";
import { _, filled } from "./words.js";

/**
 * Compose settings, spectrum, panels and facts on the theme's background.
 *
 * @param {object} frame
 * @param {{width: number, spectrum: number, panels: object}} plan
 * @param {object} theme
 * @param {string} heading the settings in words, "" for none
 * @param {string} [caption] where the picture comes from
 * @returns {HTMLCanvasElement}
 */
export function composePicture(frame, plan, theme, heading, caption = "") {
  const { panels } = plan;
  const width = Math.max(plan.width, panels.totalWidth);
  const order = plan.order ?? frame.titles.map((_, j) => j);
  const tiles = order.map((j) => ({
    title: [{ text: String(j + 1), colour: theme.muted }, { text: frame.titles[j], weight: 600, size: 13 }],
    sentence: frame.sentences?.[j],
  }));
  const spectrum = arrangeSpectrum(frame.spectrum, width, plan.spectrum, plan.logarithmic);
  const parts = [
    textPart(spectrumWords(frame.spectrum), theme, { colour: theme.muted, room: width }),
    { height: plan.spectrum + 6, paint: (context) => paintSpectrum(context, spectrum, theme) },
    fieldsPart(frame, tiles, panels, theme, plan.points, order),
  ];
  const facts = [...frame.facts, _("blue negative, orange positive, heavy line zero, dashed lines negative, each panel to its own scale")].join(" · ");
  return composed({ width, heading, parts, lines: [facts, frame.legend ?? "", caption] }, theme);
}

function spectrumWords(spectrum) {
  const words = [spectrum.label];
  if (spectrum.cumulative?.length) words.push(filled(_("dots: {what}"), { what: shareWords(spectrum) }));
  if (spectrum.groups?.length) words.push(`≈ ${_(DEGENERATE)}`);
  return words.join(" · ");
}
