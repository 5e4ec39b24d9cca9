"""A hundred drawn addresses a page, valid, partial and nonsense: links keep their meaning."""

from __future__ import annotations

import gzip
import importlib
import json
from pathlib import Path

import pytest
from support.golden import STATES

FILE = Path(__file__).with_name("addresses.json.gz")


@pytest.mark.parametrize("page", STATES)
def test_a_link_means_what_it_meant(page):
    kind = getattr(importlib.import_module(f"views.pages.{page}.state"), f"{page.title()}State")
    known = json.loads(gzip.decompress(FILE.read_bytes()))[page]
    assert len(known) == 100
    for asked, address, problem in known:
        state = kind.of_address(asked)
        assert (state.address(), state.problem.token) == (address, problem), asked
        assert kind.of_address(state.address()) == state
