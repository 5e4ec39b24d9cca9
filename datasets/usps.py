"""Handwritten digits: scikit-learn's built-in ones, and the USPS digits of [S] section 5.2.

The USPS files are not part of the project; they are read in the formats in which they are common.

Sources: docs/notation.md.
"""

from __future__ import annotations

import bz2
import gzip
import io
import math
import socket
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tokenize import TokenError
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.words import E_, N_, _, joined

Arrays = tuple[Any, Any, Any, Any]  # X_train, y_train, X_test, y_test as a file has them

BUILTIN_TRAINING = 1297

USPS = "USPS"
# Images of each digit.
USPS_TRAINING_COUNTS = (1194, 1005, 731, 658, 652, 556, 664, 645, 542, 644)
USPS_TEST_COUNTS = (359, 264, 198, 166, 200, 160, 170, 147, 166, 177)
USPS_OPENML_ID = 41082
CLASSES = len(USPS_TRAINING_COUNTS)

# Searched for in a directory, in this order; the test images are in a second file beside some.
KNOWN_FILES = ("usps.npz", "usps.h5", "zip.train.gz", "zip.train", "usps.bz2", "usps")
FORMATS = N_(
    "an .npz with X_train, y_train, X_test, y_test; an .h5 with /train and /test, each with data "
    "and target; zip.train.gz beside zip.test.gz; or LIBSVM's usps.bz2 beside usps.t.bz2"
)
# Limits of a file, checked before anything of that size is held, since files can promise or unpack
# to far more than they hold. USPS has 1.9 million pixels and 23 MB as text.
MOST_TEXT = 2**25
MOST_VALUES = MOST_TEXT // 2  # a digit and a space each

# What the libraries raise for files that are cut off or changed.
UNREADABLE = (OSError, EOFError, KeyError, OverflowError, SyntaxError, TokenError,
              zipfile.BadZipFile, zlib.error)  # fmt: skip

# Seconds without an answer after which a download is given up.
DOWNLOAD_TIMEOUT = 20.0

MAGIC: dict[bytes, Any] = {b"\x1f\x8b": gzip.open, b"BZ": bz2.open}


@dataclass(frozen=True, eq=False)
class Digits:
    """Square grey images of digits for training and testing, checked when made and then read-only.

    Attributes
    ----------
    name
    X_train, X_test : (n, side²) and (m, side²) float64
        Pixels in [-1, 1], -1 the background.
    y_train, y_test : (n,) and (m,) int64
        Digits 0 … 9.
    side
        Pixels along one side.

    Raises
    ------
    ValueError
        if an array is none of these; the message quotes its shape or a value.
    """

    name: str
    X_train: NDArray[np.float64]
    y_train: NDArray[np.int64]
    X_test: NDArray[np.float64]
    y_test: NDArray[np.int64]
    side: int

    def __post_init__(self) -> None:
        for part in ("train", "test"):
            X = np.array(getattr(self, f"X_{part}"), dtype=np.float64)
            y = np.asarray(getattr(self, f"y_{part}"))
            if X.ndim != 2 or X.shape[1] != self.side**2 or len(X) < 1:
                raise ValueError(
                    E_(
                        "X_{part} must have shape (n, {side}) for images of side "
                        "{other_side}; got shape {shape}"
                    ).format(part=part, side=self.side**2, other_side=self.side, shape=X.shape)
                )
            if y.shape != (len(X),):
                said = E_("y_{part} must hold one digit an image, shape ({n},); got {shape}")
                raise ValueError(said.format(part=part, n=len(X), shape=y.shape))
            # Comparisons with NaN are false.
            if not (np.abs(X).max() <= 1):
                said = E_(
                    "The pixels of X_{part} must lie in [-1, 1]; they range from "
                    "{least:g} to {largest:g}"
                )
                raise ValueError(said.format(part=part, least=X.min(), largest=X.max()))
            if not np.isin(y, np.arange(CLASSES)).all():
                wrong = y[~np.isin(y, np.arange(CLASSES))][0]
                said = E_("y_{part} must hold digits 0 … 9; got a label {wrong}")
                raise ValueError(said.format(part=part, wrong=wrong))
            y = y.astype(np.int64)
            X.flags.writeable = y.flags.writeable = False
            object.__setattr__(self, f"X_{part}", X)
            object.__setattr__(self, f"y_{part}", y)

    def __repr__(self) -> str:
        return (
            f"Digits({self.name!r}, {len(self.X_train)} training and {len(self.X_test)} test "
            f"images of {self.side}×{self.side})"
        )

    @property
    def is_usps(self) -> bool:
        """Whether the images are 16×16 and as many of each digit as in the USPS files."""
        # Where memory has addresses of 32 bits, `bincount` takes no whole numbers of 64.
        labels = (self.y_train.astype(np.intp), self.y_test.astype(np.intp))
        counts = [np.bincount(y, minlength=CLASSES) for y in labels]
        return self.side == 16 and np.array_equal(counts, [USPS_TRAINING_COUNTS, USPS_TEST_COUNTS])


