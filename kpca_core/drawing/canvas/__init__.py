"""Pictures that a browser draws: results packed as bytes, and the JavaScript that draws them.

`picture` holds what is drawn, `words` and `sentences` describe it, `levels` finds where isolines
lie, `aspects` and `overlays` add what stands beside and over the maps, and `frame` packs all of
it with `steps` and `wire`; `denoising`, `pairs` and `sweep_frame` make other scenes. In
``assets/``, ``drawing.js`` mounts the drawing on any element of a page and shows frames there;
`modules` makes one module of it. Front ends are small adapters: ``assets/streamlit/``
for the explorer, `kpca_core.notebook`, with ``assets/notebook/``, and `standalone`, files of their
own, one of them for what `explored` has solved. `origin` says where files come from.
"""

from functools import cache
from pathlib import Path

ASSETS = Path(__file__).parent / "assets"
# Of a picture with sliders, and of a figure.
STYLES = ("base.css", "slider.css", "legend.css", "terms.css", "sweep/sweep.css")
FIGURE_STYLES = ("base.css", "legend.css", "terms.css", "views.css", "sweep/sweep.css")


@cache
def styles(*names: str) -> str:
    """Return the text of style sheets of `ASSETS` and of those that they import, in order."""
    lines = [
        line for name in names for line in ASSETS.joinpath(name).read_text("utf-8").splitlines()
    ]
    start, end = '@import "', '";'
    return "\n".join(
        styles(line.removeprefix(start).removesuffix(end)) if line.startswith(start) else line
        for line in lines
    )
