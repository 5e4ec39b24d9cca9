"""The digit loaders: every format round trips, every wrong file is refused by name."""

from __future__ import annotations

import bz2
import gzip
import re
import socket
import sys
from functools import partial
from importlib import import_module

import numpy as np
import pytest
from support.kinds import header, npz, zipped
from support.paths import USPS, needs
from support.peak import with_peak

from datasets import Digits, usps, usps_openml
from datasets.usps import MOST_TEXT
from kpca_core._support.words import speaking, worded

SIDE = 4


@pytest.fixture
def images():
    """Images in thousandths, so that every format holds them without loss."""
    rng = np.random.default_rng(0)
    X = rng.integers(-1000, 1001, (30, SIDE**2)) / 1000.0
    X[0, 0], X[0, -1] = -1.0, 1.0
    y = np.arange(30) % 10
    return X[:20], y[:20], X[20:], y[20:]


def assert_holds(digits, images, atol=0.0):
    for found, expected in zip(
        (digits.X_train, digits.y_train, digits.X_test, digits.y_test), images, strict=True
    ):
        np.testing.assert_allclose(found, expected, rtol=0, atol=atol)
    assert digits.side == SIDE


def save_npz(path, images, stored):
    X_train, y_train, X_test, y_test = images
    X_train, X_test = (stored(X) for X in (X_train, X_test))
    np.savez(path, X_train=X_train, y_train=y_train, X_test=X_test, y_test=y_test)


def save_table(path, X, y, opened):
    with opened(path, "wt") as file:
        for row, label in zip(X, y, strict=True):
            file.write(f"{label:.4f} {' '.join(f'{value:.4f}' for value in row)} \n")


def save_libsvm(path, X, y, opened):
    with opened(path, "wt") as file:
        for row, label in zip(X, y, strict=True):
            entries = (f"{j + 1}:{value!r}" for j, value in enumerate(row.tolist()) if value)
            file.write(f"{label + 1} {' '.join(entries)}\n")


@pytest.mark.parametrize(
    ("stored", "atol"),
    [
        (lambda X: np.rint(1000 * X).astype(np.int16), 0.0),
        (lambda X: X, 0.0),
        (lambda X: np.rint(127.5 * (X + 1)).astype(np.uint8), 0.5 / 127.5 + 1e-12),
    ],
    ids=["thousandths", "real numbers", "bytes"],
)
def test_npz_of_numbers_of_three_kinds(tmp_path, images, stored, atol):
    save_npz(tmp_path / "usps.npz", images, stored)
    assert_holds(usps(tmp_path / "usps.npz"), images, atol)
    assert_holds(usps(str(tmp_path)), images, atol)


@pytest.mark.parametrize("name", ["usps.h5", "digits.hdf5"])
def test_h5_with_pixels_from_0_to_1(tmp_path, images, name):
    h5py = pytest.importorskip("h5py")
    with h5py.File(tmp_path / name, "w") as file:
        for part, X, y in (("train", *images[:2]), ("test", *images[2:])):
            file[f"{part}/data"] = (X + 1) / 2
            file[f"{part}/target"] = y
    assert_holds(usps(tmp_path / name), images, atol=1e-15)


def test_h5_without_h5py_says_what_to_do(tmp_path, monkeypatch):
    (tmp_path / "usps.h5").write_bytes(b"\x89HDF")
    monkeypatch.setitem(sys.modules, "h5py", None)
    with pytest.raises(ImportError, match=r"usps\.h5 needs h5py: pip install h5py"):
        usps(tmp_path)


# For a file of the pair and, where the names are known ones, for its directory ("").
PAIRS = [
    (save_table, "zip.train.gz", "zip.test.gz", gzip.open),
    (save_table, "zip.train", "zip.test", open),
    (save_table, "my.train.bz2", "my.test.bz2", bz2.open),
    (save_libsvm, "usps.bz2", "usps.t.bz2", bz2.open),
    (save_libsvm, "usps", "usps.t", open),
    (save_libsvm, "usps.gz", "usps.t.gz", gzip.open),
]


