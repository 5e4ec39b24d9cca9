/**
 * The parameters: each has a native range input, which reports moves and releases, and beside it a box
 * to type the value.
 */

import { element, setText } from "./dom.js";
import { createHand } from "./hand.js";
import { hint } from "./memory.js";
import { clamp, steps, toPosition, toValue } from "./scale.js";
import { createSlider } from "./slider.js";
import { _, filled } from "./words.js";

/**
 * @param {() => void} on.move  a value changed, the slider is still held
 * @param {(moved: boolean) => void} on.rest  as of `hand.js`
 */
export function createControls(on) {
  const row = element("div", { class: "controls" });
  const tip = element("span", { class: "hint", "aria-hidden": "true", textContent: _("Drag: every panel follows") });
  const used = hint(tip, "slider");
  let sliders = [];

  const free = () => sliders.filter(({ control }) => !control.locked);
  const hand = createHand(on);

  /** What stands in the box counts as released; what is no number is replaced by the value. */
  function typed(slider) {
    const { box, control } = slider;
    const [number, before] = [box.valueAsNumber, slider.value];
    slider.typing = false;
    if (Number.isFinite(number)) slider.value = clamp(control.integer ? Math.round(number) : number, control.min, control.max);
    place(slider);
    if (slider.value === before) return;
    used();
    hand.take();
    hand.letGo();
  }

  function build(controls) {
    sliders = controls.map((control) => {
      const { input, say } = createSlider();
      const box = element("input", { class: "value", type: "number", step: "any" });
      input.disabled = box.disabled = Boolean(control.locked);
      if (control.locked) input.title = box.title = _("Locked by the link");
      const label = element("span", { class: "label" });
      const slider = { control, value: control.value, input, say, box, label, typing: false };
      box.addEventListener("input", () => (slider.typing = true));
      box.addEventListener("change", () => typed(slider));
      box.addEventListener("blur", () => slider.typing && typed(slider));
      box.addEventListener("keydown", (event) => {
        const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
        if (!by) return;
        event.preventDefault();
        slider.typing = false;
        input.stepUp(by);
        input.dispatchEvent(new Event("input"));
      });
      input.addEventListener("pointerdown", hand.hold);
      input.addEventListener("input", () => {
        if (!take(slider, !hand.held)) return;
        used();
        hand.take();
        if (!hand.held) hand.letGoSoon();
      });
      input.addEventListener("change", () => (hand.held ? hand.letGo() : hand.letGoSoon()));
      // The change event of this release may still be on its way; a cancelled touch has none.
      for (const type of ["pointerup", "pointercancel", "blur"]) {
        input.addEventListener(type, () => hand.busy && hand.letGoSoon());
      }
      return slider;
    });
    row.replaceChildren(
      ...sliders.map(({ label, input, box }) => element("label", {}, label, input, box)),
    );
    free()[0]?.label.parentElement.append(tip);
    row.hidden = !sliders.length;
  }

  return {
    element: row,
    /** The values of the sliders that can be moved, by the keys that addresses name them with. */
    settings: () =>
      Object.fromEntries(free().map(({ control, value }) => [control.key || control.name, value])),
    /** The settings in words. */
    summary: () => sliders.map(({ control, value }) => `${control.label} = ${value}`).join(",  "),
    /** Value of the first slider, undefined if there is none. */
    first: () => sliders[0]?.value,
    /** True if a frame's controls are the ones on screen, whatever their values. */
    fits: (controls) => names(controls) === names(sliders.map(({ control }) => control)),
    /** True from the first touch until `on.rest` has been called. */
    get busy() {
      return hand.busy;
    },
    /** Take names, ranges and values from a frame; input elements survive if the names do. */
    adopt(controls) {
      if (!this.fits(controls)) build(controls);
      row.hidden = !controls.length;
      sliders.forEach((slider, i) => {
        slider.control = controls[i];
        slider.value = controls[i].value;
        const { locked } = slider.control;
        setText(slider.label, locked ? filled(_("{label} (locked)"), slider.control) : slider.control.label);
        slider.input.max = String(steps(slider.control));
        Object.assign(slider.box, { min: slider.control.min, max: slider.control.max });
        slider.box.setAttribute("aria-label", slider.control.label);
        place(slider);
      });
    },
    /** The sliders have moved to another element: the pointer does not hold them any more. */
    letGo: () => hand.held && hand.letGo(),
    dispose: hand.drop,
  };
}

function names(controls) {
  return controls.map(({ name, locked }) => `${name}${locked ? " locked" : ""}`).join("\n");
}

/** Read the slider's position; false if its value is the same as before. */
function take(slider, byKey) {
  const { control, input } = slider;
  const position = Number(input.value);
  let next = toValue(control, position);
  const direction = Math.sign(position - slider.position);
  if (byKey && control.integer && next === slider.value) {
    // On a logarithmic axis one key step can be less than one integer.
    next = clamp(next + direction, control.min, control.max);
    input.value = String(Math.round(toPosition(control, next)));
  }
  slider.position = Number(input.value);
  const changed = next !== slider.value;
  slider.value = next;
  show(slider);
  return changed;
}

/** Move the slider to its value. */
function place(slider) {
  const { control, value, input } = slider;
  input.value = String(Math.round(toPosition(control, value)));
  slider.position = Number(input.value);
  show(slider);
}

function show({ value, say, box, typing }) {
  if (!typing) box.value = String(value);
  say(String(value).replace("-", "−"));
}
