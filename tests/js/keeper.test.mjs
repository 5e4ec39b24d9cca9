import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { turn } from "../../kpca_core/drawing/canvas/assets/numbers.js";
import { createKeeper } from "../../kpca_core/drawing/canvas/assets/streamlit/keeper.js";

const LINGER = 10000;

let log;
let keep;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  log = [];
  keep = createKeeper((parent) => {
    log.push(["create", parent.name]);
    return { moveTo: (other) => log.push(["move", other.name]), dispose: () => log.push(["dispose"]) };
  });
});

const place = (name) => ({ name, isConnected: true });

test("content of a page that was left is not taken up again", () => {
  const [a, b] = [place("a"), place("b")];
  const [content, left] = keep(a);
  a.isConnected = false;
  left();
  turn();
  assert.notEqual(keep(b)[0], content);
  mock.timers.tick(LINGER);
  assert.deepEqual(log, [["create", "a"], ["create", "b"], ["dispose"]]);
});

test("content moves from an element that was taken away to the next one", () => {
  const [a, b] = [place("a"), place("b")];
  const [content, left] = keep(a);
  a.isConnected = false;
  left();
  mock.timers.tick(LINGER - 1);
  assert.equal(keep(b)[0], content);
  mock.timers.tick(1);
  assert.deepEqual(log, [["create", "a"], ["move", "b"]]);
  assert.equal(keep(b)[0], content);
  assert.equal(log.length, 2);
});
