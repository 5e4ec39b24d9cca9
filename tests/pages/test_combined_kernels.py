"""Sums and products of two kernels on "Explore", and the paraboloid: addresses, frames, words."""

from __future__ import annotations

from urllib.parse import parse_qsl

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.frames import opened, shown

from kpca_core import Gaussian, Polynomial, fit
from kpca_core.kernels.parsing import parse_kernel
from views.pages.explore import PAGE, solving
from views.pages.explore.picture import on_stage
from views.pages.explore.state import ExploreState
from views.pages.method.link import link_to
from views.pages.sweep.state import SweepState
from views.pages.table.state import TableState
from views.state.catalogue import FAMILIES, FORM_CHOICES, SECOND, WEIGHT

SMALL = {"data": "parabola", "n": "25", "paper": "false", "grid": "25", "components": "3"}


def state_of(**query: object) -> ExploreState:
    return ExploreState.of_address({**SMALL, **{key: str(text) for key, text in query.items()}})


@st.composite
def kernels(draw: st.DrawFn, before: str = ""):
    """A kernel by its family, form and values, and what an address says of it."""
    identity, form = draw(st.sampled_from(sorted(FAMILIES)))
    if identity in FORM_CHOICES and not form:
        form = FORM_CHOICES[identity].default
    family, texts = FAMILIES[identity, form], {f"{before}kernel": identity}
    if form:
        texts[before + FORM_CHOICES[identity].key] = form
    values = {}
    for p in family.parameters:
        low, high = max(p.low, p.default / 3), min(p.high, p.default * 3 + 1)
        values[p.name] = draw(
            st.integers(int(low), int(high)) if p.integer else st.floats(low, high)
        )
        texts[before + p.key] = repr(values[p.name])
    return family.build(**values), texts


@st.composite
def pairs(draw: st.DrawFn):
    """Two kernels combined by Python's + and *, and the address."""
    (first, texts), (second, more) = draw(kernels()), draw(kernels(SECOND))
    texts |= more
    if draw(st.booleans()):
        return first * second, {**texts, "combined": "product"}
    weight = draw(st.floats(WEIGHT.low, WEIGHT.high))
    combined = first + (second if weight == 1 else weight * second)
    return combined, {**texts, "combined": "sum", "weight": repr(weight)}


def snippet_of(state: ExploreState) -> str:
    return PAGE.snippet(state).split("# The first eigenfunctions")[0]


@settings(max_examples=40, deadline=None)
@given(pairs())
def test_an_address_holds_two_kernels_and_their_algebra(pair):
    kernel, texts = pair
    state = state_of(**texts)
    assert state.kernel.build() == kernel == parse_kernel(repr(kernel))
    assert ExploreState.of_address(state.address()) == state
    assert ExploreState.of_query(dict(parse_qsl(state.query))) == state
    assert state.problem.kernel == state.kernel
    assert [p.key in texts for p in state.sliders] == [True] * len(state.sliders)
    alone = state_of(**{**texts, "combined": "alone"})
    assert not [key for key in alone.address() if key.startswith(SECOND) or key == "weight"]
    assert alone.problem.token != state.problem.token


@settings(max_examples=8, deadline=None)
@given(pairs())
def test_the_picture_is_the_fit_of_the_algebra_and_the_snippet_gives_its_eigenvalues(pair):
    kernel, texts = pair
    state = state_of(**texts)
    X = solving.dataset_of(state.data).X
    picture = solving.picture_of(state)
    expected = np.linalg.eigvalsh(centred(kernel(X)))[::-1]
    found = picture.decomposition.eigenvalues
    np.testing.assert_allclose(found, expected[: len(found)], rtol=0, atol=1e-9 * expected[0])
    assert picture.decomposition.expansion.kernel.is_psd == kernel.is_psd
    space: dict[str, object] = {}
    exec(snippet_of(state), space)
    np.testing.assert_array_equal(space["decomposition"].eigenvalues, found)


def centred(K):
    return K - K.mean(0) - K.mean(1)[:, None] + K.mean()


