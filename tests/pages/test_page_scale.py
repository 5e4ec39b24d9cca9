"""The page "Scale" without a browser: its numbers, its address, its figures, and the long run."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest
from support.frames import figures, opened_page, sheets
from support.runs import finished, run_of

from kpca_core import Gaussian, fit
from views.hosts.streamlit.figures import PAINTED
from views.pages.scale import million
from views.pages.scale.approximations import generated

EARLY = """
from views.hosts.streamlit.run import draw_page
from views.hosts.streamlit.widgets import take_early_changes

draw_page("scale")
take_early_changes()
"""


def opened(**query: str) -> AppTest:
    page = opened_page("scale", **query)
    page.session_state[PAINTED] = True
    return finished(page)


def table(page: AppTest, start: str) -> dict[str, dict[str, str]]:
    """The rows of the table whose header begins so, by their first cell."""
    (text,) = [m.value for m in page.markdown if m.value.startswith(f"| {start} |")]
    header, _, *rows = [[c.strip() for c in line.split("|")[1:-1]] for line in text.splitlines()]
    return {row[0]: dict(zip(header, row, strict=True)) for row in rows}


def healthy(page: AppTest) -> bool:
    return not page.exception and not page.error


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


def test_a_run_shows_what_fit_finds_for_growing_n():
    page = opened(size="2000", points="60", width="0.2")
    page.button(key="begin run at scale").click()
    page = finished(page)
    assert not run_of(page, million.RUN).trouble
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


def test_a_change_made_while_the_page_is_drawn_first_is_shown_by_its_slider():
    """The browser may have gone back to what the first run set, after the reader's change."""
    opened(points="90")  # so that the curves are known, and the page is drawn once
    page = AppTest.from_string(EARLY, default_timeout=120)
    page.session_state[PAINTED] = True
    page.query_params["points"] = "90"
    page.run()
    assert page.select_slider(key="m").proto.set_value
    for value, told in (("30", True), ("20", False)):
        page.select_slider(key="m").set_value(value).run()
        slider = page.select_slider(key="m")
        assert (slider.value, slider.proto.set_value) == (value, told)
