"""[S] section 4.3 in kernel evaluations: what is counted, and what docs/solvers.md says of it."""

from __future__ import annotations

import numpy as np
import pytest
from support.evaluations import ROWS, Counted, counted, rows
from support.paths import ROOT

from kpca_core import fit
from kpca_core.feature_space.reduced_set import reduced_set


def test_counts_are_those_of_the_paper_and_of_the_document():
    text = (ROOT / "docs" / "solvers.md").read_text(encoding="utf-8")
    counts = {}
    for what, law, number, count in rows():
        assert f"| {what} | {law} | {number:,} | {count:,} |" in text
        counts[what] = (number, count)
    (first, *others) = counts.values()
    # Half of a symmetric matrix at least.
    assert ROWS * (ROWS + 1) / 2 <= first[1] <= first[0]
    for number, count in others:
        assert count == number


@pytest.mark.parametrize("shared", [True, False])
def test_a_reduced_set_has_its_points_for_all_components_or_for_each(shared):

    kernel, X = Counted(2.0), np.random.default_rng(1).normal(size=(60, 3))
    few = reduced_set(fit(kernel, X, 3).expansion, 5, shared=shared).expansion
    assert counted(kernel, lambda: few(X[:7])) == 7 * 5 * (1 if shared else 3)
