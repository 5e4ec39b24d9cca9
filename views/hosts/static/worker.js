// Python in a worker: brings the runtime and the packages, then answers the shell's questions one
// after the other. `python/parts.json`, which build.py writes, says what is brought when.
import "./pyodide/pyodide.asm.js"
import { loadPyodide } from "./pyodide/pyodide.mjs"

const root = new URL("./", self.location.href)
const loading = { done: 0, total: 0 }
const coming = new Map() // what was asked of the server, by its path
const here = new Map() // bytes of zips that are not unpacked yet, by their names

async function count(response) {
  for (const reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read()
    if (done) return
    loading.done += value.length
    self.postMessage({ loading })
  }
}

const plain = self.fetch
function bring(path) {
  if (!coming.has(path))
    coming.set(path, plain(new URL(path, root)).then(response => {
      if (!response.ok) throw new Error(`${path}: ${response.status}`)
      count(response.clone())
      return response
    }))
  return coming.get(path)
}

// The runtime asks for its files one after the other: they are on their way before.
self.fetch = (what, how) => {
  const path = String(what.url ?? what).replace(root.href, "")
  const known = coming.get(path)
  coming.delete(path)
  return known ?? plain(what, how)
}
const stdlib = "python/stdlib.zip"
for (const path of ["pyodide/pyodide.asm.wasm", stdlib]) bring(path)
const listed = plain(new URL("python/parts.json", root)).then(response => response.json())

const load = (parts, names = []) => Promise.all(names.map(async name => {
  const path = `python/${name}.zip`
  if (coming.has(path)) return coming.get(path)
  loading.total += parts.bytes[name]
  const bytes = bring(path).then(response => response.arrayBuffer()).then(got => here.set(name, got))
  coming.set(path, bytes)
  return bytes
}))

// A module is imported at once or not at all: a zip that is not here yet is waited for.
function now(name) {
  const request = new XMLHttpRequest()
  request.open("GET", new URL(`python/${name}.zip`, root), false)
  request.responseType = "arraybuffer"
  request.send()
  return request.response
}

async function start() {
  const parts = await listed
  loading.total += parts.bytes.runtime + parts.bytes.stdlib
  const asked = new URL(self.location.href).searchParams
  const [language, usual] = ["lang", "usual"].map(name => asked.get(name) ?? "en")
  const names = [...parts.start, ...parts.languages.filter(name => name === language)]
  const brought = load(parts, names)
  const [indexURL, stdLibURL] = ["pyodide/", stdlib].map(path => new URL(path, root).href)
  // Python opens no connection from a browser.
  const env = { KPCA_DOWNLOADS: "off" }
  const python = await loadPyodide({ indexURL, stdLibURL, env, args: ["-OO"] })
  await brought
  const unpack = name => {
    python.unpackArchive(here.get(name) ?? now(name), "zip")
    here.delete(name)
  }
  names.forEach(unpack)
  const report = text => self.postMessage({ report: JSON.parse(text) })
  const { begin } = python.pyimport("views.hosts.static.later")
  return { parts, session: begin(python.toPy(parts), unpack, report, language, usual) }
}

async function answer({ id, asked, content, page }) {
  try {
    const { parts, session } = await started
    await load(parts, parts.pages[page])
    if (questions++) load(parts, parts.then).catch(() => {})
    const answer = session(asked, new Uint8Array(content ?? 0))
    const bytes = answer.toJs()
    answer.destroy()
    self.postMessage({ id, answer: bytes.buffer }, [bytes.buffer])
  } catch (error) {
    self.postMessage({ id, trouble: String(error.message ?? error) })
  }
}

const started = start()
let questions = 0
let turn = started.then(({ parts }) => {
  self.postMessage({ ready: true })
}, () => {})
self.onmessage = ({ data }) => {
  turn = turn.then(() => answer(data))
}
