"""The kernel PCA explorer: `streamlit run app.py`.

Streamlit imports this file once, as the server, and runs it as "__main__" for every visit.
"""

import streamlit as st


def pages() -> None:
    from views.page import guarded, style
    from views.tools import draw_tools

    @guarded
    def explore() -> None:
        from views.explore import page

        page()

    @guarded
    def paper() -> None:
        from views.paper import page

        page(first)

    @guarded
    def digits() -> None:
        from views.digits import page

        page()

    @guarded
    def scale() -> None:
        from views.scale import page

        page()

    first = st.Page(explore, title="Explore", url_path="explore", default=True)
    chosen = st.navigation(
        [
            first,
            st.Page(paper, title="Paper", url_path="paper"),
            st.Page(digits, title="Digits", url_path="digits"),
            st.Page(scale, title="Scale", url_path="scale"),
        ]
    )
    title = f"{chosen.title} · Kernel PCA explorer"
    st.set_page_config(page_title=title, page_icon="🌗", layout="wide")
    style()
    draw_tools()
    chosen.run()


if __name__ == "__main__":
    pages()
else:
    from views.server import MIDDLEWARE, ROUTES, warming

    app = st.App(__file__, routes=ROUTES, middleware=MIDDLEWARE, lifespan=warming)
