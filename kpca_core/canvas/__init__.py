"""Pictures that a browser draws: results packed as bytes, and the JavaScript that draws them.

`picture` holds what is drawn, `words` describes it, `levels` and `isolines` find the lines, and
`frame` packs all of it with `wire`. In ``assets/``, ``drawing.js`` mounts the drawing on any
element of a page and shows frames there. Front ends are small adapters; `streamlit` is one, with
``assets/streamlit/``.
"""

from functools import cache
from pathlib import Path

ASSETS = Path(__file__).parent / "assets"


@cache
def styles(*names: str) -> str:
    """Return the text of style sheets of `ASSETS`, one after the other."""
    return "\n".join(ASSETS.joinpath(name).read_text(encoding="utf-8") for name in names)
