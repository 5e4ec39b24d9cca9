/** The kinds of views beside the maps, see `views.js`. */

import { later } from "./later.js";
import { N_ } from "./words.js";

export const SCORES = {
  name: "scores",
  label: /* @__PURE__ */ N_("Scores"),
  create: /* @__PURE__ */ later(() => import("./scores.js").then(({ createScores }) => createScores)),
};
export const SPACE = {
  name: "space",
  label: /* @__PURE__ */ N_("Feature space"),
  create: /* @__PURE__ */ later(() => import("./space.js").then(({ createSpace }) => createSpace)),
};
export const GRAM = {
  name: "gram",
  label: /* @__PURE__ */ N_("Gram matrix"),
  create: /* @__PURE__ */ later(() => import("./gram.js").then(({ createGram }) => createGram)),
};
