"""The claims of the page "Method": texts, answers and tables measured over its data and kernels."""

from __future__ import annotations

import re
from itertools import pairwise, product
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.frames import opened_page

from kpca_core import Polynomial
from kpca_core._support.words import speaking
from kpca_core.drawing.canvas.indefinite import NO_DISTANCES
from views.pages.method.figures import FIGURES, answer_of
from views.pages.method.figures.example import Example, derived
from views.pages.method.figures.functions import classes, partial_map, tried
from views.pages.method.figures.matrices import not_divided, share_of_mean
from views.pages.method.figures.plane import (
    RINGS,
    binomial_map,
    direction,
    distances_from_sheet,
    meetings,
    monomials,
    ordered_products,
    variance,
)
from views.pages.method.figures.properties import (
    CHOSEN_AMONG,
    NOISE,
    errors_of,
    information,
)
from views.pages.method.state import NEAR, WITH_NOISE, MethodState
from views.pages.method.steps import ORDER, STEPS
from views.state.catalogue import KERNELS
from views.words.sources import SOURCES, explain_letters

PLAIN = str.maketrans("−⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "--0123456789")
EVERY = [{"points": data, "kernel": kernel} for data, kernel in product(WITH_NOISE, KERNELS)]


def state(**address: str) -> MethodState:
    return MethodState.of_address(address)


def example(**address: str) -> Example:
    return Example(state(**address), asked=True)


def figure(step: str, **address: str):
    return FIGURES[step](example(**address))


def number(text: str) -> float:
    return numbers(text)[0]


def numbers(text: str) -> list[float]:
    plain = text.translate(PLAIN).replace("×10", "e")
    return [float(one) for one in re.findall(r"-?\d+(?:\.\d+)?(?:e-?\d+)?", plain)]


@pytest.fixture(params=EVERY, ids=lambda one: "-".join(one.values()))
def every(request) -> Example:
    return example(**request.param)


# 1 and 2


def test_in_every_direction_the_inner_ring_lies_among_the_outer_one():
    angles = np.arange(0.0, 180.0, 0.5)
    for angle in angles:
        inner, outer = ((RINGS.X @ direction(angle))[RINGS.labels == k] for k in (0, 1))
        assert outer.min() < inner.min()
        assert inner.max() < outer.max()
    # Yet no direction is as good as another.
    found = [variance(RINGS.X, angle) for angle in angles]
    assert max(found) > 1.2 * min(found)


def test_the_lifted_rings_are_separated_and_a_lifted_image_is_large():
    squares = np.sum(RINGS.X**2, axis=1)
    assert squares[RINGS.labels == 0].max() < squares[RINGS.labels == 1].min()
    assert monomials() == 9_525_431_552
    assert round(8 * monomials() / 1e9) == 76


@settings(max_examples=30, deadline=None)
@given(*[st.tuples(*[st.floats(0.1, 2.0)] * 2)] * 2, st.integers(1, 8))
def test_products_in_order_and_monomials_with_roots_make_the_kernel_and_without_them_another(
    x, y, d
):
    # [S] eq. 3.3 and 3.4, [C] section 2; the products in order by another way.
    x, y = np.array(x), np.array(y)
    order = [np.prod(one) for one in product(x, repeat=d)]
    assert sorted(ordered_products(x, d)) == pytest.approx(sorted(order))
    kernel = Polynomial(d)(x[None], y[None])[0, 0]
    assert ordered_products(x, d) @ ordered_products(y, d) == pytest.approx(kernel)
    assert binomial_map(x, d) @ binomial_map(y, d) == pytest.approx(kernel)
    assert np.sort(binomial_map(x, d)) == pytest.approx(np.sort(Polynomial(d).features(x[None])[0]))
    printed = binomial_map(x, d, rooted=False) @ binomial_map(y, d, rooted=False)
    square = sum(
        comb(d, k) ** 2 * (x[0] * y[0]) ** (d - k) * (x[1] * y[1]) ** k for k in range(d + 1)
    )
    assert printed == pytest.approx(square)
    assert (printed > kernel * (1 + 1e-9)) == (d > 1)


# 3 and 4


def test_eigenvalues_that_are_not_0_are_counted_with_both_signs(every):
    plain = derived(every.kernel, every.X, centre=False)
    for found, said in (
        (plain, answer_of(every.state, "dot")),
        (every.derivation, answer_of(every.state, "spectrum")),
    ):
        count = int((np.abs(found.eigenvalues) > found.floor).sum())
        assert numbers(said)[0] == count
        assert count == found.rank + len(found.negative)


# 5


def test_how_far_the_first_component_describes_the_mean_is_measured(every):
    K = every.derivation.gram
    vector = np.linalg.eigh(K)[1][:, -1]
    expected = len(K) * vector.mean() ** 2
    assert share_of_mean(every) == pytest.approx(expected, abs=1e-9)
    note = figure("centre", **_address(every))["eigenvalues"].note
    assert f"{100 * expected:.1f} % of the sum of squares" in note
    times = np.linalg.eigvalsh(not_divided(K))[-1] / every.derivation.eigenvalues[0]
    assert numbers(note.split("is its mean.")[1])[0] == pytest.approx(times, rel=0.06)


# From K² to K


def test_a_null_vector_moves_the_weights_and_neither_the_squared_equation_nor_the_map(every):
    shown = example(**_address(every), null="1")
    residuals, maps = (FIGURES["square"](shown)[k] for k in ("residuals", "maps"))
    squared, plain, change, rounding = (number(row[1]) for row in residuals.rows)
    assert squared <= rounding < 1e-12
    assert change < 1e-9
    assert plain == pytest.approx(np.sqrt(every.derivation.eigenvalues[0]), rel=0.05)
    assert maps.fields[0] == pytest.approx(maps.fields[1], abs=1e-9 * np.abs(maps.fields).max())
    # The answer has the same three numbers.
    said = answer_of(shown.state, "square")
    assert all(row[1] in said for row in residuals.rows[:3])


# 6


# 7 and 8


def test_a_term_left_out_changes_the_map_by_at_most_its_weight(every):
    found = every.derivation
    centred = np.abs(found.comparisons(every.grid.rows)[1])
    size = np.sort(np.abs(found.alphas[:, 0]))[::-1]
    maps = [partial_map(found, every.grid, 0, m) for m in range(1, len(size) + 1)]
    for k, (less, more) in enumerate(pairwise(maps), 1):
        assert np.abs(more - less).max() <= size[k] * centred.max() * (1 + 1e-9)


# 9


def test_squared_errors_are_drawn_where_there_are_any_and_are_none_below_0(every):
    errors = errors_of(every.derivation)
    sheets = figure("spectrum", **_address(every))
    negative = list(sheets["spectrum"].negative)
    assert len(negative) == len(every.derivation.negative)
    if errors is None:
        assert not every.kernel.is_psd
        assert every.derivation.left_out.min() < 0
        assert sheets["left"].kind == "table"
        assert sheets["left"].note == NO_DISTANCES
        assert figure("properties", **_address(every))["histogram"].kind == "table"
        return
    variances = every.derivation.variances
    rest = variances.sum() - np.append(0.0, np.cumsum(variances))
    assert errors == pytest.approx(rest, abs=1e-9 * variances.sum() * len(variances))
    assert errors.min() >= 0
    assert sheets["left"].region[1][0] == 0


# 10


def test_the_noise_of_the_mutual_information_is_the_stated_share_of_the_variance():
    assert f"its variance {100 * NOISE:g} % of the total" in STEPS["properties"].text
    variances = example().derivation.variances
    noise = NOISE * variances.sum()
    own, best = information(variances, 2, noise)
    assert own == pytest.approx(0.5 * np.log(1 + variances[:2] / noise).sum())
    assert best <= own


def test_random_directions_are_chosen_among_as_many_components_as_is_said():
    text = STEPS["properties"].text
    assert f"of more than {CHOSEN_AMONG} among the first {CHOSEN_AMONG}" in text
    many = example(n="60").derivation
    assert many.rank > CHOSEN_AMONG
    best = figure("properties", n="60", j="2")["histogram"].note
    # The errors of random choices are those of directions among the first components alone.
    random = np.random.default_rng(0).normal(size=(1000, CHOSEN_AMONG, 2))
    Q = np.linalg.qr(random)[0]
    drawn = np.einsum("crq,r,crq->c", Q, many.variances[:CHOSEN_AMONG], Q)
    assert numbers(best)[1] == pytest.approx(many.variances.sum() - drawn.max(), rel=5e-3)


# 11


def test_the_table_of_kernels_shows_what_its_rows_say(every):
    K = every.derivation.gram
    values = np.linalg.eigvalsh(K)
    rows = dict(figure("kernels", **_address(every))["numbers"].rows)
    floor = number(rows["it counts as 0 up to"])
    assert floor == pytest.approx(1e-12 * np.abs(values).max(), rel=0.5)
    assert (number(rows["lowest eigenvalue of K"]) < -floor) == (not every.kernel.is_psd)
    spectrum = figure("kernels", **_address(every))["spectrum"]
    assert len(spectrum.negative) == int((values < -floor).sum())
    given = every.derivation.scores @ every.derivation.scores.T
    if not len(every.derivation.negative):
        assert given == pytest.approx(every.derivation.centred, abs=1e-9 * np.abs(K).max())


# 12 and 13


@pytest.mark.parametrize("task", ["rings", "moons", "clusters"])
@pytest.mark.parametrize("kernel", ["gaussian", "linear"])
def test_the_number_of_components_that_is_enough_is_counted_on_unseen_points(task, kernel):
    shown = example(task=task, kernel=kernel)
    seen = tried(shown.kernel, task)[1]
    said = answer_of(shown.state, "classify")
    enough = [q for q, right in enumerate(seen, 1) if right >= 0.99]
    assert said.startswith(f"With {enough[0]}:" if enough else "With none of up to")
    assert len(classes(task, 60, seed=1)[0]) == 60
    # [S] eq. 3.2: the decision is a sum of kernel values over the points, whatever q is.
    machine, scale = tried(shown.kernel, task)[2][-1]
    found, new = tried(shown.kernel, task)[3], classes(task, 9, seed=3)[0]
    q = len(scale)
    nu = found.alphas[:, :q] @ (machine.coef_ / scale).T
    decided = found.comparisons(new)[1].T @ nu + machine.intercept_
    own = machine.decision_function(found.values(new)[:, :q] / scale)
    assert decided.reshape(own.shape) == pytest.approx(own, abs=1e-7 * np.abs(own).max())
    # The weights sum to 0, so k̃ may be k with another b.
    assert np.abs(nu.sum(axis=0)).max() < 1e-7 * np.abs(nu).max()
    plain = shown.kernel(new, found.X) @ nu
    assert np.ptp(plain - decided, axis=0) == pytest.approx(0, abs=1e-6 * np.abs(own).max())


@pytest.mark.parametrize("data", WITH_NOISE)
def test_distances_from_the_sheet_are_those_of_the_nearest_image(data):
    kernel, shown = Polynomial(2), example(points=data)
    found = derived(kernel, shown.X)
    axis = found.features.T @ found.alphas[:, 0]
    mean = kernel.features(shown.X).mean(axis=0)
    line = mean + np.outer(np.linspace(-2, 2, 9), axis)
    own = distances_from_sheet(line)
    fine = np.array(np.meshgrid(*[np.linspace(-3, 3, 601)] * 2)).reshape(2, -1).T
    images = kernel.features(fine)
    for t, distance in zip(line, own, strict=True):
        nearest = np.sqrt(np.min(np.sum((images - t) ** 2, axis=1)))
        assert nearest == pytest.approx(distance, abs=0.03)
        assert nearest >= distance - 1e-9
    # The line meets the sheet exactly there, at no more than two places.
    met = meetings(found)
    assert len(met) <= 2
    assert distances_from_sheet(mean + np.outer(met, axis)) == pytest.approx(0, abs=1e-7)
    said = answer_of(shown.state, "back")
    assert said.startswith("Where f₁(x) is" if met else "The line does not meet it")


# What is moved clings to what it is dragged onto


def test_points_cling_to_one_another_under_the_pointer_and_by_keys():
    shown = state()
    X, _, ((x0, x1), (y0, y1)) = shown.drawn
    near = X[4] + 0.9 * NEAR * np.array([x1 - x0, y1 - y0])
    moved = shown.moved_by("point", 2, *near)
    assert (moved.drawn[0][2] == X[4]).all()
    # The address says so, too.
    again = MethodState.of_address(moved.address())
    assert (again.drawn[0][2] == X[4]).all()
    found = Example(again).derivation
    assert found.gram[2, 4] == 1
    assert "K has rank 8; of the 9 points 8 are different" in answer_of(again, "gram")
    # A key moves it by 0.02 of the axis: it is free again.
    free = moved.moved_by("point", 2, *(X[4] + [0.02 * (x1 - x0), 0]))
    assert len(np.unique(free.drawn[0], axis=0)) == 9
    far = shown.moved_by("point", 2, *(X[4] + 1.5 * NEAR * np.array([x1 - x0, 0])))
    assert len(np.unique(far.drawn[0], axis=0)) == 9
    # By keys every point can be reached: in steps of 0.02 of the axis one comes within 0.01.
    assert NEAR >= 0.01


# Letters of sources, and words of the page


def test_every_letter_is_explained_once_where_it_occurs_first():
    known: set[str] = set()
    for name in ORDER:
        for text in (STEPS[name].text, *(one.source for one in STEPS[name].formulas)):
            said = explain_letters(text, known)
            for letter in SOURCES:
                first = f"[{letter}]" in text
                assert f"[{letter}]:" not in said or first
    assert known == {*SOURCES}
    # The Chinese edition has other letters, which only its readers meet.
    assert "[Z]" not in explain_letters("[B]", set())
    with speaking("zh"):
        assert "[Z]" in explain_letters("[B]", set())
        assert "[Z]" not in explain_letters("[B]", {"B"})
    captions = [one.value for one in opened_page("method", show="back").caption]
    assert sum("[B]: Bishop" in one for one in captions) == 1
    assert any("section 12.3" in one and "[B]: Bishop" in one for one in captions)


def _address(shown: Example) -> dict[str, str]:
    return dict(shown.state.address())
