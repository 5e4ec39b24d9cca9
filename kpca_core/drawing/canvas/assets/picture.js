/** The drawing of the page "Explore" as one picture. */

import { composed, textPart } from "./png.js";
import { DEGENERATE, arrangeSpectrum, paintSpectrum, shareWords } from "./spectrum.js";
import { _, filled } from "./words.js";

/**
 * Compose settings, spectrum, panels and facts on the theme's background.
 *
 * @param {object} sheets  spectrum and facts
 * @param {object} maps  the panels as a part, see `png.js`
 * @param {string} heading the settings in words, "" for none
 * @param {string} [caption] where the picture comes from
 */
export function composePicture({ spectrum: eigenvalues, facts: said }, plan, maps, theme, heading, caption = "") {
  const width = Math.max(plan.width, maps.width);
  const spectrum = arrangeSpectrum(eigenvalues, width, plan.spectrum, plan.logarithmic);
  const parts = [
    textPart(spectrumWords(eigenvalues), theme, { colour: theme.muted, room: width }),
    { height: plan.spectrum + 6, paint: (context) => paintSpectrum(context, spectrum, theme) },
    maps,
  ];
  const facts = [...said.facts, _("blue negative, orange positive, heavy line zero, dashed lines negative, each panel to its own scale")].join(" · ");
  return composed({ width, heading, parts, lines: [facts, said.legend, caption] }, theme);
}

function spectrumWords(spectrum) {
  const words = [spectrum.label];
  if (spectrum.cumulative?.length) words.push(filled(_("dots: {what}"), { what: shareWords(spectrum) }));
  if (spectrum.groups?.length) words.push(`≈ ${_(DEGENERATE)}`);
  return words.join(" · ");
}
