"""What the shell is built from: its JavaScript, style sheets, and the document of each page."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
from html import escape
from pathlib import Path

import kpca_core
import views
from kpca_core._support.words import _, languages
from kpca_core.drawing import canvas
from kpca_core.drawing.canvas.modules import FRONT, files_of
from views.named import FIRST, PAGES, title_of

HERE = Path(__file__).parent
BESIDE = HERE.with_name("streamlit")
# Style sheets of each kind of component, by their names in the canvas's assets.
STYLES = {
    "drawing": ("drawing.css",),
    "sweep": canvas.STYLES,
    "figure": canvas.FIGURE_STYLES,
    "method": ("slider.css", *canvas.FIGURE_STYLES, "method/method.css"),
}
# What sheets that both hosts have call parts of a page.
SELECTORS = {
    ":--main": "main > .page",
    ":--waiting": ".is-waiting",
    ":--component": ".component",
    ":--element": ".element",
    ":--dialog": ".dialog",
    ":--toggle": ".toggle",
    ":--slider": ".slider",
    ":--page-link": ".page-link",
    '[aria-label="Sidebar"][data-collapsed="false"]': ".sidebar",
    '[aria-label="Sidebar"]': ".sidebar",
    '[aria-label="Expand sidebar"]': ".drawer",
}
SHEETS = ("page.css", "waiting.css", "embed.css", "print.css")
NO_SCRIPT = "This page needs JavaScript: Python runs in your browser, without a server."


def write(out: Path, modules: Path) -> None:
    """Write the shell below a folder, and the documents of all pages.

    Parameters
    ----------
    out
        of the edition
    modules
        the packages of ``package.json``
    """
    with tempfile.TemporaryDirectory() as beside:
        # The shell names the canvas's files from its own on, as they are in a checkout.
        for package in (kpca_core, views):
            Path(beside, package.__name__).symlink_to(Path(str(package.__file__)).resolve().parent)
        command: list[str | Path] = [
            modules.resolve() / ".bin" / "esbuild",
            Path(beside, *HERE.relative_to(HERE.parents[2]).parts, "shell", "main.js"),
            "--bundle", "--format=esm", "--splitting", "--minify", "--charset=utf8",
            "--log-level=warning", "--preserve-symlinks", f"--outdir={out.resolve() / 'shell'}",
        ]  # fmt: skip
        subprocess.run(command, check=True, env={**os.environ, "NODE_PATH": str(modules.resolve())})
    (out / "shell" / "page.css").write_text(_sheet(), encoding="utf-8")
    (out / "shell" / "looks.json").write_text(json.dumps(_looks()), encoding="utf-8")
    shutil.copy(BESIDE / "style" / "icon.svg", out / "shell")
    _documents(out)


def _sheet() -> str:
    paths = [BESIDE / "style" / name for name in SHEETS] + [HERE / "shell" / "shell.css"]
    text = "".join(path.read_text(encoding="utf-8") for path in paths if path.is_file())
    for name, own in SELECTORS.items():
        text = text.replace(name, own)
    return re.sub(r"\s*/\*.*?\*/", "", text, flags=re.DOTALL)


def _looks() -> dict[str, object]:
    """Return the style sheets and HTML of components, and what the shell is to know of names."""
    own = {"head": "head/head", "tools": "tools/tools", "gift": "gift"}
    sheets = {kind: canvas.styles(*names) for kind, names in STYLES.items()}
    sheets |= {name: (BESIDE / f"{path}.css").read_text("utf-8") for name, path in own.items()}
    html = {name: (BESIDE / f"{own[name]}.html").read_text("utf-8") for name in ("tools", "gift")}
    front = files_of(FRONT)[0]
    return {"sheets": sheets, "html": html, "front": front, "pages": dict.fromkeys(PAGES, True)}


def _documents(out: Path) -> None:
    """Write the document of each page; its first scene is named in it."""
    text = (HERE / "index.html").read_text(encoding="utf-8")
    for name, named in PAGES.items():
        folder = out if name == FIRST else out / name
        folder.mkdir(exist_ok=True)
        given = {
            "page": name,
            "base": "./" if name == FIRST else "../",
            "title": title_of(name),
            "what": _(named.what),
            "languages": json.dumps(languages(), ensure_ascii=False),
            "noscript": NO_SCRIPT,
        }
        own = text
        for key, value in given.items():
            own = own.replace(f"{{{key}}}", escape(value))
        # The browser fetches them at once, not only one after the other.
        files = files_of(FRONT, f"streamlit/{named.drawing}.js", *named.parts)
        tags = (f'<link rel="modulepreload" href="{given["base"]}modules/{one}">' for one in files)
        own = own.replace("</head>", f"{''.join(tags)}</head>")
        (folder / "index.html").write_text(own, encoding="utf-8")
