"""Tabs of the browser, and the page Explore in one, for the tests that need them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from support.explorer import Explorer
from support.frames import run_quickly

FORGET = "() => { localStorage.clear(); sessionStorage.clear(); }"


@pytest.fixture(scope="session", autouse=True)
def quick_runs() -> Iterator[None]:
    """Pages that run in this process have no browser to wait for."""
    with pytest.MonkeyPatch.context() as patch:
        run_quickly(patch)
        yield


@pytest.fixture(scope="session")
def kept_tab(browser) -> Iterator[object]:
    """A tab that many tests use one after the other.

    It keeps the scripts of the page compiled: a load of Explore takes 1.3 s, in a new one 2.3.
    """
    context = browser.new_context()
    yield context.new_page()
    context.close()


@pytest.fixture
def new_tab(app_url, browser, kept_tab) -> Iterator[Callable[..., object]]:
    """Opens tabs that remember nothing of each other.

    The first is the kept one, if the browser's own settings do for it.
    """
    contexts: list = []
    lent: list = []

    def opened(size=(1440, 900), color_scheme="light", between=None, **settings):
        window = {"width": size[0], "height": size[1]}
        if lent or between or settings:
            contexts.append(
                browser.new_context(viewport=window, color_scheme=color_scheme, **settings)
            )
            for address, line in (between or {}).items():
                contexts[-1].route_web_socket(re.compile(address), line)
            return contexts[-1].new_page()
        lent.append(kept_tab)
        # A page of the same origin without scripts.
        kept_tab.goto(f"{app_url}/_stcore/health")
        kept_tab.evaluate(FORGET)
        kept_tab.context.clear_cookies()
        kept_tab.mouse.move(0, 0)
        kept_tab.set_viewport_size(window)
        kept_tab.emulate_media(media="null", color_scheme=color_scheme, forced_colors="null")
        return kept_tab

    yield opened
    for context in contexts:
        context.close()
    if lent:
        kept_tab.goto("about:blank")


@pytest.fixture
def explore(app_url, new_tab) -> Callable[..., Explorer]:
    def opened(query="", size=(1440, 900), dark=False, line=True, between=None, **more) -> Explorer:
        sockets = {} if line else {"/frames$": lambda socket: socket.close()}
        if between:
            sockets["/_stcore/stream$"] = between
        scheme = "dark" if dark else "light"
        return Explorer(new_tab(size, scheme, sockets, **more), f"{app_url}/{query}")

    return opened
