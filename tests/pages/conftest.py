"""A page in a browser tab, for the tests that need one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from support.explorer import Explorer


@pytest.fixture
def explore(app_url, browser) -> Iterator[Callable[..., Explorer]]:
    contexts = []

    def opened(query="", size=(1440, 900), dark=False, line=True, between=None, **more) -> Explorer:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            **more,
        )
        contexts.append(context)
        if not line:
            context.route_web_socket(re.compile("/frames$"), lambda socket: socket.close())
        if between:
            context.route_web_socket(re.compile("/_stcore/stream$"), between)
        return Explorer(context.new_page(), f"{app_url}/{query}")

    yield opened
    for context in contexts:
        context.close()
