import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { createDelivery } from "../../kpca_core/drawing/canvas/assets/delivery.js";
import { pass, stopClock } from "./stopped_clock.mjs";

let log;
let state;
let held;
let delivery;

beforeEach(() => {
  [log, state, held] = [[], "idle", false];
  delivery = createDelivery(
    {
      send: (values) => log.push(["send", values]),
      draw: (settings) => log.push(["draw", settings]),
      load: (settings) => log.push(["load", settings]),
      state: () => state,
      held: () => held,
    },
    stopClock(),
  );
});

const SENT = { request: 7, values: { width: 0.3 } };
const NAMED = { width: 0.3 };

test("a release is sent, and confirmed by a frame with its value", () => {
  delivery.release(SENT, NAMED);
  delivery.settled({ token: "data=clusters&width=0.3", request: 3 });
  pass(20000);
  assert.deepEqual(log, [["send", SENT]]);
});

test("edited points are confirmed by the frame whose settings name them", () => {
  const named = { width: 0.3, points: "1.abc" };
  delivery.release(SENT, named);
  delivery.settled({ token: "points=1.ab&width=0.3", request: 3 });
  pass(2500);
  assert.deepEqual(log.slice(1), [["draw", named]]);
  delivery.settled({ token: "points=1.abc&width=0.3", request: 3 });
  pass(20000);
  assert.equal(log.length, 2);
});

test("points that went back to the data set's are confirmed by settings that name none", () => {
  delivery.release(SENT, { ...NAMED, points: "" });
  delivery.settled({ token: "width=0.3&points=", request: 3 });
  pass(20000);
  assert.equal(log.length, 1);
});

test("a frame of before confirms nothing; then the address is drawn, and at last loaded", () => {
  delivery.release(SENT, NAMED);
  delivery.settled({ token: "data=clusters&width=0.1", request: 3 });
  pass(1500);
  assert.deepEqual(log, [["send", SENT]]);
  pass(1000);
  assert.deepEqual(log.slice(1), [["draw", NAMED]]);
  pass(2500);
  assert.deepEqual(log.slice(2), [["load", NAMED]]);
});

test("what was set after the release is not undone", () => {
  for (const token of ["width=0.2", "width=0.1"]) {
    log.length = 0;
    delivery.settled({ token: "width=0.1", request: 0, released: 0 });
    delivery.release(SENT, NAMED);
    delivery.settled({ token, request: 7, released: 7 });
    pass(20000);
    assert.deepEqual(log, [["send", SENT]], `${token} may be an undo of the release`);
  }
});

test("a frame of the drag, of before the release, is none that overtook it", () => {
  delivery.settled({ token: "width=0.1", request: 0 });
  delivery.release(SENT, NAMED);
  delivery.settled({ token: "width=0.1", request: 7, released: 3 });
  pass(3000);
  assert.deepEqual(log.at(-1), ["draw", NAMED]);
});

test("work that takes long is waited for", () => {
  delivery.release(SENT, NAMED);
  state = "busy";
  pass(30000);
  state = "idle";
  pass(1000);
  delivery.settled({ token: "width=0.3", request: 3 });
  pass(10000);
  assert.deepEqual(log, [["send", SENT]]);
});

test("a release while the line is lost goes out when it is back, within 5 s", () => {
  delivery.line(false);
  state = "down";
  delivery.release(SENT, NAMED);
  pass(20000);
  assert.deepEqual(log, []);
  delivery.line(true);
  pass(1000);
  state = "idle";
  pass(500);
  assert.deepEqual(log, [["draw", NAMED]]);
  delivery.settled({ token: "width=0.3", request: 3 });
  pass(10000);
  assert.equal(log.length, 1);
});

test("where the page's own line does not come back the address is loaded", () => {
  delivery.line(false);
  state = "down";
  delivery.release(SENT, NAMED);
  delivery.line(true);
  pass(4000);
  assert.deepEqual(log, [["load", NAMED]]);
});

test("after a loss the page is drawn anew, but not under the hand", () => {
  delivery.line(false);
  held = true;
  delivery.line(true);
  pass(5000);
  assert.deepEqual(log, []);
  held = false;
  delivery.release(SENT, NAMED);
  assert.deepEqual(log, [["draw", NAMED]]);
  delivery.settled({ token: "width=0.3", request: 3 });
  delivery.release(SENT, NAMED);
  assert.deepEqual(log.at(-1), ["send", SENT]);
});

test("without a value the page is drawn until it answers, and never loaded", () => {
  delivery.line(false);
  delivery.line(true);
  pass(9000);
  assert.ok(log.length >= 2 && log.every(([what]) => what === "draw"));
  delivery.settled({ token: "width=0.1", request: 3 });
  const { length } = log;
  pass(9000);
  assert.equal(log.length, length);
});

test("a message waits after a loss until the page was drawn anew, the last one only", () => {
  const message = (name) => () => log.push([name]);
  delivery.pass(message("at once"));
  assert.deepEqual(log, [["at once"]]);
  delivery.line(false);
  delivery.pass(message("open 1"));
  delivery.line(true);
  delivery.pass(message("open 2"));
  pass(300);
  assert.deepEqual(log, [["at once"], ["draw", {}]]);
  delivery.settled({ token: "width=0.3", request: 3 });
  delivery.settled({ token: "width=0.3", request: 3 });
  assert.deepEqual(log, [["at once"], ["draw", {}], ["open 2"]]);
});

test("after dispose nothing goes out", () => {
  delivery.release(SENT, NAMED);
  delivery.dispose();
  pass(9000);
  assert.equal(log.length, 1);
});

test("points moved while the line was lost are sent once the page is drawn again", () => {
  const moved = { ...SENT, changes: [[3, 0.1, 0.2, 0]] };
  delivery.line(false);
  delivery.release(moved, { ...NAMED, points: "1.old" });
  pass(10000);
  assert.deepEqual(log, []);
  delivery.line(true);
  pass(500);
  assert.deepEqual(log, [["draw", { ...NAMED, points: "1.old" }]]);
  delivery.settled({ token: "points=1.old&width=0.3", request: 0 });
  assert.deepEqual(log.slice(1), [["send", moved]]);
});
