"""The page "Scale" without a browser: its numbers, its address, its figures, and the long run."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest
from support.frames import figures, sheets
from support.runs import run_of

from kpca_core import Gaussian, fit
from views.hosts.streamlit.figures import PAINTED
from views.pages.scale import CURVES, million
from views.pages.scale.approximations import generated

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


def test_a_change_made_while_the_page_is_drawn_first_is_shown_by_its_slider():
    """The browser may have gone back to what the first run set, after the reader's change."""
    opened(points="90")  # so that the curves are known, and the page is drawn once
    page = opened(points="90")
    assert page.select_slider(key="m").proto.set_value
    for value, told in (("30", True), ("20", False)):
        page.select_slider(key="m").set_value(value).run()
        slider = page.select_slider(key="m")
        assert (slider.value, slider.proto.set_value) == (value, told)