def test_a_combination_is_chosen_on_the_page_and_its_words_name_both_kernels():
    page = opened(grid="25", components="2")
    assert [c["name"] for c in shown(page)[0]["controls"]] == ["width"]
    page.selectbox(key="combined").select("sum").run()
    page.selectbox(key="second_kernel").select("gaussian").run()
    header, arrays = shown(page)
    assert not page.exception
    assert not page.error
    names = [c["name"] for c in header["controls"]]
    assert names == ["width", "weight", "second_width"]
    labels = [c["label"] for c in header["controls"]]
    assert labels == ["width c", "weight μ of k₂", "width c of k₂"]
    assert r"k_2(\mathbf{x}, \mathbf{y})" in " ".join(one.value for one in page.latex)
    assert "Gaussian + Gaussian" in header["stage"]
    assert header["caption"].count("Gaussian(width=0.1) + Gaussian(width=0.1)") == 1
    data = solving.dataset_of(ExploreState.of_address({}).data)
    found = fit(2.0 * Gaussian(0.1), data.X, 16)
    np.testing.assert_allclose(header["spectrum"]["values"], found.eigenvalues, rtol=1e-8)
    # The page does not know that both kernels are one: what is drawn agrees all the same.
    fields = found.expansion.first(2).on_grid(ExploreState.of_address({"grid": "25"}).grid(data))
    np.testing.assert_allclose(np.abs(arrays["fields"]), np.abs(fields), atol=1e-5)
    page.selectbox(key="combined").select("alone").run()
    assert [c["name"] for c in shown(page)[0]["controls"]] == ["width"]


def test_files_and_links_name_the_combination_or_do_without():
    state = state_of(combined="sum", weight="0.25", second_kernel="polynomial")
    name = "kpca-parabola-seed-0-n-25-gaussian-0.1-sum-0.25-polynomial-2-0-eigenvalues"
    assert PAGE.file_name(state, "eigenvalues") == name
    picture = solving.picture_of(state)
    facts = PAGE.origin(state, picture).facts
    kernel = "Gaussian(width=0.1) + 0.25 * Polynomial(degree=2, offset=0.0)"
    assert facts["Kernel"] == kernel
    assert parse_kernel(kernel) == Gaussian(0.1) + 0.25 * Polynomial(2)
    assert on_stage(state)[1:] == (
        "Gaussian + Polynomial",
        "k(x, y) = k₁ + μ k₂;  k₁ = exp(−‖x−y‖² / c);  k₂ = (x · y + θ)ᵈ",
    )
    few = solving.picture_of(state_of(n="12", combined="product"))
    assert link_to(state_of(n="12"), few, 0)
    assert link_to(state_of(n="12", combined="product"), few, 0) == "", "Method has one kernel"


def test_other_pages_have_one_kernel_and_own_data_has_lengths_for_both():
    texts = {"combined": "sum", "second_kernel": "gaussian"}
    assert SweepState.of_address(texts).kernel.second is None
    state = TableState.of_address({"data": "iris", **texts})
    first, weight, second = state.kernel.dragged.items()
    assert first[1] == second[1] == first[0].default == second[0].default
    assert (first[0].key, second[0].key) == ("width", "second_width")
    kernel = state.kernel.with_length(1.0)
    assert kernel.values == kernel.second.values == {"width": 1.0}
    assert weight[0] == WEIGHT
    changed = state.kernel.with_value("second_width", 3.0)
    assert changed.build() == Gaussian(first[1]) + Gaussian(3.0)


# The lift (x, y, x² + y²) of [C] section 1


@pytest.mark.parametrize(("height", "separates"), [(1.0, False), (2.0, True)])
def test_the_first_component_separates_the_rings_where_the_height_is_large(height, separates):
    """[C] section 1 says that PCA of the lifted points does: it depends on the unit of length."""
    state = ExploreState.of_address(
        {"data": "rings", "kernel": "paraboloid", "height": str(height), "grid": "25"}
    )
    picture = solving.picture_of(state)
    first = picture.decomposition.scores[:, 0]
    inner, outer = (first[picture.labels == one] for one in (0, 1))
    apart = inner.max() < outer.min() or outer.max() < inner.min()
    assert apart == separates
