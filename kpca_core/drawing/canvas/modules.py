"""The JavaScript modules that draw, each with all that it imports as one module."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from graphlib import TopologicalSorter
from pathlib import Path

from kpca_core.drawing.canvas import ASSETS

_IMPORT = re.compile(
    r'^import (\{[^}]*\}|\w+(?=.*json";?)) from "(\.{1,2}/[\w./-]+\.(?:js|json))"'
    r'(?: with \{ type: "json" \})?;$',
    re.MULTILINE,
)
_EXPORT = re.compile(r"^export (default )?((?:async )?function|class|const) (\w+)", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*|^(?!\s*\*).*\bimport\(.*", re.MULTILINE)


def modules_of(entry: str, folder: Path | None = None) -> dict[str, str]:
    """Return the sources of a module and of all that it imports, each after what it imports.

    Parameters
    ----------
    entry : its path in the folder, as are the keys of the answer
    folder : `ASSETS` if None

    Raises
    ------
    graphlib.CycleError
        for modules that import one another
    """
    sources: dict[str, str] = {}
    imports: dict[str, list[str]] = {}
    waiting = [entry]
    while waiting:
        path = waiting.pop()
        if path not in sources:
            sources[path] = (folder or ASSETS).joinpath(path).read_text(encoding="utf-8")
            imports[path] = [_path(found[2], path) for found in _IMPORT.finditer(sources[path])]
            waiting += imports[path]
    return {path: sources[path] for path in TopologicalSorter(imports).static_order()}


def bundle(entry: str, folder: Path | None = None) -> str:
    """Return a module with all that it imports as one module, which exports the same.

    A browser fetches it in one request, or finds it within a page. Each module becomes a function
    that is called once and returns what the module exports::

        import { element } from "./dom.js";      const { element } = $0;
        export function draw() { … }             function draw() { … } return { draw };

    Parameters
    ----------
    entry : the path of the module in the folder
    folder : `ASSETS` if None

    Raises
    ------
    ValueError
        for an import or an export that is written in another way
    """
    sources = modules_of(entry, folder)
    variables = {path: f"${number}" for number, path in enumerate(sources)}
    parts = [
        f"const {variables[path]} = {source.strip()};\n"
        if path.endswith(".json")
        else f"const {variables[path]} = (() => {{\n{_body(path, source, variables)}}})();\n"
        for path, source in sources.items()
    ]
    for name in _exports(sources[entry]):
        declared = "default" if name == "default" else f"const {name} ="
        parts.append(f"export {declared} {variables[entry]}.{name};\n")
    return "".join(parts)


def _body(path: str, source: str, variables: Mapping[str, str]) -> str:
    """Return the body of the function of one module, given the variables of those before it."""

    def imported(found: re.Match[str]) -> str:
        return f"const {found[1].replace(' as ', ': ')} = {variables[_path(found[2], path)]};"

    body = _EXPORT.sub(r"\2 \3", _IMPORT.sub(imported, source))
    if other := _OTHER.search(body):
        raise ValueError(f"{path}: cannot put {other[0]!r} into one file with other modules.")
    exports = ", ".join(f"{name}: {local}" for name, local in _exports(source).items())
    return f"{body}return {{ {exports} }};\n"


def _path(relative: str, importer: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(importer), relative))


def _exports(source: str) -> dict[str, str]:
    """Return the names that a module exports, and what they are called in it."""
    found = _EXPORT.finditer(source)
    return {"default" if match[1] else match[3]: match[3] for match in found}
