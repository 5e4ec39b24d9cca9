/** The kinds of views beside the maps, see `views.js`; bundles hold those that they use. */

import { createGram } from "./gram.js";
import { createScores } from "./scores.js";
import { createSpace } from "./space.js";
import { N_ } from "./words.js";

export const SCORES = { name: "scores", label: /* @__PURE__ */ N_("Scores"), create: createScores };
export const SPACE = { name: "space", label: /* @__PURE__ */ N_("Feature space"), create: createSpace };
export const GRAM = { name: "gram", label: /* @__PURE__ */ N_("Gram matrix"), create: createGram };
