"""The files that the document of a page names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import streamlit

from kpca_core.drawing.canvas import ASSETS
from views.hosts.streamlit.front import address
from views.hosts.streamlit.preloading import STYLES, _tags, tags
from views.named import FIRST, PAGES

STATIC = Path(streamlit.__file__).parent / "static"


def named(page: str) -> list[str]:
    """What a page names beside Streamlit's scripts, which are there, below the assets."""
    every = re.findall('href="([^"]+)"', tags(page))
    scripts = [one for one in every if one.startswith("./static")]
    assert scripts
    assert all((STATIC / one).is_file() for one in scripts)
    drawn = [one for one in every if one not in scripts]
    return [re.sub("^./(_stcore/bidi-components/kpca-core.live/)?", "", one) for one in drawn]


@pytest.mark.parametrize("page", ["", *PAGES])
def test_a_page_names_what_it_draws_with(page):
    name = page or FIRST
    styles = STYLES if name == FIRST else ()
    assert named(page) == [address(PAGES[name].drawing), *styles]
    assert all((ASSETS / file).is_file() for file in styles)


def test_pages_without_a_drawing_name_none_and_are_not_kept():
    before = _tags.cache_info().currsize
    assert [named(f"nowhere-{k}") for k in range(9)] == [[]] * 9
    assert _tags.cache_info().currsize <= before + 1
