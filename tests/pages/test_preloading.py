"""The files that the document of a page names."""

from __future__ import annotations

import re

import pytest

from kpca_core.drawing.canvas import ASSETS
from views.hosts.streamlit.front import addresses
from views.hosts.streamlit.preloading import STYLES, served, tags
from views.named import FIRST, PAGES


def named(page: str) -> list[str]:
    """What a page names, below the assets."""
    every = re.findall('href="([^"]+)"', tags(page))
    return [re.sub("^./(_stcore/bidi-components/kpca-core.live/)?", "", one) for one in every]


@pytest.mark.parametrize("page", ["", *PAGES])
def test_a_page_names_what_it_draws_with(page):
    name = page or FIRST
    styles = STYLES if name == FIRST else ()
    modules = addresses(PAGES[name].drawing, *PAGES[name].parts)
    assert named(page) == [*modules, *styles]
    assert {one.removeprefix("modules/") for one in modules} <= served()
    assert all((ASSETS / file).is_file() for file in styles)


def test_places_without_a_page_name_none():
    assert tags("nowhere") == ""
