import assert from "node:assert/strict";
import test from "node:test";

import { fileName, moved, removed, tourLink } from "../../views/hosts/streamlit/head/editor.js";
import { frameText } from "../../views/hosts/streamlit/head/embed.js";
import { actionOf, assignmentLink, linkWith } from "../../views/hosts/streamlit/head/head.js";

const STORY = {};
const BODY = { tagName: "BODY", closest: () => null };
const input = (type) => ({ tagName: "INPUT", type, closest: () => null });
const AREA = { tagName: "TEXTAREA", closest: () => null };
const IN_DIALOG = { tagName: "DIV", closest: (which) => which === "[role=dialog]" };
const [CTRL, SHIFT] = [{ ctrlKey: true }, { shiftKey: true }];

// What is asked for, by a key with others that are held, on what, in a story or in none.
const PRESSES = [
  ["undo", "z", CTRL], ["undo", "z", { metaKey: true }], ["redo", "Z", { ...CTRL, ...SHIFT }], ["redo", "y", CTRL],
  [undefined, "z", {}], [undefined, "z", { ...CTRL, altKey: true }], ["undo", "z", CTRL, input("range")],
  ...["text", "number", "search"].flatMap((type) => [
    [undefined, "z", CTRL, input(type), STORY], [undefined, "PageDown", {}, input(type), STORY],
  ]),
  [undefined, "z", CTRL, AREA], [undefined, "PageDown", {}, IN_DIALOG, STORY],
  ["next", "PageDown", {}, BODY, STORY], ["back", "PageUp", {}, BODY, STORY], [undefined, "PageDown", SHIFT, BODY, STORY],
  ["begin", "PageDown", {}], [undefined, "PageUp", {}], ["begin", "PageDown", {}, input("range")], [undefined, "PageDown", {}, input("text")],
];

test("undo and redo have the usual keys, a clicker's turn stories or begin one, and text boxes and dialogs keep theirs", () => {
  for (const [action, key, held, target = BODY, story = null] of PRESSES) {
    const event = { key, target, composedPath: () => [target], ...held };
    assert.equal(actionOf(event, story, [{ name: "why-kernels" }]), action, JSON.stringify([key, held, target, story]));
  }
  assert.equal(actionOf({ key: "PageDown", target: BODY }, null), undefined, "there is no story");
});

test("an assignment link names controls, and a hidden one needs no lock", () => {
  const link = (lock, hide) =>
    assignmentLink("http://x.org/explore?width=0.5&lock=old", { lock: new Set(lock), hide: new Set(hide) });
  assert.equal(link(["width", "kernel"], ["kernel", "data"]), "http://x.org/explore?width=0.5&lock=width&hide=kernel,data");
  assert.equal(link([], []), "http://x.org/explore?width=0.5");
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

test("links lead to the first page of a tour and state what is measured; a tour's file has its title", () => {
  const base = "http://x.org/app/sweep?width=2";
  assert.equal(tourLink({ tour: "eN-_" }, "explore", base), "http://x.org/app/?tour=eN-_");
  assert.equal(tourLink({ tour: "eN-_" }, "compare", base), "http://x.org/app/compare?tour=eN-_");
  const link = linkWith("http://a.b/?story=task-clusters&width=0.12&measured=1", { measured: "158.2,94.3,43.3" });
  assert.equal(link, "http://a.b/?story=task-clusters&width=0.12&measured=158.2,94.3,43.3");
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
