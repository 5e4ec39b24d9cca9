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

const maps = (...unlike) => ({ titles: ["a", "b", "c", "d"], unlike });

test("maps that are unlike the scores are folded away until they are asked for", () => {
  let changed = 0;
  const fold = createFold(() => (changed += 1));
  const four = maps(1, 3);
  fold.hear(four);
  assert.deepEqual(fold.order(four), [0, 2]);
  fold.draw(four, true);
  assert.equal(fold.element.textContent, "Show 2 maps whose slices are unlike the scores");
  assert.equal(fold.element.attributes["aria-expanded"], "false");
  fold.element.listeners.click();
  assert.equal(changed, 1);
  assert.deepEqual(fold.order(four), [0, 1, 2, 3]);
});

test("what is folded is what was folded at rest, and without slices nothing is", () => {
  const fold = createFold(() => {});
  fold.hear(maps(1));
  assert.deepEqual(fold.order(maps(0, 2)), [0, 2, 3]);
  fold.hear(maps());
  assert.deepEqual(fold.order(maps()), [0, 1, 2, 3]);
  fold.draw(maps(), true);
  assert.equal(fold.element.hidden, true);
});
