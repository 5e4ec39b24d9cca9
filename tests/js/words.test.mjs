import assert from "node:assert/strict";
import test from "node:test";

import { _, filled, inLanguage, language, plural, speak } from "../../kpca_core/drawing/canvas/assets/words.js";

test("English stands in the sources", () => {
  speak({});
  assert.equal(_("Scale"), "Scale");
  assert.deepEqual([1, 2].map((n) => plural("{n} point", "{n} points", n)), ["{n} point", "{n} points"]);
  assert.equal(language(), "en");
  assert.equal(inLanguage("http://x/frames?a=1").href, "http://x/frames?a=1");
});

test("another language has its own texts and forms of the plural", () => {
  const texts = { Scale: "Skala", "page\u0004Scale": "Skalowanie", "{n} point": ["{n} punkt", "{n} punkty", "{n} punktów"] };
  speak({ language: "pl", texts });
  assert.deepEqual([_("Scale"), _("Scale", "page"), _("Width")], ["Skala", "Skalowanie", "Width"]);
  const said = [1, 2, 5].map((n) => filled(plural("{n} point", "{n} points", n), { n }));
  assert.deepEqual(said, ["1 punkt", "2 punkty", "5 punktów"]);
  assert.equal(inLanguage("http://x/frames?a=1").href, "http://x/frames?a=1&lang=pl");
  speak({});
});
