import assert from "node:assert/strict";
import test from "node:test";
import { isDeepStrictEqual } from "node:util";

import { createMessages } from "../../views/hosts/streamlit/messages.js";

/** A tab whose server draws when it is told to. */
function tab(stored = {}) {
  const one = { sent: [], pages: [], search: "", stored, n: 0, session: "one" };
  one.messages = createMessages({
    read: (_, key) => JSON.parse(stored[key] ?? "null"),
    write: (_, key, value) => (stored[key] = JSON.stringify(value)),
    search: () => one.search,
  });
  one.messages.connect((message) => one.sent.push(message), (pages) => one.pages.push(pages));
  one.draw = (address, { page = "explore", pages = {}, took = true } = {}) => {
    if (took) one.n = one.sent.at(-1)?.n ?? one.n;
    one.messages.drawn({ page, session: one.session, address, held: ["j"], n: one.n, pages });
  };
  one.last = () => one.sent.at(-1);
  return one;
}

test("undo, redo and the browser's history are those of a list that a reload keeps, and the whole address is sent", () => {
  let seed = 1;
  const draw = (n) => Math.floor(((seed = (seed * 16807) % 2147483647) / 2147483647) * n);
  for (let run = 0; run < 200; run += 1) {
    let one = tab();
    const [states, shown] = [[{}], [{}]];
    let at = 0;
    one.draw({});
    for (let k = 0; k < 20; k += 1) {
      const act = draw(8);
      if (act < 2) {
        const set = { ["abc"[draw(3)]]: String(draw(3)) };
        one.messages.settle({ settings: set });
        const next = { ...states[at], ...set };
        if (!isDeepStrictEqual(next, states[at])) states.splice((at += 1), Infinity, next);
      } else if (act < 4) {
        const by = act === 2 ? -1 : 1;
        one.messages.step(by);
        if (states[at + by]) at += by;
      } else if (act === 6 && one.messages.landed) {
        const wanted = states[at + (draw(2) ? 1 : -1)];
        if (!wanted) continue;
        at += [-1, 1].find((step) => isDeepStrictEqual(states[at + step], wanted));
        one.messages.travel("explore");
        one.draw(shown[0] = wanted);
      } else if (act === 7 && one.messages.landed) {
        one = tab(one.stored);
        one.draw(states[at]);
      } else if (one.messages.landed || act === 4) one.draw(shown[0] = states[at]);
      else one.draw(states[0], { took: false });
      assert.deepEqual([one.messages.earlier, one.messages.later], [at > 0, at + 1 < states.length]);
      if (one.messages.landed) continue;
      assert.deepEqual(one.last().address, states[at]);
      const other = Object.keys({ ...shown[0], ...states[at] }).filter((key) => shown[0][key] !== states[at][key]);
      assert.ok(other.every((key) => one.last().keys.includes(key)));
    }
  }
});

test("what the server writes otherwise is one state, and what it does not take is none", () => {
  const { messages, draw, stored } = tab();
  const list = () => Object.values(JSON.parse(stored["kernel-pca-explorer.states"]))[0];
  draw({});
  messages.settle({ settings: { width: 2 } });
  draw({ width: "2.0" });
  assert.deepEqual(list(), { addresses: [{}, { width: "2.0" }], position: 1, unsure: false });
  messages.settle({ settings: { width: -5 } });
  draw({ width: "2.0" });
  assert.deepEqual(list(), { addresses: [{}, { width: "2.0" }], position: 1, unsure: false });
});

test("what no address holds is sent until it was read; a state that is settled whole drops it", () => {
  const { messages, draw, last } = tab();
  draw({});
  messages.settle({ beside: { selected: [1] } });
  messages.settle({ settings: { width: 2 }, beside: { mark: "+ x" } });
  assert.deepEqual(last().beside, { selected: [1], mark: "+ x" });
  messages.settle({ address: {}, beside: { whole: true } });
  assert.deepEqual(last().beside, { whole: true });
  draw({});
  messages.settle({ settings: { width: 2 } });
  assert.deepEqual(last().beside, {});
});

