import assert from "node:assert/strict";
import { test } from "node:test";

import { placesOf, readout } from "../../kpca_core/drawing/canvas/assets/figure/maps.js";
import { actionOf } from "../../kpca_core/drawing/canvas/assets/method/bar.js";
import { pictureOf, placed, placedOnStage, revealed } from "../../kpca_core/drawing/canvas/assets/method/method.js";
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

test("a picture of the stage fills its room, and the others are hidden", () => {
  const sheets = [
    { kind: "plot", equal: true, share: 1 }, { kind: "table", share: 1.4 }, { kind: "plot", share: 1 },
  ];
  const [first, second, third] = placedOnStage([[0, 1]], sheets, 717, 500);
  assert.deepEqual([first.hidden, second.hidden, third.hidden], [false, false, true]);
  assert.equal(first.width, 350);
  assert.equal(first.width, second.width);
  assert.equal(first.height, 500);
  const rows = placedOnStage([[0], [1, 2]], sheets, 717, 516);
  assert.deepEqual(rows.map(({ height }) => height), [250, 250, 250]);
  assert.equal(rows[0].width, 716);
});

test("who asks for an answer sees the picture that has it", () => {
  const before = [{ kind: "plot" }, { kind: "hidden" }, { kind: "table" }];
  const after = [{ kind: "plot" }, { kind: "matrix" }, { kind: "table" }];
  assert.deepEqual(revealed(before, after), [1]);
  const pictures = [[[0]], [[2], [1]]];
  assert.equal(pictureOf(pictures, [1], 0), 1);
  assert.equal(pictureOf(pictures, [1], 1), null);
  assert.equal(pictureOf(pictures, [], 0), null);
});

const target = (tag, more = {}) => ({
  tagName: tag, type: "", closest: () => null, ...more,
  matches: (kinds) => kinds.split(", ").includes(tag),
});
const pressed = (key, on = target("body"), more = {}) => ({ key, composedPath: () => [on], ...more });

test("a clicker's keys, arrows and space lead from step to step on the stage", () => {
  const on = (key, ...more) => actionOf(pressed(key, ...more), true);
  for (const key of ["PageDown", "ArrowRight", "ArrowDown", " "]) assert.equal(on(key), "next", key);
  for (const key of ["PageUp", "ArrowLeft", "ArrowUp"]) assert.equal(on(key), "back", key);
  assert.equal(on(" ", target("body"), { shiftKey: true }), "back");
  for (const key of ["a", ".", "b"]) assert.equal(on(key), "answer", key);
  assert.equal(on("2"), 2);
  assert.equal(on("x"), undefined);
});

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

test("a map says where the pointer is on it and what the value is there", () => {
  // Rows run from the lowest y: 0, 1 below and 2, 3 above.
  const fields = Object.assign(new Float32Array([0, 1, 2, 3]), { shape: [1, 2, 2] });
  const sheet = { region: [[-1, 1], [0, 4]], arrays: { fields } };
  assert.deepEqual(readout(sheet, 0, { s: 0.5, t: 0.5 }), ["(0; 2)", "1.5"]);
  assert.deepEqual(readout(sheet, 0, { s: 1, t: 0 }), ["(1; 0)", "1"]);
});

test("gaps keep maps below others only where rows are whole", () => {
  const tiles = [{ empty: true, text: "" }, { text: "error of a" }, { empty: true, text: "none" }, { text: "error of b" }];
  assert.deepEqual(placesOf(tiles, false), [0, 1, 2, 3]);
  assert.deepEqual(placesOf(tiles, true), [-1, 0, 1, 2]);
});
