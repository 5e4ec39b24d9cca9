"""Three hundred drawn problems: no certificate is false, no component missed, no function wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from support.certified import compared, judged, trouble
from support.drawn_problems import DATA, draw
from support.more_digits import needs_long_doubles

from kpca_core.solvers.choice import SOLVERS

pytestmark = needs_long_doubles

COUNT, BLOCKS, LARGEST = 300, 10, 150
EACH = COUNT // BLOCKS


@pytest.mark.parametrize("block", range(BLOCKS))
def test_no_certificate_of_a_drawn_problem_is_false(block):
    found = [judged(number, LARGEST) for number in range(block * EACH, (block + 1) * EACH)]
    wrong = [trouble(verdict) for verdict in found if trouble(verdict)]
    assert not wrong, "\n".join(wrong)
    # Else nothing would be said: most problems are solved, and certified.
    assert sum(verdict.holds for verdict in found) >= 0.8 * EACH


# Of this one "separable" finds λ₃ = 1.6e-3 λ₁, and scores that err by 5e-10.
WIDE = 50262344


@pytest.mark.filterwarnings("ignore:Asked for", "ignore:.*NOT certified")
@pytest.mark.parametrize("number", [*range(60), WIDE])
def test_functions_equal_scores_as_far_as_the_certificate_says(number):
    problem = draw(number, LARGEST)
    found = (problem if number == WIDE else replace(problem, solver="auto")).solve()
    apart = np.linalg.norm(found.expansion(problem.X) - found.scores, axis=0)
    limits = (found.certificate.functions or 0.0) * np.linalg.norm(found.scores, axis=0)
    assert (apart <= limits).all()


def test_the_problems_are_of_all_kinds():
    problems = [draw(number, LARGEST) for number in range(COUNT)]
    assert {problem.solver for problem in problems} == {"auto", *SOLVERS}
    assert {problem.data for problem in problems} == set(DATA)
    assert {problem.centre for problem in problems} == {True, False}
    assert any(problem.n_components is None for problem in problems)
    assert min(len(problem.X) for problem in problems) <= 3
    assert max(len(problem.X) for problem in problems) >= 140
    kinds = {type(problem.kernel).__name__ for problem in problems}
    assert len(kinds) >= 13
    again = draw(7, LARGEST)
    assert str(again) == str(problems[7])
    np.testing.assert_array_equal(again.X, problems[7].X)


def test_a_false_certificate_is_seen():
    """By an eigenvalue that is off, by a function that is off, and by a component left out."""
    problem = next(
        p
        for p in map(draw, range(100), [LARGEST] * 100)
        if p.data == "uniform" and p.solver == "auto" and p.n_components and p.n_components > 3
    )
    found = problem.solve()
    assert found.certificate.holds
    off = 10 * max(found.certificate.limit, 1e-12 * found.eigenvalues[0])
    wrong = compared(problem, replace(found, eigenvalues=found.eigenvalues + off), 0.0)
    assert wrong.false
    assert "FALSE" in trouble(wrong)
    scaled = compared(problem, found.with_signs(np.full(found.n_components, 1 + 1e-6)), 0.0)
    assert scaled.wrong_functions
    fewer = replace(
        found,
        eigenvalues=found.eigenvalues[:2],
        scores=found.scores[:, :2],
        expansion=found.expansion.first(2),
    )
    assert compared(problem, fewer, 0.0).missed == pytest.approx(found.eigenvalues[2])
