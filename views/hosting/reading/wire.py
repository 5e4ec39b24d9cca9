"""What the server and the process that reads files say to each other, over two pipes.

All travels in frames: eight bytes that say how long it is, then so many bytes.

- To the process: a pickle of (task, name, arguments), then the content of the file.
- From the process, once, when it has imported what it needs: a JSON head of the kind "ready".
- From the process, for each question: a JSON head {"kind", "text", "parts"}. A "value" is followed
  by a pickle and by `parts` frames with its arrays, which are copied nowhere on the way; any other
  kind is trouble, and `text` says what.

A pipe holds 64 kB of a file at a time, so that there are the server's bytes and those that the
process reads from. Shared memory would be a third copy, under a name that can outlive a crash.
"""

from __future__ import annotations

import io
import pickle
import struct
from collections.abc import Callable, Sequence
from dataclasses import is_dataclass
from typing import Any

# Bytes that one frame may have at most.
MOST = 2**31
# Letters of a message or a traceback.
LONGEST = 10_000
# The length before each frame.
LENGTH = struct.Struct(">Q")
# Kinds of a head.
READY, VALUE, WRONG, MISSING, UNEXPECTED = "ready", "value", "wrong", "missing", "unexpected"

# Of NumPy what arrays are made with again; its modules have other names in other versions.
ARRAYS = {"ndarray", "dtype", "_reconstruct", "_frombuffer", "scalar"}

Send = Callable[..., Any]
Receive = Callable[[int], Any]


class Broken(Exception):
    """What came is no answer."""


def send_frame(send: Send, content: Any) -> None:
    """Send a frame of bytes or of an array's buffer."""
    view = memoryview(content).cast("B")
    send(LENGTH.pack(len(view)))
    send(view)


def receive_frame(receive: Receive) -> Any:
    """Return the content of a frame."""
    (length,) = LENGTH.unpack(receive(LENGTH.size))
    if length > MOST:
        raise Broken(f"a frame of {length:,} bytes")
    return receive(length)


def packed(value: Any) -> tuple[bytes, list[Any]]:
    """Return a value as a pickle, and the buffers of its arrays."""
    buffers: list[pickle.PickleBuffer] = []
    content = pickle.dumps(value, protocol=5, buffer_callback=buffers.append)
    return content, [one.raw() for one in buffers]


class _Values(pickle.Unpickler):
    """Makes arrays, and dataclasses of this project; nothing else can be named.

    The pickle comes from a process that has read a stranger's file.
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
