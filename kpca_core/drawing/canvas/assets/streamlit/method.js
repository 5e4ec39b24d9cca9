/**
 * A part of the page "Method" as a Streamlit component: a figure, an answer, or the bar above them. Python
 * says what is settled, and the line has the frames, by the address of the state, which is settled as a whole.
 */

import { isPresenting } from "../dom.js";
import LOOK from "../look.json" with { type: "json" };
import { createAnswer } from "../method/answer.js";
import { createBar } from "../method/bar.js";
import { createMethod } from "../method/method.js";
import { createStore } from "../method/store.js";
import { themed } from "../palette.js";
import { createKeeper, markDrawn } from "./keeper.js";
import { connect, settle, tellGoals } from "./page.js";
import { readTheme } from "./theme.js";

const html = document.documentElement;
const stepOf = (name) => document.querySelector(`.st-key-method-step-${name}`);
// All figures of the page show one state.
const store = createStore((address) => settle({}, {}, Object.fromEntries(new URLSearchParams(address))));

/** How much larger type is on the stage, whose style sheet says where it is one; 0 elsewhere. */
function typeOnStage() {
  const style = getComputedStyle(html);
  return style.getPropertyValue("--method-stage") ? parseFloat(style.fontSize) / LOOK.ticks.font : 0;
}

/** The first step whose lower end is in the lower half of the window, or below it. */
function inView(steps) {
  return steps.find((name) => stepOf(name)?.getBoundingClientRect().bottom > innerHeight / 2) ?? steps[0];
}

const join = (hears) => connect(import.meta.url, "method", hears);

// Makers of views, {root, show(wanted), resized?(), dispose()}: `resized` hears of another window or theme.
const MAKERS = {
  figure: (theme) => createMethod({ store, theme, type: typeOnStage, measured: tellGoals, connect: join }),
  answer: () => createAnswer({ store }),
  bar: () => createBar({ store, settle, presenting: isPresenting, inView }),
};

function createEntry(parent, make) {
  // The bar comes first: the line stands when the first figure asks.
  const line = join({});
  const theme = () => readTheme(view.root);
  const view = make(theme);
  parent.append(view.root);
  function redraw() {
    themed(view.root, theme);
    view.root.classList.toggle("on-stage", typeOnStage() > 0);
    view.resized?.();
  }
  window.addEventListener("resize", redraw);
  return {
    show(wanted) {
      view.show(wanted);
      redraw();
    },
    moveTo: (other) => other.append(view.root),
    dispose() {
      window.removeEventListener("resize", redraw);
      line.dispose();
      view.dispose();
      view.root.remove();
    },
  };
}

const keepers = Object.fromEntries(
  Object.entries(MAKERS).map(([kind, make]) => [kind, createKeeper((parent) => createEntry(parent, make))]),
);

/**
 * @param {object} component Streamlit's argument: data (JSON in bytes), parentElement
 */
export default function draw({ parentElement: parent, data }) {
  if (!data) return undefined;
  const wanted = JSON.parse(new TextDecoder().decode(data));
  const [entry, left] = keepers[wanted.kind](parent);
  store.adopt(wanted);
  entry.show(wanted);
  markDrawn(parent);
  return left;
}
