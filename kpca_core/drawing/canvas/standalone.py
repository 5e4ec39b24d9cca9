"""A file of its own: a sweep with the modules that play it, for browsers without a server."""

from __future__ import annotations

import base64
import html
import json

from kpca_core.drawing.canvas import styles
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
p {{ margin: 0 0 10px; }}
{style}
</style>
</head>
<body>
<h1>{title}</h1>
<p>{sentence}</p>
<main id="sweep"></main>
<p>{caption}</p>
<script type="text/plain" id="frames">{frames}</script>
<script type="module">
{module}
await play({settings});
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


def standalone(frames: bytes, origin: Origin, at: int | None = None) -> str:
    """Return the HTML file of a sweep, which needs no server and no network.

    Parameters
    ----------
    frames : as `kpca_core.drawing.canvas.sweep_frame.sweep_frame` packs them
    origin : where it comes from
    at : the solved value that is shown first, counted from 1; None for the middle one
    """
    settings = {"address": origin.address} | ({} if at is None else {"at": int(at)})
    return _PAGE.format(
        title=html.escape(origin.title),
        caption=html.escape(origin.caption),
        sentence=SENTENCE,
        style=styles(*STYLES),
        module=bundle("sweep/file.js"),
        frames=base64.b64encode(frames).decode(),
        settings=json.dumps(settings).replace("<", "\\u003c"),
    )
