/** A clock for what waits: it stands still until a test lets time pass. */

import { mock } from "node:test";

let now = 0;

/** Begin at 0 with no timers; returns what takes the place of `CLOCK`. */
export function stopClock() {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  now = 0;
  return {
    now: () => now,
    setTimeout: (...all) => setTimeout(...all),
    clearTimeout: (id) => clearTimeout(id),
  };
}

/** Let time pass, in steps that the timers see. */
export function pass(milliseconds) {
  for (let passed = 0; passed < milliseconds; passed += 50) {
    now += 50;
    mock.timers.tick(50);
  }
}
