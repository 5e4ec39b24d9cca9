// Runs a Python file in the packages of the edition, as its worker does:
// node run.mjs EDITION FILE EXPRESSION OUT writes the bytes of the expression.
import { readFileSync, writeFileSync } from "node:fs"
import { pathToFileURL } from "node:url"
const [edition, file, expression, out] = process.argv.slice(2)
const parts = JSON.parse(readFileSync(`${edition}/python/parts.json`, "utf8"))
const { loadPyodide } = await import(pathToFileURL(`${edition}/pyodide/pyodide.mjs`))
const [indexURL, stdLibURL] = [`${edition}/pyodide/`, `${edition}/python/stdlib.zip`]
const python = await loadPyodide({ indexURL, stdLibURL, args: ["-OO"] })
const unpack = name => {
  console.log(`unpack ${name}`)
  python.unpackArchive(new Uint8Array(readFileSync(`${edition}/python/${name}.zip`)), "zip")
}
parts.start.forEach(unpack)
python.pyimport("views.hosts.static.later").begin(python.toPy(parts), unpack, () => {}, "en", "en")
python.FS.writeFile("measured.py", readFileSync(file))
writeFileSync(out, python.runPython(`import measured\nmeasured.${expression}`).toJs())
