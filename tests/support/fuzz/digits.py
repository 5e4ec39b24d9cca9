"""Files that are given for digits: broken, or no files at all."""

from __future__ import annotations

import gzip
import io
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import numpy as np

from datasets import Digits, usps
from support.fuzz.tables import inside, mutated

NAMES = ("X_train", "y_train", "X_test", "y_test")
PLACES = (
    "/dev/zero", "/dev/random", "/dev/tty", "/dev/null", "/dev/stdin", "/proc/self/mem",
    "/proc/kmsg", "/proc/self/environ", "/etc/shadow", "", "\0", "a" * 5000, "a/" * 3000, "~",
    "\udc80", "//", ".",
)  # fmt: skip
LINES = (
    "", "x", "1 " * 10**5, "nan " * 17, "1:1 2:2", "5 1:nan", "9" * 400, "\0", "é", "1,2,3",
    "1 99999999999:1", "1 -1:2", "inf " * 257,
)  # fmt: skip
ARRAYS: tuple[object, ...] = (
    np.nan, "text", np.empty((0, 4)), np.ones((3, 10**6)), np.ones((2, 2, 2)), 10**400,
    np.zeros((5, 4), complex), np.array(["1", "x"]), np.full((40, 16), 1e300),
    np.zeros(7, "M8[s]"), np.ones((10**6, 1)),
)  # fmt: skip


def sound(random: Random) -> dict[str, object]:
    """Digits as a file has them."""
    rng = np.random.default_rng(random.randrange(2**32))
    side, n = random.choice((2, 4, 16)), random.choice((10, 40))
    X, y = rng.uniform(-1, 1, (2 * n, side**2)), np.arange(2 * n) % 10
    return dict(zip(NAMES, (X[:n], y[:n], X[n:], y[n:]), strict=True))


def archive(random: Random, folder: Path) -> Path:
    """An archive with one array replaced or left out, cut off, or changed in some bytes."""
    path, arrays, held = folder / "usps.npz", sound(random), io.BytesIO()
    name, kind = random.choice(NAMES), random.randrange(4)
    if kind == 0:
        arrays[name] = random.choice(ARRAYS)
    elif kind == 1:
        del arrays[name]
    np.savez_compressed(held, **arrays)  # type: ignore[arg-type]
    change = (lambda content, _: content, lambda content, _: content, mutated, inside)[kind]
    path.write_bytes(change(held.getvalue(), random))
    return path


def text(random: Random, folder: Path) -> Path:
    """A table as text, with nonsense in it, or as something else than it is called."""
    arrays, suffix = sound(random), random.choice(("", ".gz"))
    for part in ("train", "test"):
        rows = zip(arrays[f"y_{part}"], arrays[f"X_{part}"], strict=True)  # type: ignore[call-overload]
        lines = [f"{y} {' '.join(f'{x:.3f}' for x in row)}" for y, row in rows]
        lines[random.randrange(len(lines))] = random.choice(LINES)
        data = "\n".join(lines).encode() if random.randrange(4) else random.randbytes(2000)
        packed = gzip.compress(data) if suffix and random.randrange(4) else data
        (folder / f"zip.{part}{suffix}").write_bytes(packed[: len(packed) - random.choice((0, 5))])
    return folder / f"zip.train{suffix}"


def other(random: Random, folder: Path) -> Path:
    """Devices, pipes, links, folders, names without end, files that are all hole."""
    kind, path = random.randrange(6), folder / random.choice(("usps", "usps.npz", "usps.h5"))
    if kind == 0:
        os.mkfifo(path)
    elif kind == 1:
        path.symlink_to(random.choice((path.name, "/dev/zero", "/etc/passwd", "nowhere", "..")))
    elif kind == 2:
        path.mkdir()
    elif kind == 3:
        with path.open("wb") as file:
            file.truncate(2**40)
    else:
        return Path(random.choice(PLACES))
    return path


def read(make: Callable[[Random, Path], Path], seed: int) -> None:
    """Read a file: digits come of it, or a message."""
    with tempfile.TemporaryDirectory() as folder:
        path = make(Random(seed), Path(folder))
        try:
            found = usps(path)
        except (ValueError, ImportError) as error:
            if len(str(error)) < 10:
                raise AssertionError(f"{error!r} says nothing.") from error
        else:
            assert isinstance(found, Digits)


def cases(random: Random, count: int) -> Iterator[tuple[str, Callable[[], None]]]:
    """Files of every kind in turn; a case is named by its kind and seed."""
    kinds = (archive, text, other)
    for i in range(count):
        make, seed = kinds[i % len(kinds)], random.randrange(2**32)
        yield f"{make.__name__} {seed}", lambda make=make, seed=seed: read(make, seed)  # type: ignore[misc]
