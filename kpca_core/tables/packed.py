"""Files that are compressed: .gz, and .zip that holds one table; their sizes are bounded."""

from __future__ import annotations

import io
import lzma
import struct
import zipfile
import zlib
from pathlib import PurePosixPath

from kpca_core.tables.column import shortened, some_of
from kpca_core.tables.limits import MOST_BYTES, check_bytes

# What unpacking an archive raises.
DAMAGED = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, NotImplementedError, RuntimeError,
    EOFError, OSError,
)  # fmt: skip


def is_packed(content: bytes) -> bool:
    """Whether it is a .gz, or a .zip that is neither a workbook nor an archive of arrays."""
    if content.startswith(b"\x1f\x8b"):
        return True
    names = _names(content)
    return names is not None and not any(
        one.endswith(".npy") or one.startswith(("xl/", "[Content_Types]")) for one in names
    )


def unpacked(content: bytes, name: str, member: str = "") -> bytes:
    """Return the content of a packed file; of a .zip with several, of that named `member`.

    Raises
    ------
    ValueError
        if it is damaged, too large, or holds another packed file, or several and none is named
    """
    try:
        found = _gunzipped(content) if content.startswith(b"\x1f\x8b") else None
        if found is None:
            found = _member(content, name, member)
    except DAMAGED as error:
        raise ValueError(f"{name} is a damaged archive: {shortened(str(error))}.") from None
    check_bytes(f"{name}, unpacked,", len(found))
    if is_packed(found):
        raise ValueError(f"{name} holds another packed file: unpack it first.")
    return found


def _gunzipped(content: bytes) -> bytes:
    """All members of a .gz; no more than a byte beyond MOST_BYTES is unpacked."""
    parts, size = [], 0
    while content and size <= MOST_BYTES:
        one = zlib.decompressobj(wbits=31)
        parts.append(one.decompress(content, MOST_BYTES + 1 - size))
        size += len(parts[-1])
        if not one.eof and size <= MOST_BYTES:
            raise EOFError("it is cut off")
        content = one.unused_data.lstrip(b"\0")
    return b"".join(parts)


def _member(content: bytes, name: str, member: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        tables = {
            one.filename: one for one in archive.infolist()
            if not one.is_dir() and not one.filename.startswith("__MACOSX/")
            and not PurePosixPath(one.filename).name.startswith(".")
        }  # fmt: skip
        if member and member not in tables:
            raise ValueError(f"{name} has no file {member!r}; it has {_listed(tables)}.")
        if len(tables) != 1 and not member:
            held = f"holds {_listed(tables)}: choose one of them" if tables else "is empty"
            raise ValueError(f"{name} {held}.")
        chosen = tables[member or next(iter(tables))]
        check_bytes(f"{name}, unpacked,", chosen.file_size)
        # `ZipFile` reads no more than the size that was checked.
        return archive.read(chosen)


def _listed(tables: dict[str, zipfile.ZipInfo]) -> str:
    return some_of([repr(shortened(one)) for one in tables])


def _names(content: bytes) -> list[str] | None:
    if not content.startswith(b"PK"):
        return None
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return archive.namelist()
    except (*DAMAGED, ValueError):
        return None


def size_of_zip(content: bytes) -> int:
    """Return the bytes that an archive says it unpacks to, 0 where it is none."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return sum(one.file_size for one in archive.infolist())
    except (*DAMAGED, ValueError):
        return 0
