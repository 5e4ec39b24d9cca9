import assert from "node:assert/strict";
import { test } from "node:test";

import { placed } from "../../kpca_core/drawing/canvas/assets/method/method.js";
import { createStore } from "../../kpca_core/drawing/canvas/assets/method/store.js";

function opened(address) {
  const settled = [];
  const store = createStore((one) => settled.push(one));
  store.adopt(address);
  return { store, settled };
}

test("what is let go is written down as soon as a frame has named it", () => {
  const { store, settled } = opened("n=5");
  store.change({ grip: "x", grip_x: 1 });
  store.rest();
  assert.deepEqual(settled, []);
  store.answered("n=5", "n=5");
  assert.deepEqual(settled, []);
  store.answered(store.query(), "n=5&x=1,0");
  assert.deepEqual(settled, ["n=5&x=1,0"]);
  assert.equal(store.query(), "n=5&x=1%2C0");
});

test("an answer that came before the release counts, too", () => {
  const { store, settled } = opened("n=5");
  store.change({ width: 2 });
  store.answered("n=5&width=2", "n=5&width=2.0");
  store.rest();
  assert.deepEqual(settled, ["n=5&width=2.0"]);
});

test("a page that is drawn meanwhile does not take what is in the hand", () => {
  const { store, settled } = opened("n=5");
  store.change({ width: 2 });
  store.adopt("n=6");
  assert.equal(store.query(), "n=6&width=2");
  store.rest();
  store.answered("n=6&width=2", "n=6&width=2.0");
  assert.deepEqual(settled, ["n=6&width=2.0"]);
});

test("nothing moved is nothing to write down", () => {
  const { store, settled } = opened("n=5");
  store.rest();
  store.answered("n=5", "n=5");
  assert.deepEqual(settled, []);
});

test("sheets share a row while each has its least width", () => {
  const sheets = [{ share: 1, least: 200 }, { share: 1, least: 200 }, { share: 1, least: 200 }];
  assert.deepEqual(placed(sheets, 500, 9).map(({ width }) => width), [241, 241, 480]);
  assert.ok(placed(sheets, 150, 9).every(({ width }) => width <= 150));
  const narrow = placed([{ share: 0.1, least: 190 }, { share: 2, least: 190 }], 500, 9);
  assert.equal(narrow[0].width, 190);
});
