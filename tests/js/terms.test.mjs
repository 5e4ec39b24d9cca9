import assert from "node:assert/strict";
import { test } from "node:test";

import { split } from "../../kpca_core/drawing/canvas/assets/terms.js";

const FACTS =
  "n = 90 · rank 90 · dense · solve 2.1 ms · grid 0.9 ms · residual 3.2e-14 ≤ 1.5e-11: certified";

test("the parts of a text are the text", () => {
  for (const text of [FACTS, "", "nothing to explain", "λ of K̃", "rank ≥ 16 · low-rank"]) {
    assert.equal(split(text).map((part) => part.text).join(""), text);
  }
});

test("every term of the facts explains itself", () => {
  const terms = split(FACTS).filter(({ term }) => term).map(({ term }) => term);
  assert.deepEqual(terms, ["n", "rank", "dense", "solve", "grid", "residual", "certified"]);
  const others = "K̃ trace near-degenerate positive eigenvalues NOT certified trace bound indefinite";
  assert.deepEqual(
    split(others).filter(({ term }) => term).map(({ term }) => term),
    ["K̃", "trace", "near-degenerate", "indefinite", "certified", "trace bound", "indefinite"],
  );
});
