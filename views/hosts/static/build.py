"""Makes the folder of the edition: `make static`. docs/static.md says what is in it."""

from __future__ import annotations

import json
import shutil
import subprocess
import tomllib
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from kpca_core._support.words import ENGLISH, browser_words, compiled, languages, speaking
from kpca_core.drawing.canvas.modules import BUILT, FRONT, files_of
from views.hosts.static import cut, parts
from views.hosts.static.session import Session
from views.named import FIRST, PAGES
from views.stories import STORIES
from views.stories.thumbnails import THEMES, thumbnail

HERE = Path(__file__).parent
RUNTIME = (
    "pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json",
)  # fmt: skip


def build(out: Path, cache: Path, given: str = "") -> None:
    """Write the whole folder.

    Parameters
    ----------
    out
        the folder, which is emptied before
    cache
        where parts and compiled modules are kept between builds
    given
        a folder or an address that has Pyodide's wheels

    Raises
    ------
    views.hosts.static.parts.Unavailable
        if a part cannot be had
    """
    modules = parts.modules(cache)
    zips = tomllib.loads((HERE / "python.toml").read_text(encoding="utf-8"))
    contents = {name: _content(one, zips["leave"], modules, cache, given) for name, one in zips["zips"].items()}
    shutil.rmtree(out, ignore_errors=True)
    _runtime(out / "pyodide", modules / "pyodide")
    _python(out / "python", contents, zips)
    _front(out, modules)
    _texts(out)
    _documents(out)
    _listed(out)


def _content(rules: dict[str, Any], leave: list[str], modules: Path, cache: Path, given: str) -> dict[str, bytes]:
    """Return the files of a zip."""
    found = parts.wheels(rules.get("wheels", ()), modules / "pyodide", cache / "wheels", given)
    wheels = [*found.values(), *(parts.pinned(one, digest, cache / "wheels") for one, digest in rules.get("pinned", {}).items())]
    files = {path: content for one in wheels for path, content in cut.of_wheel(one)}
    files |= dict(cut.of_sources(rules.get("sources", ())))
    rules = {**rules, "leave": [*leave, *rules.get("leave", ())]}
    return cut.compiled({p: c for p, c in files.items() if cut.kept(p, rules)}, modules, cache / "compiled")


def _runtime(out: Path, package: Path) -> None:
    out.mkdir(parents=True)
    for name in RUNTIME:
        shutil.copy(package / name, out)


def _python(out: Path, contents: Mapping[str, Mapping[str, bytes]], zips: Mapping[str, Any]) -> None:
    """Write the zips, and what ``worker.js`` is to know of them."""
    out.mkdir()
    rules: Mapping[str, Mapping[str, Any]] = zips["zips"]
    words = {f"kpca_core/_support/words/{name}.mo": compiled(name) for name in languages() if name != ENGLISH}
    for name, files in contents.items():
        cut.write_zip(out / f"{name}.zip", {**files, **(words if "sources" in rules[name] else {})})
    sizes = {f"{name}.zip": (out / f"{name}.zip").stat().st_size for name in rules}
    runtime = sum((out.parent / "pyodide" / name).stat().st_size for name in ("pyodide.asm.wasm", "python_stdlib.zip"))
    listed = {
        "start": [f"{name}.zip" for name in zips["start"]],
        "then": [f"{name}.zip" for name in zips["then"]],
        "pages": {page: [f"{name}.zip" for name in zips["pages"].get(page, ())] for page in PAGES},
        "modules": {first: f"{name}.zip" for name, one in rules.items() for first in one.get("imports", ())},
        "libraries": {f"{name}.zip": one["libraries"] for name, one in rules.items() if "libraries" in one},
        "bytes": {**sizes, "runtime": runtime},
    }
    (out / "parts.json").write_text(json.dumps(listed))


def _front(out: Path, modules: Path) -> None:
    """Write the JavaScript: the canvas's, the shell's, the worker's."""
    files = {file for path in json.loads((BUILT / "parts.json").read_text()) for file in files_of(path)}
    (out / "modules").mkdir()
    for name in sorted(files):
        shutil.copy(BUILT / name, out / "modules")
    for name in ("worker.js", "service.js"):
        shutil.copy(HERE / name, out)
    if (shell := HERE / "shell" / "main.js").is_file():
        command = [
            modules / ".bin" / "esbuild", shell, "--bundle", "--format=esm", "--splitting", "--minify",
            "--charset=utf8", "--log-level=warning", f"--outdir={out / 'shell'}",
        ]  # fmt: skip
        subprocess.run(command, check=True, env={"NODE_PATH": str(modules), "PATH": "/usr/bin:/bin"})


def _texts(out: Path) -> None:
    """Write the first scene of each page in each language, words of the front end, thumbnails."""
    for folder in ("scenes", "words", *(f"stories/{theme}" for theme in THEMES)):
        (out / folder).mkdir(parents=True)
    for language in languages():
        with speaking(language):
            if language != ENGLISH:
                (out / "words" / f"{language}.json").write_text(json.dumps(browser_words()))
            for page in PAGES:
                asked = {"ask": "page", "page": page, "address": {}, "came": True, "message": None, "theme": "light", "first": True, "root": "", "pages": {}}
                scene = Session(language, lambda _: None).answer(json.dumps(asked))
                (out / "scenes" / f"{page}.{language}.bin").write_bytes(scene)
    for theme in THEMES:
        for name in STORIES:
            (out / "stories" / theme / f"{name}.png").write_bytes(thumbnail(name, theme))


def _documents(out: Path) -> None:
    """Write the document of each page; its first scene is named in it."""
    document = HERE / "index.html"
    if not document.is_file():
        return
    text = document.read_text(encoding="utf-8")
    for name, named in PAGES.items():
        folder = out if name == FIRST else out / name
        folder.mkdir(exist_ok=True)
        base = "./" if name == FIRST else "../"
        own = text.replace("{page}", name).replace("{base}", base).replace("{title}", escape(named.title))
        (folder / "index.html").write_text(own, encoding="utf-8")


def _listed(out: Path) -> None:
    """Write ``files.json``: the size and the hash of every file, for ``service.js``."""
    files = {
        path.relative_to(out).as_posix(): [path.stat().st_size, sha256(path.read_bytes()).hexdigest()]
        for path in sorted(out.rglob("*")) if path.is_file()
    }  # fmt: skip
    (out / "files.json").write_text(json.dumps(files))
