"""The kernel PCA explorer: `streamlit run app.py`.

Streamlit imports this file once, as the server, and runs it as "__main__" for every visit.
"""

from typing import Any

import streamlit as st


def pages() -> None:
    from kpca_core._support.words import N_, _
    from views.hosts.streamlit.document import PRODUCT
    from views.hosts.streamlit.messages import follow_messages
    from views.hosts.streamlit.page import ICON, guarded
    from views.hosts.streamlit.server import importing
    from views.hosts.streamlit.tools import draw_tools
    from views.hosts.streamlit.widgets import PageLinks, take_early_changes

    @guarded
    def explore() -> None:
        from views.pages.explore import page

        page()

    @guarded
    def method() -> None:
        with importing():
            from views.pages.method import page

        page({"explore": first, "denoise": sections["Use"]["denoise"]})

    @guarded
    def sweep() -> None:
        with importing():
            from views.pages.sweep import page

        page()

    @guarded
    def compare() -> None:
        with importing():
            from views.pages.compare import page

        page()

    @guarded
    def neighbours() -> None:
        with importing():
            from views.pages.neighbours import page

        page()

    @guarded
    def denoise() -> None:
        with importing():
            from views.pages.denoise import page

        page()

    @guarded
    def table() -> None:
        with importing():
            from views.pages.table import page

        page()

    first = st.Page(explore, title=_("Explore"), url_path="explore", default=True)
    sections = {
        N_("Learn"): {
            "explore": first,
            "method": st.Page(method, title=_("Method"), url_path="method"),
            "sweep": st.Page(sweep, title=_("Sweep"), url_path="sweep"),
            "compare": st.Page(compare, title=_("Compare"), url_path="compare"),
            "neighbours": st.Page(neighbours, title=_("Neighbours"), url_path="neighbours"),
        },
        N_("Use"): {
            "table": st.Page(table, title=_("Own data"), url_path="table"),
            "denoise": st.Page(denoise, title=_("Denoise"), url_path="denoise"),
        },
        N_("Sources"): sources(first),
    }
    every = {name: [*pages.values()] for name, pages in sections.items()}
    chosen = st.navigation(every, position="hidden")
    st.set_page_config(page_title=f"{chosen.title} · {_(PRODUCT)}", page_icon=ICON, layout="wide")
    draw_tools()
    follow_messages({k: page for pages in sections.values() for k, page in pages.items()}, chosen)
    links = PageLinks(sections)
    # At once, for a page may take long; and again with the settings of the page that was drawn.
    links.draw()
    chosen.run()
    take_early_changes()
    links.draw()


def sources(first: Any) -> dict[str, Any]:
    """Return the pages of the sources; from figures of the paper a reader goes on to `first`."""
    from kpca_core._support.words import _
    from views.hosts.streamlit.page import guarded
    from views.hosts.streamlit.server import importing

    @guarded
    def paper() -> None:
        with importing():
            from views.pages.paper import page

        page(first)

    @guarded
    def digits() -> None:
        with importing():
            from views.pages.digits import page

        page()

    @guarded
    def scale() -> None:
        with importing():
            from views.pages.scale import page

        page()

    return {
        "paper": st.Page(paper, title=_("Paper"), url_path="paper"),
        "digits": st.Page(digits, title=_("Digits"), url_path="digits"),
        "scale": st.Page(scale, title=_("Scale"), url_path="scale"),
    }


if __name__ == "__main__":
    from views.hosts.streamlit.turns import turn

    with turn():
        pages()
else:
    from views.hosts.streamlit.private import read_options

    # Before anything asks for a setting.
    read_options(__file__)
    from views.hosts.streamlit.server import MIDDLEWARE, ROUTES, warming

    app = st.App(__file__, routes=ROUTES, middleware=MIDDLEWARE, lifespan=warming)
