import assert from "node:assert/strict";
import { test } from "node:test";

import { actionOf } from "../../kpca_core/drawing/canvas/assets/method/bar.js";
import { createStore } from "../../kpca_core/drawing/canvas/assets/method/store.js";
import { give } from "../../kpca_core/drawing/canvas/assets/numbers.js";

function opened(address) {
  const settled = [];
  const numbers = [];
  const store = createStore((one) => {
    settled.push(one);
    numbers.push(give());
    return numbers.at(-1);
  });
  const adopt = (address, n = 0, kind = "bar") => store.adopt({ kind, address, n });
  adopt(address);
  return { store, settled, numbers, adopt };
}

test("what is let go is written down as soon as a frame has named it", () => {
  const { store, settled } = opened("n=5");
  store.hold({ grip: "x", at: 0, x: 1, y: 0 });
  assert.deepEqual(store.question("line").beside, { step: "line", grip: "x", at: 0, x: 1, y: 0 });
  store.rest();
  assert.deepEqual(settled, []);
  store.answered("n=5", "n=5");
  assert.deepEqual(settled, []);
  store.answered(store.state(), "n=5&x=1,0");
  assert.deepEqual(settled, ["n=5&x=1,0"]);
  assert.equal(store.state(), "n=5&x=1%2C0");
  assert.deepEqual(store.question("line"), { address: "n=5&x=1%2C0", beside: { step: "line" } });
});

test("a page that is drawn meanwhile does not take what is in the hand", () => {
  const { store, settled, adopt } = opened("n=5");
  store.change({ width: 2 });
  adopt("n=6");
  assert.equal(store.state(), "n=6&width=2");
  store.rest();
  store.answered("n=6&width=2", "n=6&width=2.0");
  assert.deepEqual(settled, ["n=6&width=2.0"]);
});

test("a page that was drawn before it knew of what was written down changes nothing", () => {
  const { store, numbers, adopt } = opened("n=5");
  store.change({ width: 2 });
  store.answered("n=5&width=2", "n=5&width=2.0");
  store.rest();
  adopt("n=5", numbers[0] - 1);
  assert.equal(store.state(), "n=5&width=2.0");
  adopt("n=7", numbers[0]);
  assert.equal(store.state(), "n=7");
});

test("a figure or an answer of an older run that is drawn late takes no step back", () => {
  const { store, adopt } = opened("show=point");
  for (const [show, n] of [["gram", give()], ["centre", give()]]) {
    adopt(`show=${show}`, n);
    for (const kind of ["answer", "figure"]) adopt("show=point", 0, kind);
    assert.equal(store.question(show).address, `show=${show}`);
  }
  adopt("show=gram", 0);
  assert.equal(store.state(), "show=gram", "back in the history, or at a server that was restarted");
});

test("an answer is asked for until the page shows another step", () => {
  const { store, adopt } = opened("n=5");
  store.turn("gram");
  store.ask("gram");
  store.say("gram", "Nine.");
  assert.deepEqual(store.question("gram"), { address: "n=5", beside: { step: "gram", asked: true } });
  assert.deepEqual(store.question("centre"), { address: "n=5", beside: { step: "centre" } });
  // A drag and a page that is drawn anew leave it.
  store.change({ width: 2 });
  adopt("n=6");
  store.turn("gram");
  assert.equal(store.answerOf("gram"), "Nine.");
  assert.deepEqual(store.question("gram"), { address: "n=6&width=2", beside: { step: "gram", asked: true } });
  // The address that is written down never has it.
  assert.equal(store.state(), "n=6&width=2");
  store.turn("centre");
  assert.equal(store.answerOf("gram"), "");
  assert.deepEqual(store.question("gram"), { address: "n=6&width=2", beside: { step: "gram" } });
});

const target = (tag, more = {}) => ({
  tagName: tag, type: "", closest: () => null, ...more,
  matches: (kinds) => kinds.split(", ").includes(tag),
});
const pressed = (key, on = target("body"), more = {}) => ({ key, composedPath: () => [on], ...more });

test("what needs a key keeps it, but for the clicker's", () => {
  const slider = target("input", { type: "range" });
  const box = target("input", { type: "number" });
  const words = target("input", { type: "text" });
  assert.equal(actionOf(pressed("ArrowRight", slider), true), undefined);
  assert.equal(actionOf(pressed("PageDown", slider), true), "next");
  assert.equal(actionOf(pressed("2", box), true), undefined);
  assert.equal(actionOf(pressed(".", box), true), undefined);
  assert.equal(actionOf(pressed("PageDown", box), true), "next");
  assert.equal(actionOf(pressed("PageDown", words), true), undefined);
  assert.equal(actionOf(pressed("ArrowUp", target("canvas")), true), undefined);
  assert.equal(actionOf(pressed(" ", target("button")), true), undefined);
  assert.equal(actionOf(pressed("PageDown", target("body"), { ctrlKey: true }), true), undefined);
  // Off the stage arrows and space scroll.
  assert.equal(actionOf(pressed("ArrowDown"), false), undefined);
  assert.equal(actionOf(pressed("PageDown"), false), "next");
});
