/**
 * The blocks of a page (`views/scene.py`, packed by `views/hosts/static/blocks.py`) as elements. An element
 * stays while its block does: what has the focus, and what draws, is not built anew.
 */

import { drawControl } from "./controls.js";
import { button, element, formula, helped, labelled, menu, say } from "./dom.js";
import { reconcile, textOf } from "./plain.js";
import { drawPlayed } from "./playing.js";
import { drawWork } from "./working.js";

import { decode } from "../../../../kpca_core/drawing/canvas/assets/wire.js";
import { _ } from "../../../../kpca_core/drawing/canvas/assets/words.js";

const bytesOf = (data) => new TextEncoder().encode(JSON.stringify(data));

/**
 * @param {(kind: string) => Promise<Function>} on.load gives what draws a kind of component
 * @param {object} on.looks style sheets by kind, and HTML
 */
export function createBlocks(on) {
  const drawn = (place, entries, arrays) => reconcile(place, entries, (entry, node) => draw(entry, node ?? element("div"), arrays));

  /** Draw a component in a shadow root of its own, as Streamlit does. */
  function mount(node, kind, data, more = {}) {
    if (!node.host) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(on.looks.sheets[kind] ?? "");
      node.host = node.appendChild(element("div", { className: "component" }));
      node.host.attachShadow({ mode: "open" }).adoptedStyleSheets = [sheet];
      node.host.shadowRoot.innerHTML = on.looks.html[kind] ?? "";
    }
    const { host } = node;
    host.again = async () => {
      const wanted = (host.data = data);
      const show = await on.load(kind);
      if (host.data !== wanted) return;
      host.left = await show({ parentElement: host.shadowRoot, data, setStateValue() {}, setTriggerValue() {}, ...more });
    };
    return host.again();
  }

  const keyed = (node, name) => {
    node.className = `element${name ? ` st-key-${name}` : ""}`;
    return node;
  };

  /** Blocks within a block: the node is around what has the key. */
  function within(node, entry, arrays, { blocks = entry.blocks, classes }) {
    node.inner ??= node.appendChild(element("div"));
    node.className = "element around";
    node.inner.className = `${classes}${entry.key ? ` st-key-${entry.key}` : ""}`;
    drawn(node.inner, blocks, arrays);
    return node.inner;
  }

  async function save({ key, name, mime, needs }) {
    const content = await on.ask({ ask: "file", key }, { page: needs ?? undefined });
    const link = element("a", { href: URL.createObjectURL(new Blob([content], { type: mime })), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  /** A button that gives a file; `of` gives its entry now. */
  function file(of) {
    const node = labelled(button("button", "", async () => {
      node.ariaBusy = "true";
      await on.tried(() => save(of()));
      node.ariaBusy = "false";
    }), of().label);
    node.disabled = Boolean(of().disabled);
    if (of().help) node.title = of().help;
    return node;
  }

  // Built where what the block says has changed.
  const BUILT = {
    Words(node, { text, kind, help, anchor, icon }) {
      if (kind === "html") return void (node.innerHTML = text);
      const level = { title: "h2", subtitle: "h3" }[kind];
      const words = say(element(level ?? "div", { className: kind, id: anchor ?? "" }), text, Boolean(level));
      if (["info", "warning", "error"].includes(kind)) words.setAttribute("role", kind === "info" ? "status" : "alert");
      words.classList.toggle("alert", words.role === "alert" || kind === "info");
      if (icon) words.prepend(labelled(element("span", { className: "sign" }), "", icon));
      (level ? words : (words.lastElementChild ?? words)).append(...helped(help));
      node.replaceChildren(words);
    },
    Formula(node, { latex }) {
      const place = element("div", { className: "katex-display" });
      node.replaceChildren(place);
      formula(place, latex, true);
    },
    Table(node, { header, rows }) {
      const cell = (tag) => (text) => say(element(tag, tag === "th" ? { scope: "col" } : {}), text, true);
      const row = (tag, cells) => element("tr", {}, ...cells.map(cell(tag)));
      node.replaceChildren(element("table", {}, element("thead", {}, row("th", header)), element("tbody", {}, ...rows.map((one) => row("td", one)))));
    },
    Code(node, { text }) {
      const copy = button("button copy", _("Copy"), () => navigator.clipboard?.writeText(text).catch(() => {}));
      node.replaceChildren(element("pre", {}, element("code", { textContent: text })), copy);
    },
    Divider: (node) => node.replaceChildren(element("hr")),
    Link(node, { label, page, address, icon }) {
      node.replaceChildren(labelled(element("a", { className: "page-link", href: on.href(page, address) }), label, icon));
    },
    Action(node, { label, icon, primary, disabled, help, width }) {
      const act = async () => {
        const { then, key } = node.entry;
        const found = then ?? decode(await on.ask({ ask: "act", key }));
        if (found.trouble) throw new Error(found.trouble);
        if (found.page) on.settle({ address: found.address, to: found.page });
      };
      const one = labelled(button("button", "", () => on.tried(act)), label, icon);
      one.classList.toggle("primary", primary);
      one.style.width = width === "stretch" ? "100%" : Number(width) ? `${width}px` : "";
      Object.assign(one, { disabled });
      if (help) one.title = help;
      node.replaceChildren(one);
    },
    File: (node) => node.replaceChildren(file(() => node.entry)),
    Printed(node, { files, menu: label }) {
      const all = files.map((one, k) => file(() => node.entry.files[k]));
      node.className = "element files";
      node.replaceChildren(...(label ? [menu(label, null, ...all)] : all));
    },
    Keeper: () => {},
  };

  // Brought up to date with every answer.
  const LIVE = {
    Control: (node, entry) => drawControl(node, entry, on),
    Drawing(node, { kind, key, frame, data }, arrays) {
      const shown = frame && arrays[frame];
      if (data && shown) on.hold(data.address, shown);
      return mount(keyed(node, key), kind, data ? bytesOf(data) : shown.slice());
    },
    Figure(node, { key, frame }, arrays) {
      return mount(keyed(node, key), "figure", arrays[frame].slice());
    },
    Component: (node, { kind, key, data }) => mount(keyed(node, key), kind, bytesOf(data)),
    async Chart(node, { key, text }) {
      const [asked] = await Promise.all([on.ask({ ask: "chart", key, theme: on.theme() }), on.plotly()]);
      const { data, layout } = JSON.parse(new TextDecoder().decode(asked));
      Object.assign(node, { className: "element chart", role: "img", ariaLabel: text });
      globalThis.Plotly.react(node, data, { ...layout, autosize: true }, { displayModeBar: false, responsive: true });
    },
    Gift(node, { most, words }) {
      const put = async (name, content) => {
        const found = await on.give(name, await content.arrayBuffer());
        return found.trouble ?? "";
      };
      node.className = "element st-key-gift";
      return mount(node, "gift", bytesOf({ most, words, address: "" }), { put });
    },
    Places(node, entry, arrays) {
      const { least, widths, places } = entry;
      node.inner ??= node.appendChild(element("div"));
      node.className = `element around ${least ? `wraps st-key-wrap-${entry.key}` : "beside"}`;
      node.inner.className = least ? `places st-key-cells-${entry.key}` : "places";
      node.inner.style.gridTemplateColumns = least
        ? `repeat(auto-fit, minmax(min(100%, ${Math.max(least, 0)}px), 1fr))`
        : places.map((one, k) => `minmax(0, ${widths[k] ?? 1}fr)`).join(" ");
      reconcile(node.inner, places.map((blocks) => ({ block: "Place", blocks })), (place, cell = element("div")) => {
        cell.className = "blocks";
        drawn(cell, place.blocks, arrays);
        return cell;
      });
    },
    Row: (node, entry, arrays) => void within(node, entry, arrays, { classes: `row ${entry.gap} ${entry.align}` }),
    Group(node, entry, arrays) {
      const { least, most, height, key, is_row: isRow, width, gap } = entry;
      const named = { ...entry, key: least ? `scroll-${key}` : height ? `place-${key}` : key };
      const inner = within(node, named, arrays, { classes: `${isRow ? "row" : "blocks"} ${gap ?? "none"}` });
      inner.style.minHeight = height ? `${height}px` : "";
      node.style.width = Number(width) ? `${width}px` : "";
      node.classList.toggle(String(width), typeof width === "string");
      for (const one of inner.children) Object.assign(one.style, least ? { minWidth: `${least}px`, maxWidth: `${most}px` } : {});
    },
    Folded(node, entry, arrays) {
      const { label, icon, is_menu: isMenu, is_open: isOpen } = entry;
      if (!node.fold) {
        node.fold = isMenu ? menu(label, icon) : element("details", { className: "fold" }, element("summary"), element("div"));
        node.append(node.fold);
      }
      labelled(node.fold.firstChild, label, icon);
      if (node.wasOpen !== isOpen && !isMenu) node.fold.open = isOpen;
      node.wasOpen = isOpen;
      node.fold.lastChild.classList.add("blocks");
      drawn(node.fold.lastChild, entry.blocks, arrays);
    },
    Work: (node, entry, arrays) => drawWork(node, entry, arrays, { ...on, draw: drawn }),
    Played: (node, entry, arrays) => drawPlayed(node, entry, arrays, { ...on, draw: drawn }),
  };

  /** Draw a block into its element. */
  function draw(entry, node, arrays) {
    // What stands there whatever the page shows.
    if (entry.node) return entry.node;
    node.entry = entry;
    if (!node.className) node.className = "element";
    const live = LIVE[entry.block];
    if (live) Promise.resolve(live(node, entry, arrays)).catch(on.trouble);
    const text = live ? "" : textOf(entry);
    if (live || node.text === text) return node;
    node.text = text;
    BUILT[entry.block](node, entry);
    return node;
  }

  return { draw: drawn, mount };
}
