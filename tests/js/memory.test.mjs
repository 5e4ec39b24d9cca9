import assert from "node:assert/strict";
import { test } from "node:test";

import {
  TAB,
  VISITS,
  hint,
  read,
  recall,
  remember,
  rewriteAddress,
  write,
  writeCookie,
} from "../../kpca_core/drawing/canvas/assets/memory.js";


/** What a page has in a frame of another site: every way to a storage throws. */
function closed(t) {
  const denied = {
    get() {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    },
    configurable: true,
  };
  const set = (target, name, property) => {
    const before = Object.getOwnPropertyDescriptor(target, name);
    Object.defineProperty(target, name, property);
    t.after(() => (before ? Object.defineProperty(target, name, before) : delete target[name]));
  };
  for (const name of [VISITS, TAB]) set(globalThis, name, denied);
  set(globalThis, "history", denied);
  const document = Object.defineProperty({}, "cookie", { set: denied.get });
  set(globalThis, "document", { value: document, configurable: true });
}

/** A storage as a browser has one. */
function open(t, name, most = Infinity) {
  const kept = new Map();
  const storage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem(key, text) {
      if (text.length > most) throw new DOMException("full", "QuotaExceededError");
      kept.set(key, text);
    },
    removeItem: (key) => kept.delete(key),
  };
  const before = Object.getOwnPropertyDescriptor(globalThis, name);
  Object.defineProperty(globalThis, name, { value: storage, configurable: true });
  t.after(() => (before ? Object.defineProperty(globalThis, name, before) : delete globalThis[name]));
  return kept;
}

test("where storage is closed everything is remembered as long as the page", (t) => {
  closed(t);
  for (const storage of [VISITS, TAB]) {
    assert.equal(recall("closed", storage), null);
    remember("closed", "dark", storage);
    assert.equal(recall("closed", storage), "dark");
    remember("closed", null, storage);
    assert.equal(recall("closed", storage), null);
    assert.equal(read(storage, "list"), null);
    write(storage, "list", { steps: [1] });
    assert.deepEqual(read(storage, "list"), { steps: [1] });
  }
  writeCookie("language", "zh", "/");
  rewriteAddress("http://elsewhere/");
  const tip = { hidden: false };
  hint(tip, "closed")();
  assert.equal(tip.hidden, true);
  const again = { hidden: false };
  hint(again, "closed");
  assert.equal(again.hidden, true);
});

test("what storage has is read there, and what did not fit is remembered beside it", (t) => {
  const kept = open(t, VISITS, 8);
  remember("theme", "dark");
  assert.equal(kept.get("kpca-theme"), "dark");
  kept.set("kpca-theme", "light");
  assert.equal(recall("theme"), "light");
  write(VISITS, "long", "more than eight");
  assert.equal(kept.has("long"), false);
  assert.equal(read(VISITS, "long"), "more than eight");
  write(VISITS, "long", 1);
  assert.equal(read(VISITS, "long"), 1);
  assert.equal(kept.get("long"), "1");
  kept.set("foreign", "{no JSON");
  assert.equal(read(VISITS, "foreign"), null);
});
