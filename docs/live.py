"""Live figures on the pages of the site: Sphinx's directive `live`.

`make static docs` puts the explorer without a server beside the site, and a figure of it where a
page has the directive, whose argument is the address of what is shown; without it there is none. A
browser starts Python for each figure, when it comes into view.
"""

from __future__ import annotations

import shutil
from html import escape
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive

STATIC = Path(__file__).resolve().parents[1] / "build" / "static"
PLACE = "explorer"
# Browsers load no modules from the file system: a page from there says what it lacks.
FIGURE = """<figure class="live">
<iframe title="{caption}" width="100%" height="{height}" loading="lazy" style="border: 0"
 data-src="{address}"></iframe>
<figcaption>{caption}</figcaption>
<script>
(({{ previousElementSibling: {{ previousElementSibling: frame }} }}) => {{
  if (location.protocol.startsWith("http")) frame.src = frame.dataset.src;
  else frame.replaceWith("A web server is needed for the live figure that stands here.");
}})(document.currentScript);
</script>
</figure>"""


class Live(Directive):
    """A figure of the explorer, by the address of a page; its content is the caption."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the figure, nothing where the explorer was not built."""
        if not STATIC.joinpath("index.html").exists():
            return []
        document = self.state.document.settings.env.docname
        page, _, settings = self.arguments[0].partition("?")
        query = "&".join(filter(None, [settings, "embed=figure"]))
        address = f"{'../' * document.count('/')}{PLACE}/{page}?{query}"
        html = FIGURE.format(
            caption=escape(" ".join(self.content)), address=escape(address), height=620
        )
        return [nodes.raw("", html, format="html")]


def copy(app, error):
    """Put the explorer beside the pages that show it."""
    if error is None and STATIC.joinpath("index.html").exists():
        shutil.copytree(STATIC, Path(app.outdir) / PLACE, dirs_exist_ok=True)


def setup(app):
    """Add the directive."""
    app.add_directive("live", Live)
    app.connect("build-finished", copy)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
