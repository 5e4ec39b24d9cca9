"""The page "Scale" without a browser: its numbers, its address, its figures, and the long run."""

from __future__ import annotations

import numpy as np
from streamlit.testing.v1 import AppTest
from support.frames import figures, sheets
from support.runs import run_of

from datasets import gaussian_clusters
from kpca_core import Gaussian, Grid, fit
from kpca_core.analysis.approximations import compare, landmarks, nystroem
from kpca_core.drawing.canvas.levels import log_error
from kpca_core.drawing.printing import scale as printing
from kpca_core.feature_space.reduced_set import reduced_set
from views.hosts.streamlit.figures import PAINTED
from views.pages.saying import scientific
from views.pages.scale import CURVES, downloads, million, reduced
from views.pages.scale.approximations import METHODS, exact_of, generated, result_of
from views.pages.scale.state import ScaleState

SCRIPT = """
from views.hosts.streamlit.run import draw_page
from views.hosts.streamlit.widgets import take_early_changes

draw_page("scale")
take_early_changes()
"""


def opened(painted: bool = True, **query: str) -> AppTest:
    page = AppTest.from_string(SCRIPT, default_timeout=120)
    if painted:
        page.session_state[PAINTED] = True
    page.query_params |= query
    return drawn(page.run())


def drawn(page: AppTest) -> AppTest:
    """The page when the error curves are known."""
    run = run_of(page, CURVES)
    if run is None:
        return page
    # It may have ended since the page was drawn.
    run.wait(60)
    return page.run()


def table(page: AppTest, start: str) -> dict[str, dict[str, str]]:
    """The rows of the table whose header begins so, by their first cell."""
    (text,) = [m.value for m in page.markdown if m.value.startswith(f"| {start} |")]
    header, _, *rows = [[c.strip() for c in line.split("|")[1:-1]] for line in text.splitlines()]
    return {row[0]: dict(zip(header, row, strict=True)) for row in rows}


def titles(page: AppTest) -> list[str]:
    """The title and the sentence of each map of a function."""
    tiles = sheets(figures(page)[0])[0]["tiles"]
    return [f"{tile['text']}: {tile['sentence']}" for tile in tiles]


def healthy(page: AppTest) -> bool:
    return not page.exception and not page.error


def test_the_numbers_are_those_of_the_core():
    page = opened(m="50", component="3", points="300")
    data = gaussian_clusters(100, 0.1, seed=0)
    kernel, grid = Gaussian(0.1), Grid.over(data.region, 60)
    exact = fit(kernel, data.X, 16)
    found = nystroem(kernel, data.X, landmarks(kernel, data.X, 50, "uniform"), 16)
    errors = compare(found, exact, grid, exact.expansion.on_grid(grid))
    row = table(page, "method")["uniform"]
    assert row["error of λ₃"] == scientific(errors.eigenvalues[2])
    assert row["worst of λ₁ … λ₈"] == scientific(errors.eigenvalues[:8].max())
    assert row["error of f₃, rms"] == scientific(errors.root_mean_square[2])
    assert row["at worst"] == scientific(errors.largest[2])
    assert row["proven: λ − λ̂ ≤"] == scientific(found.bound)
    assert row["memory, MB"] == f"{300 * 50 * 8 / 1e6:.2f}"
    assert f"λ₃ = {exact.eigenvalues[2]:.3f}" in titles(page)[0]


def test_what_is_drawn_is_what_is_computed():
    page = opened(m="30", points="200")
    functions, errors = sheets(figures(page)[0])
    exact = exact_of(ScaleState.of_address({"points": "200"}))
    k = 1 + METHODS.index("uniform")
    result = result_of(ScaleState.of_address({"points": "200"}), "uniform", 30)
    reach = np.abs(exact.fields[0]).max()
    arrays = functions["arrays"]
    np.testing.assert_allclose(arrays["levels"][:, -1], reach * 5 / 6, rtol=1e-6)
    np.testing.assert_allclose(arrays["fields"][0], exact.fields[0], rtol=1e-6)
    np.testing.assert_array_equal(arrays["fields"][k], result.fields[0])
    np.testing.assert_allclose(arrays[f"tiles.{k}.points"], result.points, rtol=1e-6)
    np.testing.assert_allclose(errors["arrays"]["fields"][k], log_error(result.errors[0]))
    assert [tile["empty"] for tile in errors["tiles"]] == [True, *(len(METHODS) * [False])]
    assert errors["errors"]


def test_the_exact_function_does_not_wait_for_the_others():
    page = opened(painted=False, points="200")
    assert healthy(page)
    functions, errors = sheets(figures(page)[0])
    assert [tile["empty"] for tile in functions["tiles"]] == [False, *(len(METHODS) * [True])]
    assert all(tile["empty"] for tile in errors["tiles"])
    assert not page.get("plotly_chart")


def test_a_kernel_of_low_rank_offers_its_components_only():
    page = opened(kernel="polynomial", component="8", points="90")
    assert healthy(page)
    box = page.selectbox(key="component")
    assert box.options == ["1", "2", "3"]
    assert box.value == "1"
    row = table(page, "method")["k-means"]
    assert row["columns"] == "3"
    digits = row["worst of λ₁ … λ₃"].translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789"))
    assert float(digits.replace("×10", "e")) < 1e-10


