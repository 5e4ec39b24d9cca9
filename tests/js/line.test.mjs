import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { createSending } from "../../kpca_core/drawing/canvas/assets/streamlit/line.js";
import { pass, stopClock } from "./stopped_clock.mjs";

let log;
let state;
let sending;

beforeEach(() => {
  [log, state] = [[], "idle"];
  const page = { state: () => state, draw: () => log.push("draw") };
  sending = createSending((message) => log.push(message), page, stopClock());
});

test("a message that is confirmed is sent once", () => {
  sending.send("a");
  pass(500);
  sending.confirmed();
  pass(20000);
  assert.deepEqual(log, ["a"]);
  assert.equal(sending.pending, null);
});

test("a message from an outage waits until the page has drawn itself again", () => {
  state = "down";
  sending.send("a");
  pass(10000);
  assert.deepEqual(log, []);
  state = "busy";
  pass(3000);
  assert.deepEqual(log, []);
  state = "idle";
  pass(900);
  assert.deepEqual(log, ["draw"]);
  pass(600);
  assert.deepEqual(log, ["draw", "a"]);
});

test("a message that a server took along is sent again to the next one", () => {
  sending.send("a");
  state = "down";
  pass(5000);
  state = "idle";
  pass(1600);
  assert.deepEqual(log, ["a", "draw", "a"]);
  sending.confirmed();
  pass(20000);
  assert.equal(log.length, 3);
});

test("long work is no loss, and a newer message takes the place of an older one", () => {
  sending.send("a");
  state = "busy";
  pass(60000);
  sending.send("b");
  pass(60000);
  assert.deepEqual(log, ["a", "b"]);
  state = "idle";
  pass(1600);
  assert.deepEqual(log, ["a", "b", "draw", "b"]);
});

test("a message that nothing ever confirms is given up after five tries", () => {
  sending.send("a");
  pass(60000);
  assert.deepEqual(log, ["a", "draw", "a", "a", "a", "a"]);
  assert.equal(sending.pending, null);
});
