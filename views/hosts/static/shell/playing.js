/** What is played: buttons, a slider over options, and the blocks of one of them. */

import { button, element, labelled } from "./dom.js";
import { decode } from "../../../../kpca_core/drawing/canvas/assets/wire.js";
import { _ } from "../../../../kpca_core/drawing/canvas/assets/words.js";

/** As `drawWork` of `working.js`. */
export function drawPlayed(node, entry, arrays, on) {
  if (!node.row) build(node, on);
  node.classList.add("blocks");
  const { options, at, label, hidden, place, shown } = entry;
  node.slider.closest("label").hidden = hidden;
  node.slider.max = options.length - 1;
  node.slider.ariaLabel = label;
  on.draw(node.place, place, arrays);
  if (node.playing) return;
  move(node, options.findIndex(([key]) => key === at));
  on.draw(node.shown, shown, arrays);
}

function move(node, k) {
  node.slider.value = k;
  node.output.textContent = node.entry.options[k][1];
  node.slider.setAttribute("aria-valuetext", node.output.textContent);
}

function build(node, on) {
  const last = () => node.entry.options.length - 1;
  const now = () => Number(node.slider.value);
  const go = (k) => {
    stop();
    move(node, Math.min(k, last()));
    on.settle({ settings: { [node.entry.one]: node.entry.options[now()][0] }, beside: { control: true } });
  };
  const play = labelled(button("button", "", () => (node.playing ? go(now()) : run())), _("Play"), "play_arrow");
  const stop = () => {
    node.playing = false;
    labelled(play, _("Play"), "play_arrow");
  };

  async function run() {
    node.playing = true;
    labelled(play, _("Pause"), "pause");
    let k = now() === last() ? 0 : now();
    while (node.playing && node.isConnected && k <= last()) {
      const due = performance.now() + 1000 * node.entry.beat;
      const answer = await on.ask({ ask: "played", key: node.entry.key, at: node.entry.options[k][0] }).catch(() => null);
      if (!answer || !node.playing) return stop();
      const found = decode(answer);
      move(node, k);
      on.draw(node.shown, found.entries, found.arrays);
      await new Promise((go) => setTimeout(go, Math.max(0, due - performance.now())));
      k += 1;
    }
    return node.playing && go(last());
  }

  node.slider = element("input", { type: "range", min: 0, step: 1, oninput: () => move(node, now()), onchange: () => go(now()) });
  node.output = element("output");
  node.place = element("div", { className: "blocks row" });
  node.row = element("div", { className: "row small bottom" },
    labelled(button("button", "", () => go(0)), _("Restart"), "replay"),
    labelled(button("button", "", () => go(now() + 1)), _("Step"), "skip_next"),
    play, node.place, element("label", { className: "control slider" }, node.output, node.slider));
  node.shown = element("div", { className: "blocks" });
  node.append(node.row, node.shown);
}
