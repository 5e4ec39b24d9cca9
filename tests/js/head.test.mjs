import assert from "node:assert/strict";
import test from "node:test";

import { actionOf, assignmentLink } from "../../views/head/head.js";

const input = (type) => ({ tagName: "INPUT", type, closest: () => null });
const press = (key, { target = { tagName: "BODY", closest: () => null }, ...held } = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  target,
  composedPath: () => [target],
  ...held,
});
const ctrl = { ctrlKey: true };

test("undo and redo have the usual keys", () => {
  assert.equal(actionOf(press("z", ctrl), null), "undo");
  assert.equal(actionOf(press("z", { metaKey: true }), null), "undo");
  assert.equal(actionOf(press("Z", { ...ctrl, shiftKey: true }), null), "redo");
  assert.equal(actionOf(press("y", ctrl), null), "redo");
  assert.equal(actionOf(press("z"), null), undefined);
  assert.equal(actionOf(press("z", { ...ctrl, altKey: true }), null), undefined);
});

test("text boxes and dialogs keep their keys, sliders do not", () => {
  for (const type of ["text", "number", "search"]) {
    assert.equal(actionOf(press("z", { ...ctrl, target: input(type) }), {}), undefined);
    assert.equal(actionOf(press("PageDown", { target: input(type) }), {}), undefined);
  }
  const area = { tagName: "TEXTAREA", closest: () => null };
  assert.equal(actionOf(press("z", { ...ctrl, target: area }), null), undefined);
  const inDialog = { tagName: "DIV", closest: (which) => which === "[role=dialog]" };
  assert.equal(actionOf(press("PageDown", { target: inDialog }), {}), undefined);
  assert.equal(actionOf(press("z", { ...ctrl, target: input("range") }), null), "undo");
});

test("pages turn the stories only where one is open", () => {
  assert.equal(actionOf(press("PageDown"), {}), "next");
  assert.equal(actionOf(press("PageUp"), {}), "back");
  assert.equal(actionOf(press("PageDown"), null), undefined);
  assert.equal(actionOf(press("PageDown", { shiftKey: true }), {}), undefined);
});

test("an assignment link names controls, and a hidden one needs no lock", () => {
  const link = (lock, hide, href = "http://x.org/explore?width=0.5&lock=old") =>
    assignmentLink(href, { lock: new Set(lock), hide: new Set(hide) });
  assert.equal(
    link(["width", "kernel"], ["kernel", "data"]),
    "http://x.org/explore?width=0.5&lock=width&hide=kernel,data",
  );
  assert.equal(link([], []), "http://x.org/explore?width=0.5");
});
