/**
 * The front end for browsers that have a server, and for files of their own: what draws a kind of data.
 * Each kind is a part with its own files, and so is what seldom stands in a drawing (`later.js`).
 */

const KINDS = {
  // Components of Streamlit.
  drawing: () => import("./streamlit/drawing.js"),
  sweep: () => import("./streamlit/sweep.js"),
  figure: () => import("./streamlit/figure.js"),
  method: () => import("./streamlit/method.js"),
  // Files of their own, see `kpca_core/drawing/canvas/standalone.py`.
  "picture-file": () => import("./file.js"),
  "explored-file": () => import("./explored/file.js"),
  "sweep-file": () => import("./sweep/file.js"),
  "figure-file": () => import("./figure/file.js"),
};

/** The module of a kind, whose default export draws a component of Streamlit. */
export const load = (kind) => KINDS[kind]();
