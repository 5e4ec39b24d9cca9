import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { createQueue } from "../../kpca_core/drawing/canvas/assets/queue.js";

let sent;
let committed;
let isReady;
let queue;

/** A queue whose questions are counted from 1. */
beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  [sent, committed, isReady] = [0, 0, true];
  queue = createQueue({
    send: () => (sent += 1),
    commit: () => (committed += 1),
    ready: () => isReady,
    number: () => sent + 1,
  });
});

// What is done, and how many questions have been sent and settings committed then.
const WALKS = {
  "one question is in flight, and the last state always goes out": [
    ["push", 1, 0], ["push", 1, 0], ["push", 1, 0], ["answered", 1, 2, 0], ["answered", 2, 2, 0],
  ],
  "it recovers when no answer comes for 1500 ms": [["push", 1, 0], ["push", 1, 0], ["tick", 1499, 1, 0], ["tick", 1, 2, 0]],
  "the commit waits for everything sent, and comes once": [
    ["push", 1, 0], ["push", 1, 0], ["finish", 1, 0], ["answered", 1, 2, 0], ["answered", 2, 2, 1], ["answered", 2, 2, 1],
  ],
  "a new drag takes back the commit of the last one": [
    ["push", 1, 0], ["finish", 1, 0], ["push", 1, 0], ["answered", 1, 2, 0], ["answered", 2, 2, 0],
  ],
  "what is lost with the line is asked for anew, and the release is not lost with it": [
    ["push", 1, 0], ["push", 1, 0], ["finish", 1, 0], ["again", 2, 0], ["answered", 2, 2, 1],
  ],
  "nothing is sent or committed until the element is ready, and then all goes on": [
    ["push", 1, 0], ["ready", false, 1, 0], ["push", 1, 0], ["finish", 1, 0], ["tick", 3000, 1, 0],
    ["ready", true, 1, 0], ["answered", 1, 2, 0], ["answered", 2, 2, 1],
  ],
};

for (const [name, steps] of Object.entries(WALKS)) {
  test(name, () => {
    for (const [act, ...rest] of steps) {
      const [wanted, [what]] = [rest.slice(-2), rest];
      if (act === "tick") mock.timers.tick(what);
      else if (act === "ready") isReady = what;
      else queue[act](what);
      assert.deepEqual([sent, committed], wanted, `${act} ${what}`);
    }
  });
}

test("a frame settles the queue if it answers all and nothing waits", () => {
  assert.equal(queue.settledBy(0), true);
  queue.push();
  assert.deepEqual([0, 1].map(queue.settledBy), [false, true]);
  queue.push();
  assert.equal(queue.settledBy(1), false);
});
