"""Python in the worker: a session, and modules that are brought when they are first imported."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import invalidate_caches
from importlib.machinery import ModuleSpec, PathFinder
from inspect import currentframe
from pathlib import Path
from types import ModuleType
from typing import Any


class Later:
    """Finds modules whose zip is not unpacked yet, before all other finders.

    Of a package in several zips the others would find a folder without the package's own file.

    Parameters
    ----------
    parts
        ``parts.json``: of "modules" the zip by the name of each, by the name of each zip the
        "libraries" that its modules are linked with and the packages that go "without" it
    unpack
        unpacks a zip into the folder where Python looks first
    """

    def __init__(self, parts: Mapping[str, Any], unpack: Callable[[str], object]) -> None:
        self._parts, self._unpack, self._unpacked = parts, unpack, set[str]()

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where a module is, None where no zip brings it."""
        brought = self._parts["modules"].get(name)
        if brought is None or _asking() in self._parts["without"].get(brought, ()):
            return None
        if brought not in self._unpacked:
            self._unpack(brought)
            self._unpacked.add(brought)
            invalidate_caches()
            for library in self._parts["libraries"].get(brought, ()):
                ctypes.CDLL(library, ctypes.RTLD_GLOBAL)
        # Zips are unpacked in one folder; a package that begins elsewhere goes on there.
        beside = Path.cwd().joinpath(*name.split(".")[:-1])
        return PathFinder.find_spec(name, [*(path or sys.path), str(beside)], target)


def _asking() -> str:
    """Return the package that imports, in whose name a finder is asked."""
    frame = currentframe()
    while frame and frame.f_globals["__name__"].startswith((__name__, "importlib.")):
        frame = frame.f_back
    return str(frame.f_globals["__name__"]).partition(".")[0] if frame else ""


def begin(
    parts: Mapping[str, Any],
    unpack: Callable[[str], object],
    report: Callable[[str], None],
    language: str,
    usual: str,
) -> Callable[[str, Any], bytes]:
    """Return what answers the questions of ``worker.js``: JSON, with a file's bytes.

    Parameters
    ----------
    parts
        ``parts.json``
    unpack
        unpacks a zip of it
    report, language, usual
        of the session
    """
    sys.meta_path.insert(0, Later(parts, unpack))
    from views.hosts.static.session import Session

    session = Session(language, report, usual)
    return lambda asked, content: session.answer(asked, bytes(content.to_py()))