test("what is in the hand is no state, and stays there", () => {
  const one = tab();
  one.draw({ width: "1" });
  one.draw({ width: "1", j: "3" });
  assert.equal(one.messages.earlier, false);
  one.draw({ width: "2", j: "3" });
  one.search = "?width=2&j=5";
  one.messages.step(-1);
  assert.deepEqual(one.last().address, { width: "1", j: "5" });
  one.messages.settle({ settings: { width: 4 } });
  assert.deepEqual(one.last().address, { width: "4", j: "5" });
  one.messages.settle({ address: { story: "x" } });
  assert.deepEqual(one.last().address, { story: "x" });
});

test("whoever follows a link to another page settles nothing on this one", () => {
  const { messages, draw, sent } = tab();
  draw({});
  draw({ width: "2" });
  messages.leave("scale");
  messages.step(-1);
  messages.settle({ settings: { width: 3 } });
  draw({ width: "2" });
  messages.step(-1);
  assert.equal(sent.length, 0);
  draw({}, { page: "scale" });
  messages.settle({ settings: { seed: 3 } });
  assert.equal(sent.length, 1);
  messages.leave("scale");
  messages.settle({ settings: { seed: 4 } });
  assert.equal(sent.length, 2, "it is this page");
});

test("what was told before a component could send is sent then", () => {
  const first = tab();
  first.draw({}, { pages: { explore: {}, scale: { seed: "5" } } });
  const late = createMessages({
    read: (_, key) => JSON.parse(first.stored[key] ?? "null"),
    write: () => {},
    search: () => "",
  });
  late.drawn({ page: "explore", session: "two", address: {}, held: [], n: 0, pages: { explore: {} } });
  late.settle({ settings: { width: 2 } });
  const [sent, pages] = [[], []];
  for (const _ of "12") late.connect((message) => sent.push(message), (all) => pages.push(all));
  assert.deepEqual([sent.length, sent[0].address], [1, { width: "2" }]);
  assert.deepEqual(pages, [{ explore: {}, scale: { seed: "5" } }]);
});

test("a reload before the server's own form of a state was drawn keeps the states before it", () => {
  const stored = {};
  const before = tab(stored);
  for (const address of [{}, { points: "a" }]) before.draw(address);
  before.messages.settle({ settings: { points: "packed here" } });
  const after = tab(stored);
  after.draw({ points: "packed there" });
  assert.equal(after.messages.earlier, true);
  after.messages.step(-1);
  assert.deepEqual(after.last().address, { points: "a" });
  after.draw({ points: "a" });
  after.messages.step(1);
  assert.deepEqual(after.last().address, { points: "packed there" });
});

test("nothing is sent on the way to another page, whichever way leads there", () => {
  for (const go of [(messages) => messages.leave("scale"), (messages) => messages.travel("scale")]) {
    const one = tab({ "kernel-pca-explorer.pages": JSON.stringify({ digits: { n: "2" } }) });
    one.draw({}, { pages: { digits: { n: "2" } } });
    go(one.messages);
    assert.equal(one.messages.leaving, true);
    one.messages.settle({ settings: { width: 2 } });
    // The last run of the page that is left may still draw.
    one.draw({});
    assert.deepEqual([one.sent, one.pages], [[], []]);
    one.draw({}, { page: "scale" });
    assert.equal(one.messages.leaving, false);
    assert.equal(one.pages.length, 1, "the session does not know all pages");
    one.messages.settle({ settings: { seed: 2 } });
    assert.equal(one.last().page, "scale");
  }
});

test("whoever waits goes on once the page shows what was settled last", () => {
  const { messages, draw } = tab();
  const told = [];
  draw({});
  messages.after(() => told.push("at once"));
  messages.settle({ beside: { tour: 1 } });
  messages.after(() => told.push("landed"));
  draw({}, { took: false });
  assert.deepEqual(told, ["at once"]);
  draw({ tour: "1" });
  assert.deepEqual(told, ["at once", "landed"]);
  messages.settle({ settings: { width: 1 } });
  messages.after(() => told.push("moved"));
  messages.travel("sweep");
  draw({ width: "1" });
  assert.deepEqual(told, ["at once", "landed", "moved"]);
});

test("another link in the same tab begins anew", () => {
  const first = tab();
  for (const width of ["a", "b"]) first.draw({ width });
  const other = tab(first.stored);
  other.draw({ width: "z" });
  assert.deepEqual([other.messages.earlier, other.messages.later], [false, false]);
});