def test_more_landmarks_than_points_are_not_offered():
    page = opened(points="30", m="500")
    assert healthy(page)
    assert page.select_slider(key="m").options[-1] == "30"
    assert page.select_slider(key="m").value == "20"


# What runs on request


def pressed(page: AppTest, key: str, name: str) -> AppTest:
    """The page when the run is over that a button begins."""
    page.button(key=key).click().run()
    run_of(page, name).wait(60)
    assert not run_of(page, name).look().trouble
    page.run()
    assert healthy(page)
    return page


def test_a_run_shows_what_fit_finds_for_growing_n():
    page = opened(size="2000", points="60", width="0.2")
    page = pressed(page, "begin run at scale", million.RUN)
    (costs,) = [m.value for m in page.markdown if m.value.startswith("| n | time")]
    (values,) = [m.value for m in page.markdown if m.value.startswith("| n | λ₁")]
    assert "certified" in costs
    assert "NOT" not in costs
    for n in (1000, 2000):
        found = fit(Gaussian(0.2), generated("clusters", n, 0).X, 8)
        expected = " | ".join(f"{value:.4g}" for value in found.variances)
        assert f"| {n:,} | {expected} |" in values
    (functions,) = sheets(figures(page)[1])
    assert functions["tiles"][0]["text"].startswith(f"1  λ₁/n = {found.variances[0]:.3f}")


def test_the_progress_of_a_real_fit_reaches_the_page():
    seen = []

    def progress(done, total, what):
        seen.append((done, total, what))
        return True

    step = million.solve(Gaussian(0.3), generated("clusters", 30_000, 0), progress)
    assert step.solver == "separable"
    assert step.n == 30_000
    assert len(step.points) == len(step.labels) <= 150
    assert seen
    assert all(0 <= done <= total for done, total, _ in seen)


def test_a_change_made_while_the_page_is_drawn_first_is_shown_by_its_slider():
    """The browser may have gone back to what the first run set, after the reader's change."""
    opened(points="90")  # so that the curves are known, and the page is drawn once
    page = opened(points="90")
    assert page.select_slider(key="m").proto.set_value
    for value, told in (("30", True), ("20", False)):
        page.select_slider(key="m").set_value(value).run()
        slider = page.select_slider(key="m")
        assert (slider.value, slider.proto.set_value) == (value, told)


def test_points_of_a_reduced_set_move_and_their_errors_are_those_of_the_library(monkeypatch):
    monkeypatch.setattr(reduced, "COUNTS", (2, 5))
    reduced.known.clear()
    page = opened(points="60", m="5")
    page = pressed(page, f"begin {reduced.RUN}", reduced.RUN)
    state = ScaleState.of_address({"points": "60", "m": "5"})
    found = reduced.known(state.problem)
    assert sorted(found) == [2, 5]
    expansion = exact_of(state).decomposition.expansion.first(8)
    for m, one in found.items():
        expected, still = (reduced_set(expansion, m, move=move) for move in (True, False))
        np.testing.assert_allclose(one.errors, expected.errors, atol=1e-9)
        np.testing.assert_allclose(one.start, expected.start, atol=1e-9)
        np.testing.assert_allclose(one.path[-1], expected.expansion.points, atol=1e-9)
        np.testing.assert_array_equal(one.path[0], still.expansion.points)
        assert one.errors.sum() < one.start.sum()
    assert any("Component 1 over 5 of 60 points" in caption.value for caption in page.caption)
    reduced.known.clear()


def test_the_way_of_a_reduced_set_keeps_its_end_and_few_places():
    path = [np.full((2, 2), k) for k in range(500)]
    kept = reduced.thinned(path)
    assert len(kept) == 60
    assert kept[0] is path[0]
    assert kept[-1] is path[-1]


def test_printed_maps_stand_beside_the_exact_function_above_their_errors(monkeypatch):
    figures, real = [], printing.file_of
    monkeypatch.setattr(printing, "file_of", lambda *all_: figures.append(all_[0]) or real(*all_))
    state = ScaleState.of_address({"m": "5", "points": "60"})
    found = {method: result_of(state, method, 5) for method in METHODS}
    downloads.approximations_printed(state, exact_of(state), found, 1, "png")
    *panels, _scale = figures[0].axes
    errors = [axes.images[0].get_array() for axes in panels if axes.images]
    for error, result in zip(errors, found.values(), strict=True):
        np.testing.assert_allclose(error, log_error(result.errors[1]))
    names = [text.get_text() for axes in panels for text in axes.texts]
    assert names == ["exact", *METHODS]
    # One scale for all functions.
    assert len({axes.get_title("right") for axes in panels if not axes.images}) == 1


def test_the_call_in_a_file_draws_the_points_of_the_page():
    state = ScaleState.of_address({"m": "5", "points": "60"})
    assert downloads.data_call(state, 60).endswith("n_per_cluster=20, sd=0.1)")
    assert downloads.data_call(state, 61).endswith("n_per_cluster=21, sd=0.1), the first 61 points")
