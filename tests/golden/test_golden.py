"""What pages show, frozen: ten pages in five states, in English and Chinese.

Of each state: the canonical address and the problem, every element with its texts, frames at rest
and moving, and downloads. `python -m tests.golden` makes the values anew and says what changed.
"""

from __future__ import annotations

import pytest
from support.golden import CASES, differences, measure, read


@pytest.fixture(scope="module")
def golden():
    return read()


@pytest.mark.parametrize(("page", "name"), CASES)
def test_a_page_shows_what_it_showed(golden, page, name):
    changed = list(differences(golden[page][name], measure(page, name)))
    assert not changed, "\n".join(changed[:40])
