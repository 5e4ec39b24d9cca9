"""The page "Scale" without a browser: its numbers, its address, its figures, and the long run."""

from __future__ import annotations

import json
import shutil
import threading
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest
from support.alerts import alerts
from support.frames import figures, sheets
from support.processes import node
from support.runs import run_of

from datasets import gaussian_clusters
from kpca_core import Gaussian, Grid, Matern, fit
from kpca_core._support.progress import Cancelled, report
from kpca_core.analysis.approximations import compare, landmarks, nystroem
from kpca_core.drawing.canvas.levels import log_error
from views.hosts.streamlit.drawing import even_columns
from views.hosts.streamlit.figures import PAINTED
from views.pages.saying import indexed, scientific
from views.pages.scale import CURVES, approximations, million
from views.pages.scale.approximations import METHODS, exact_of, generated, result_of
from views.pages.scale.state import COUNTS, ScaleState
from views.state.catalogue import DATA

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = """
from views.hosts.streamlit.run import draw_page
from views.hosts.streamlit.widgets import take_early_changes

draw_page("scale")
take_early_changes()
"""
CLUSTERS = "clusters"
FIRST = ScaleState.of_address({})


def opened(painted: bool = True, **query: str) -> AppTest:
    page = AppTest.from_string(SCRIPT, default_timeout=120)
    if painted:
        page.session_state[PAINTED] = True
    page.query_params |= query
    return drawn(page.run())


def drawn(page: AppTest) -> AppTest:
    """The page when the error curves are known."""
    run = run_of(page, CURVES)
    if run is None or not run.look().is_running:
        return page
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


def finished(page: AppTest) -> AppTest:
    """The page when its run is over."""
    run_of(page, million.RUN).wait(60)
    return page.run()


def test_the_first_view_compares_four_methods_with_the_exact_one():
    page = opened()
    assert healthy(page)
    assert [t.split(":")[0] for t in titles(page)] == ["exact", *METHODS]
    assert len(page.get("plotly_chart")) == 2
    rows = table(page, "method")
    assert list(rows) == ["exact", *METHODS]
    assert {row["columns"] for name, row in rows.items() if name != "exact"} == {"20"}
    assert rows["random Fourier"]["proven: λ − λ̂ ≤"] == "–"


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


def test_the_error_curves_come_after_the_maps(monkeypatch):
    go_on = threading.Event()
    original = approximations.approximate

    def slow(kernel, X, method, m):
        if m != 20:
            go_on.wait(60)
        return original(kernel, X, method, m)

    monkeypatch.setattr(approximations, "approximate", slow)
    page = AppTest.from_string(SCRIPT, default_timeout=120)
    page.session_state[PAINTED] = True
    page.query_params |= {"points": "63"}
    page.run()
    try:
        assert healthy(page)
        assert list(table(page, "method")) == ["exact", *METHODS]
        assert not page.get("plotly_chart")
        assert page.select_slider(key="size").value
        next(b for b in page.button if b.label == "Stop").click().run()
    finally:
        go_on.set()
    page = drawn(page)
    assert alerts(page.warning) == ["Stopped."]
    page.button(key=f"begin {CURVES}").click().run()
    page = drawn(page)
    assert not page.warning
    assert len(page.get("plotly_chart")) == 2


def test_points_can_be_switched_off():
    page = opened(points="2500")
    functions = sheets(figures(page)[0])[0]
    assert functions["shows_points"]
    assert len(functions["arrays"]["points"]) == 2500
    page.toggle(key="markers").set_value(False).run()
    assert healthy(page)
    assert not sheets(figures(page)[0])[0]["shows_points"]


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_columns_divide_as_those_of_the_canvas():
    cases = [(count, most) for count in range(1, 18) for most in range(1, count + 1)]
    theirs = node(
        "layout.js", "evenColumns", f"{json.dumps(cases)}.map((one) => evenColumns(...one))"
    )
    assert [even_columns(*case) for case in cases] == theirs


@pytest.mark.parametrize("kernel", ScaleState.of_address({}).kernel.choice.options)
def test_every_kernel_on_every_data_set(kernel):
    for data in DATA:
        page = opened(kernel=kernel, data=data, points="60", m="5")
        assert healthy(page)
        fourier = titles(page)[-1]
        assert ("only Gaussian kernels" in fourier) == (kernel != "gaussian")
        assert ("random Fourier" in table(page, "method")) == (kernel == "gaussian")


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


