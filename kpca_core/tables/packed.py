"""Files that are compressed: .gz, and .zip that holds one table; their sizes are bounded."""

from __future__ import annotations

import gzip
import io
import struct
import zipfile
import zlib
from pathlib import PurePosixPath

from kpca_core._support.words import E_
from kpca_core.tables.column import quoted, refused, shortened
from kpca_core.tables.foreign import check_members
from kpca_core.tables.limits import MOST_BYTES, check_bytes

try:
    from lzma import LZMAError
except ImportError:  # Python can be built without it, as for WebAssembly
    LZMAError = zipfile.BadZipFile  # type: ignore[assignment, misc]

# What unpacking an archive raises.
DAMAGED = (
    zipfile.BadZipFile, zlib.error, LZMAError, struct.error, NotImplementedError, RuntimeError,
    EOFError, OSError,
)  # fmt: skip
GZIP, OLD_EXCEL = b"\x1f\x8b", b"\xd0\xcf\x11\xe0"
# A file in each workbook, of Excel and of LibreOffice.
WORKBOOKS = ("[Content_Types].xml", "mimetype")


def damaged(name: str, error: Exception) -> ValueError:
    """Return the error that says what is wrong with an archive."""
    said = E_("{name} is a damaged archive, or cut off: {error}.")
    return ValueError(said.format(name=name, error=shortened(str(error))))


def is_workbook(content: bytes) -> bool:
    """Whether it is a workbook of Excel, of the new or the old kind, or of LibreOffice."""
    return content.startswith(OLD_EXCEL) or _holds(content, WORKBOOKS)


def is_packed(content: bytes) -> bool:
    """Whether it is a .gz, or a .zip that is neither a workbook nor an archive of arrays."""
    if not content.startswith(b"PK"):
        return content.startswith(GZIP)
    return _holds(content, ("",)) and not _holds(content, (".npy", *WORKBOOKS))


def _holds(content: bytes, endings: tuple[str, ...]) -> bool:
    """Whether it is a .zip with a file whose name ends so; ("",): or an empty one."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return endings == ("",) or any(one.endswith(endings) for one in archive.namelist())
    except (*DAMAGED, ValueError):
        return False


def unpacked(content: bytes, name: str, member: str = "") -> bytes:
    """Return the content of a packed file; of a .zip with several, of that named `member`."""
    try:
        if content.startswith(GZIP):
            with gzip.GzipFile(fileobj=io.BytesIO(content)) as file:
                found = file.read(MOST_BYTES + 1)
            check_bytes(E_("{name}, unpacked,").format(name=name), len(found))
        else:
            found = _member(content, name, member)
    except DAMAGED as error:
        raise damaged(name, error) from None
    if is_packed(found):
        raise ValueError(E_("{name} holds another packed file: unpack it first.").format(name=name))
    return found


def members(archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """Return the files of an archive that a reader put there, by their names."""
    return {
        one.filename: one for one in archive.infolist()
        if not one.is_dir() and not one.filename.startswith("__MACOSX/")
        and not PurePosixPath(one.filename).name.startswith(".")
    }  # fmt: skip


def _member(content: bytes, name: str, member: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        tables = members(archive)
        check_members(tables, name)
        if member and member not in tables:
            said = E_("{name} has no file {member!r}; it has {tables}.")
            raise refused(said, name=name, member=member, tables=quoted(tables))
        if not tables:
            raise ValueError(E_("{name} is empty.").format(name=name))
        if len(tables) != 1 and not member:
            said = E_("{name} holds {tables}: choose one of them.")
            raise refused(said, name=name, tables=quoted(tables))
        chosen = tables[member or next(iter(tables))]
        check_bytes(E_("{name}, unpacked,").format(name=name), chosen.file_size)
        # `ZipFile` reads no more than the size that was checked.
        return archive.read(chosen)
