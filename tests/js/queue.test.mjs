import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { createQueue } from "../../kpca_core/drawing/canvas/assets/queue.js";

let sent;
let committed;
let queue;

/** A queue whose questions are counted from 1, unless this says otherwise. */
function create(options = {}) {
  let newest = 0;
  return createQueue({
    send: (n, values) => sent.push([n, values.c]),
    commit: (values) => committed.push(values.c),
    number: () => (newest += 1),
    ...options,
  });
}

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  sent = [];
  committed = [];
  queue = create();
});

test("the first value goes out at once", () => {
  queue.push({ c: 1 });
  assert.deepEqual(sent, [[1, 1]]);
});

test("one question is in flight, the newest value wins, the last always goes out", () => {
  for (const c of [1, 2, 3, 4]) queue.push({ c });
  assert.deepEqual(sent, [[1, 1]]);
  queue.answered(1);
  assert.deepEqual(sent, [[1, 1], [2, 4]]);
  queue.answered(2);
  assert.equal(sent.length, 2);
});

test("a frame that answers an older question releases nothing", () => {
  queue.push({ c: 1 });
  queue.answered(1);
  queue.push({ c: 2 });
  queue.push({ c: 3 });
  queue.answered(1);
  assert.deepEqual(sent, [[1, 1], [2, 2]]);
});

test("it recovers when no answer comes for 1500 ms", () => {
  queue.push({ c: 1 });
  queue.push({ c: 2 });
  mock.timers.tick(1499);
  assert.equal(sent.length, 1);
  mock.timers.tick(1);
  assert.deepEqual(sent, [[1, 1], [2, 2]]);
  queue.answered(1);
  assert.equal(queue.settledBy(1), false);
  queue.answered(2);
  assert.equal(queue.settledBy(2), true);
});

test("as many questions are in flight as there is room for", () => {
  let most = 3;
  queue = create({ room: () => most });
  for (const c of [1, 2, 3, 4, 5]) queue.push({ c });
  assert.deepEqual(sent, [[1, 1], [2, 2], [3, 3]]);
  queue.answered(1);
  assert.deepEqual(sent.at(-1), [4, 5]);
  most = 1;
  queue.push({ c: 6 });
  queue.answered(2);
  queue.answered(3);
  assert.equal(sent.length, 4);
  queue.finish({ c: 6 });
  queue.answered(4);
  assert.deepEqual(sent.at(-1), [5, 6]);
  assert.deepEqual(committed, []);
  queue.answered(5);
  assert.deepEqual(committed, [6]);
});

test("a lost answer makes room for one more question, later ones keep theirs", () => {
  queue = create({ room: () => 2, timeout: () => 1000 });
  queue.push({ c: 1 });
  mock.timers.tick(600);
  queue.push({ c: 2 });
  queue.push({ c: 3 });
  mock.timers.tick(400);
  assert.deepEqual(sent, [[1, 1], [2, 2], [3, 3]]);
  queue.push({ c: 4 });
  assert.equal(sent.length, 3);
  mock.timers.tick(600);
  assert.deepEqual(sent.at(-1), [4, 4]);
});

test("the timeout of an answered question does not release the next one", () => {
  queue.push({ c: 1 });
  mock.timers.tick(1000);
  queue.answered(1);
  queue.push({ c: 2 });
  queue.push({ c: 3 });
  mock.timers.tick(1000);
  assert.equal(sent.length, 2);
});

test("the commit waits for everything sent, and comes once", () => {
  queue.push({ c: 1 });
  queue.push({ c: 2 });
  queue.finish({ c: 2 });
  queue.answered(1);
  assert.deepEqual(committed, []);
  queue.answered(2);
  queue.answered(2);
  assert.deepEqual(committed, [2]);
});

test("with nothing in flight the commit is immediate", () => {
  queue.finish({ c: 5 });
  queue.finish({ c: 6 });
  assert.deepEqual(committed, [5, 6]);
  queue.push({ c: 7 });
  assert.deepEqual(sent, [[1, 7]]);
});

test("the commit comes after the timeout where the last answer never does", () => {
  queue.push({ c: 1 });
  queue.finish({ c: 1 });
  mock.timers.tick(1500);
  assert.deepEqual(committed, [1]);
});

test("a new drag takes back the commit of the last one", () => {
  queue.push({ c: 1 });
  queue.finish({ c: 1 });
  queue.push({ c: 2 });
  queue.answered(1);
  queue.answered(2);
  assert.deepEqual(committed, []);
});

test("what is lost with the line is asked for anew, and the release is not lost with it", () => {
  queue.push({ c: 1 });
  queue.push({ c: 2 });
  queue.finish({ c: 2 });
  queue.again({ c: 2 });
  assert.deepEqual(sent, [[1, 1], [2, 2]]);
  assert.deepEqual(committed, []);
  queue.answered(2);
  assert.deepEqual(committed, [2]);
});

test("a value under the hand that is asked for anew is not committed", () => {
  queue.push({ c: 1 });
  queue.again({ c: 1 });
  queue.answered(2);
  mock.timers.tick(3000);
  assert.deepEqual(sent, [[1, 1], [2, 1]]);
  assert.deepEqual(committed, []);
});

test("nothing is sent or committed until the element is ready, and then all goes on", () => {
  let ready = true;
  queue = create({ ready: () => ready });
  queue.push({ c: 1 });
  ready = false;
  queue.push({ c: 2 });
  queue.finish({ c: 2 });
  mock.timers.tick(3000);
  assert.deepEqual(sent, [[1, 1]]);
  ready = true;
  queue.answered(1);
  assert.deepEqual(sent, [[1, 1], [2, 2]]);
  queue.answered(2);
  assert.deepEqual(committed, [2]);
});

test("a frame settles the queue if it answers all and nothing waits", () => {
  assert.equal(queue.settledBy(0), true);
  queue.push({ c: 1 });
  assert.equal(queue.settledBy(0), false);
  assert.equal(queue.settledBy(1), true);
  queue.push({ c: 2 });
  assert.equal(queue.settledBy(1), false);
});

test("after dispose nothing is sent", () => {
  queue.push({ c: 1 });
  queue.push({ c: 2 });
  queue.dispose();
  mock.timers.tick(5000);
  assert.equal(sent.length, 1);
});
