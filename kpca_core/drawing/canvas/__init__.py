"""Pictures that a browser draws: results packed as bytes, and the JavaScript that draws them.

`picture` holds what is drawn, `words` and `sentences` describe it, `levels` finds where isolines
lie, `aspects` and `overlays` add what stands beside and over the maps, and `picture_sheets`
makes a scene of it, which `kpca_core.drawing.scene.pack` packs with `steps` and `wire`;
`denoising`, `pairs` and `sweep_frame` make other scenes. In
``assets/``, ``drawing.js`` mounts the drawing on any element of a page and shows frames there;
`modules` has the files that a browser loads: ``front.js`` and the parts that it names. Adapters are
small: ``assets/streamlit/`` for the explorer, `kpca_core.notebook`, with ``assets/notebook/``, and
`standalone`, files of their own, one of them for what `explored` has solved. `origin` says where
files come from.
"""

import re
from functools import cache
from pathlib import Path

ASSETS = Path(__file__).parent / "assets"
# Of a picture with sliders, and of a figure.
STYLES = ("base.css", "slider.css", "legend.css", "terms.css", "sweep/sweep.css")
FIGURE_STYLES = ("base.css", "legend.css", "terms.css", "views.css", "sweep/sweep.css")
COMMENT = re.compile(r"\s*/\*.*?\*/", re.DOTALL)


@cache
def styles(*names: str) -> str:
    """Return the rules of style sheets of `ASSETS` and of those that they import, in order."""
    texts = (COMMENT.sub("", ASSETS.joinpath(name).read_text("utf-8")) for name in names)
    lines = (line.strip() for text in texts for line in text.splitlines())
    start, end = '@import "', '";'
    return "\n".join(
        styles(line.removeprefix(start).removesuffix(end)) if line.startswith(start) else line
        for line in lines
        if line
    )
