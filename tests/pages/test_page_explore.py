"""The page "Explore" without a browser: settings, kernels, overlays, files, what is locked."""

from __future__ import annotations

import csv
import io
import math
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qsl

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import load_iris
from streamlit.testing.v1 import AppTest
from support.files import files, painted
from support.frames import decode, opened, shown

from datasets import gaussian_clusters
from kpca_core import Gaussian, Linear, fit
from kpca_core._support.markup import in_unicode
from kpca_core.analysis.limits import Circle, beside
from kpca_core.datasets import FAMILIES as DRAWN
from kpca_core.drawing.canvas.aspects import View
from kpca_core.drawing.marks import ink
from kpca_core.drawing.scene import Detail, pack, parts
from kpca_core.feature_space.preimage import from_scores
from kpca_core.grid import Grid
from kpca_core.kernels.parsing import parse_kernel
from kpca_core.reproduction import figure, run
from views.answer import Answers, answer
from views.hosts.streamlit.blocks import ARRIVED
from views.hosts.streamlit.page import MADE
from views.hosts.streamlit.run import LARGE, PICTURE, PICTURES
from views.hosts.streamlit.widgets import PAGES as VISITED
from views.pages.denoise import images as digits
from views.pages.denoise.state import DenoiseState
from views.pages.explore import PAGE, solving
from views.pages.explore.picture import arrays_npz, on_stage
from views.pages.explore.points import Edits
from views.pages.explore.state import ExploreState
from views.pages.method.figures import scene_of
from views.pages.method.figures.limit import FAST, measured
from views.pages.method.state import MethodState
from views.pages.page import Seen, page_of, shown_after
from views.pages.paper.links import explore_state, marks_of
from views.pages.table import PAGE as TABLE_PAGE
from views.pages.table.solving import picture_of as picture_of_table
from views.pages.table.state import TableState
from views.scene import Code, every
from views.state.catalogue import FAMILIES, FORM_CHOICES, KERNELS, SECOND, WEIGHT
from views.state.mark import Mark
from views.visits import Pictures

ROOT = Path(__file__).resolve().parents[2]


def state_of(**query: str) -> ExploreState:
    return ExploreState.of_address({"grid": "50", **query})


def picture_of(**query: str):
    return solving.picture_of(state_of(**query))


@pytest.mark.parametrize(
    ("key", "address"),
    [
        ("convention", {"width": "0.5"}),
        ("second_convention", {"combined": "product", "second_kernel": "gaussian"}),
    ],
)
def test_another_notation_is_the_same_kernel(key, address):
    page = opened(grid="25", **address)
    before = shown(page)[0]["spectrum"]["values"]
    for convention in ("sigma", "gamma", "width"):
        page.selectbox(key=key).select(convention).run()
        assert not page.error
        np.testing.assert_allclose(shown(page)[0]["spectrum"]["values"], before, rtol=2e-3)


FLIPPED = Mark(state_of(), "-" * 16)