def builtin_digits() -> Digits:
    """scikit-learn's 1,797 digits of 8×8: the first 1,297 for training, the last 500 for testing.

    Pixels of 0 … 16 become [-1, 1]. The file is ordered by writer, so most writers of test images
    wrote no training image.
    """
    from sklearn.datasets import load_digits

    X, y = load_digits(return_X_y=True)
    X, n = X / 8.0 - 1.0, BUILTIN_TRAINING
    return Digits(_("Built-in digits"), X[:n], y[:n], X[n:], y[n:], 8)


def usps(path: str | Path) -> Digits:
    """Read the USPS digits from a file, or from a directory that contains one of `KNOWN_FILES`.

    The formats, recognised by the content (of two files, name the one for training):
      .npz                            keys X_train, y_train, X_test, y_test
      .h5                             /train and /test, each with data and target (needs h5py)
      zip.train.gz, zip.test.gz       a line an image: digit, then pixels; also unpacked
      usps.bz2, usps.t.bz2            LIBSVM's index:value lines; also unpacked or .gz

    Pixels may be real in [-1, 1] or [0, 1], integers in -1000 … 1000, or 0 … 255. Labels may count
    from 0 or, as LIBSVM's do, from 1.

    Raises
    ------
    ValueError
        if there are no digits at `path`; the message quotes it.
    ImportError
        for an .h5 file without h5py.
    """
    path = Path(path)
    try:
        path = _file(path)
        arrays = _arrays(path)
    except UNREADABLE as error:
        said = E_("Cannot read {path} ({kind}). Give {formats}.")
        raise ValueError(
            said.format(path=path, kind=type(error).__name__, formats=E_(FORMATS))
        ) from None
    try:
        return _digits(USPS, *arrays)
    except ValueError as error:
        raise ValueError(joined([f"{path}:", error.args[0]])) from None


def _file(path: Path) -> Path:
    """The file that a path names, or the first of KNOWN_FILES in the directory that it names."""
    if path.is_dir():
        found = [path / name for name in KNOWN_FILES if (path / name).is_file()]
        if not found:
            said = E_("No digits in the directory {path}: it needs {formats}.")
            raise ValueError(said.format(path=path, formats=E_(FORMATS)))
        path = found[0]
    if not path.is_file():
        said = E_("There is no file {path}. Give {formats}.")
        raise ValueError(said.format(path=path, formats=E_(FORMATS)))
    return path


def usps_openml() -> Digits:
    """Download the USPS digits from openml.org (data set 41082) into scikit-learn's cache.

    Raises
    ------
    ValueError
        if the download fails or is not the paper's split.
    """
    from sklearn.datasets import fetch_openml

    # scikit-learn gives its requests no time-out of their own.
    before = socket.getdefaulttimeout()
    socket.setdefaulttimeout(DOWNLOAD_TIMEOUT)
    try:
        X, y = fetch_openml(data_id=USPS_OPENML_ID, as_frame=False, return_X_y=True, n_retries=1)
    except OSError as error:
        # The error itself may name files of this computer.
        raise ValueError(
            E_(
                "Downloading data set {usps_openml_id} from openml.org failed ({kind}). Try "
                "again later, or give the path of a file."
            ).format(usps_openml_id=USPS_OPENML_ID, kind=type(error).__name__)
        ) from None
    finally:
        socket.setdefaulttimeout(before)
    n = sum(USPS_TRAINING_COUNTS)
    digits = _digits(USPS, X[:n], y[:n], X[n:], y[n:])
    if not digits.is_usps:
        raise ValueError(
            E_(
                "Data set {usps_openml_id} from openml.org is not in the order of the "
                "paper's {n} training and {usps_test_counts} test images; give the path of a "
                "file."
            ).format(usps_openml_id=USPS_OPENML_ID, n=n, usps_test_counts=sum(USPS_TEST_COUNTS))
        )
    return digits


