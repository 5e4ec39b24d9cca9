"""Python in the worker: a session, and modules that are brought when they are first imported."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import invalidate_caches
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any


class Later:
    """Finds modules whose zip is not unpacked yet, when all other finders have failed.

    Parameters
    ----------
    zips
        names of zips, by the names of the modules that bring them
    unpack
        unpacks a zip into the folder where Python looks first
    libraries
        shared libraries that a zip has, which its modules are linked with
    """

    def __init__(
        self,
        zips: Mapping[str, str],
        unpack: Callable[[str], object],
        libraries: Mapping[str, Sequence[str]],
    ) -> None:
        self._zips, self._unpack, self._libraries = dict(zips), unpack, libraries

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where a module is, None where no zip brings it."""
        brought = self._zips.get(name)
        if brought is None:
            return None
        self._unpack(brought)
        self._zips = {name: one for name, one in self._zips.items() if one != brought}
        invalidate_caches()
        for library in self._libraries.get(brought, ()):
            ctypes.CDLL(library, ctypes.RTLD_GLOBAL)
        return PathFinder.find_spec(name, path, target)


def begin(
    parts: Mapping[str, Any],
    unpack: Callable[[str], object],
    language: str,
    report: Callable[[str], object],
) -> Callable[[str, Any], bytes]:
    """Return what answers the questions of ``worker.js``: JSON, with a file's bytes.

    Parameters
    ----------
    parts
        ``parts.json``
    unpack
        unpacks a zip of it
    language, report
        of the session
    """
    sys.meta_path.append(Later(parts["modules"], unpack, parts["libraries"]))
    from views.hosts.static.session import Session

    session = Session(language, report)
    return lambda asked, content: session.answer(asked, bytes(content.to_py()))
