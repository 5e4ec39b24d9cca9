"""The kernel PCA explorer: `streamlit run app.py`.

Streamlit imports this file once, as the server, and runs it as "__main__" for every visit.
"""

import streamlit as st

if __name__ == "__main__":
    from views.hosts.streamlit.turns import turn

    with turn():
        from views.hosts.streamlit.run import draw_app

        draw_app()
else:
    from views.hosts.streamlit.private import read_options

    # Before anything asks for a setting.
    read_options(__file__)
    from views.hosts.streamlit.server import MIDDLEWARE, ROUTES, warming

    app = st.App(__file__, routes=ROUTES, middleware=MIDDLEWARE, lifespan=warming)
