"""The JavaScript modules that draw, and what they import of one another."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from kpca_core.canvas import ASSETS

_IMPORT = re.compile(r'\b(?:from|import)\s*"(\.{1,2}/[\w./-]+\.js)"')


def modules_of(*entries: str) -> dict[str, str]:
    """Return the source of these modules and of all that they import, by their paths in `ASSETS`.

    Modules that are asked for while the page runs, `import("…")`, are not among them.
    """
    known: dict[str, str] = {}
    waiting = [*entries]
    while waiting:
        path = waiting.pop(0)
        if path not in known:
            known[path] = ASSETS.joinpath(path).read_text(encoding="utf-8")
            waiting += imports_of(path, known[path]).values()
    return known


def imports_of(path: str, source: str) -> dict[str, str]:
    """Return what a module names in its imports, and the paths of these modules in `ASSETS`."""
    folder, root = ASSETS.joinpath(*PurePosixPath(path).parent.parts), ASSETS.resolve()
    return {
        relative: (folder / relative).resolve().relative_to(root).as_posix()
        for relative in _IMPORT.findall(source)
    }
