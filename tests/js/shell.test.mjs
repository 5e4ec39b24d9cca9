// The shell of the edition without a server: what it works out, and how it speaks with Python.

import assert from "node:assert/strict";
import { test } from "node:test";

import { beforehand, hrefOf, loadingSaid, reconcile, severalOf, severalText, textsOf } from "../../views/hosts/static/shell/plain.js";
import { createPython, socketOf } from "../../views/hosts/static/shell/python.js";
import { decode } from "../../kpca_core/drawing/canvas/assets/wire.js";

const ROOT = "http://localhost/edition/";
const MODES = [["1", "1"], ["2", "2"], ["3", "3"]];

test("an address leads to its page below the root, and a drawing alone leads to one", () => {
  assert.equal(hrefOf(ROOT, "explore", {}), ROOT);
  assert.equal(hrefOf(ROOT, "compare", { data: "rings" }), `${ROOT}compare?data=rings`);
  assert.equal(hrefOf(ROOT, "sweep", {}, "?embed=figure"), `${ROOT}sweep?embed=figure`);
  assert.deepEqual(textsOf("?lang=zh&data=rings&embed=figure"), { data: "rings" });
});

test("what is said of loading names megabytes, and seconds once they can be told", () => {
  assert.match(loadingSaid({ done: 0, total: 10 * 2 ** 20 }, 1), /0\.1 of 10\.0 MB/);
  assert.match(loadingSaid({ done: 2 ** 20, total: 4 * 2 ** 20 }, 2), /About 6 s/);
});

test("what is chosen of several is a text, and a text what is chosen", () => {
  const all = { kind: "several", options: MODES };
  assert.equal(severalText(all, ["1", "2", "3"]), "");
  assert.equal(severalText(all, ["3", "1"]), "1,3");
  assert.equal(severalText(all, []), "none");
  assert.deepEqual(severalOf({ ...all, value: "" }), ["1", "2", "3"]);
  assert.deepEqual(severalOf({ ...all, value: "none" }), []);
  const named = { kind: "several", options: [[1, "height"], [2, "width"]] };
  assert.deepEqual(severalOf({ ...named, value: "" }), []);
  assert.equal(severalText(named, []), "");
  assert.equal(severalText({ kind: "methodsfield", options: [["a", "A"], ["b", "B"]] }, ["b", "a"]), "b,a");
});

/** A stand-in for an element with children. */
function place() {
  return {
    children: [],
    insertBefore(node, other) {
      this.children = this.children.filter((one) => one !== node);
      this.children.splice(other ? this.children.indexOf(other) : this.children.length, 0, node);
      node.moved = (node.moved ?? 0) + 1;
      node.remove = () => (this.children = this.children.filter((one) => one !== node));
    },
  };
}

test("an element stays with its block, and one that has no block leaves", () => {
  const left = [];
  const draw = (entry, node) => Object.assign(node ?? { querySelectorAll: () => [], left: () => left.push(entry.key) }, { entry });
  const here = place();
  reconcile(here, [{ block: "Figure", key: "a" }, { block: "Words", text: "x" }, { block: "Figure", key: "b" }], draw);
  const [a, words, b] = here.children;
  reconcile(here, [{ block: "Words", text: "y" }, { block: "Figure", key: "b" }, { block: "Divider" }], draw);
  assert.deepEqual(here.children.slice(0, 2), [words, b]);
  assert.equal(words.entry.text, "y");
  assert.equal(words.moved, 1);
  assert.deepEqual(left, ["a"]);
  assert.ok(!here.children.includes(a));
});

/** A worker that answers when it is told to. */
function worker() {
  const one = { sent: [], terminated: false, postMessage: (message) => one.sent.push(message), terminate: () => (one.terminated = true) };
  one.answer = (bytes) => one.onmessage({ data: { id: one.sent.at(-1).id, answer: bytes } });
  return one;
}

test("one question is under way at a time, and frames come first", async () => {
  const one = worker();
  const python = createPython(() => one, () => {});
  const asked = ["page", "file", "frame"].map((ask) => python.ask({ ask }));
  assert.deepEqual(one.sent, []);
  python.start();
  const order = () => one.sent.map(({ asked: text }) => JSON.parse(text).ask);
  assert.deepEqual(order(), ["frame"]);
  one.answer("f");
  assert.deepEqual(order(), ["frame", "page"]);
  one.answer("p");
  one.answer("c");
  assert.deepEqual(await Promise.all(asked), ["p", "c", "f"]);
});

test("Python that is stopped fails what it was asked, and a new one answers", async () => {
  const workers = [worker(), worker()];
  const started = [...workers];
  const python = createPython(() => started.shift(), () => {});
  python.start();
  const lost = python.ask({ ask: "work" });
  python.stop();
  await assert.rejects(lost, /stopped/);
  assert.ok(workers[0].terminated);
  const next = python.ask({ ask: "page" });
  workers[1].answer("new");
  assert.equal(await next, "new");
});

test("the socket answers in the order of the questions, announces some frames and refuses none silently", async () => {
  const frames = { 1: new Uint8Array([1]), 2: new Uint8Array(), 3: new Uint8Array([3]) };
  const python = { worked: 7, ask: ({ question }) => (question.n === 3 ? Promise.reject(new Error("lost")) : Promise.resolve(frames[question.n])) };
  const Socket = socketOf(python, ({ address }) => (address === "held" ? frames[3] : undefined));
  const line = new Socket("ws://nowhere");
  const heard = [];
  const whole = new Promise((done) => {
    line.onmessage = ({ data }) => heard.push(data) === 7 && done();
  });
  await new Promise((opened) => (line.onopen = opened));
  assert.equal(line.readyState, Socket.OPEN);
  for (const question of [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4, address: "held" }]) line.send(JSON.stringify(question));
  line.send("ping");
  await whole;
  assert.equal(heard[0], "pong");
  assert.deepEqual(heard.slice(1), ["1 7", frames[1], "refused", "refused", "4 0", frames[3]]);
  line.close();
  line.send(JSON.stringify({ n: 1 }));
  assert.equal(heard.length, 7);
});

/** A frame as `wire.py` packs one: a header padded to eight bytes, and an array of a byte each. */
function framed(header, bytes) {
  const arrays = { a: { dtype: "uint8", shape: [bytes.length], offset: 0 } };
  let text = JSON.stringify({ ...header, arrays });
  while ((4 + text.length) % 8) text += " ";
  const head = new Uint8Array(4);
  new DataView(head.buffer).setUint32(0, text.length, true);
  return Uint8Array.from([...head, ...new TextEncoder().encode(text), ...bytes]);
}

test("before Python is there a drag has the frame of the nearest value, with the question's number", () => {
  const arrays = { frame0: framed({ n: 1, of: "low" }, [1, 2, 3]), frame1: framed({ n: 2, of: "high" }, [4, 5, 6]) };
  const held = beforehand({ key: "width", at: [0.1, 1], rest: { j: "1" }, arrays }, "explore");
  for (const [n, width, of, first] of [[7, 0.3, "low", 1], [12345, 0.33, "high", 4], [1e9, 50, "high", 4]]) {
    const { arrays: found, ...header } = decode(held({ n, page: "explore", address: `width=${width}&j=1` }));
    assert.deepEqual([header.n, header.of, found.a[0]], [n, of, first]);
  }
  for (const [page, address] of [["explore", "width=0.3&data=rings"], ["sweep", "width=0.3"], ["explore", "width=0"], ["explore", "j=2&width=1"], ["explore", ""]]) {
    assert.equal(held({ n: 1, page, address }), undefined);
  }
});
