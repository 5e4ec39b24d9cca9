"""Pictures that a browser draws: results packed as bytes, and the JavaScript that draws them.

`picture` holds what is drawn, `words` and `sentences` describe it, `levels` and `isolines` find the
lines, `aspects` and `overlays` add what stands beside and over the maps, and `frame` packs all of
it with `steps` and `wire`; `denoising`, `pair_frame` and `sweep_frame` pack other pictures. In
``assets/``, ``drawing.js`` mounts the drawing on any element of a page and shows frames there;
`modules` makes one module of it. Front ends are small adapters: `streamlit`, with
``assets/streamlit/``, `kpca_core.notebook`, with ``assets/notebook/``, and `standalone`, a file of
its own, for a sweep or for what `explored` has solved. `origin` says where files come from.
"""

import re
from functools import cache
from pathlib import Path

ASSETS = Path(__file__).parent / "assets"


@cache
def styles(*names: str) -> str:
    """Return the text of style sheets of `ASSETS`, one after the other, with what they import."""
    return "\n".join(
        re.sub(
            r'@import "([^"]+)";',
            lambda found: styles(found[1]),
            ASSETS.joinpath(name).read_text(encoding="utf-8"),
        )
        for name in names
    )
