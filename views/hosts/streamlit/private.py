"""The undocumented names of Streamlit that this app uses: look here when a release changes them.

Each name says what goes without it: a nicety, never a page. `tests/pages/test_serving.py` takes
each away.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from typing import Any
from urllib.parse import unquote

# What style sheets call parts of Streamlit's page.
SELECTORS = {
    # The column with the page. Without it: wide margins, also on paper and in presenter mode.
    ":--main": ".stMainBlockContainer",
    # What stands where something has not arrived yet, and what a component of ours stands in.
    # Without them what is below moves once when it arrives.
    ":--waiting": '[data-testid="stSkeleton"]',
    ":--component": ".stBidiComponent",
    # One thing on the page. Without it words and buttons stand beside a drawing in a frame.
    ":--element": ".stElementContainer",
    # Without it Streamlit's own note of a lost connection covers the page, which says so itself.
    ":--dialog": ".stDialog",
    # Drawn by backgrounds. Without them their tracks are invisible under forced colours.
    ":--toggle": ".stCheckbox",
    ":--slider": ".stSlider",
    # Without it links to other pages are printed.
    ":--page-link": ".stPageLink",
}
# Names that `tools.js` gets.
ATTRIBUTES = {
    # Whether the connection to the server stands. Without it nothing on the page says that it is
    # lost, and a server that was restarted draws the page at the first change.
    "line": "data-test-connection-state",
    # Whether the page is being run. Without it a drawing does not wait for that.
    "run": "data-test-script-state",
}

# Places of Streamlit's server that no page needs: its metrics, and files without a bound for all.
# Without the names these places are open.
CLOSED = re.compile(r"/_stcore/(metrics|upload_file)(/|$)")

# Tells Streamlit's page where its server is: every page stands right below the address of the app.
# Without it a page looks below its own name first, is told twice that nothing is there, and asks
# again.
ADDRESS = (
    '<script>window.__streamlit = { BACKEND_BASE_URL: new URL("./", location.href).href };</script>'
)

# Where Streamlit's server has the files of components. Without it they are fetched when they are
# needed, not before.
COMPONENTS = "_stcore/bidi-components"


def read_options(script: str) -> None:
    """Let Streamlit read its settings as `streamlit run` does, whatever starts the server.

    Without it a server that Uvicorn starts has the settings of the folder that it is started in,
    and none of the variables STREAMLIT_….

    Raises
    ------
    SystemExit
        for a variable that is no value of its setting; the message quotes it
    """
    with suppress(ImportError, AttributeError):
        from streamlit import config
        from streamlit.web import bootstrap

        if config._main_script_path is None:
            config._main_script_path = script
            bootstrap.load_config_options(_variables(script))
        # As servers of notebooks give it, escaped; a request's path comes without that.
        below = unquote(config.get_option("server.baseUrlPath"))
        config.set_option("server.baseUrlPath", below)


def _variables(script: str) -> dict[str, Any]:
    """Return the settings that variables give, by their names on the command line."""
    if not any(name.startswith("STREAMLIT_") for name in os.environ):
        return {}
    # Imported late: all options of the command line take a second on a busy computer.
    import click
    from streamlit.web import cli

    try:
        given = cli.main_run.make_context("run", [script]).params
    except click.ClickException as error:
        raise SystemExit(error.format_message()) from None
    return {name: value for name, value in given.items() if "_" in name}


def styled(css: str) -> str:
    """Return a style sheet with the selectors that stand for its names."""
    return re.sub(r":--[\w-]+", lambda name: SELECTORS.get(name[0], name[0]), css)


def moved_through_history() -> bool:
    """Whether the reader went back or forward. Without it that changes the address alone.

    An address other than the one that was written last does not tell: the browser has that one a
    moment later, and what was changed meanwhile would be lost.
    """
    try:
        from streamlit.runtime.scriptrunner import get_script_run_ctx

        return bool(get_script_run_ctx().is_history_navigation)  # type: ignore[union-attr]
    except (ImportError, AttributeError):
        return False
