"""A reload of the page "Own data": the table stays, and its name is in no address."""

from __future__ import annotations

import pytest
from support.browser import come_to_rest

from kpca_core.tables import builtin
from kpca_core.tables.writing import csv_text
from views.limits import LIMITS

pytestmark = pytest.mark.browser

HELD = "sessionStorage.getItem('kpca-table')"


def test_a_reload_keeps_the_table_and_its_settings(app_url, new_tab, tmp_path):
    table = builtin("iris")
    rows = table.rows(label=table.label)
    words = [rows.words[k] for k in rows.labels]
    lines = [[*row, word] for row, word in zip(rows.X.tolist(), words, strict=True)]
    file = tmp_path / "flowers.csv"
    file.write_text(csv_text([*rows.names, "kind"], lines), "utf-8")
    tab = new_tab()
    tab.goto(f"{app_url}/table?components=3")
    come_to_rest(tab)
    tab.locator(".st-key-gift input[type=file]").set_input_files(file)
    tab.wait_for_selector("[data-paints]")
    come_to_rest(tab)
    # The scores are the large picture, above the maps.
    boxes = [
        tab.locator(f"[data-paints] {one}").first.bounding_box()
        for one in (".aspect.scores .stage canvas", ".panels .panel canvas")
    ]
    scores, panel = boxes
    assert scores["y"] + scores["height"] <= panel["y"]
    assert scores["width"] * scores["height"] > 3 * panel["width"] * panel["height"]
    slider = tab.locator("[data-paints] input[type=range]").first
    slider.focus()
    slider.press("ArrowRight")
    tab.wait_for_function("location.search.includes('width=')")
    come_to_rest(tab)
    address, handle = tab.evaluate("location.search"), tab.evaluate(HELD)
    value = tab.locator("[data-paints]").get_attribute("data-value")
    assert len(handle) >= 20
    links = tab.eval_on_selector_all("a[href]", "all => all.map((one) => one.href)")
    assert links
    assert not [link for link in links if handle in link]
    tab.reload()
    tab.wait_for_selector("[data-paints]")
    come_to_rest(tab)
    assert "flowers.csv" in tab.locator(".stMain").inner_text().replace("\N{WORD JOINER}", "")
    assert tab.evaluate("location.search") == address
    assert tab.locator("[data-paints]").get_attribute("data-value") == value
    assert handle not in tab.url


def test_a_table_that_is_gone_is_said_to_be_gone(app_url, new_tab):
    tab = new_tab()
    tab.goto(f"{app_url}/table")
    come_to_rest(tab)
    tab.evaluate("sessionStorage.setItem('kpca-table', 'no table has this name')")
    tab.reload()
    tab.wait_for_selector("text=The server no longer has the table")
    assert f"{LIMITS.session_seconds / 60:.0f}" == "10"
    tab.wait_for_function(f"{HELD} === null")