@pytest.mark.parametrize(("save", "training", "test", "opened"), PAIRS)
def test_texts_of_the_book_and_of_libsvm(tmp_path, images, save, training, test, opened):
    """LIBSVM's count digits from 1 and omit zeros."""
    images[0][3, 5] = images[2][1, 2] = 0.0
    save(tmp_path / training, *images[:2], opened)
    save(tmp_path / test, *images[2:], opened)
    assert_holds(usps(tmp_path / training), images, atol=1e-15)
    if training not in ("my.train.bz2", "usps.gz"):
        assert_holds(usps(tmp_path), images, atol=1e-15)


def test_openml_gives_the_papers_split_or_is_refused(monkeypatch):
    import sklearn.datasets

    from datasets.usps import DOWNLOAD_TIMEOUT, USPS_TEST_COUNTS, USPS_TRAINING_COUNTS

    labels = [
        np.repeat(np.arange(1, 11), counts) for counts in (USPS_TRAINING_COUNTS, USPS_TEST_COUNTS)
    ]
    y = np.concatenate(labels)
    X = np.linspace(-1, 1, 256)[None, :] * np.ones((len(y), 1))

    def answer(order):
        def fetch(data_id, as_frame, return_X_y, n_retries):
            assert (data_id, as_frame, return_X_y, n_retries) == (41082, False, True, 1)
            assert socket.getdefaulttimeout() == DOWNLOAD_TIMEOUT
            return X[order], y[order].astype(str).astype(object)

        return fetch

    monkeypatch.setattr(sklearn.datasets, "fetch_openml", answer(np.arange(len(y))))
    digits = usps_openml()
    assert socket.getdefaulttimeout() is None
    assert digits.is_usps
    assert (len(digits.X_train), len(digits.X_test), digits.side) == (7291, 2007, 16)
    monkeypatch.setattr(sklearn.datasets, "fetch_openml", answer(np.arange(len(y))[::-1]))
    with pytest.raises(ValueError, match="not in the order"):
        usps_openml()


def test_a_failed_download_is_reported(monkeypatch):
    import sklearn.datasets

    def fetch(**_):
        raise PermissionError(13, "not allowed", "/home/somebody/scikit_learn_data")

    monkeypatch.setattr(sklearn.datasets, "fetch_openml", fetch)
    with pytest.raises(ValueError, match=r"openml\.org failed \(Perm.*path of a file") as refused:
        usps_openml()
    assert "somebody" not in str(refused.value)


@needs(USPS)
def test_the_files_of_usps():
    digits = usps(USPS)
    assert digits.is_usps
    assert digits.X_train.shape == (7291, 256)
    assert digits.X_test.shape == (2007, 256)
    with np.load(USPS) as file:
        assert np.array_equal(np.rint(1000 * digits.X_test), file["X_test"])


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"side": 3}, r"X_train must have shape \(n, 9\).*got shape \(20, 16\)"),
        ({"y_train": np.zeros(19, int)}, r"shape \(20,\); got \(19,\)"),
        ({"y_test": np.full(10, 10)}, "digits 0 … 9; got a label 10"),
        ({"y_test": np.full(10, 2.5)}, r"digits 0 … 9; got a label 2\.5"),
        ({"X_test": np.full((10, 16), 1.5)}, r"X_test must lie in \[-1, 1\].*1\.5"),
        ({"X_test": np.full((10, 16), np.nan)}, r"X_test must lie in \[-1, 1\]"),
        ({"X_test": np.zeros((0, 16))}, r"X_test must have shape.*\(0, 16\)"),
    ],
)
def test_digits_refuse_other_shapes_and_values(images, changed, message):
    names = ("X_train", "y_train", "X_test", "y_test")
    arguments = {"name": "ours", "side": SIDE, **dict(zip(names, images, strict=True)), **changed}
    with pytest.raises(ValueError, match=message):
        Digits(**arguments)


