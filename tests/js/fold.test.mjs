import assert from "node:assert/strict";
import test from "node:test";

/** As much of a document as a button needs. */
globalThis.document = {
  createElement: () => ({
    listeners: {},
    attributes: {},
    append() {},
    addEventListener(type, listen) {
      this.listeners[type] = listen;
    },
    setAttribute(name, value) {
      this.attributes[name] = value;
    },
    toggleAttribute() {},
  }),
};

const { createFold } = await import("../../kpca_core/drawing/canvas/assets/fold.js");

const frame = (unlike, moving = false) => ({ titles: ["a", "b", "c", "d"], unlike, moving });

test("maps that are unlike the scores are folded away until they are asked for", () => {
  let changed = 0;
  const fold = createFold(() => (changed += 1));
  const four = frame([1, 3]);
  fold.hear(four);
  assert.deepEqual(fold.order(four), [0, 2]);
  fold.draw(four, true);
  assert.equal(fold.element.textContent, "Show 2 maps whose slices are unlike the scores");
  assert.equal(fold.element.attributes["aria-expanded"], "false");
  fold.element.listeners.click();
  assert.equal(changed, 1);
  assert.deepEqual(fold.order(four), [0, 1, 2, 3]);
});

test("under the hand no map comes or goes, and without slices none is folded", () => {
  const fold = createFold(() => {});
  fold.hear(frame([1]));
  fold.hear(frame([0, 2], true));
  assert.deepEqual(fold.order(frame([0, 2], true)), [0, 2, 3]);
  fold.hear(frame(undefined));
  assert.deepEqual(fold.order(frame(undefined)), [0, 1, 2, 3]);
  fold.draw(frame(undefined), true);
  assert.equal(fold.element.hidden, true);
});
