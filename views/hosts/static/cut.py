"""The zips of packages that the worker unpacks: what `python.toml` keeps of each, compiled."""

from __future__ import annotations

import hashlib
import json
import subprocess
import zipfile
from collections.abc import Iterator, Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[2]


def kept(path: str, rules: Mapping[str, Any]) -> bool:
    """Whether a file of a zip is kept.

    Parameters
    ----------
    path
        inside its zip
    rules
        of the zip: what to `leave` out, as patterns of paths; and `keep`, the modules and patterns
        that alone are kept, if there is such a list
    """
    if any(fnmatch(path, pattern) for pattern in rules["leave"]):
        return False
    keep = rules.get("keep")
    return keep is None or module_of(path) in keep or any(fnmatch(path, one) for one in keep)


def module_of(path: str) -> str:
    """Return the name of the module that a file is, such as ``scipy.linalg._fblas``."""
    return path.split(".", 1)[0].replace("/", ".").removesuffix(".__init__")


def of_wheel(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a wheel."""
    with zipfile.ZipFile(path) as archive:
        for one in archive.infolist():
            if not one.is_dir():
                yield one.filename, archive.read(one)


def of_sources(packages: list[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the files of this project's packages."""
    for package in packages:
        for path in sorted((ROOT / package).rglob("*")):
            if path.is_file():
                yield path.relative_to(ROOT).as_posix(), path.read_bytes()


def compiled(files: Mapping[str, bytes], modules: Path, cache: Path) -> dict[str, bytes]:
    """Return files with each module compiled, ``x.pyc`` in the place of ``x.py``.

    Parameters
    ----------
    files
        by their paths
    modules
        the folder of npm's packages
    cache
        where compiled modules are kept
    """
    cache.mkdir(parents=True, exist_ok=True)
    version = json.loads((modules / "pyodide" / "package.json").read_text())["version"]
    targets, asked = {}, []
    for path, content in files.items():
        if path.endswith(".py"):
            digest = hashlib.sha256(f"{version} {path} ".encode() + content).hexdigest()
            targets[path] = target = cache / f"{digest}.pyc"
            if not target.is_file():
                target.with_suffix(".py").write_bytes(content)
                asked.append((str(target.with_suffix(".py")), str(target), path))
    if asked:
        (cache / "asked.json").write_text(json.dumps(asked))
        command = ["node", HERE / "compile.mjs", modules, cache / "asked.json"]
        subprocess.run(command, check=True)
    for source, *_more in asked:
        Path(source).unlink()
    return {
        f"{path}c" if path in targets else path: targets[path].read_bytes() if path in targets else content
        for path, content in files.items()
    }


def write_zip(path: Path, files: Mapping[str, bytes]) -> None:
    """Write a zip whose bytes depend on the files alone."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
