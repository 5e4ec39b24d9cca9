/** A page in a page of another site: the text of a frame, and the line in it that leads back. */

import { button, element, setText } from "../../../../kpca_core/drawing/canvas/assets/dom.js";
import { language } from "../../../../kpca_core/drawing/canvas/assets/words.js";

const KEY = "embed";
// What a frame is in a page for screens, and in one for phones: CSS pixels.
const SIZES = { screen: [960, 700], phone: [390, 600] };

/** The address of the whole page with the settings of a drawing that stands alone. */
function wholeAddress(href) {
  const url = new URL(href);
  for (const key of [KEY, "embed_options"]) url.searchParams.delete(key);
  return url.href;
}

/** The address of the drawing alone, in the language of the page that it is to stand in. */
function figureAddress(href) {
  const url = new URL(wholeAddress(href));
  url.searchParams.set("lang", language());
  url.searchParams.set(KEY, "figure");
  return url.href;
}

/** HTML of a frame that shows the drawing of the page at an address. */
export function frameText(href, { width, height, title }) {
  const given = { src: figureAddress(href), title, width, height, loading: "lazy", style: "border: 0" };
  const said = Object.entries(given).map(([name, value]) => `${name}="${escaped(String(value))}"`);
  return `<iframe ${said.join(" ")}></iframe>`;
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

/** The box with the text of a frame, which the button `opener` opens. */
export function createEmbed(opener, copy) {
  const [how, only] = [element("p"), element("p")];
  const sizes = Object.fromEntries(["width", "height"].map((name, k) => {
    const box = element("input", { type: "number", min: 100, max: 4000, step: 10, value: SIZES.screen[k] });
    box.addEventListener("input", write);
    return [name, { box, label: element("span") }];
  }));
  const choices = Object.entries(SIZES).map(([name, size]) => [name, button(`size-${name}`, "", () => {
    Object.values(sizes).forEach(({ box }, k) => (box.value = size[k]));
    write();
  })]);
  const text = element("textarea", { readOnly: true, rows: 3, spellcheck: false });
  const take = button("copy-frame", "", () => copy(write()));
  const node = element("section", { className: "embed", id: "entrance-embed", hidden: true },
    how, only,
    element("div", { className: "sizes" },
      ...Object.values(sizes).map(({ box, label }) => element("label", {}, label, box)),
      ...choices.map(([, one]) => one)),
    text, element("div", {}, take));
  opener.setAttribute("aria-controls", node.id);
  opener.addEventListener("click", () => show(node.hidden));
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    show(false);
    opener.focus();
  });
  text.addEventListener("focus", () => text.select());

  function show(open) {
    node.hidden = !open;
    opener.setAttribute("aria-expanded", String(open));
    if (!open) return;
    write();
    sizes.width.box.focus();
    sizes.width.box.select();
  }

  function write() {
    const [width, height] = Object.values(sizes).map(({ box }) => box.valueAsNumber || SIZES.screen[0]);
    text.value = frameText(location.href, { width, height, title: document.title });
    return text.value;
  }

  function draw(words) {
    setText(how, words.how);
    setText(only, words.only ?? "");
    node.setAttribute("aria-label", opener.textContent);
    text.setAttribute("aria-label", words.text);
    for (const [name, { label }] of Object.entries(sizes)) setText(label, words[name]);
    for (const [name, one] of choices) setText(one, `${words[name]} ${SIZES[name].join(" × ")}`);
    setText(take, words.copy);
    if (!node.hidden) write();
  }

  opener.setAttribute("aria-expanded", "false");
  return { node, draw };
}

/** The line below a drawing that stands alone: what it is, with a link to the whole page. */
export function createCaption() {
  const link = element("a", { target: "_blank", rel: "noopener" });
  // The browser writes what is in the hand into the address without a word.
  const lead = () => (link.href = wholeAddress(location.href));
  for (const type of ["focus", "pointerenter", "pointerdown"]) link.addEventListener(type, lead);
  const draw = () => {
    setText(link, document.title);
    lead();
  };
  return { node: element("p", { className: "caption" }, link), draw };
}
