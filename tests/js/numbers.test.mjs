import assert from "node:assert/strict";
import { test } from "node:test";

import { createOrder } from "../../kpca_core/drawing/canvas/assets/numbers.js";

test("what is older than what was settled is not shown, however it comes", () => {
  const order = createOrder();
  assert.ok(order.takes(0));
  order.settle(7);
  for (const held of [false, true]) assert.equal(order.takes(6, held), false);
  assert.ok(order.takes(7));
  order.settle(9);
  assert.ok(order.takes(12), "an answer to something later knows of it");
});

test("under the pointer nothing older than the picture is shown", () => {
  const order = createOrder();
  assert.ok(order.takes(5, true));
  assert.equal(order.takes(4, true), false);
  assert.ok(order.takes(5, true));
  assert.ok(order.takes(2), "at rest a page without a new message is drawn as it is");
});

test("what no message was sent for, or was answered, does not stand in the way", () => {
  const order = createOrder();
  order.settle(0);
  assert.ok(order.takes(0));
  order.settle(3);
  order.settle(0);
  assert.equal(order.takes(2), false, "the one before is still due");
  assert.ok(order.takes(3));
  assert.ok(order.takes(0), "a server that was restarted has had no message");
});
