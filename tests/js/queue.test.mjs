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

test("one question is in flight, the newest value wins, the last always goes out", () => {
  for (const c of [1, 2, 3, 4]) queue.push({ c });
  assert.deepEqual(sent, [[1, 1]]);
  queue.answered(1);
  assert.deepEqual(sent, [[1, 1], [2, 4]]);
  queue.answered(2);
  assert.equal(sent.length, 2);
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
