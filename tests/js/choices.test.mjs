import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { createChoices } from "../../kpca_core/drawing/canvas/assets/choices.js";
import { give } from "../../kpca_core/drawing/canvas/assets/numbers.js";

let count;
let choices;

beforeEach(() => {
  count = 0;
  choices = createChoices(() => (count += 1));
});

/** A button as far as choices know one. */
function button() {
  const attributes = {};
  const node = {
    disabled: false,
    hidden: false,
    pressed: () => attributes["aria-pressed"],
    setAttribute: (name, value) => (attributes[name] = value),
    addEventListener: (_, act) => (node.click = act),
  };
  return node;
}

const frame = (choices, more = {}) => ({ n: 0, choices: { view: "maps", log: "false", markers: "true", ...choices }, ...more });

test("where frames name no choices they last", () => {
  choices.settle({ n: 0 });
  assert.deepEqual([choices.of("view"), choices.isOn("log"), choices.isOn("markers")], ["maps", false, true]);
  choices.choose({ log: true });
  choices.take({ j: 2 });
  choices.settle({ n: give() });
  assert.equal(choices.isOn("log"), true);
  assert.equal(choices.of("j"), "2");
});

test("a button switches its setting or chooses its value, and says so", () => {
  const [log, maps, scores] = [button(), button(), button()];
  choices.button(log, "log");
  choices.button(maps, "view", "maps");
  choices.button(scores, "view", "scores");
  choices.settle(frame());
  log.click();
  scores.click();
  scores.click();
  assert.deepEqual(choices.open, { log: "true", view: "scores" });
  assert.equal(count, 2);
  choices.prepare();
  assert.deepEqual([log, maps, scores].map((one) => one.pressed()), ["true", "false", "true"]);
  log.click();
  assert.equal(choices.of("log"), "false");
});

test("what a link locks cannot be pressed, what it hides is not there", () => {
  const [log, markers] = [button(), button()];
  choices.button(log, "log");
  choices.button(markers, "markers");
  choices.settle(frame({ log: "true" }, { locked: ["log"], hidden: ["markers", "i"] }));
  choices.prepare();
  assert.deepEqual([log.disabled, log.hidden, log.pressed()], [true, false, "true"]);
  assert.deepEqual([markers.disabled, markers.hidden], [false, true]);
  assert.deepEqual(["log", "markers", "i", "j"].map(choices.isFixed), [true, true, true, false]);
});

test("what the server has decided meanwhile replaces in the address what was in the hand", () => {
  const written = [];
  choices = createChoices(() => {}, (settings) => written.push(settings));
  const usual = { i: "", j: "3", large: "false" };
  choices.settle(frame({ j: "3", large: "false" }, { usual }));
  choices.take({ j: 4 });
  // A reset, of which the server had nothing to take back.
  choices.settle(frame({ j: "3", large: "false" }, { n: give(), usual }));
  assert.equal(choices.of("j"), "3");
  assert.deepEqual(written, [{ j: "4" }, { j: null }]);
});
