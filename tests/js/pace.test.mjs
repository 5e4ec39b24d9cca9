import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { createPace } from "../../kpca_core/drawing/canvas/assets/pace.js";
import { createStatus } from "../../kpca_core/drawing/canvas/assets/status.js";

let time;

beforeEach(() => {
  time = 0;
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  mock.method(performance, "now", () => time);
});

function pass(milliseconds) {
  time += milliseconds;
  mock.timers.tick(milliseconds);
}

/** Frames over a line with a round trip in ms and a speed in bytes a ms. */
function drag(pace, { trip, speed, bytes, frames = 20, worked = 0 }) {
  for (let n = 1; n <= frames; n += 1) {
    pace.asked(n);
    pass(trip + worked);
    pace.announced(worked);
    pass(bytes / speed);
    pace.answered(n, bytes);
  }
}

const LINES = {
  "an unknown line is taken for a slow one with a short way": [null, 1, { samples: 69, deflate: true }],
  "on a fast line one question asks for what the panels can show": [{ trip: 12, speed: 50000, bytes: 50000 }, 1, { samples: 69, deflate: false }],
  "a way of 50 ms, as through a notebook's server, is filled with two": [{ trip: 50, speed: 50000, bytes: 50000 }, 2, {}],
  "a long way is filled, and a slow line has smaller frames": [{ trip: 400, speed: 200, bytes: 20000 }, 4, { deflate: true }],
  "neither work nor the time of carrying is filled": [{ trip: 12, speed: 200, bytes: 20000, worked: 2000 }, 1, {}],
  "frames never become too coarse to be read": [{ trip: 400, speed: 5, bytes: 12000 }, 4, { samples: 24 }],
};

for (const [name, [line, room, detail]] of Object.entries(LINES)) {
  test(name, () => {
    const pace = createPace();
    if (line) drag(pace, line);
    assert.equal(pace.room(), room);
    const found = pace.detail(250, 8);
    assert.deepEqual({ ...found, ...detail }, found);
    assert.ok(found.samples >= 24 && found.samples <= 69);
  });
}

test("a slow line is not taken for a fast one because a busy page saw some frames late", () => {
  const pace = createPace();
  for (let i = 0; i < 4; i += 1) {
    drag(pace, { trip: 600, speed: 50000, bytes: 50000, frames: 2 });
    drag(pace, { trip: 400, speed: 200, bytes: 50000, frames: 1 });
  }
  assert.equal(pace.detail(250, 8).deflate, true);
});

/** A status on a stand-in for the page. */
function statusOn() {
  const classes = new Set();
  globalThis.document = { createElement: () => ({ setAttribute() {}, append() {}, textContent: "", hidden: true }) };
  const pace = createPace();
  const status = createStatus({ classList: { toggle: (name, on) => (on ? classes.add(name) : classes.delete(name)) } }, pace);
  return { status, pace, isOld: () => classes.has("old") && !status.element.hidden };
}

test("frames that keep coming do not blink, fast or slow; one that does not come, or a lost line, is said", () => {
  for (const every of [16, 250, 400]) {
    const { status, pace, isOld } = statusOn();
    for (let n = 1; n < 12; n += 1) {
      pace.asked(n);
      pace.asked(n + 0.5);
      status.watch();
      for (let passed = 0; passed < every; passed += 10) {
        pass(10);
        assert.ok(n <= 3 || !isOld(), `${every} ms`);
      }
      pace.answered(n, 10);
      status.painted();
    }
    pace.asked(12);
    status.watch();
    pass(2000);
    assert.ok(isOld() && status.element.textContent === "Working …");
    pace.answered(12, 10);
    status.painted();
    assert.ok(!isOld());
    status.lost(true);
    assert.ok(isOld() && /connection/.test(status.element.textContent));
  }
});
