"""What pages show, frozen: ten pages in five states, in English and Chinese.

Of each state: the canonical address and the problem, every element with its texts, frames at rest
and moving, and downloads. `python -m tests.golden` makes the values anew and says what changed.
"""

from __future__ import annotations

import base64

import numpy as np
import pytest
from support.golden import CASES, STATES, differences, measure, read


@pytest.fixture(scope="module")
def golden():
    return read()


def test_every_page_has_five_states(golden):
    assert {page: len(states) for page, states in STATES.items()} == dict.fromkeys(STATES, 5)
    assert len(STATES) == 10
    assert {page: [*states] for page, states in golden.items()} == {
        page: sorted(states) for page, states in sorted(STATES.items())
    }


@pytest.mark.parametrize(("page", "name"), CASES)
def test_a_page_shows_what_it_showed(golden, page, name):
    changed = list(differences(golden[page][name], measure(page, name)))
    assert not changed, "\n".join(changed[:40])


def plotly(*values):
    data = np.array(values)
    return {"dtype": "f8", "bdata": base64.b64encode(data.tobytes()).decode()}


def test_a_change_is_found_and_rounding_is_none():
    old = {
        "said": "λ₁ = 22.558, residual 3.1e-15", "count": 3,
        "field": ["float32 (8, 4)", -1.0, 1.0, 0.25, 0.5, 0.125],
        "bound": "residual 1.1×10⁻¹³ ≤ 1.2×10⁻⁸", "curve": plotly(1.0, np.nan, 2e-15),
    }  # fmt: skip
    alike = {
        "said": "λ₁ = 22.557, residual 2.8e-15", "count": 3,
        "field": ["float32 (8, 4)", -1.00001, 1.0, 0.25, 0.50001, 0.125],
        "bound": "residual 2.5×10⁻¹⁴ ≤ 1.2×10⁻⁸", "curve": plotly(1.00001, np.nan, 3e-15),
    }  # fmt: skip
    assert list(differences(old, alike)) == []
    assert [*differences("a text", None)] == [': "a text" → null']
    chosen = {"options": ["rings", "clusters"]}
    assert list(differences(chosen, {"options": ["rings", "spiral", "clusters", "moons"]})) == []
    assert list(differences({"pages": {"a": "A"}}, {"pages": {"b": "B", "a": "A"}})) == []
    assert list(differences({"pages": {"a": "A"}}, {"pages": {"b": "B", "a": "C"}}))
    for options in (["rings"], ["clusters", "rings"], ["rings", "spiral"], None):
        assert list(differences(chosen, {"options": options}))
    for key, value in {
        "said": "λ₁ = 22.568, residual 3.1e-15", "count": 4,
        "field": ["float32 (8, 4)", -1.0, 1.0, 0.26, 0.5, 0.125],
        "bound": "residual 1.1×10⁻¹³ ≤ 1.2×10⁻⁷", "curve": plotly(1.0, 3.0, 2e-15),
    }.items():  # fmt: skip
        (line,) = differences(old, {**alike, key: value})
        assert line.startswith(f" › {key}: ")