def test_the_address_restores_the_page():
    page = opened(
        data="parabola", points="120", seed="7", kernel="matern", nu="2.5", length="0.5", m="80",
        component="4", size="5000",
    )  # fmt: skip
    assert healthy(page)
    assert page.selectbox(key="data").value == "parabola"
    assert page.select_slider(key="m").value == "80"
    assert page.select_slider(key="size").value == "5000"
    assert "λ₄" in titles(page)[0]
    exact = fit(Matern(0.5, 2.5), DATA["parabola"].build(n=120, noise=0.2, seed=7).X, 16)
    assert f"{exact.eigenvalues[3]:.3f}" in titles(page)[0]


@pytest.mark.parametrize(
    "query",
    [
        {"kernel": "<script>", "data": "0", "m": "%00", "component": "-1", "size": "7"},
        {"m": "1e9", "points": "-5", "seed": "nan", "width": "abc", "component": "99"},
        {"size": "∞", "width": "-1", "kernel": "Sigmoid", "unknown": "☃"},
    ],
)
def test_nonsense_in_the_address_falls_back_to_the_defaults(query):
    page = opened(**query)
    assert healthy(page)
    assert titles(page) == titles(opened())
    assert page.select_slider(key="size").value == "100000"


def test_more_landmarks_than_points_are_not_offered():
    page = opened(points="30", m="500")
    assert healthy(page)
    assert page.select_slider(key="m").options[-1] == "30"
    assert page.select_slider(key="m").value == "20"


def test_moving_m_moves_the_table():
    page = opened(points="200")
    before = table(page, "method")["pivoted Cholesky"]["error of λ₁"]
    page.select_slider(key="m").set_value("120").run()
    assert healthy(page)
    after = table(page, "method")["pivoted Cholesky"]
    assert after["columns"] == "120"
    assert after["error of λ₁"] != before


def test_points_without_spread_are_explained(monkeypatch):
    same = gaussian_clusters(20, 0.0, centres=[[0.3, 0.4]])
    monkeypatch.setattr(approximations, "generated", lambda *_: same)
    approximations.exact_results.clear()
    page = opened()
    approximations.exact_results.clear()
    assert healthy(page)
    assert "no component" in page.info[0].value


@pytest.mark.parametrize(("data", "classes"), [(CLUSTERS, 3), ("parabola", 1), ("rings", 2)])
@pytest.mark.parametrize("n", [30, 100, 1001])
def test_exactly_n_points_are_generated(data, classes, n):
    dataset = generated(data, n, seed=1)
    assert dataset.X.shape == (n, 2)
    assert len(np.unique(dataset.labels)) == classes
    assert not np.array_equal(dataset.X, generated(data, n, seed=2).X)


# Caches


def test_every_setting_makes_another_result():
    def chosen(**query):
        return ScaleState.of_address({"points": "60", "width": "0.3", **query})

    first = result_of(chosen(), "uniform", 5)
    assert result_of(chosen(component="2", m="50"), "uniform", 5) is first
    others = [
        result_of(chosen(kernel="laplacian"), "uniform", 5),
        result_of(chosen(width="0.4"), "uniform", 5),
        result_of(chosen(points="61"), "uniform", 5),
        result_of(chosen(seed="1"), "uniform", 5),
        result_of(chosen(data="parabola"), "uniform", 5),
        result_of(chosen(), "uniform", 8),
        result_of(chosen(), "k-means", 5),
    ]
    values = [tuple(r.eigenvalues) for r in (first, *others)]
    assert len(set(values)) == len(values)


def test_caches_are_bounded():
    assert 0 < approximations.exact_results.max_entries <= 64
    # All counts of a few settings, each entry some hundred kilobytes.
    assert 0 < approximations.method_results.max_entries <= 4 * len(COUNTS) * len(METHODS)


# The long run


