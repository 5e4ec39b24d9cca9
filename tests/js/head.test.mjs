import assert from "node:assert/strict";
import test from "node:test";

import { fileName, moved, removed, tourLink } from "../../views/hosts/streamlit/head/editor.js";
import { actionOf, assignmentLink, linkWith } from "../../views/hosts/streamlit/head/head.js";
import { frameText } from "../../views/hosts/streamlit/head/embed.js";

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

test("pages turn the stories where one is open", () => {
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

test("a clicker begins the first story where none is open", () => {
  const stories = [{ name: "why-kernels" }];
  assert.equal(actionOf(press("PageDown"), null, stories), "begin");
  assert.equal(actionOf(press("PageUp"), null, stories), undefined);
  assert.equal(actionOf(press("PageDown", { target: input("range") }), null, stories), "begin");
  assert.equal(actionOf(press("PageDown", { target: input("text") }), null, stories), undefined);
});

test("steps of a tour are moved and taken out, and the one on screen stays on screen", () => {
  const after = (alter, ...rest) => {
    const steps = ["a", "b", "c"];
    const step = alter(steps, ...rest);
    return [steps.join(""), steps[step - 1]];
  };
  assert.deepEqual(after(moved, 0, 1, 1), ["bac", "a"]);
  assert.deepEqual(after(moved, 0, 1, 2), ["bac", "b"]);
  assert.deepEqual(after(moved, 2, -1, 1), ["acb", "a"]);
  assert.deepEqual(after(removed, 0, 2), ["bc", "b"]);
  assert.deepEqual(after(removed, 2, 3), ["ab", "b"]);
  assert.deepEqual(after(removed, 1, 1), ["ac", "a"]);
  assert.equal(removed(["a"], 0, 1), 1);
});

test("a tour's link leads to the page of its first step, its file has its title", () => {
  const base = "http://x.org/app/sweep?width=2";
  assert.equal(tourLink({ tour: "eN-_" }, "explore", base), "http://x.org/app/?tour=eN-_");
  assert.equal(tourLink({ tour: "eN-_" }, "compare", base), "http://x.org/app/compare?tour=eN-_");
  assert.equal(fileName("Größe: <b>4</b>"), "größe-b-4-b.json");
  assert.equal(fileName("…"), "tour.json");
});

test("the text of a frame is HTML in the language of its page, whatever that is called", () => {
  const text = frameText("http://x.org/?a=1&b=2", { width: 390, height: 600, title: 'A "<b>"' });
  assert.equal(
    text,
    '<iframe src="http://x.org/?a=1&amp;b=2&amp;lang=en&amp;embed=figure" title="A &quot;&lt;b>&quot;" ' +
      'width="390" height="600" loading="lazy" style="border: 0"></iframe>',
  );
});

test("a link that hands in states what is measured beside the settings, in the order of the goals", () => {
  const link = linkWith("http://a.b/?story=task-clusters&width=0.12&measured=1", { measured: "158.2,94.3,43.3" });
  assert.equal(link, "http://a.b/?story=task-clusters&width=0.12&measured=158.2,94.3,43.3");
});
