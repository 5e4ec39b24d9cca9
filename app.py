"""The kernel PCA explorer: `streamlit run app.py`."""

import streamlit as st

from views.page import guarded, style

st.set_page_config(page_title="Kernel PCA explorer", page_icon="◐", layout="wide")
style()


@guarded
def explore() -> None:
    from views.explore import page

    page()


st.navigation([st.Page(explore, title="Explore", url_path="explore", default=True)]).run()
