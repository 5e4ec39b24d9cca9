"""Makes the folder of the edition: `make static`."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from kpca_core._support.words import ENGLISH, browser_words, compiled, languages, speaking
from kpca_core.drawing.canvas import modules as front
from kpca_core.drawing.canvas.wire import encode
from views.hosts.static import cut, document, parts
from views.hosts.static.session import Session
from views.named import FIRST, PAGES
from views.pages.page import page_of
from views.stories import STORIES, TASKS
from views.stories.thumbnails import THEMES, thumbnail

HERE = Path(__file__).parent
RUNTIME = (
    "pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "pyodide-lock.json",
)  # fmt: skip
# Frames of a first drag, which is shown before Python is there: widths from the first one up and
# down by a ratio, and samples an axis.
BEFOREHAND, RATIO, STEPS, SAMPLES = f"scenes/{FIRST}.drag.bin", 1.25, 10, 32
# Folders that a browser keeps from the first visit on.
KEPT = ("pyodide/", "modules/", "shell/", "words/", "stories/")
CHARTS = "plotly.min.js"  # of the wheel, for the charts that it describes


def build(out: Path, cache: Path, given: str = "") -> None:
    """Write the whole folder.

    Parameters
    ----------
    out
        the folder, new or an edition, which is emptied before
    cache
        where parts and compiled modules are kept from one time to the next
    given
        a folder or an address that has Pyodide's wheels

    Raises
    ------
    views.hosts.static.parts.Unavailable
        if a part cannot be had
    FileExistsError
        if the folder holds anything else
    """
    if out.exists() and not (out / "pyodide").is_dir() and any(out.iterdir()):
        raise FileExistsError(f"{out} holds other files, which would be removed: name another.")
    listed = tomllib.loads((HERE / "python.toml").read_text(encoding="utf-8"))
    modules = parts.modules(cache)
    wheels = _wheels(listed["zips"], modules, cache / "wheels", given)
    shutil.rmtree(out, ignore_errors=True)
    for folder in ("pyodide", "python", "modules", "scenes", "words", *_pictures()):
        (out / folder).mkdir(parents=True)
    for name in RUNTIME:
        shutil.copy(modules / "pyodide" / name, out / "pyodide")
    _python(out / "python", listed, wheels, modules, cache / "compiled")
    _front(out, modules, wheels["plotly"])
    _texts(out)
    _beforehand(out)
    _service(out, [*listed["start"], *listed["then"]])


def question(page: str) -> str:
    """Return what is asked first of a page, without an address."""
    asked = {"page": page, "address": {}, "came": True, "message": None, "first": True}
    return json.dumps({"ask": "page", **asked, "theme": "light", "root": "", "pages": {}})


def imported_first() -> set[str]:
    """Return the modules that the first page needs."""
    code = "import sys; import views.hosts.static.later, views.hosts.static.session as one; "
    code += f"one.Session().answer({question(FIRST)!r}); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=cut.ROOT, check=True, capture_output=True, text=True
    )
    return set(done.stdout.split())


def _beforehand(out: Path) -> None:
    """Write frames of the first page along its width, each with the signs of the one before it."""
    first = page_of(FIRST).state.of_address({}).kernel.build().width
    found: dict[float, bytes] = {}
    for way in (1, -1):
        session = Session()
        for step in range(STEPS + 1):
            width = float(f"{first * RATIO ** (way * step):.3g}")
            moving = {
                "n": step + 1, "page": FIRST, "address": f"width={width}", "before": None,
                "detail": {"samples": SAMPLES}, "beside": {},
            }  # fmt: skip
            found[width] = session.answer(json.dumps({"ask": "frame", "question": moving}))
    frames = {f"frame{k}": np.frombuffer(one, np.uint8) for k, one in enumerate(found.values())}
    (out / BEFOREHAND).write_bytes(
        encode({"key": "width", "at": [*found], "rest": {"j": "1"}}, frames)
    )


def _wheels(zips: Mapping[str, Any], modules: Path, cache: Path, given: str) -> dict[str, Path]:
    """Return all wheels, by the names that `python.toml` has for them."""
    names = dict.fromkeys(name for one in zips.values() for name in one.get("wheels", ()))
    found = parts.wheels(names, modules / "pyodide", cache, given)
    for one in zips.values():
        for wheel, digest in one.get("pinned", {}).items():
            found[wheel.partition("==")[0]] = parts.pinned(wheel, digest, cache)
    return found


def _python(
    out: Path, listed: Mapping[str, Any], wheels: Mapping[str, Path], modules: Path, cache: Path
) -> None:
    """Write the zips of Python, and what ``worker.js`` is to know of them."""
    zips, imported = listed["zips"], imported_first()
    known: set[str] = set()
    first: dict[str, str] = {}
    for name, rules in zips.items():
        rules["leave"] = [*listed["leave"], *rules.get("leave", ())]
        pinned = (wheel.partition("==")[0] for wheel in rules.get("pinned", ()))
        files = cut.of_sources() if rules.get("sources") else {}
        for wheel in (*rules.get("wheels", ()), *pinned):
            files |= cut.of_wheel(wheels[wheel])
        if rules.get("runtime"):
            files = cut.of_wheel(modules / "pyodide" / "python_stdlib.zip")
        files = {
            p: c for p, c in files.items() if p not in known and cut.belongs(p, rules, imported)
        }
        known |= set(files)
        if name not in listed["start"]:
            first |= dict.fromkeys(cut.firsts(files), name)
        cut.write_zip(out / f"{name}.zip", cut.compiled(files, modules, cache))
    for name in _translated():
        cut.write_zip(out / f"{name}.zip", {f"kpca_core/_support/words/{name}.mo": compiled(name)})
    sizes = {path.stem: path.stat().st_size for path in sorted(out.glob("*.zip"))}
    runtime = (out.parent / "pyodide" / "pyodide.asm.wasm").stat().st_size
    told = {key: listed[key] for key in ("start", "then", "pages")} | {
        "languages": _translated(),
        "modules": first,
        "libraries": {name: one["libraries"] for name, one in zips.items() if "libraries" in one},
        "without": {name: one["without"] for name, one in zips.items() if "without" in one},
        "bytes": {**sizes, "runtime": runtime},
    }
    (out / "parts.json").write_text(json.dumps(told))


def _translated() -> list[str]:
    """Return the languages whose catalogues are zips of their names."""
    return [name for name in languages() if name != ENGLISH]


def _front(out: Path, modules: Path, charts: Path) -> None:
    """Write the JavaScript: the canvas's, Plotly's, the worker's and the shell's."""
    for name in front.files_of(*front.parts()):
        shutil.copy(front.BUILT / name, out / "modules")
    shutil.copy(HERE / "worker.js", out)
    (out / "modules" / CHARTS).write_bytes(cut.of_wheel(charts)[f"plotly/package_data/{CHARTS}"])
    document.write(out, modules)


def _pictures() -> Iterable[str]:
    return (f"stories/{theme}" for theme in THEMES)


def _texts(out: Path) -> None:
    """Write the first scenes, the words of the front end and the pictures of stories."""
    for language in languages():
        with speaking(language):
            if language in _translated():
                (out / "words" / f"{language}.json").write_text(json.dumps(browser_words()))
            for page in PAGES:
                scene = Session(language).answer(question(page))
                (out / "scenes" / f"{page}.{language}.bin").write_bytes(scene)
    for theme in THEMES:
        for name in STORIES.keys() - TASKS.keys():
            (out / "stories" / theme / f"{name}.png").write_bytes(thumbnail(name, theme))


def _service(out: Path, start: Iterable[str]) -> None:
    """Write ``service.js``, which has the hash of every file, and ``files.json`` with the sizes."""
    paths = (path for path in sorted(out.rglob("*")) if path.is_file())
    found = {path.relative_to(out).as_posix(): path for path in paths}
    hashes = {name: sha256(path.read_bytes()).hexdigest() for name, path in found.items()}
    zips = (f"python/{name}.zip" for name in ("stdlib", *start, *_translated()))
    ends = {*zips, "python/parts.json", "worker.js"}
    first = [
        name for name in found
        if name in ends or name.endswith("index.html") or name.startswith(f"scenes/{FIRST}.")
        or (name.startswith(KEPT) and CHARTS not in name)
    ]  # fmt: skip
    told = f"const FILES = {json.dumps(hashes)}\nconst FIRST = {json.dumps(first)}\n"
    (out / "service.js").write_text(told + (HERE / "service.js").read_text(encoding="utf-8"))
    sizes = {name: [path.stat().st_size, hashes[name]] for name, path in found.items()}
    (out / "files.json").write_text(json.dumps(sizes))
