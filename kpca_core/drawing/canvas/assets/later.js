/** Parts of a drawing that are loaded when they first occur. */

import { element, isLost } from "./dom.js";
import { N_, _ } from "./words.js";

// Of a server that has another version by now, or that cannot be reached.
const MISSING = N_("A part of this page could not be loaded. Reload the page.");

/** What stands in place of a part that could not be loaded; the page around it goes on. */
export const createMissing = () => element("p", { class: "hint", role: "alert", textContent: _(MISSING) });

/**
 * A view that is loaded when it is first shown, see `views.js`: until then an empty one stands for it. One
 * that could not be loaded is asked for again with the next picture, and so is one whose server is lost.
 *
 * @param {() => Promise<Function>} load gives what creates the view
 * @returns {Function} creates the view
 */
export const later = (load) => (on) => {
  const place = element("div");
  let view = null;
  let left = false;
  let drawn = [];
  let marked = null;
  let loading = false;

  function ask() {
    // A module that failed once fails for ever in its document.
    if (loading || isLost()) return;
    loading = true;
    load().then(stand, () => {
      loading = false;
      if (!place.childElementCount) place.append(createMissing());
    });
  }

  function stand(create) {
    if (left) return;
    view = create(on);
    view.element.hidden = place.hidden;
    view.element.style.width = place.style.width;
    place.replaceWith(view.element);
    view.draw(...drawn);
    view.mark(marked);
  }

  ask();
  return {
    get element() {
      return view?.element ?? place;
    },
    draw(...what) {
      drawn = what;
      if (view) view.draw(...what);
      else ask();
    },
    mark(point) {
      marked = point;
      view?.mark(point);
    },
    dispose() {
      left = true;
      view?.dispose?.();
    },
  };
};
