"""Files that are given for digits: broken, too large, or no files at all."""

from __future__ import annotations

import bz2
import gzip
import io
import os
import pickle
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import numpy as np

from datasets import Digits, usps

NAMES = ("X_train", "y_train", "X_test", "y_test")


class Trap:
    """What writes a file where it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return Path.touch, (self.path,)


def archive(path: Path, arrays: dict[str, object]) -> None:
    np.savez_compressed(path, **arrays)  # type: ignore[arg-type]


def sound(random: Random) -> dict[str, np.ndarray]:
    """Digits as a file has them."""
    rng = np.random.default_rng(random.randrange(2**32))
    side, n = random.choice((2, 4, 16)), random.choice((10, 40))
    X = rng.uniform(-1, 1, (2 * n, side**2))
    y = np.arange(2 * n) % 10
    return dict(zip(NAMES, (X[:n], y[:n], X[n:], y[n:]), strict=True))


def text(arrays: dict[str, np.ndarray], part: str) -> str:
    rows = zip(arrays[f"y_{part}"], arrays[f"X_{part}"], strict=True)
    return "".join(f"{y} {' '.join(f'{x:.3f}' for x in row)}\n" for y, row in rows)


def promised(shape: tuple[int, ...], dtype: str = "<f8") -> bytes:
    """The beginning of an .npy of that shape, without its values."""
    file = io.BytesIO()
    header = {"descr": dtype, "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(file, header)
    return file.getvalue()


def _npz(random: Random, folder: Path) -> Path:
    """An archive with one array replaced, cut off, or changed in some bytes."""
    path, arrays = folder / "usps.npz", dict(sound(random))
    name, kind = random.choice(NAMES), random.randrange(8)
    odd: tuple[object, ...] = (
        np.nan, "text", np.empty((0, 4)), np.ones((3, 10**6)), np.ones((2, 2, 2)), 10**400,
        np.array([Trap(folder / "sprung")], dtype=object), np.zeros((5, 4), complex),
        np.array(["1", "x"]), np.full((40, 16), 1e300), np.zeros(7, "M8[s]"), np.ones((10**6, 1)),
    )  # fmt: skip
    if kind <= 3:
        archive(path, {**arrays, name: random.choice(odd)})
    elif kind == 4:
        archive(path, {one: array for one, array in arrays.items() if one != name})
    else:
        archive(path, arrays)
        data = bytearray(path.read_bytes())
        if kind == 5:
            data = data[: random.randrange(len(data))]
        for _ in range(20):
            if data:
                data[random.randrange(len(data))] = random.randrange(256)
        path.write_bytes(data)
    return path


def _bomb(random: Random, folder: Path) -> Path:
    """What unpacks to far more than it holds, or promises to."""
    kind = random.randrange(5)
    path = folder / ("usps.npz" if kind <= 2 else random.choice(("zip.train.gz", "usps.bz2")))
    if kind <= 2:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
            for name in NAMES:
                shape = random.choice(((10**9, 256), (2**62, 2), (5, 10**6), (10**4, 1600)))
                head = promised(shape, random.choice(("<f8", "|O", "|V1000000", "<U1000000")))
                body = b"\0" * (2**25 if kind == 0 else 2**16)
                file.writestr(f"{name}.npy", head + body)
        return path
    packed = gzip.open if path.suffix == ".gz" else bz2.open
    line = random.choice((b"0 " * 2**20, b"1 1:1.0 2:2\n", b"3 " + b"0.5 " * 10**6 + b"\n", b"\0"))
    with packed(path, "wb") as file:
        size = 2**25 + 2**21 if packed is gzip.open else 2**21
        file.write(line * (size // len(line)))
    test = "zip.test.gz" if path.suffix == ".gz" else "usps.t.bz2"
    (folder / test).write_bytes(path.read_bytes())
    return path


def _text(random: Random, folder: Path) -> Path:
    """A table as text, with nonsense in it, or as something else than it is called."""
    arrays = sound(random)
    suffix = random.choice(("", ".gz"))
    path = folder / f"zip.train{suffix}"
    for part, name in (("train", path), ("test", folder / f"zip.test{suffix}")):
        lines = text(arrays, part).splitlines()
        row = random.randrange(len(lines))
        lines[row] = random.choice(
            ("", "x", "1 " * 10**5, "nan " * 17, "1:1 2:2", "5 1:nan", "9" * 400, "\0", "é",
             "1,2,3", "1 99999999999:1", "1 -1:2", "inf " * 257)
        )  # fmt: skip
        data = "\n".join(lines).encode()
        kind = random.randrange(4)
        if kind == 0:
            data = random.randbytes(2000)
        packed = gzip.compress(data) if suffix and kind else data
        name.write_bytes(packed[: len(packed) - 5 * (kind == 1)])
    return path


def _other(random: Random, folder: Path) -> Path:
    """Devices, pipes, links, folders, pickles, names without end."""
    kind, path = random.randrange(10), folder / random.choice(("usps", "usps.npz", "usps.h5"))
    if kind == 0:
        return Path(
            random.choice(("/dev/zero", "/dev/random", "/dev/tty", "/dev/null", "/dev/stdin"))
        )
    if kind == 1:
        return Path(
            random.choice(("/proc/self/mem", "/proc/kmsg", "/proc/self/environ", "/etc/shadow"))
        )
    if kind == 2:
        os.mkfifo(path)
    elif kind == 3:
        path.symlink_to(random.choice((path.name, "/dev/zero", "/etc/passwd", "nowhere", "..")))
    elif kind == 4:
        path.mkdir()
    elif kind == 5:
        path.write_bytes(pickle.dumps(Trap(folder / "sprung")))
    elif kind == 6:
        return Path(random.choice(("", "\0", "a" * 5000, "a/" * 3000, "~", "\udc80", "//", ".")))
    elif kind == 7:
        with path.open("wb") as file:
            file.truncate(2**40)
    else:
        path.write_bytes(random.randbytes(random.choice((0, 1, 100, 10**5))))
    return path


def read(make: Callable[[Random, Path], Path], seed: int) -> None:
    """Read a file: digits come of it, or a message; nothing in it is run."""
    with tempfile.TemporaryDirectory() as folder:
        path = make(Random(seed), Path(folder))
        try:
            found = usps(path)
        except (ValueError, ImportError) as error:
            if len(str(error)) < 10:
                raise AssertionError(f"{error!r} says nothing.") from error
        else:
            assert isinstance(found, Digits)
        assert not (Path(folder) / "sprung").exists()


def cases(random: Random, count: int) -> Iterator[tuple[str, Callable[[], None]]]:
    """Files of every kind in turn; a case is named by its kind and seed."""
    kinds = (_npz, _text, _other, _bomb)
    for i in range(count):
        make, seed = kinds[i % len(kinds)], random.randrange(2**32)
        yield f"{make.__name__} {seed}", lambda make=make, seed=seed: read(make, seed)  # type: ignore[misc]
