/** Work that a reader begins: its button, its progress, what stops it, and what it finds. */

import { button, element, labelled, say } from "./dom.js";
import { decode } from "../../../../kpca_core/drawing/canvas/assets/wire.js";
import { _ } from "../../../../kpca_core/drawing/canvas/assets/words.js";

/** A line with a bar: how far work is, and what stops it. */
export function createProgress(stop) {
  const [bar, said] = [element("progress", { "aria-label": _("Progress") }), element("span")];
  const node = element("div", { className: "row center progress", hidden: true }, bar, said);
  if (stop) node.append(labelled(button("button", "", stop), _("Stop"), "stop"));
  return {
    node,
    show({ done, total, what }) {
      node.hidden = false;
      bar.max = Math.max(1, total);
      bar.value = Math.min(done, bar.max);
      said.textContent = what;
    },
    hide: () => (node.hidden = true),
  };
}

/**
 * Draw work.
 *
 * @param {object} on as of `createBlocks`
 * @param {(progress: object) => () => void} on.begun work of a key has begun; returns what ends that
 */
export function drawWork(node, entry, arrays, on) {
  if (!node.row) {
    node.classList.add("blocks");
    node.trouble = element("div");
    node.place = element("div", { className: "blocks row medium" });
    node.row = element("div", { className: "row medium" }, node.place, (node.start = element("div", { className: "row center" })));
    node.progress = createProgress(() => {
      node.stopped = true;
      on.stop();
    });
    node.shown = element("div", { className: "blocks" });
    node.append(node.trouble, node.row, node.progress.node, node.shown);
  }
  const { place, start, begins, note, trouble, stopped, help, icon, primary, width, shown } = entry;
  const said = node.stopped ? stopped : trouble;
  node.trouble.replaceChildren(...(said ? [say(element("div", { className: "alert warning", role: "alert" }), said)] : []));
  node.row.hidden = !(place.length || start || note);
  node.row.classList.toggle("bottom", place.length > 0);
  on.draw(node.place, place, arrays);
  const one = start && labelled(button("button", "", begin), start, icon);
  if (one) {
    one.classList.toggle("primary", primary);
    one.style.width = width === "stretch" ? "100%" : Number(width) ? `${width}px` : "";
    one.disabled = Boolean(node.running);
    if (help) one.title = help;
  }
  node.start.replaceChildren(...(one ? [one] : []), ...(note ? [say(element("span", { className: "caption" }), note, true)] : []));
  if (!node.running) on.draw(node.shown, shown, arrays);
  if (begins && !node.running && !node.stopped) begin();

  async function begin() {
    const { key } = node.entry;
    node.stopped = false;
    node.running = key;
    node.trouble.replaceChildren();
    if (one) one.disabled = true;
    node.progress.show({ done: 0, total: 1, what: "" });
    const over = on.begun(key, node.progress.show);
    try {
      const found = decode(await on.ask({ ask: "work", key }));
      if (found.trouble) throw new Error(found.trouble);
      if (node.isConnected) on.draw(node.shown, found.entries, found.arrays);
    } catch (error) {
      if (!node.stopped) node.trouble.replaceChildren(say(element("div", { className: "alert error", role: "alert" }), error.message));
    }
    over();
    node.running = null;
    node.progress.hide();
    if (node.isConnected && !node.stopped) on.again();
  }
}
