"""The zips that the worker unpacks: what `python.toml` keeps of packages, compiled."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import zipfile
from collections.abc import Collection, Iterable, Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import kpca_core
import views
from kpca_core import datasets

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
PACKAGES = (kpca_core, views, datasets)

Files = dict[str, bytes]  # by their paths
# A library that modules are linked with, and no module.
LIBRARY = re.compile(r"(^|/)lib\w+\.so$")


def of_wheel(path: Path) -> Files:
    """Return the files of a wheel; shared libraries stand where they are looked for by name."""
    with zipfile.ZipFile(path) as archive:
        names = [one.filename for one in archive.infolist() if not one.is_dir()]
        return {
            Path(name).name if LIBRARY.search(name) else name: archive.read(name) for name in names
        }


def of_sources() -> Files:
    """Return the files of this project's packages, by their names in Python."""
    found: Files = {}
    for package in PACKAGES:
        folder, name = Path(str(package.__file__)).parent, package.__name__.replace(".", "/")
        for path in sorted(folder.rglob("*")):
            within = path.relative_to(folder)
            # In a wheel `views` is below `kpca_core`.
            if path.is_file() and within.parts[0] != "_explorer":
                found[f"{name}/{within.as_posix()}"] = path.read_bytes()
    return found


def belongs(path: str, rules: Mapping[str, Any], imported: Collection[str] = ()) -> bool:
    """Whether a zip keeps a file.

    Parameters
    ----------
    path
        of the file
    rules
        of the zip: patterns of paths to `leave` out, and patterns to `keep`, all others by default
    imported
        modules that are kept besides, where the rules have `imported`
    """
    if any(fnmatch(path, pattern) for pattern in rules.get("leave", ())):
        return False
    if rules.get("imported") and module_of(path) in imported:
        return True
    return any(fnmatch(path, pattern) for pattern in rules.get("keep", ["*"]))


def module_of(path: str) -> str:
    """Return the name of the module that a file is, such as ``scipy.linalg._fblas``."""
    return path.split(".", 1)[0].replace("/", ".").removesuffix(".__init__")


def firsts(files: Iterable[str]) -> list[str]:
    """Return the modules whose package is not among the files: those that are imported first."""
    ends = (".py", ".pyc", ".so")
    found = {module_of(path) for path in files if path.endswith(ends) and not LIBRARY.search(path)}
    return sorted(name for name in found if name.rpartition(".")[0] not in found)


def compiled(files: Files, modules: Path, cache: Path) -> Files:
    """Return files with each module compiled, ``x.pyc`` in the place of ``x.py``.

    Parameters
    ----------
    files
        of a zip
    modules
        the folder of npm's packages
    cache
        where compiled modules are kept
    """
    cache.mkdir(parents=True, exist_ok=True)
    runtime = (modules / "pyodide" / "package.json").read_bytes()
    way = runtime + (HERE / "compile.mjs").read_bytes()
    targets, asked = {}, []
    for path, content in files.items():
        if path.endswith(".py"):
            digest = hashlib.sha256(b"\0".join((way, path.encode(), content))).hexdigest()
            targets[path] = target = cache / f"{digest}.pyc"
            if not target.is_file():
                target.with_suffix(".py").write_bytes(content)
                asked.append((str(target.with_suffix(".py")), str(target), path))
    if asked:
        (cache / "asked.json").write_text(json.dumps(asked))
        command = ["node", str(HERE / "compile.mjs"), str(modules), str(cache / "asked.json")]
        subprocess.run(command, check=True)
    for source, *_more in asked:
        Path(source).unlink()
    return {
        path + "c" * (path in targets): targets[path].read_bytes() if path in targets else content
        for path, content in files.items()
    }


def write_zip(path: Path, files: Files) -> None:
    """Write a zip whose bytes depend on the files alone."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in sorted(files.items()):
            one = zipfile.ZipInfo(name)
            archive.writestr(one, content, zipfile.ZIP_DEFLATED, compresslevel=9)
