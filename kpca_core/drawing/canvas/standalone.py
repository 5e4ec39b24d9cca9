"""Files of their own: a picture with what draws it, for browsers without a server.

Such a file holds those files of the front end that it uses (`modules.parts`), as data: addresses of
an import map: a page from a disk can import no other file.
"""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from kpca_core._support.words import N_, _, browser_words, language
from kpca_core.drawing.canvas import FIGURE_STYLES, STYLES, styles
from kpca_core.drawing.canvas.explored import Explored
from kpca_core.drawing.canvas.modules import FRONT, file, files_of, parts
from kpca_core.drawing.canvas.origin import Origin
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.drawing.canvas.picture_sheets import scene_of
from kpca_core.drawing.canvas.words import Display
from kpca_core.drawing.scene import STORED, Scene, Sheet, pack

_PAGE = """\
<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="{caption}">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ margin: 0 auto; padding: 12px 16px; max-width: 1500px; font: 14px system-ui, sans-serif;
  background: #ffffff; color: #262730; }}
@media (prefers-color-scheme: dark) {{ body {{ background: #0e1117; color: #fafafa; }} }}
h1 {{ font-size: 20px; margin: 0 0 4px; }}
p {{ margin: 0 0 10px; }}
main {{ padding-top: 16px; }}
{style}
</style>
<script type="importmap">{modules}</script>
</head>
<body>
<h1>{title}</h1>
{sentence}
<main id="here"></main>
{below}
<p>{caption}</p>
<script type="text/plain" id="frames">{frames}</script>
<script type="application/json" id="settings">{settings}</script>
<script type="application/json" id="kpca-words">{words}</script>
<script type="module">
import {{ load }} from "{front}";
load("{kind}");
</script>
</body>
</html>
"""
# What draws each kind of sheet, as in ``figure/figure.js``.
SHEETS = {
    "maps": "figure/maps.js",
    "spectrum": "figure/bars.js",
    "spaces": "figure/spaces.js",
    "scores": "figure/scatters.js",
    "images": "figure/images.js",
}
SENTENCE = N_(
    "Eigenvalues of kernel PCA along one parameter of the kernel, and below them the first "
    "eigenfunctions over the plane of the data. A letter and a colour belong to a function and "
    "travel with it; panels stand in the order of the eigenvalues, and an arrow marks a function "
    "that is not where it first appeared. Press Play, or drag the slider or the charts. Maps have "
    "8 bits: steps of at most 1.2 % of the largest value of each map, finer near zero; between "
    "solved values they are interpolated."
)

EXPLORED = N_(
    "Eigenvalues, and below them the first eigenfunctions over the plane of the data. Everything "
    "is in this file."
)


def standalone(frames: bytes, origin: Origin, at: int | None = None) -> str:
    """Return the HTML file of a sweep, which needs no server and no network.

    Parameters
    ----------
    frames
        Of `kpca_core.drawing.canvas.sweep_frame.sweep_scene`, packed.
    origin
        Where it comes from.
    at
        The solved value that is shown first, counted from 1; None for the middle one.
    """
    settings = {"address": origin.address} | ({} if at is None else {"at": int(at)})
    return page("sweep-file", ["sweep/file.js"], STYLES, frames, origin, SENTENCE, settings)


def figure_page(sheets: Sequence[Sheet], origin: Origin) -> str:
    """Return the HTML file of a figure, which needs no server and no network."""
    packed = pack(Scene(sheets, description=origin.title), level=STORED)
    drawn = [SHEETS[sheet.kind] for sheet in sheets]
    return page("figure-file", ["figure/file.js", *drawn], FIGURE_STYLES, packed, origin)


def picture_page(picture: Picture, display: Display, origin: Origin) -> str:
    """Return the HTML file of spectrum and maps, which needs no server and no network."""
    frames = pack(scene_of(picture, display))
    return page("picture-file", ["file.js"], ("drawing.css",), frames, origin)


def explored_page(shown: Explored, origin: Origin) -> str:
    """Return the HTML file of what `explored` has solved, which needs no server and no network."""
    return page(
        "explored-file", ["explored/file.js", "scores.js"], ("drawing.css",), shown.frames, origin,
        EXPLORED, {"address": origin.address}, below=shown.sentence,
    )  # fmt: skip


def page(
    kind: str, drawn: Sequence[str], sheets: Sequence[str], frames: bytes, origin: Origin,
    sentence: str = "", settings: Mapping[str, Any] | None = None, *, below: str = "",
) -> str:  # fmt: skip
    """Return an HTML file that draws what it holds.

    Parameters
    ----------
    kind
        a name of ``front.js``, of what draws it with the `settings`.
    drawn
        The parts of the front end that it draws with.
    sheets
        The names of its style sheets.
    frames
        What it draws.
    origin
        Where that comes from.
    sentence
        Below the title, in English.
    below
        Below what is drawn.
    """
    return _PAGE.format(
        title=html.escape(origin.title),
        caption=html.escape(origin.caption),
        sentence=sentence and f"<p>{html.escape(_(sentence))}</p>",
        below=below and f"<p>{html.escape(below)}</p>",
        style=styles(*sheets),
        kind=kind,
        front=parts()[FRONT][0],
        modules=_import_map(files_of(FRONT, *drawn)),
        frames=base64.b64encode(frames).decode(),
        settings=_json(settings or {}),
        language=language().replace("_", "-"),
        words=_json(browser_words()),
    )


def _import_map(names: Sequence[str]) -> str:
    """Return the import map of files of the front end, whose addresses hold their text."""
    return _json({"imports": {name: _address(file(name)) for name in names}})


def _address(module: str) -> str:
    """Return a data: address of a module.

    A data: address has no folder, so imports lose their "./": the import map resolves the names.
    Four characters are escaped: % and #, which have a meaning, and line feeds and tabs, which a
    browser would drop.
    """
    text = re.sub(r'"\./([\w-]+\.js)"', r'"\1"', module)
    escaped = text.replace("%", "%25").replace("#", "%23").replace("\n", "%0A").replace("\t", "%09")
    return f"data:text/javascript,{escaped}"


def _json(value: Any) -> str:
    """Return JSON that can stand in a script of HTML."""
    return json.dumps(value, ensure_ascii=False).replace("</", "<\\/").replace("<!", "\\u003c!")
