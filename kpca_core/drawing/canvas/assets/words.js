/**
 * Words in the reader's language. English stands in the sources; the texts of another language come
 * with the document, or are given by `speak`. Translate where a text is shown, not when a module is
 * loaded. `kpca_core/_support/words` is the other side.
 */

// Forms of the plural in the order of gettext's.
const FORMS = ["zero", "one", "two", "few", "many", "other"];
/** The `id` of the element that holds the texts, as JSON. */
const PLACE = "kpca-words";

let words = null;

function known() {
  words ??= JSON.parse(globalThis.document?.getElementById?.(PLACE)?.textContent || "{}");
  return words;
}

/** @param {{language?: string, texts?: object}} found  texts by the English ones; {} for English */
export function speak(found) {
  words = found;
}

/** The name of the reader's language, as in addresses. */
export function language() {
  return known().language ?? "en";
}

/** Translate a text; `context` tells apart equal texts that other languages do not say alike. */
export function _(text, context = "") {
  return known().texts?.[context ? `${context}\u0004${text}` : text] ?? text;
}

/** The text as it is: it stands in the catalogues, and is translated where it is shown. */
export function N_(text) {
  return text;
}

/** Translate a text that depends on a number: in English `one` for 1, else `many`. */
export function plural(one, many, n) {
  const forms = known().texts?.[one];
  if (!Array.isArray(forms)) return n === 1 ? one : many;
  const rules = new Intl.PluralRules(language().replace("_", "-"));
  const own = FORMS.filter((form) => rules.resolvedOptions().pluralCategories.includes(form));
  return forms[Math.min(forms.length - 1, own.indexOf(rules.select(n)))];
}

/** A text with its {names} filled in. */
export function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** An address on this server that answers in the reader's language. */
export function inLanguage(address) {
  const url = new URL(address);
  // English is asked for by name only where the browser prefers another: then the page was, too.
  const named = new URLSearchParams(globalThis.location?.search).has("lang");
  if (named || language() !== "en") url.searchParams.set("lang", language());
  return url;
}
