"""Interactive files of figures and pictures: they draw from a disk, without a network."""

from __future__ import annotations

import numpy as np
import pytest
from support.explorer import SIGNS, agreement, signs_of

from datasets import gaussian_clusters
from kpca_core import Gaussian, Grid, fit
from kpca_core.drawing.canvas.origin import Origin
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.drawing.canvas.standalone import figure_page, picture_page
from kpca_core.drawing.canvas.words import Display
from kpca_core.drawing.layout import of_result, origin_of
from kpca_core.reproduction import figure, run


@pytest.fixture
def opened(browser, tmp_path):
    """Open a page from a disk; it must fetch nothing and raise nothing."""
    contexts, troubles = [], []

    def open_it(text, scheme="light"):
        path = tmp_path / "page.html"
        path.write_text(text, encoding="utf-8")
        context = browser.new_context(color_scheme=scheme)
        contexts.append(context)
        tab = context.new_page()
        tab.on("pageerror", lambda error: troubles.append(str(error)))
        tab.on("request", lambda one: troubles.append(one.url) if one.url != path.as_uri() else 0)
        tab.goto(path.as_uri())
        tab.wait_for_selector("[data-paints]")
        return tab

    yield open_it
    for context in contexts:
        context.close()
    assert troubles == []


@pytest.mark.browser
@pytest.mark.parametrize(("name", "maps"), [("4", 8), ("prml-12.16", 2), ("5", 3)])
def test_a_figure_draws_every_panel(opened, name, maps):
    result = run(figure(name))
    tab = opened(figure_page(of_result(result), origin_of(result)), "dark")
    titles = tab.locator(".tile .text").all_inner_texts()
    assert len(titles) == maps
    assert tab.locator(".tile canvas").count() == maps
    assert tab.locator(".spaces canvas").count() == (2 if name == "prml-12.16" else 0)
    assert tab.evaluate("getComputedStyle(document.querySelector('.figure')).colorScheme") == "dark"


@pytest.mark.browser
def test_a_picture_draws_its_functions_and_takes_a_click(opened):
    data = gaussian_clusters(seed="paper")
    found = fit(Gaussian(0.1), data.X, 16)
    fields = found.expansion.first(8).on_grid(Grid.over(data.region, 60))
    picture = Picture(found, fields, data.X, data.labels, data.region)
    tab = opened(picture_page(picture, Display(panels=8), Origin("Three clusters", {})))
    shown = signs_of(tab.locator("#here"))
    steps = np.rint((np.arange(SIGNS) + 0.5) / SIGNS * 59).astype(int)
    assert (agreement(shown, np.sign(fields[:, steps][:, :, steps])) > 0.9).all()
    tab.locator(".panel").nth(2).click()
    assert "component 3 selected" in tab.locator("#here").inner_text()
