import assert from "node:assert/strict";
import { test } from "node:test";

import { createPace } from "../../kpca_core/drawing/canvas/assets/pace.js";
import { createStatus } from "../../kpca_core/drawing/canvas/assets/status.js";

/** Frames over a line with a round trip in ms and a speed in bytes a ms. */
function drag(pace, clock, { trip, speed, bytes, frames = 20, worked = 0 }) {
  for (let n = 1; n <= frames; n += 1) {
    pace.asked(n);
    clock.time += trip + worked;
    pace.announced(worked);
    clock.time += bytes / speed;
    pace.answered(n, bytes);
  }
}

function paced(line) {
  const clock = { time: 0, now: () => clock.time };
  const pace = createPace(clock);
  if (line) drag(pace, clock, line);
  return pace;
}

test("an unknown line is taken for a slow one with a short way", () => {
  assert.deepEqual(paced().detail(250, 8), { samples: 69, deflate: true });
  assert.equal(paced().room(), 1);
});

test("on a fast line one question at a time asks for what the panels can show", () => {
  const pace = paced({ trip: 12, speed: 50000, bytes: 50000 });
  assert.deepEqual(pace.detail(250, 8), { samples: 69, deflate: false });
  assert.deepEqual(pace.detail(500, 8), { samples: 139, deflate: false });
  assert.equal(pace.room(), 1);
});

test("a way of 50 ms, as through a notebook's server, is filled with two questions", () => {
  assert.equal(paced({ trip: 50, speed: 50000, bytes: 50000 }).room(), 2);
});

test("a long way is filled with questions, and a slow line has smaller frames", () => {
  const pace = paced({ trip: 400, speed: 200, bytes: 20000 });
  assert.equal(pace.room(), 4);
  const { samples, deflate } = pace.detail(250, 8);
  assert.ok(samples >= 24 && samples < 69 && deflate);
  assert.ok(pace.timeout() > 2000);
});

test("neither work of the server nor the time that a frame is carried is filled with questions", () => {
  assert.equal(paced({ trip: 12, speed: 200, bytes: 20000, worked: 2000 }).room(), 1);
});

test("frames never become too coarse to be read", () => {
  assert.equal(paced({ trip: 400, speed: 5, bytes: 12000 }).detail(250, 8).samples, 24);
});

test("a slow line is not taken for a fast one because a busy page saw some frames late", () => {
  const clock = { time: 0, now: () => clock.time };
  const pace = createPace(clock);
  for (let i = 0; i < 4; i += 1) {
    drag(pace, clock, { trip: 600, speed: 50000, bytes: 50000, frames: 2 });
    drag(pace, clock, { trip: 400, speed: 200, bytes: 50000, frames: 1 });
  }
  assert.equal(pace.detail(250, 8).deflate, true);
});

test("it knows since when an answer is awaited", () => {
  const clock = { time: 5, now: () => clock.time };
  const pace = createPace(clock);
  pace.asked(1);
  clock.time = 9;
  pace.asked(2);
  assert.equal(pace.since, 5);
  pace.answered(1, 100);
  assert.equal(pace.since, 9);
  pace.forget();
  assert.equal(pace.since, null);
});

/** A status on a stand-in for the page, with a clock of its own. */
function statusOn() {
  const timers = new Map();
  const clock = {
    time: 0,
    now: () => clock.time,
    setTimeout: (run, after) => timers.set(timers.size + 1, [clock.time + after, run]) && timers.size,
    clearTimeout: (id) => timers.set(id, [Infinity, null]),
    to(time) {
      for (; clock.time < time; clock.time += 10) {
        for (const [id, [due, run]] of timers) {
          if (due > clock.time) continue;
          timers.set(id, [Infinity, null]);
          run();
        }
      }
    },
  };
  const classes = new Set();
  globalThis.document = {
    createElement: () => ({ setAttribute() {}, append() {}, textContent: "", hidden: true }),
  };
  const root = {
    classList: { toggle: (name, on) => (on ? classes.add(name) : classes.delete(name)) },
  };
  const pace = createPace(clock);
  const status = createStatus(root, pace, clock);
  return { status, pace, clock, classes, line: () => status.element };
}

test("after 0.3 s without an answer the picture is old, and says why", () => {
  const { status, pace, clock, classes, line } = statusOn();
  pace.asked(1);
  status.watch();
  clock.to(280);
  assert.ok(!classes.has("old") && line().hidden);
  clock.to(340);
  assert.ok(classes.has("old") && line().textContent === "Working …");
  pace.answered(1, 10);
  status.painted();
  assert.ok(!classes.has("old") && line().hidden);
});

test("frames that keep coming do not blink, fast or slow", () => {
  for (const every of [16, 250, 400]) {
    const { status, pace, clock, classes } = statusOn();
    let seen = 0;
    for (let n = 1; n < 12; n += 1) {
      pace.asked(n);
      pace.asked(n + 0.5);
      status.watch();
      for (let step = 0; step < every; step += 10) {
        clock.to(clock.time + 10);
        if (n > 3 && classes.has("old")) seen += 1;
      }
      pace.answered(n, 10);
      status.painted();
    }
    assert.equal(seen, 0, `${every} ms`);
  }
});

test("a lost line is said at once, until it stands again", () => {
  const { status, classes, line } = statusOn();
  status.lost(true);
  assert.ok(classes.has("old") && /connection/.test(line().textContent));
  status.lost(false);
  assert.ok(!classes.has("old") && line().hidden);
});