def test_a_run_shows_what_fit_finds_for_growing_n():
    page = opened(size="2000", points="60", width="0.2")
    page.button(key="begin run at scale").click().run()
    page = finished(page)
    assert healthy(page)
    assert not page.warning
    costs, values = [
        {m.value.splitlines()[0]: m.value for m in page.markdown if m.value.startswith("| n |")}[h]
        for h in (
            "| n | time, s | memory, MB | rank | solver | certificate |",
            "| n | " + " | ".join(f"{indexed('λ', j)}/n" for j in range(8)) + " |",
        )
    ]
    assert "certified" in costs
    assert "NOT" not in costs
    for n in (1000, 2000):
        found = fit(Gaussian(0.2), generated(CLUSTERS, n, 0).X, 8)
        expected = " | ".join(f"{value:.4g}" for value in found.variances)
        assert f"| {n:,} | {expected} |" in values
    assert len(page.get("plotly_chart")) == 2
    (functions,) = sheets(figures(page)[1])
    assert len(functions["tiles"]) == 8
    assert functions["tiles"][0]["text"].startswith(f"1  λ₁/n = {found.variances[0]:.3f}")
    assert not [b for b in page.button if b.label == "Stop"]


def test_a_run_can_be_stopped_and_started_again(monkeypatch):
    started, go_on = threading.Event(), threading.Event()

    def slow(kernel, dataset, progress):
        started.set()
        go_on.wait(60)
        report(progress, 3, 10, "a long pass")
        raise AssertionError("the run went on after it was stopped")

    page = opened(size="1000", points="60")
    with monkeypatch.context() as patched:
        patched.setattr(million, "solve", slow)
        page.button(key="begin run at scale").click().run()
        assert started.wait(60)
        page.run()
        assert page.button(key="begin run at scale").disabled
        (stop,) = [b for b in page.button if b.label == "Stop"]
        # The rest of the page is live meanwhile.
        page.select_slider(key="m").set_value("30").run()
        assert healthy(page)
        stop.click().run()
        go_on.set()
        page = finished(page)
    assert healthy(page)
    assert alerts(page.warning) == ["Stopped."]
    page.button(key="begin run at scale").click().run()
    page = finished(page)
    assert healthy(page)
    assert not page.warning
    assert len(million.steps_of(run_of(page, million.RUN))) == 1


@pytest.mark.parametrize(
    ("failure", "told"),
    [
        (ValueError("Need n > 0; got n=-1."), "Need n > 0; got n=-1."),
        (MemoryError(), "more memory than there is"),
        (KeyError("secret detail"), "unexpected"),
    ],
)
def test_a_failure_of_a_run_is_told(monkeypatch, failure, told):
    def fail(*args):
        raise failure

    monkeypatch.setattr(million, "solve", fail)
    page = opened(size="1000", points="60")
    page.button(key="begin run at scale").click().run()
    page = finished(page)
    (trouble,) = alerts(page.warning)
    assert told in trouble
    assert "secret" not in trouble
    assert not million.steps_of(run_of(page, million.RUN))


def test_the_progress_of_a_real_fit_reaches_the_page():
    seen = []

    def progress(done, total, what):
        seen.append((done, total, what))
        return True

    step = million.solve(Gaussian(0.3), generated(CLUSTERS, 30_000, 0), progress)
    assert step.solver == "separable"
    assert step.n == 30_000
    assert len(step.points) == len(step.labels) <= 150
    assert seen
    assert all(0 <= done <= total for done, total, _ in seen)


def test_a_real_fit_stops_when_asked():
    found = {}
    with pytest.raises(Cancelled):
        million.run_sizes(
            ScaleState.of_address({"size": "200000", "width": "0.05"}), "", found,
            lambda done, total, what: not (what.startswith("n = 10,000") and done),
        )  # fmt: skip
    assert [one for one in found if one.isdigit()] == ["1000"]


def test_numbers_on_the_page():
    assert scientific(0.00123) == "1.2×10⁻³"
    assert indexed("λ", 0) == "λ₁"
    assert indexed("λ", 11) == "λ₁₂"


def test_a_change_made_while_the_page_is_drawn_first_is_shown_by_its_slider():
    """The browser may have gone back to what the first run set, after the reader's change."""
    opened(points="90")  # so that the curves are known, and the page is drawn once
    page = opened(points="90")
    assert page.select_slider(key="m").proto.set_value
    for value, told in (("30", True), ("20", False)):
        page.select_slider(key="m").set_value(value).run()
        slider = page.select_slider(key="m")
        assert (slider.value, slider.proto.set_value) == (value, told)


def test_the_run_after_the_first_leaves_what_is_typed_in_a_box_alone():
    """A value that is set again would replace what is typed there and not yet entered."""
    opened(points="90")  # as above
    page = opened(points="90")
    assert page.number_input(key="points").proto.set_value
    page.select_slider(key="m").set_value("30").run()
    assert not page.number_input(key="points").proto.set_value
