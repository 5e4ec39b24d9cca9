/**
 * What stays at hand above the steps: the kernel's sliders, where one step is shown the way to the
 * others, and on the stage, which has no sidebar, the choice of the kernel.
 */

import { createControls } from "../controls.js";
import { button, element, setHidden, setText } from "../dom.js";
import { createOrder } from "../numbers.js";
import { _, filled } from "../words.js";

const NEXT = ["ArrowRight", "ArrowDown", " "];
const BACK = ["ArrowLeft", "ArrowUp"];
// A clicker has a key for a black screen, which sends one of the last two.
const ANSWER = ["a", "b", "."];
// What needs these keys for itself.
const OWN = "select, canvas, [role=slider], [role=tab], [role=combobox]";
const PRESSED = "button, a, summary";

/**
 * What a key asks for: "next", "back", "answer", a picture's number from 1, or undefined.
 *
 * @param {boolean} stage  whether a class looks on; elsewhere arrows and space scroll the page
 */
export function actionOf(event, stage) {
  const [target] = event.composedPath?.() ?? [event.target];
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return undefined;
  const is = (kinds) => Boolean(target?.matches?.(kinds));
  if (target?.closest?.("[role=dialog]") || target?.isContentEditable || is("textarea")) return undefined;
  const typed = is("input") && !["range", "checkbox", "radio", "button"].includes(target.type);
  if (typed && target.type !== "number") return undefined;
  const turn = { PageDown: "next", PageUp: "back" }[event.key];
  if (turn || !stage || typed || is(OWN) || (is("input") && event.key !== ".")) return turn;
  if (event.key === " ") return is(PRESSED) ? undefined : event.shiftKey ? "back" : "next";
  if (event.shiftKey) return undefined;
  if (NEXT.includes(event.key)) return "next";
  if (BACK.includes(event.key)) return "back";
  if (ANSWER.includes(event.key.toLowerCase())) return "answer";
  return /^[1-9]$/.test(event.key) ? Number(event.key) : undefined;
}

/**
 * A view of `../streamlit/method.js`.
 *
 * @param {object} on
 * @param {object} on.store  see `store.js`
 * @param {(settings: object) => number} on.settle  has the page drawn with other settings; gives the
 *   number by which it was sent
 * @param {() => boolean} on.presenting  whether a class looks on; a change comes with an event "resize"
 * @param {(steps: string[]) => string} on.inView  which of all steps a reader looks at
 */
export function createBar({ store, settle, presenting, inView }) {
  const turner = (text, title, by, key) =>
    button("turn", text, () => turn(by), { title, "aria-label": title, "aria-keyshortcuts": key });
  const back = turner("‹", _("Previous step"), -1, "PageUp");
  const next = turner("›", _("Next step"), 1, "PageDown");
  const place = element("span", { class: "place", "aria-live": "polite" });
  const all = button("all", _("All steps"), () => show(""));
  const guide = element("div", { class: "guide", role: "group", "aria-label": _("Way through the steps") }, back, place, next, all);
  const select = element("select");
  const choice = element("label", { class: "kernel" }, element("span"), select);
  select.addEventListener("change", () => settle({ kernel: select.value }));
  const controls = createControls({ move: () => store.change(controls.settings()), rest: (moved) => moved && store.rest() });
  const root = element("div", { class: "sweep method bar-of-steps" }, guide, choice, controls.element);
  let wanted = null;
  const order = createOrder();
  // The step that the page is on its way to, and whether the stage alone has shown one.
  let coming = null;
  let staged = false;

  const here = () => coming ?? wanted.show;

  function show(step) {
    if (step === here()) return;
    coming = step;
    order.settle(settle({ show: step }));
    draw();
  }

  function turn(by) {
    const to = wanted.steps[wanted.steps.indexOf(here()) + by];
    if (to && !wanted.fixed) show(to);
  }

  /** The stage shows one step; whoever came from all of them goes back to all. */
  function stage() {
    if (!wanted || wanted.fixed) return;
    if (presenting() && !wanted.steps.includes(here())) {
      staged = true;
      show(inView(wanted.steps));
    } else if (!presenting() && staged) {
      staged = false;
      show("");
    }
  }

  function press(event) {
    if (!root.isConnected || !wanted?.steps.includes(here())) return;
    const action = actionOf(event, presenting());
    if (action === undefined) return;
    event.preventDefault();
    if (action === "answer") store.ask(here());
    else if (action in { next: 1, back: 1 }) turn(action === "next" ? 1 : -1);
    else store.choose(action - 1);
  }

  function draw() {
    const { steps, kernel, fixed } = wanted;
    const at = steps.indexOf(here());
    setHidden(guide, at < 0);
    setText(place, filled(_("{k} of {n}"), { k: at + 1, n: steps.length }));
    back.disabled = fixed || at === 0;
    next.disabled = fixed || at === steps.length - 1;
    setHidden(all, fixed || presenting());
    setHidden(choice, !kernel || !presenting());
    if (!kernel) return;
    setText(choice.firstChild, kernel.label);
    // One that is open would close.
    if (select.options.length !== kernel.options.length) {
      select.replaceChildren(...kernel.options.map(([name, label]) => new Option(label, name)));
    }
    select.value = kernel.value;
    select.disabled = kernel.locked;
  }

  document.addEventListener("keydown", press);
  // What stands below shares the window with it.
  const observer = new ResizeObserver(() => window.dispatchEvent(new Event("resize")));
  observer.observe(root);

  return {
    root,
    /** @param {{n: number, steps: string[], show: string, kernel: object | null, controls: object[], fixed: boolean}} next */
    show(next) {
      wanted = next;
      if (order.takes(next.n)) coming = null;
      store.turn(next.show);
      if (!controls.busy) controls.adopt(next.controls);
    },
    resized() {
      if (!wanted) return;
      stage();
      draw();
    },
    dispose() {
      document.removeEventListener("keydown", press);
      observer.disconnect();
    },
  };
}