def test_the_first_page_imports_no_heavy_library():
    code = """
import sys
from streamlit.testing.v1 import AppTest
heavy = ("sklearn", "plotly", "pandas", "matplotlib")
for name in [name for name in sys.modules if name.partition(".")[0] in heavy]:
    del sys.modules[name]  # what the test harness itself has imported
page = AppTest.from_file("app.py", default_timeout=60).run()
assert not page.exception and not page.error and page.get("bidi_component")
print([name for name in (*heavy, "scipy.linalg") if name in sys.modules])
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip().splitlines()[-1] == "[]"


def test_the_server_answers_before_it_imports_numpy():
    code = "import app, sys; print('numpy' in sys.modules, 'streamlit' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    assert done.stdout.decode().strip() == "False True"


@pytest.mark.parametrize("case", range(4))
def test_a_picture_has_the_colours_of_the_figure_that_the_reader_comes_from(case):
    """The columns of Figure 3 are aligned to each other, so not every one is canonical."""
    result = run(figure("3"), 1)
    drawn = result.experiment.cases[case]
    state = explore_state(result, drawn)
    page = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    for key, value in state.address().items():
        page.query_params[key] = value
    page.session_state[PICTURES] = Pictures(
        {"explore": Mark(replace(state, centred=False), "-" * 16)}
    )
    page.session_state[ARRIVED] = [mark for _, mark in marks_of(result)]
    mark = Mark.of(shown(page.run())[0], ExploreState)
    scores = painted(mark).found.decomposition.scores
    expected = result.decompositions[case].scores
    count = min(drawn.components, scores.shape[1])
    np.testing.assert_allclose(scores[:, :count], expected[:, :count], atol=1e-8)


def test_a_run_in_which_nothing_changed_makes_nothing_again(monkeypatch):
    page = opened().run()
    before, code = shown(page), [one.value for one in page.code]

    def refuse(*_given: object, **_more: object) -> None:
        raise AssertionError("made again")

    with monkeypatch.context() as patch:
        for name in ("snippet", "origin_of", "points_controls", "ExplorePage.frame"):
            patch.setattr(f"views.pages.explore.{name}", refuse)
        page.run()
    assert not page.error
    assert shown(page)[0] == before[0]
    assert [one.value for one in page.code] == code
    page.number_input(key="components").set_value(3).run()
    assert not page.error
    assert len(shown(page)[0]["titles"]) == 3
    assert [one.value for one in page.code] != code
    page.query_params["lang"] = "zh"
    page.run()
    assert shown(page)[0]["sentences"] != before[0]["sentences"][:3]
    assert page.number_input(key="components").label == "成分数"


def test_a_session_keeps_no_large_picture_for_the_next_run():
    assert PICTURE in opened().session_state
    page = opened(grid="200", components="16")
    assert shown(page)[1]["fields"].nbytes > LARGE / 4
    assert PICTURE not in page.session_state
    assert not {"frame", "scene"} & {*page.session_state[MADE]}


@pytest.mark.parametrize(
    "family", FAMILIES.values(), ids=[" ".join(one).strip() for one in FAMILIES]
)
def test_the_stage_has_every_formula_in_a_line_of_plain_text(family):
    said = in_unicode(family.formula)
    assert not set("\\{}&") & set(said), "a name that kpca_core._support.markup does not know"
    assert {"x", "y"} <= set(said)
    assert in_unicode(KERNELS["polynomial"].formula) == "(x · y + θ)ᵈ"
    assert in_unicode(r"(1 + r / \ell)^{-1/2} r^p r^\beta") == "(1 + r / ℓ)^(−1/2) rᵖ r^β"
    assert on_stage(state_of()) == ("Three clusters", "Gaussian", "k(x, y) = exp(−‖x−y‖² / c)")


def opened_small(**query: str) -> AppTest:
    page = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    page.query_params |= {"grid": "25", **query}
    page.run()
    assert not page.exception
    assert not page.error
    return page


@pytest.mark.parametrize("address", [{}, {"story": "too-wide"}], ids=["first view", "story"])
def test_reset_draws_the_picture_of_a_page_just_opened(address):
    page = opened_small(**address)
    canonical = shown(page)[1]["fields"]
    state = ExploreState.of_address({"grid": "25", **address})
    page.session_state[PICTURES] = Pictures({"explore": Mark(state, 16 * "-")})
    np.testing.assert_array_equal(np.sign(shown(page.run())[1]["fields"]), -np.sign(canonical))
    page.session_state[VISITED]["explore"].afresh = True
    np.testing.assert_array_equal(shown(page.run())[1]["fields"], canonical)


def test_locked_widgets_are_disabled_and_hidden_ones_are_not_there():
    page = opened_small(width="0.5", lock="width,kernel,centred", hide="data,seed")
    assert page.toggle(key="centred").disabled
    assert page.toggle(key="centred").label == "Centred (locked by the link)"
    assert page.selectbox(key="kernel").disabled
    assert page.selectbox(key="convention").disabled, "another convention would change the width"
    assert "data" not in [one.key for one in page.selectbox]
    assert not page.number_input(key="components").disabled
    (slider,) = shown(page)[0]["controls"]
    assert (slider["value"], slider["locked"]) == (0.5, True)
    assert shown(opened_small(hide="width"))[0]["controls"] == []
    assert "width=0.5" in shown(page)[0]["address"]
    # A locked draw of the paper locks its parameters.
    assert opened_small(lock="paper").number_input(key="per_cluster").disabled


def test_the_papers_own_draw_has_the_papers_own_parameters():
    for address in ({"per_cluster": "60"}, {"paper": "true", "sd": "0.2"}):
        state = ExploreState.of_address(address)
        assert state.data.seed == 0
        assert state.address()["paper"] == "false"
    page = opened_small()
    page.number_input(key="per_cluster").set_value(60).run()
    assert page.toggle(key="clusters paper").value is False
    assert len(shown(page)[1]["points"]) == 180
    (told,) = [one.value for one in page.caption if "paper's own draw" in one.value]
    assert "points per cluster 30, standard deviation 0.1" in told
    page.toggle(key="clusters paper").set_value(True).run()
    assert page.number_input(key="per_cluster").value == 30
    assert not [one for one in page.caption if "paper's own draw" in one.value]
    assert len(shown(page)[1]["points"]) == 90


def _length(page):
    (control,) = (one for one in shown(page)[0]["controls"] if one["name"] == "length")
    return control["value"]


def test_data_sets_and_kernels_keep_their_own_values_under_shared_names():
    page = opened_small(paper="false", seed="7", kernel="matern", length="0.7")
    page.selectbox(key="data").select("rings").run()
    page.selectbox(key="kernel").select("rational-quadratic").run()
    assert page.number_input(key="rings seed").value == 0
    assert _length(page) == 0.3
    page.number_input(key="rings seed").set_value(9).run()
    page.selectbox(key="data").select("clusters").run()
    page.selectbox(key="kernel").select("matern").run()
    assert page.number_input(key="clusters seed").value == 7
    assert _length(page) == 0.7
    page.selectbox(key="data").select("rings").run()
    assert page.number_input(key="rings seed").value == 9


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))


def test_downloads_have_the_signs_of_the_panels():
    picture = picture_of()
    with np.load(io.BytesIO(files(FLIPPED)["arrays.npz"]())) as saved:
        np.testing.assert_array_equal(saved["fields"], -picture.fields)
        np.testing.assert_array_equal(saved["scores"], -picture.decomposition.scores)
        K = Gaussian(0.1)(saved["X"], saved["points"])
        again = K @ saved["coefficients"] + saved["offsets"]
        np.testing.assert_allclose(again, saved["scores"], atol=1e-10)
    rows = rows_of(files(FLIPPED)["scores.csv"]())
    np.testing.assert_array_equal(
        [float(row["score3"]) for row in rows], -picture.decomposition.scores[:, 2]
    )


def test_only_what_can_be_dragged_is_offered_as_a_file_to_drag():
    assert "explored.html" in files(state_of())
    assert "explored.html" not in files(state_of(kernel="linear"))
    assert "explored.html" not in files(state_of(lock="width"))


def test_points_without_two_columns_that_vary_have_no_band_and_it_says_why():
    level = Edits(tuple((k, (float(k), 0.0, 0)) for k in range(3)))
    few = {"data": "clusters", "paper": "false", "per_cluster": "1"}
    header, _ = shown(opened(points=level.text, chance="true", **few))
    assert "at least 2 columns that vary" in (header["legend"] or "")


def wine_of(**query):
    return TableState.of_address({"data": "wine", "grid": "25", "plane": "principal", **query})


def drawn(state, moving=False, **changes):
    """Header and arrays of the scatter."""
    picture = replace(picture_of_table(state), **changes)
    view = View("scores", state.i, state.j or 1, state.variable, TABLE_PAGE.variables(state))
    header, arrays = parts(view.of(picture, moving))
    return {**header, "tangents": header["tangents"] or ""}, arrays


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"kernel": "laplacian", "variable": "1"}, "178 of 178 arrows are left out: Laplacian("),
        ({"kernel": "matern", "nu": "0.5", "variable": "1"}, "178 of 178 arrows are left out"),
        ({"kernel": "cosine", "variable": "0"}, "13 of 13 arrows are left out: Cosine() has no"),
    ],
)
def test_where_there_is_no_derivative_the_page_says_so(query, said):
    header, arrays = drawn(wine_of(**query))
    assert header["tangents"].startswith(said)
    assert np.isnan(arrays["arrows"]).all()


CIRCLE = {"data": "circle", "circle_n": "300", "width": "0.5", "limit": "true"}


def frame(detail=None, before=None, **address):
    return decode(Answers().to("explore", address, detail=detail, before=before).frame())


@pytest.mark.parametrize(
    ("scale", "factor"), [("eigenvalue", 300.0), ("variance", 1.0), ("fraction", None)]
)
def test_explore_draws_the_limit_in_the_unit_of_the_bars(scale, factor):
    header, arrays = frame(**CIRCLE, scale=scale)
    limit = Circle().limit(Gaussian(0.5), 8)
    expected = limit.eigenvalues[:8] * (1 / limit.trace if factor is None else factor)
    np.testing.assert_allclose(header["spectrum"]["limit"], expected)
    data = DRAWN["circle"].build(n=300, seed=0)
    found = fit(Gaussian(0.5), data.X, 8)
    own = beside(limit, data.X, found.scores)
    ny, nx = arrays["limits"].shape[1:]
    drawn = own.functions(Grid.over(data.region, nx).rows).T.reshape(-1, ny, nx)
    np.testing.assert_allclose(np.abs(arrays["limits"]), np.abs(drawn), atol=1e-5)
    # The lines have the signs of the maps: both go from the same corner to the same corner.
    fields, lines = arrays["fields"], arrays["limits"]
    for there in ((0, 0), (0, -1), (-1, 0)):
        sure = np.abs(lines[:, *there]) > 0.2 * np.abs(lines).max(axis=(1, 2))
        assert (np.sign(fields[:, *there]) == np.sign(lines[:, *there]))[sure].all()
    for j, sentence in enumerate(header["sentences"]):
        m = j // 2 + 1
        named = f"cos {m if m > 1 else ''}θ, sin {m if m > 1 else ''}θ"
        assert f"Limit: a rotation of {named}, with λ" in sentence
        assert f"difference {own.errors[j]:.2g}." in sentence


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ({"data": "normal"}, "take centring off"),
        ({"data": "segment", "centred": "false"}, "needs the Laplacian"),
        ({"data": "circle", "kernel": "laplacian"}, "kernel of the angle"),
        ({"data": "rings"}, "no limit is known here"),
    ],
)
def test_where_no_limit_is_drawn_the_page_says_why(address, why):
    header, arrays = frame(**address, limit="true")
    assert why in header["legend"]
    assert "limits" not in arrays
    assert header["spectrum"]["limit"] == []


def test_prints_and_arrays_have_the_limit_too():
    offered = files(ExploreState.of_address({**CIRCLE, "grid": "25"}))
    with np.load(io.BytesIO(offered["arrays.npz"]())) as arrays:
        assert arrays["limits"].shape == (8, 25, 25)
    # Dashed lines on eight maps, and eight marks at the bars.
    assert offered["figure.svg"]().decode().count(ink("green", "light")) >= 16


SMALL = {"data": "parabola", "n": "25", "paper": "false", "grid": "25", "components": "3"}


def combined_of(**query: object) -> ExploreState:
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
    state = combined_of(**texts)
    assert state.kernel.build() == kernel == parse_kernel(repr(kernel))
    assert ExploreState.of_address(state.address()) == state
    assert ExploreState.of_query(dict(parse_qsl(state.query))) == state
    assert state.problem.kernel == state.kernel
    assert [p.key in texts for p in state.sliders] == [True] * len(state.sliders)
    alone = combined_of(**{**texts, "combined": "alone"})
    assert not [key for key in alone.address() if key.startswith(SECOND) or key == "weight"]
    assert alone.problem.token != state.problem.token


@settings(max_examples=8, deadline=None)
@given(pairs())
def test_the_picture_is_the_fit_of_the_algebra_and_the_snippet_gives_its_eigenvalues(pair):
    kernel, texts = pair
    state = combined_of(**texts)
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


MOVING = Detail(25)
HERE = {"view": "scores", "i": "1", "j": "2", "grid": "25", "components": "3"}
FITTED = fit(Gaussian(0.1), gaussian_clusters(seed="paper").X, 16)


def placed(page: str, address: dict[str, str], **more) -> dict:
    return decode(answer(page, address, detail=MOVING, **more))[0]["aspect"]


def test_at_rest_it_is_what_the_library_finds():
    page = page_of("explore")
    state = ExploreState.of_address({**HERE, "back": "0.3,0.2"})
    shown = shown_after(page, state)
    content = arrays_npz(
        state.grid(state.data.build()), state, shown, None, shown.found, lambda: ORIGIN
    )
    arrays = np.load(io.BytesIO(content))
    found = from_scores(FITTED.expansion, (0, 1), (0.3, 0.2))
    np.testing.assert_allclose(arrays["pre_image"], found.point, atol=1e-7)
    assert float(arrays["objective"]) == pytest.approx(found.objective, abs=1e-10)
    assert arrays["place"].tolist() == [[1, 2], [0.3, 0.2]]
    (code,) = [
        one.text for one in every(page.files(shown, Seen()))
        if isinstance(one, Code) and "from_scores" in one.text
    ]  # fmt: skip
    printed: list = []
    exec(code, {"decomposition": FITTED, "print": printed.append})
    np.testing.assert_allclose(printed[0].point, found.point, atol=1e-7)


class ORIGIN:
    npz = staticmethod(lambda **arrays: _saved(arrays))


def _saved(arrays):
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


@pytest.mark.parametrize("signs", ["", "+-", "-+", "--"])
def test_an_address_has_canonical_signs_and_the_screen_those_of_its_picture(signs):
    address = {**HERE, "back": "0.3,-0.2"}
    state = ExploreState.of_address(address)
    sheet = placed("explore", address, before=Mark(state, signs).shown)
    factors = [-1 if sign == "-" else 1 for sign in signs.ljust(2, "+")]
    assert sheet["place"] == pytest.approx([0.3 * factors[0], -0.2 * factors[1]])
    # The points turn with the place, and the same pre-image comes back.
    assert sheet["image"] == placed("explore", address)["image"]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"kernel": "sigmoid"}, "not positive semidefinite"),
        ({"kernel": "linear", "j": "9"}, "no component 9"),
        ({"back": "1e200,0"}, "1e+200"),
    ],
)
def test_where_there_is_no_pre_image_the_page_says_why(more, said):
    sheet = placed("explore", {**HERE, "back": "0.1,0.1", **more})
    assert said in sheet["said"]
    assert sheet["image"] is None
    assert not sheet["near"]


def test_a_row_of_a_table_comes_back_with_the_columns_that_differ_most():
    answer("table", {"data": "iris", "grid": "25"})
    address = {"data": "iris", "grid": "25", "kernel": "linear", "j": "2"}
    sheet = placed("table", {**address, "back": "2,1"})
    X = load_iris().data
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    found = fit(Linear(), Z, 4)
    y = from_scores(found.expansion, (0, 1), (2, 1)).point
    own = y * X.std(axis=0) + X.mean(axis=0)
    values = [float(line[1]) for line in sheet["lines"]]
    order = np.argsort(-np.abs(y))
    assert values == pytest.approx(own[order], rel=1e-3)
    nearest = int(np.square(Z - y).sum(axis=1).argmin())
    assert sheet["heads"][-1] == f"Nearest row, line {nearest + 1}"
    assert [float(line[3]) for line in sheet["lines"]] == pytest.approx(X[nearest][order])


def test_a_digit_comes_back_as_an_image(monkeypatch):
    monkeypatch.setattr(digits, "TRAINING", 120)
    state = DenoiseState.of_address({"show": "scores", "back": "0.1,-0.2", "i": "2", "j": "3"})
    assert state.address()["back"] == "0.1,-0.2"
    assert "back" not in DenoiseState.of_address({"show": "digits", "back": "1,1"}).address()
    header, arrays = decode(answer("denoise", state.address(), detail=MOVING))
    sheet, labelled, image = header["sheets"]
    assert (sheet["pair"], sheet["place"], labelled["kind"]) == ([2, 3], [0.1, -0.2], "labelled")
    assert "first image" in sheet["said"] or "No pre-image comes near" in sheet["said"]
    X = digits.scored(state.images).expansion.points
    y = from_scores(digits.scored(state.images).expansion, (1, 2), (0.1, -0.2)).point
    shown = arrays["sheets.2.blocks.0.pixels"]
    np.testing.assert_allclose(shown[::5, ::5].ravel(), y, atol=0.02)
    nearest = arrays["sheets.2.blocks.1.pixels"][::5, ::5].ravel()
    assert math.isclose(np.abs(X - nearest).max(axis=1).min(), 0.0, abs_tol=1e-6)
    assert len(image["heads"]) == 2
    again = decode(answer("denoise", {"show": "scores", "i": "2", "j": "2"}, detail=MOVING))[0]
    assert [one["kind"] for one in again["sheets"]] == ["scores", "labelled"]
    assert again["sheets"][0]["pair"] == [2, 3]


def test_what_is_in_the_hand_comes_from_the_address_and_is_no_step_of_the_history():
    state = state_of(width="0.2", j="3")
    assert ExploreState.held == ("i", "j", "large")
    held = state.with_hand_of({"j": "5", "large": "true", "width": "9", "kernel": "linear"})
    assert held == state_of(width="0.2", j="5", large="true")
    assert state.with_hand_of({}) == state_of(width="0.2")
    assert state.with_hand_of({"j": "99"}).j is None
    locked = state_of(j="3", lock="j")
    assert locked.with_hand_of({"j": "5", "i": "2"}) == state_of(j="3", i="2", lock="j")
    assert state.is_alike(held)
    assert not state.is_alike(state_of(width="0.3", j="3"))
    assert picture_of(j="4", large="true") is picture_of()


def test_the_fall_is_shown_to_who_asks_and_has_the_measured_slopes():
    state = MethodState.of_address({"width": "0.5"})
    header, _ = decode(pack(scene_of(state, "limit", True)))
    errors, said = measured("normal", Gaussian(0.5))
    assert errors.shape == (len(FAST), 30, 8)
    assert header["sheets"][2]["note"].startswith(said)
    assert header["answer"].startswith(said)
    without = MethodState.of_address({"law": "segment"})
    header, _ = decode(pack(scene_of(without, "limit", True)))
    assert [one["kind"] for one in header["sheets"]] == ["plot"]
    assert "needs the Laplacian" in header["answer"]
