"""The protocol between the server and the process that reads files.

Two pipes carry messages of bytes (`multiprocessing.connection`).

- To the process: a pickle of (task, name, language of messages, arguments), then the content of
  the file.
- From the process, once, when it has imported what it needs: a JSON head of the kind "ready".
- From the process, for each question: a JSON head {"kind", "text", "parts"}. A "value" is followed
  by a pickle and by `parts` messages with its arrays; any other kind is an error, and `text` is its
  message.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Sequence
from dataclasses import is_dataclass
from typing import Any

# Kinds of a head.
READY, VALUE, WRONG, MISSING, UNEXPECTED = "ready", "value", "wrong", "missing", "unexpected"
# Letters of a message or a traceback.
LONGEST = 10_000

# Of NumPy what arrays are made with again; its modules have other names in other versions.
ARRAYS = {"ndarray", "dtype", "_reconstruct", "_frombuffer", "scalar"}


class Broken(Exception):
    """The process sent something that is no answer."""


def packed(value: Any) -> tuple[bytes, list[Any]]:
    """Return a value as a pickle, and the buffers of its arrays."""
    buffers: list[pickle.PickleBuffer] = []
    content = pickle.dumps(value, protocol=5, buffer_callback=buffers.append)
    return content, [one.raw() for one in buffers]


class _Values(pickle.Unpickler):
    """Unpickles arrays and dataclasses of this project only.

    The pickle comes from a process that has read an untrusted file.
    """

    def find_class(self, module: str, name: str) -> Any:
        if module.partition(".")[0] == "numpy" and name in ARRAYS:
            return super().find_class(module, name)
        if module.partition(".")[0] in ("kpca_core", "datasets") and name.isidentifier():
            found = super().find_class(module, name)
            if isinstance(found, type) and is_dataclass(found):
                return found
        raise Broken(f"a pickle that names {module}.{name}")


def unpacked(content: Any, buffers: Sequence[Any]) -> Any:
    """Return the value that `packed` gave.

    Raises
    ------
    Broken
        if it is no value of arrays and dataclasses of this project
    """
    try:
        return _Values(io.BytesIO(content), buffers=buffers).load()
    except Broken:
        raise
    except Exception as error:
        raise Broken(f"no pickle: {error!r}") from None
