"""Files of their own: frames with the modules that draw them, for browsers without a server."""

from __future__ import annotations

import base64
import html
import json

from kpca_core.drawing.canvas import styles
from kpca_core.drawing.canvas.explored import Explored
from kpca_core.drawing.canvas.modules import bundle
from kpca_core.drawing.canvas.origin import Origin

STYLES = ("slider.css", "legend.css", "terms.css", "sweep/sweep.css")

_PAGE = """\
<!doctype html>
<html lang="en">
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
main {{ margin: 20px 0; }}
body > p {{ margin: 0 0 10px; }}
{style}
</style>
</head>
<body>
<h1>{title}</h1>
<p>{sentence}</p>
<main id="drawing"></main>
<p>{below}</p>
<p>{caption}</p>
<script type="text/plain" id="frames">{frames}</script>
<script type="module">
{module}
await {call}({settings});
</script>
</body>
</html>
"""
SENTENCE = (
    "Eigenvalues of kernel PCA along one parameter of the kernel, and below them the first "
    "eigenfunctions over the plane of the data. A letter and a colour belong to a function and "
    "travel with it; panels stand in the order of the eigenvalues, and an arrow marks a function "
    "that is not where it first appeared. Press Play, or drag the slider or the charts. Maps have "
    "8 bits: steps of at most 1.2 % of the largest value of each map, finer near zero; between "
    "solved values they are interpolated."
)

DRAG = (
    "Eigenvalues, and below them the first eigenfunctions over the plane of the data. Everything "
    "is in this file."
)


def standalone(frames: bytes, origin: Origin, at: int | None = None) -> str:
    """Return the HTML file of a sweep, which needs no server and no network.

    Parameters
    ----------
    frames : as `kpca_core.drawing.canvas.sweep_frame.sweep_frame` packs them
    origin : where it comes from
    at : the solved value that is shown first, counted from 1; None for the middle one
    """
    settings = {"address": origin.address} | ({} if at is None else {"at": int(at)})
    return _page(frames, origin, (SENTENCE, ""), STYLES, ("sweep/file.js", "play"), settings)


def explored_page(shown: Explored, origin: Origin) -> str:
    """Return the HTML file of what `explored` has solved, which needs no server and no network."""
    module = ("explored/file.js", "explore")
    return _page(
        shown.frames, origin, (DRAG, shown.sentence), ("drawing.css",), module,
        {"address": origin.address},
    )  # fmt: skip


def _page(
    frames: bytes,
    origin: Origin,
    sentences: tuple[str, str],
    sheets: tuple[str, ...],
    module: tuple[str, str],
    settings: dict[str, object],
) -> str:
    """The page.

    `sentences` stand above and below the drawing; `module` is the path of one among the assets, and
    what it exports to be called.
    """
    path, call = module
    above, below = map(html.escape, sentences)
    return _PAGE.format(
        title=html.escape(origin.title),
        caption=html.escape(origin.caption),
        sentence=above,
        below=below,
        style=styles(*sheets),
        module=bundle(path),
        frames=base64.b64encode(frames).decode(),
        call=call,
        settings=json.dumps(settings).replace("<", "\\u003c"),
    )
