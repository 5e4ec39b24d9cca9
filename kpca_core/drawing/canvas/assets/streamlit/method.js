/**
 * A part of the page "Method" as a Streamlit component: a figure, an answer, or the bar above them. Python
 * says what is settled, and the line has the frames, by the address of the state, which is settled as a whole.
 */

import LOOK from "../look.json" with { type: "json" };
import { createAnswer } from "../method/answer.js";
import { createBar } from "../method/bar.js";
import { createMethod } from "../method/method.js";
import { createStore } from "../method/store.js";
import { createKeeper, markDrawn } from "./keeper.js";
import { connect, settle, tellGoals } from "./page.js";
import { readTheme } from "./theme.js";

const html = document.documentElement;
const stepOf = (name) => document.querySelector(`.st-key-method-step-${name}`);
// All figures of the page show one state.
const store = createStore((address) => settle({}, {}, Object.fromEntries(new URLSearchParams(address))));

const presenting = () => html.classList.contains("presenting");

/** How much larger type is on the stage, whose style sheet says where it is one; 0 elsewhere. */
function typeOnStage() {
  const style = getComputedStyle(html);
  return style.getPropertyValue("--method-stage") ? parseFloat(style.fontSize) / LOOK.ticks.font : 0;
}

/** The first step whose lower end is in the lower half of the window, or below it. */
function inView(steps) {
  return steps.find((name) => stepOf(name)?.getBoundingClientRect().bottom > innerHeight / 2) ?? steps[0];
}

const MAKERS = {
  figure: (parent, on) => createMethod(parent, { ...on, measured: tellGoals, connect: (hears) => connect(import.meta.url, "method", hears) }),
  answer: createAnswer,
  bar: (parent, on) => createBar(parent, { ...on, settle, presenting, inView }),
};

const keepers = Object.fromEntries(
  Object.entries(MAKERS).map(([kind, make]) => [
    kind,
    createKeeper((parent) => {
      const entry = {};
      // The bar comes first: the line stands when the first figure asks.
      const line = connect(import.meta.url, "method", {});
      entry.view = make(parent, { store, type: typeOnStage, theme: () => readTheme(entry.view?.root ?? parent.host ?? parent) });
      entry.moveTo = entry.view.moveTo;
      entry.dispose = () => {
        line.dispose();
        entry.view.dispose();
      };
      return entry;
    }),
  ]),
);

/**
 * @param {object} component Streamlit's argument: data (JSON in bytes), parentElement
 */
export default function draw({ parentElement: parent, data }) {
  if (!data) return undefined;
  const wanted = JSON.parse(new TextDecoder().decode(data));
  const [entry, left] = keepers[wanted.kind](parent);
  store.adopt(wanted);
  entry.view.show(wanted);
  entry.view.redraw();
  markDrawn(parent);
  return left;
}