def _arrays(path: Path) -> Arrays:
    if path.suffix == ".npz":
        return _npz(path)
    if path.suffix in (".h5", ".hdf5"):
        return _h5(path)
    test = _test_file(path)
    if not test.is_file():
        said = E_("{path} needs the test images beside it, in {name}.")
        raise ValueError(said.format(path=path, name=test.name))
    texts = {path: _text(path), test: _text(test)}
    if b":" in texts[path].partition(b"\n")[0]:
        return _libsvm(texts)
    tables = [_table(*one) for one in texts.items()]
    return tuple(part for table in tables for part in (table[:, 1:], table[:, 0]))  # type: ignore[return-value]


def _npz(path: Path) -> Arrays:
    names = [f"{kind}_{part}" for part in ("train", "test") for kind in "Xy"]
    try:
        if _magic(path) != b"PK":
            raise ValueError(E_("{path} is no zip archive").format(path=path))
        with zipfile.ZipFile(path) as archive:
            shapes = [_npy_shape(archive, f"{name}.npy") for name in names]
    except (ValueError, TypeError, NotImplementedError, RuntimeError):
        said = E_("{path} is no .npz file of plain arrays. Give {formats}.")
        raise ValueError(said.format(path=path, formats=E_(FORMATS))) from None
    for name, shape in zip(names, shapes, strict=True):
        _require_modest(f"{name} of {path}", shape)
    try:
        with np.load(path) as file:
            found = tuple(file[name] for name in names)
        if any(array.dtype.kind not in "biufUS" for array in found):
            raise TypeError("no real numbers")
        return found
    except (ValueError, TypeError, zlib.error):
        said = E_("{path} is no .npz file of plain arrays. Give {formats}.")
        raise ValueError(said.format(path=path, formats=E_(FORMATS))) from None


def _npy_shape(archive: zipfile.ZipFile, member: str) -> tuple[int, ...]:
    """The shape of an array in an .npz, from its header."""
    with archive.open(member) as file:
        version = np.lib.format.read_magic(file)
        read = getattr(np.lib.format, f"read_array_header_{version[0]}_0", None)
        if read is None:
            said = E_("{member} has the unknown version {version}")
            raise ValueError(said.format(member=member, version=version))
        shape, _order, dtype = read(file)
    if dtype.hasobject or dtype.itemsize > 64:
        raise ValueError(E_("{member} has the dtype {dtype}").format(member=member, dtype=dtype))
    return tuple(int(length) for length in shape)


def _require_modest(what: str, shape: tuple[int, ...]) -> None:
    if math.prod(shape) > MOST_VALUES:
        said = E_("{what} has shape {shape}; at most {most_values:,} numbers are read.")
        raise ValueError(said.format(what=what, shape=shape, most_values=MOST_VALUES))


def _h5(path: Path) -> Arrays:
    try:
        import h5py
    except ImportError:
        said = E_("Reading {path} needs h5py: pip install h5py, or give another format.")
        raise ImportError(said.format(path=path)) from None
    with h5py.File(path, "r") as file:
        found = [file[part][kind] for part in ("train", "test") for kind in ("data", "target")]
        for one in found:
            if not isinstance(one, h5py.Dataset):
                said = E_("{name} of {path} is no array. Give {formats}.")
                raise ValueError(said.format(name=one.name, path=path, formats=E_(FORMATS)))
            _require_modest(f"{one.name} of {path}", one.shape or ())
        return tuple(one[()] for one in found)


def _test_file(training: Path) -> Path:
    """zip.train.gz → zip.test.gz, usps.bz2 → usps.t.bz2."""
    name = training.name
    if "train" in name:
        return training.with_name(name.replace("train", "test"))
    packed = training.suffix if training.suffix in (".gz", ".bz2") else ""
    return training.with_name(f"{name.removesuffix(packed)}.t{packed}")


