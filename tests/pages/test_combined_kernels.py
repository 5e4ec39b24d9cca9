"""Sums and products of two kernels on "Explore", and the paraboloid: addresses, frames, words."""

from __future__ import annotations

import json
from urllib.parse import parse_qsl, urlencode

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.frames import decode, opened, shown

from kpca_core import Gaussian, Linear, Paraboloid, Polynomial, Sigmoid, fit
from kpca_core.drawing.canvas.aspects import View
from kpca_core.kernels.parsing import parse_kernel
from views.answer import Answers
from views.pages.explore import PAGE, solving
from views.pages.explore.picture import on_stage
from views.pages.explore.state import ExploreState
from views.pages.method.link import link_to
from views.pages.sweep.state import SweepState
from views.pages.table.state import TableState
from views.questions import asked_of, tried
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
    assert ExploreState.of_asked(dict(parse_qsl(state.asked))) == state
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


@pytest.mark.parametrize("key", ["weight", "second_width", "width"])
def test_every_parameter_is_dragged(key):
    header, _ = shown(opened(combined="sum", second_kernel="gaussian", grid="25", components="2"))
    address = urlencode({**dict(parse_qsl(header["address"])), key: "0.7"})
    asked = {"n": 1, "page": "explore", "address": address, "detail": {},
             "before": {name: header[name] for name in ("n", "address", "signs")}}  # fmt: skip
    frame, _ = decode(tried(asked_of(Answers(), json.dumps(asked))[1].frame)())
    values = {"width": 0.1, "weight": 1.0, "second_width": 0.1, key: 0.7}
    assert {c["key"]: c["value"] for c in frame["controls"]} == values
    kernel = Gaussian(values["width"]) + values["weight"] * Gaussian(values["second_width"])
    X = solving.dataset_of(ExploreState.of_address({}).data).X
    expected = fit(kernel, X, 16).eigenvalues
    np.testing.assert_allclose(frame["spectrum"]["values"], expected, rtol=1e-6)


@pytest.mark.parametrize("weight", ["nan", "inf", "-1", "0", "1e9", "w"])
def test_a_weight_that_makes_no_kernel_is_named_and_not_taken(weight):
    asked = {"combined": "sum", "weight": weight}
    with pytest.raises(ValueError, match=f"weight cannot be '{weight}'"):
        ExploreState.of_asked(asked)
    assert ExploreState.misread(asked) == [f"weight={weight}"]
    assert ExploreState.of_address(asked).kernel.weight == 1


def test_the_page_says_which_weight_it_does_not_take():
    page = opened(grid="25", components="1", combined="sum", weight="-1")
    assert not page.exception
    assert r"weight\=\-1" in page.warning[0].value
    assert {c["key"]: c["value"] for c in shown(page)[0]["controls"]}["weight"] == 1


def test_what_is_not_known_to_be_psd_says_so():
    for combined in ("sum", "product"):
        state = state_of(combined=combined, second_kernel="sigmoid")
        assert not solving.picture_of(state).decomposition.expansion.kernel.is_psd
        assert "decomposition.negative" in PAGE.snippet(state)
    header, _ = shown(opened(combined="product", second_kernel="sigmoid", grid="25"))
    assert "not known to be positive semidefinite" in json.dumps(header)


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


def test_another_notation_of_the_second_kernel_is_the_same_kernel():
    page = opened(combined="product", second_kernel="gaussian", second_width="0.5", grid="25")
    before = shown(page)[0]["spectrum"]["values"]
    page.selectbox(key="second_convention").select("sigma").run()
    assert [c["key"] for c in shown(page)[0]["controls"]] == ["width", "second_sigma"]
    np.testing.assert_allclose(shown(page)[0]["spectrum"]["values"], before, rtol=1e-3)


def test_locks_know_the_controls_of_a_second_kernel():
    known = ExploreState.controls()
    assert {"combined", "weight", "second_kernel", "second_width", "second_nu"} <= set(known)
    assert known["second_width"] == "width c of k₂"
    page = opened(combined="sum", second_kernel="gaussian", lock="second_width", grid="25")
    locked = {c["key"]: c["locked"] for c in shown(page)[0]["controls"]}
    assert locked == {"width": False, "weight": False, "second_width": True}


# The lift (x, y, x² + y²) of [C] section 1


@pytest.mark.parametrize("height", [0.4, 1.0, 2.5])
def test_kernel_pca_with_the_paraboloid_is_linear_pca_of_the_lifted_points(height):
    X = solving.dataset_of(ExploreState.of_address({"data": "rings"}).data).X
    lifted = np.column_stack([X, height * (X**2).sum(axis=1)])
    found, linear = fit(Paraboloid(height), X, 3), fit(Linear(), lifted, 3)
    _, s, rotation = np.linalg.svd(lifted - lifted.mean(axis=0), full_matrices=False)
    np.testing.assert_allclose(found.eigenvalues, s**2, rtol=1e-12)
    np.testing.assert_allclose(found.eigenvalues, linear.eigenvalues, rtol=1e-12)
    scores = (lifted - lifted.mean(axis=0)) @ rotation.T
    np.testing.assert_allclose(np.abs(found.scores), np.abs(scores), atol=1e-12 * s[0])


def test_feature_space_shows_the_lifted_rings_and_a_plane_between_them():
    state = ExploreState.of_address({"data": "rings", "kernel": "paraboloid", "grid": "25"})
    picture = solving.picture_of(state)
    view = View("space").of(picture)
    assert list(view.names) == ["x", "y", "x² + y²"]
    np.testing.assert_allclose(view.space[:, 2], (picture.points**2).sum(axis=1))
    # The plane is level to a few degrees, between the rings.
    heights = view.space[:, 2]
    inner, outer = (heights[picture.labels == one] for one in (0, 1))
    assert inner.max() < view.cut[..., 2].mean() < outer.min()
    assert "Linear PCA of these vectors is kernel PCA" in view.how()


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


def test_a_paraboloid_is_dilated_exactly():
    X = np.random.default_rng(0).standard_normal((9, 3))
    found = Paraboloid(0.7).dilated(2.3)(X)
    np.testing.assert_allclose(found, Paraboloid(0.7)(X / 2.3**0.5), rtol=1e-13)
    with pytest.raises(ValueError, match="height > 0; got height=0"):
        Paraboloid(0)
    assert (Sigmoid() * Paraboloid()).is_psd is False
