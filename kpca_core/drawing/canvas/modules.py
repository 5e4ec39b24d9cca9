"""The JavaScript that draws, bundled by esbuild: `make bundles`.

``front.js`` is the front end for browsers: it loads parts when they first occur, and parts share
files, each named by what it holds. What has to be one module, such as a notebook's, is a bundle of
its own. All of them are committed, so that neither the app nor a wheel needs Node.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from kpca_core.drawing.canvas import ASSETS

BUILT = ASSETS.with_name("built")
SUM = "sources.sha256"
FRONT = "front.js"
# In ``built/``: the files of each part.
PARTS = "parts.json"


def bundle(entry: str, built: Path = BUILT) -> str:
    """Return a module with all that it imports as one module, which exports the same.

    Parameters
    ----------
    entry
        Its path in the folder of the sources.
    built
        Where its bundle is.
    """
    return built.joinpath(entry.replace("/", "-")).read_text(encoding="utf-8")


@cache
def parts() -> Mapping[str, tuple[str, ...]]:
    """Return the files of each part, its own one first, by its path in `ASSETS`.

    The others are those that it cannot begin without.
    """
    found = json.loads(BUILT.joinpath(PARTS).read_text(encoding="utf-8"))
    return {source: tuple(files) for source, files in found.items()}


def files_of(*sources: str) -> tuple[str, ...]:
    """Return the files of some of `parts`, each once."""
    return tuple(dict.fromkeys(file for source in sources for file in parts()[source]))


@cache
def file(name: str) -> str:
    """Return the text of a file of `parts`, which imports others by their names after "./"."""
    return BUILT.joinpath(name).read_text(encoding="utf-8")


def sum_of(folder: Path) -> str:
    """Return the SHA-256 of all sources in a folder, by which a bundle that is old is found."""
    found = sha256()
    for path in sorted((*folder.rglob("*.js"), *folder.rglob("*.json"))):
        if BUILT.name not in path.parts:
            found.update(f"{path.relative_to(folder).as_posix()}\n".encode() + path.read_bytes())
    return found.hexdigest()


def _parts_in(outputs: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return `parts` of what esbuild says of its outputs."""

    def needed(output: str) -> Iterator[str]:
        yield output
        for one in outputs[output]["imports"]:
            if one["kind"] == "import-statement":
                yield from needed(one["path"])

    return {
        found["entryPoint"]: list(dict.fromkeys(Path(one).name for one in needed(output)))
        for output, found in sorted(outputs.items())
        if "entryPoint" in found
    }


if __name__ == "__main__":
    for source, target in zip(sys.argv[1::2], sys.argv[2::2], strict=True):
        Path(target, SUM).write_text(sum_of(Path(source)) + "\n", encoding="utf-8")
        if (path := Path(target, PARTS)).is_file():
            made = _parts_in(json.loads(path.read_text(encoding="utf-8"))["outputs"])
            path.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")
