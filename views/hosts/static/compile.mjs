// Compiles modules for the Python of Pyodide: the one that builds the edition may have another format.
// node compile.mjs NODE_MODULES FILE, which has [[source, target, name in tracebacks], ...]
import { readFileSync } from "node:fs"
import { pathToFileURL } from "node:url"
const [modules, file] = process.argv.slice(2)
const { loadPyodide } = await import(pathToFileURL(`${modules}/pyodide/pyodide.mjs`))
const python = await loadPyodide({ indexURL: `${modules}/pyodide/` })
python.mountNodeFS("/host", "/")
python.globals.set("asked", readFileSync(file, "utf8"))
python.runPython(`
import json, py_compile
for source, target, name in json.loads(asked):
    py_compile.compile("/host" + source, "/host" + target, name, doraise=True, optimize=2,
                       invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
`)
