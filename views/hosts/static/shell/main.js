/** The start of a document: its place, language and theme; then Python and the page at the same time. */

import { recall, rewriteAddress } from "../../../../kpca_core/drawing/canvas/assets/memory.js";

const { page, languages, base } = document.documentElement.dataset;
const root = new URL(base, location.href);
// Every page stands right below the root, as in the app: what is relative to an address holds everywhere.
const icon = document.querySelector("link[rel=icon]");
icon.href = icon.href.toString();
const here = new URL(location.href);
here.pathname = here.pathname.replace(/\/(index\.html)?$/, base === "./" ? "/" : "");
rewriteAddress(here.href);

const known = JSON.parse(languages);
const matching = (wanted) => Object.keys(known).find((name) => wanted.replace("-", "_").split("_")[0] === name.split("_")[0]);
const usual = known[recall("language")] ? recall("language") : (navigator.languages.map(matching).find(Boolean) ?? "en");
const asked = new URLSearchParams(location.search).get("lang");
const language = known[asked] ? asked : usual;
document.documentElement.lang = language.replace("_", "-");

const own = (path) => fetch(new URL(path, root));
const start = () => new Worker(new URL(`worker.js?${new URLSearchParams({ lang: language, usual })}`, root), { type: "module" });

async function words() {
  if (language === "en") return;
  const text = await (await own(`words/${language}.json`)).text();
  document.head.append(Object.assign(document.createElement("script"), { type: "application/json", id: "kpca-words", textContent: text }));
}

const scene = own(`scenes/${page}.${language}.bin`).then((answer) => (answer.ok ? answer.arrayBuffer() : null), () => null);
const looks = own("shell/looks.json").then((answer) => answer.json());
// Modules translate where they are loaded, too.
await words().catch(() => {});
const { open } = await import("./app.js");
open({ page, root, scene, looks: await looks, languages: { own: language, all: known, key: "lang" }, start });
