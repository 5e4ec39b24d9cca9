/** What the shell works out of texts and lists alone. */

import { _, filled } from "../../../../kpca_core/drawing/canvas/assets/words.js";

// The page of the edition's own address.
export const FIRST = "explore";
// Beside the settings in an address.
const BESIDE = ["lang", "embed"];
// Keys that last as long as one answer.
const PASSING = /^k\d+$/;
// Steps of a slider over a number.
const SLIDER = 100;

/** The texts of an address by their keys. */
export const textsOf = (search) => Object.fromEntries([...new URLSearchParams(search)].filter(([key]) => !BESIDE.includes(key)));

/** Where a page is, with its address; a document that shows its drawing alone goes on to. */
export function hrefOf(root, page, address, here = "") {
  const url = new URL(page === FIRST ? "./" : page, root);
  const embed = new URLSearchParams(here).get("embed");
  url.search = new URLSearchParams({ ...address, ...(embed && { embed }) });
  return url.href;
}

/** What is said while Python is loaded: how much of how many, and how long that may last. */
export function loadingSaid({ done, total }, seconds) {
  const mega = (bytes) => Math.max(0.1, bytes / 2 ** 20).toFixed(1);
  const left = done > 0 ? Math.ceil((seconds / done) * (total - done)) : 0;
  const said = _("Python is loaded into this browser, once: {done} of {total} MB. The page moves as soon as it is there.");
  const soon = left > 1 ? ` ${filled(_("About {left} s are left."), { left })}` : "";
  return filled(said, { done: mega(done), total: mega(total) }) + soon;
}

/** What a block says of itself, without what every answer names anew. */
export const textOf = (entry) => JSON.stringify(entry, (name, value) => (name === "key" && PASSING.test(value) ? "" : value));

/** By which the element of a block is found again among those beside it. */
export const nameOf = ({ block, kind, key }) => `${block} ${block === "Words" ? "" : (kind ?? "")} ${PASSING.test(key) ? "" : (key ?? "")}`;

/**
 * Bring the children of a place up to date.
 *
 * @param {(entry: object, node: Element | undefined) => Element} draw gives the element of a block, the one
 *   that it had before where there is one
 */
export function reconcile(place, entries, draw) {
  const known = new Map();
  for (const node of place.children) known.set(node.named, [...(known.get(node.named) ?? []), node]);
  const nodes = entries.map((entry) => {
    const name = nameOf(entry);
    const node = draw(entry, known.get(name)?.shift());
    node.named = name;
    return node;
  });
  for (const node of [...known.values()].flat()) {
    leave(node);
    node.remove();
  }
  nodes.forEach((node, at) => place.children[at] !== node && place.insertBefore(node, place.children[at] ?? null));
}

/** Let what draws in an element clean up. */
function leave(node) {
  for (const one of [node, ...node.querySelectorAll(".component")]) one.left?.();
}

export const rounded = (value, digits) => Number(Number(value).toPrecision(digits));

/** The texts that a slider goes through, each with its name. */
export function stopsOf({ options, low, high, log, integer, value }) {
  if (options) return options.map(([key, name]) => [String(key), name]);
  const whole = (x) => (integer ? Math.round(x) : x);
  const step = rounded((high - low) / SLIDER, 1);
  const at = (k) => (log ? rounded(low * (high / low) ** (k / SLIDER), 2) : rounded(low + k * (integer ? 1 : step), 6));
  const count = integer && !log ? high - low : SLIDER;
  const inside = Array.from({ length: count }, (one, k) => whole(at(k))).filter((x) => x >= low && x <= high);
  const all = [...new Set([low, ...inside, high, Number(value)])].sort((a, b) => a - b);
  return all.map((x) => [String(x), String(rounded(x, 4))]);
}

/** The step of a number's arrows: a tenth of its order of magnitude. */
export function stepOf({ step, integer, value, suggested }) {
  return step ?? (integer ? 1 : rounded(10 ** Math.floor(Math.log10(Number(value || suggested) || 1) - 1), 1));
}

/** The text of those that are chosen; all, and of those with names none, are the value None. */
export function severalText({ kind, options }, chosen) {
  if (kind !== "several") return chosen.join(",");
  const own = options.filter(([key]) => chosen.includes(String(key))).map(([key]) => key);
  const named = options.some(([key, name]) => String(key) !== name);
  if (named ? !own.length : own.length === options.length) return "";
  return own.join(",") || "none";
}

/** Those that a text says are chosen. */
export function severalOf({ kind, options, value }) {
  const named = options.some(([key, name]) => String(key) !== name);
  if (kind === "several" && value === "") return named ? [] : options.map(([key]) => String(key));
  return value === "none" ? [] : value.split(",").filter(Boolean);
}

/** What `entry` is drawn as. */
export function shapeOf({ kind, options, slider }) {
  if (kind === "switch") return "toggle";
  if (slider) return "slider";
  if (options && ["choice", "number", "text"].includes(kind)) return "select";
  if (options) return "several";
  return kind === "number" ? "number" : "text";
}

/** A frame with another number: that of the question which it answers. */
function numbered(frame, n) {
  const body = 4 + new DataView(frame.buffer, frame.byteOffset, 4).getUint32(0, true);
  const header = { ...JSON.parse(new TextDecoder().decode(frame.subarray(4, body))), n };
  const text = new TextEncoder().encode(JSON.stringify(header));
  // `wire.js` says how a header is padded.
  const size = text.length + ((4 - text.length % 8) + 8) % 8;
  const made = new Uint8Array(4 + size + frame.length - body).fill(32, 4, 4 + size);
  new DataView(made.buffer).setUint32(0, size, true);
  made.set(text, 4);
  made.set(frame.subarray(body), 4 + size);
  return made;
}

/**
 * What answers a drag before Python is there: the frame of the nearest value, undefined where the question
 * is of anything else.
 *
 * @param {object} found decoded: the key of the address, its values `at`, what else may be in the address, and the frames as arrays
 * @param {string} page that they are of
 */
export const beforehand = ({ key, at, rest, arrays }, page) => (question) => {
  const { [key]: text, ...others } = Object.fromEntries(new URLSearchParams(question.address));
  const isOther = Object.entries(others).some(([name, value]) => rest[name] !== value);
  if (question.page !== page || isOther || !(text > 0)) return undefined;
  const far = at.map((one) => Math.abs(Math.log(one / text)));
  return numbered(arrays[`frame${far.indexOf(Math.min(...far))}`], question.n);
};
