"""The tables that readers gave: each belongs to one session and ends with it.

A table is kept in the session's state. Elsewhere it is known by a name that nobody can guess, which
frames ask for it by; no address holds that name.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakValueDictionary

import streamlit as st

from kpca_core.tables.limits import check_bytes
from views.limits import LIMITS
from views.uploads import FULL, HELD

# Session entry: the tables of the session by their names, the newest last.
TABLES = "tables of this session"
# Tables of a session that undo can go back to, as long as they have no more bytes than one may.
MOST_KEPT = 8

GONE = "This session no longer has the table: give it once more."


@dataclass(eq=False)
class Upload:
    """What a reader gave, why it is not taken, and what has been made of it."""

    name: str
    content: bytes
    trouble: str = ""
    made: dict[Any, Any] = field(default_factory=dict)


_known: WeakValueDictionary[str, Upload] = WeakValueDictionary()


def keep(name: str, content: bytes) -> str:
    """Keep a table for this session, and return its secret name.

    Of one with more bytes than LIMITS.upload, or than there is room for, only the name is kept, and
    why.
    """
    own: OrderedDict[str, Upload] = st.session_state.setdefault(TABLES, OrderedDict())
    handle = secrets.token_urlsafe(18)
    # The browser checks whole megabytes, and only where it is one.
    try:
        check_bytes(name, len(content), int(LIMITS.upload))
        upload = Upload(name, content)
        if not HELD.add(upload):
            upload = Upload(name, b"", FULL)
    except ValueError as error:
        upload = Upload(name, b"", f"{error} Keep fewer rows or columns.")
    own[handle] = _known[handle] = upload
    while len(own) > 1 and (
        len(own) > MOST_KEPT or sum(len(one.content) for one in own.values()) > LIMITS.upload
    ):
        own.popitem(last=False)
    return handle


def upload_of(handle: str) -> Upload:
    """Return a table by its secret name.

    Raises
    ------
    ValueError
        if its session has ended, or has given others since
    """
    found = known(handle)
    if found is None:
        raise ValueError(GONE)
    return found


def known(handle: str) -> Upload | None:
    """Return a table by its secret name, None if it is gone."""
    return _known.get(handle)


def newest() -> str:
    """Return the secret name of what this session gave last, "" for nothing."""
    own = st.session_state.get(TABLES)
    return next(reversed(own), "") if own else ""