def _magic(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(2)


def _text(path: Path) -> bytes:
    """The content of a text, unpacked; ValueError for one that is too long, or none."""
    with MAGIC.get(_magic(path), open)(path, "rb") as file:
        content = bytes(file.read(MOST_TEXT + 1))
    if len(content) > MOST_TEXT:
        said = E_("{path} is too long: at most {most_text} MiB are read.")
        raise ValueError(said.format(path=path, most_text=MOST_TEXT // 2**20))
    if not content.isascii():
        said = E_("{path} has an unknown format. Give {formats}.")
        raise ValueError(said.format(path=path, formats=E_(FORMATS)))
    return content


def _table(path: Path, text: bytes) -> NDArray[np.float64]:
    try:
        table = np.loadtxt(io.BytesIO(text), ndmin=2) if text.strip() else np.empty((0, 0))
    except ValueError:
        table = np.empty((0, 0))
    if not table.size:
        said = E_("{path} is no table of numbers. Give {formats}.")
        raise ValueError(said.format(path=path, formats=E_(FORMATS)))
    return table


def _libsvm(texts: Mapping[Path, bytes]) -> Arrays:
    from sklearn.datasets import load_svmlight_files

    training, test = texts
    try:
        found = load_svmlight_files([*map(io.BytesIO, texts.values())])
    except ValueError:
        said = E_("{training} or {name} is not in LIBSVM's format.")
        raise ValueError(said.format(training=training, name=test.name)) from None
    X_train, y_train, X_test, y_test = found
    for path, X in ((training, X_train), (test, X_test)):
        _require_modest(str(path), X.shape)
    return X_train.toarray(), y_train, X_test.toarray(), y_test


def _digits(name: str, X_train: Any, y_train: Any, X_test: Any, y_test: Any) -> Digits:
    X_train, X_test = np.asarray(X_train), np.asarray(X_test)
    shapes = X_train.shape, X_test.shape
    if any(len(shape) < 2 or 0 in shape for shape in shapes):
        said = E_("there must be training and test images; got shapes {shapes}")
        raise ValueError(said.format(shapes=shapes))
    X_train, X_test = (X.reshape(len(X), -1) for X in (X_train, X_test))
    side = math.isqrt(X_train.shape[1])
    if side**2 != X_train.shape[1] or X_test.shape[1] != X_train.shape[1]:
        said = E_("images must be square and of one size; got shapes {shapes}")
        raise ValueError(said.format(shapes=shapes))
    unit, shift = _pixel_range(X_train, X_test)
    first = _first_label(_labels(y_train), _labels(y_test))
    # What is no number is refused below.
    with np.errstate(all="ignore"):
        pixels = [X / unit + shift for X in (X_train, X_test)]
    return Digits(
        name, pixels[0], _labels(y_train) - first, pixels[1], _labels(y_test) - first, side
    )


def _pixel_range(*images: NDArray[Any]) -> tuple[float, float]:
    """(unit, shift) with pixel / unit + shift in [-1, 1]; (1, 0) for other ranges."""
    low, high = min(X.min() for X in images), max(X.max() for X in images)
    if all(X.dtype.kind in "iu" for X in images) and not -1 <= low <= high <= 1:
        return (1000.0, 0.0) if low < 0 else (127.5, -1.0)
    return (0.5, -1.0) if low >= 0 and high <= 1 else (1.0, 0.0)


def _first_label(*labels: NDArray[Any]) -> int:
    """The label of digit 0: 1 where labels are 1 … 10 (LIBSVM, OpenML), else 0."""
    least, largest = min(y.min() for y in labels), max(y.max() for y in labels)
    return int(least >= 1 and largest == CLASSES)


def _labels(y: Any) -> NDArray[Any]:
    """Labels as numbers: text files hold 6.0000 for a 6, OpenML the word '6'."""
    try:
        if np.iscomplexobj(y):
            raise ValueError(E_("complex numbers"))
        return np.ravel(y).astype(np.float64)
    except (ValueError, TypeError):
        said = E_("labels must be digits; got {ravel}")
        raise ValueError(said.format(ravel=np.ravel(y)[:3].tolist())) from None
