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
WORKBOOKS = {"[Content_Types].xml", "mimetype"}


def damaged(name: str, error: Exception) -> ValueError:
    """Return the error that says what is wrong with an archive."""
    said = E_("{name} is a damaged archive, or cut off: {error}.")
    return refused(said, name=name, error=shortened(str(error)))


def names_in(content: bytes) -> list[str] | None:
    """Return the names of the files that a reader put into a .zip; None of other content."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = [one.filename for one in archive.infolist() if not one.is_dir()]
    except (*DAMAGED, ValueError):
        return None
    paths = map(PurePosixPath, names)
    hidden = {str(one) for one in paths if one.parts[:1] == ("__MACOSX",) or one.name[:1] == "."}
    return [one for one in names if one not in hidden]


def is_workbook(content: bytes) -> bool:
    """Whether it is a workbook of Excel, of the new or the old kind, or of LibreOffice."""
    return content.startswith(OLD_EXCEL) or not WORKBOOKS.isdisjoint(names_in(content) or ())


def is_packed(content: bytes) -> bool:
    """Whether it is a .gz, or a .zip that is neither a workbook nor an archive of arrays."""
    names = names_in(content)
    if names is None:
        return content.startswith(GZIP)
    return WORKBOOKS.isdisjoint(names) and not any(one.endswith(".npy") for one in names)


def unpacked(content: bytes, name: str, member: str = "") -> bytes:
    """Return the content of a packed file; of a .zip with several, of that named `member`."""
    whole = E_("{name}, unpacked,").format(name=name)
    try:
        if content.startswith(GZIP):
            with gzip.GzipFile(fileobj=io.BytesIO(content)) as file:
                found = file.read(MOST_BYTES + 1)
            check_bytes(whole, len(found))
        else:
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                chosen = archive.getinfo(_chosen(names_in(content) or [], name, member))
                check_bytes(whole, chosen.file_size)
                # `ZipFile` reads no more than the size that was checked.
                found = archive.read(chosen)
    except DAMAGED as error:
        raise damaged(name, error) from None
    if is_packed(found):
        raise refused(E_("{name} holds another packed file: unpack it first."), name=name)
    return found


def _chosen(names: list[str], name: str, member: str) -> str:
    """The file of an archive that is read: the named one, or the only one."""
    check_members(names, name)
    if not names:
        raise refused(E_("{name} is empty."), name=name)
    if member and member not in names:
        said = E_("{name} has no file {member!r}; it has {tables}.")
        raise refused(said, name=name, member=member, tables=quoted(names))
    if len(names) > 1 and not member:
        said = E_("{name} holds {tables}: choose one of them.")
        raise refused(said, name=name, tables=quoted(names))
    return member or names[0]