# The content of a file by its name, with what is said of it.
WRONG = (
    ({}, "No digits in the directory"),
    ({"usps.npz": b"PK\x03\x04broken"}, "Cannot read .*usps.npz"),
    ({"usps.npz": npz(X=np.zeros((3, 4)))}, r"Cannot read .*usps\.npz \(KeyError\)"),
    ({"usps.npz": npz(X_train=np.array([{}], dtype=object))}, r"is no \.npz file of plain arrays"),
    ({"zip.train": b"1 2 3\n"}, "test images beside it, in zip.test"),
    ({"usps.h5": b"not HDF5"}, "Cannot read .*usps.h5"),
    *(({"zip.train": content, "zip.test": content}, message)
      for content, message in (
        (b"nobody:x:0:0\n", "not in LIBSVM's format"),
        (b"five six\n", "no table of numbers"),
        (b"\xff\xfe\x00", "unknown format"),
        (b"7 0.1 0.2 0.3\n8 0.1 0.2 0.3\n", r"square and of one size.*\(2, 3\)"),
        (b"7 0.1 0.2 0.3 9\n", r"must lie in \[-1, 1\]"))),
)  # fmt: skip


@pytest.mark.parametrize(("files", "message"), WRONG)
def test_wrong_files_are_refused_by_name_without_quoting_them(tmp_path, files, message):
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    with pytest.raises(ValueError, match=message) as caught:
        usps(tmp_path)
    assert next(iter(files), str(tmp_path)) in str(caught.value)
    assert "nobody" not in str(caught.value)
    with speaking("zh"):
        assert worded(caught.value) != str(caught.value)
    with pytest.raises(ValueError, match=r"There is no file .*nowhere.npz.*Give an .npz"):
        usps(tmp_path / "nowhere.npz")


def refused_within(limit, folder, match, most_text=MOST_TEXT):
    """Assert that the folder is refused, and that fewer bytes than the limit are held at once."""

    def refused():
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys.modules["datasets.usps"], "MOST_TEXT", most_text)
            with pytest.raises(ValueError, match=match):
                usps(folder)

    assert with_peak(refused, before=partial(import_module, "sklearn.datasets"))[1] < limit


PROMISES = [
    *((shape, "<f8", rf"X_train of .*{re.escape(str(shape))}.*at most 16,777,216 numbers")
      for shape in ((10**9, 256), (2**25, 1), (2**62, 2**62))),
    *(((1000,), one, r"is no \.npz file of plain arrays")
      for one in ("|V1000000", "<U100000", "|O")),
]  # fmt: skip


@pytest.mark.parametrize(("shape", "dtype", "message"), PROMISES)
def test_an_npz_that_promises_too_much_or_no_numbers_is_refused(tmp_path, shape, dtype, message):
    arrays = [f"{kind}_{part}.npy" for kind in "Xy" for part in ("train", "test")]
    (tmp_path / "usps.npz").write_bytes(zipped(dict.fromkeys(arrays, header(shape, dtype))))
    refused_within(2**24, tmp_path, message)


GZ, SVM = ("zip.train.gz", "zip.test.gz"), ("usps", "usps.t")
LONG = r"zip\.train\.gz is too long: at most"


@pytest.mark.parametrize(
    ("names", "pack", "line", "count", "said", "limit"),
    [
        (GZ, gzip.open, b"1 " * 2**20, 1, LONG, 2**24),
        (GZ, bz2.open, b"7 0.5 0.5 0.5 0.5\n" * 2**12, 20, LONG, 2**24),
        (SVM, open, b"1 999999999:0.5\n", 100, r"\(100, 999999999\).*at most", 2**26),
    ],
    ids=["one line", "many lines", "columns of LIBSVM"],
)  # fmt: skip
def test_a_text_of_too_much_is_refused(tmp_path, names, pack, line, count, said, limit):
    for name in names:
        with pack(tmp_path / name, "wb") as file:
            for _ in range(count):
                file.write(line)
    refused_within(limit, tmp_path, said, most_text=2**20)


def test_h5_that_promises_too_much_is_refused(tmp_path):
    h5py = pytest.importorskip("h5py")
    with h5py.File(tmp_path / "usps.h5", "w") as file:
        for part in ("train", "test"):
            for kind in ("data", "target"):
                file.create_dataset(f"{part}/{kind}", shape=(10**8, 256), dtype="f4", chunks=True)
    refused_within(2**24, tmp_path, r"\(100000000, 256\); at most")
