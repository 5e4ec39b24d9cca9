"""Tables that readers give, as pages meet them: by secret names, and what is made of them.

A host with many readers says who has which, and where files are read (`SHELF.by`). Without one
there is one reader, whose tables stay in this process.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from kpca_core._support.progress import Progress
from kpca_core._support.words import N_, _
from views.work import Estimate

R = TypeVar("R")

GONE = N_("This session no longer has the table: give it once more.")


@dataclass(eq=False)
class Upload:
    """What a reader gave, why it is not taken, and what has been made of it by keys."""

    name: str
    content: bytes
    trouble: str = ""
    made: dict[Any, Any] = field(default_factory=dict)


class Shelf:
    """The tables of one reader.

    Attributes
    ----------
    stays
        what is said of where a table stays, in English
    """

    stays = N_("The table stays on this computer: it is sent nowhere, and gone once you leave.")

    def __init__(self) -> None:
        self._tables: dict[str, Upload] = {}

    def keep(self, name: str, content: bytes) -> str:
        """Keep a table, and return its secret name."""
        handle = secrets.token_urlsafe(18)
        self._tables[handle] = Upload(name, content)
        return handle

    def newest(self) -> str:
        """Return the secret name of what the reader gave last, "" for nothing."""
        return next(reversed(self._tables), "")

    def known(self, handle: str) -> Upload | None:
        """Return a table by its secret name, None if it is gone."""
        return self._tables.get(handle)

    def use(self, handle: str, upload: Upload) -> None:
        """Note that a table is used."""

    def read(
        self, name: str, reads: Callable[..., R], *what: Any, progress: Progress | None, **how: Any
    ) -> R:
        """Return `reads(*what, **how)`, which reads a file that messages call `name`."""
        return reads(*what, **how)

    def made(self, upload: Upload, key: Any, make: Callable[[], Any], cost: Estimate) -> Any:
        """Return what is made of a table, computed once; a newer result of a kind replaces it."""
        if key not in upload.made:
            for old in [one for one in upload.made if one[0] == key[0]]:
                del upload.made[old]
            upload.made[key] = make()
        return upload.made[key]


class _By:
    by = Shelf()


SHELF = _By()


def upload_of(handle: str) -> Upload:
    """Return a table by its secret name.

    Raises
    ------
    ValueError
        if its session has ended, or has given others since
    """
    found = SHELF.by.known(handle)
    if found is None:
        raise ValueError(_(GONE))
    SHELF.by.use(handle, found)
    return found
