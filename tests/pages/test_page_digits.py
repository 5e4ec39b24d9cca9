"""The page "Digits" without a browser: the table fills, stops, runs on; files and their errors."""

from __future__ import annotations

import re
from threading import Event

import numpy as np
import pytest
from support.alerts import alerts
from support.frames import figures, opened_page
from support.runs import finished, run_of

from datasets import Digits
from kpca_core.drawing.digits import error_table
from kpca_core.reproduction.digits import Cell, Recipe
from views.pages import digit_source
from views.pages import digits as page_module
from views.pages.digit_source import FILE, OPENML

RECIPE = Recipe((1, 2), (2, 4), examples=40, smoothing=0.0, costs=(1, 10))


def small_digits(side=4, n=60, m=20):
    rng = np.random.default_rng(0)
    y = np.arange(n + m) % 10
    X = rng.uniform(-1, 1, (10, side**2))[y] * 0.6 + rng.uniform(-0.4, 0.4, (n + m, side**2))
    return Digits("small", X[:n], y[:n], X[n:], y[n:], side)


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Small images and a small recipe in place of the built-in ones; nothing known yet."""
    digits = small_digits()
    monkeypatch.setattr(digit_source, "builtin_digits", lambda: digits)
    monkeypatch.setattr(page_module, "recipe_for", lambda _: RECIPE)
    for cache in (
        digit_source.loaded,
        page_module.known,
        page_module.responses_of,
        page_module.images_of,
    ):
        cache.clear()
    yield digits
    digit_source.loaded.clear()


def opened():
    return opened_page("digits")


def pressed(page, label):
    (button,) = [button for button in page.button if button.label == label]
    return button.click().run()


def tables(page):
    """The tables of entries as HTML, from the left."""
    return [one.proto.body for one in page.get("html") if 'class="entries"' in one.proto.body]


def titles(page):
    return [re.search("<caption>(.*)</caption>", table)[1] for table in tables(page)]


def captions(page):
    return " ".join(caption.value for caption in page.caption)


def numbers_of(table):
    """The texts of all entries, row after row, but for the gaps and those that there are not."""
    body = table.partition("<tbody>")[2]
    return [
        text for text in re.findall("<td[^>]*>(.*?)</td>", body) if text not in ("&nbsp;", "N.A.")
    ]


def test_the_table_fills():
    page = finished(pressed(opened(), "Fill the table"))
    assert not page.exception
    assert not page.error
    assert not page.button
    written = numbers_of(tables(page)[0])
    assert len(written) == 4
    cells = page_module.known(run_of(page, page_module.TABLE).work)
    by_row = sorted(cells.values(), key=lambda cell: (cell.components, cell.degree))
    assert written == [f"{cell.error:.1f}" for cell in by_row]


def test_a_stopped_table_runs_on_where_it_was(monkeypatch):
    original, stopped = page_module.table_cells, Event()

    def halting(*args, **kwargs):
        cells = original(*args, **kwargs)
        yield next(cells)
        stopped.wait(30)
        yield from cells

    monkeypatch.setattr(page_module, "table_cells", halting)
    page = pressed(opened(), "Fill the table")
    job = run_of(page, page_module.TABLE)
    job.stop()
    stopped.set()
    page = finished(page)
    before = dict(page_module.known(job.work))
    assert len(before) < 4
    assert "Stopped" in alerts(page.warning)[0]
    label = "Fill the rest" if before else "Fill the table"
    page = finished(pressed(page, label))
    assert not page.warning
    after = page_module.known(job.work)
    assert len(after) == 4
    assert all(after[key] is cell for key, cell in before.items())


def saved(path):
    """A file of the small digits."""
    digits = small_digits()
    np.savez(
        path, X_train=digits.X_train, y_train=digits.y_train, X_test=digits.X_test,
        y_test=digits.y_test,
    )  # fmt: skip
    return str(path)


def test_usps_is_set_beside_the_published_numbers(monkeypatch, tmp_path):
    monkeypatch.setattr(Digits, "is_usps", property(lambda self: True))
    monkeypatch.setattr(page_module, "recipe_for", lambda _: Recipe((1, 2), (4,), costs=(1,)))
    path = saved(tmp_path / "digits.npz")
    token = digit_source.Source.of(FILE, path).token
    known = page_module.known(page_module.DigitsTask(token, small_digits(), Recipe(costs=(1,))))
    known[1, 4] = Cell(1, 4, 9.0, 9.6, 1.0, 0.1)
    known[2, 4] = Cell(2, 4, 9.0, 8.8, 1.0, 0.1)
    page = opened()
    page.selectbox(key="digits").select(FILE).run()
    page.text_input(key="path").input(path).run()
    assert titles(page)[2] == "Ours − published, points"
    assert numbers_of(tables(page)[2]) == ["−0.6", "+0.2"]
    assert "2 entries: mean absolute difference 0.40 points, largest 0.60" in captions(page)


def test_a_file_is_read_and_its_errors_are_told(tmp_path):
    page = opened()
    page.selectbox(key="digits").select(FILE).run()
    assert "Type the path" in page.info[0].value
    page.text_input(key="path").input(str(tmp_path / "none.npz")).run()
    assert "There is no file" in alerts(page.error)[0]
    page.text_input(key="path").input(saved(tmp_path / "digits.npz")).run()
    assert not page.error
    assert "60 training and 20 test images of 4×4" in captions(page)


def test_nothing_is_downloaded_before_the_button_is_pressed(monkeypatch):
    asked = []
    monkeypatch.setattr(digit_source, "usps_openml", lambda: asked.append(1) or small_digits())
    page = opened()
    page.selectbox(key="digits").select(OPENML).run()
    assert not asked
    assert "Download" in page.info[0].value
    page = pressed(page, "Download")
    finished(page)
    assert asked == [1]
    assert len(figures(page)) == 2


def test_the_csv_holds_every_digit_and_leaves_out_what_is_not():
    cells = [Cell(1, 32, 9.417, 9.6, 5.0, 1.5), Cell(1, 512, None, None, None, 0.1)]
    lines = page_module.table_csv(cells).splitlines()
    assert lines[0] == "degree,components,error_percent,published_percent,C,seconds"
    assert lines[1:] == ["1,32,9.417,9.6,5.0,1.5", "1,512,,,,0.1"]


def luminance(colour):
    channels = [float(c) / 255 for c in colour[4:-1].split(",")]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("differences", [False, True])
def test_every_number_of_a_table_can_be_read(differences):
    """Against the colour behind it in both themes, by WCAG's 4.5."""
    values = np.linspace(-1.5, 1.5, 61) if differences else np.linspace(3.0, 12.0, 61)
    errors = {(1, q): float(value) for q, value in enumerate(values)}
    table = error_table(errors, (1,), range(61), "t", span=(4, 11), differences=differences)
    cells = re.findall(r"light-dark\((.*?\)),(.*?\))\);color:light-dark\((.*?),(.*?)\)", table)
    assert len(cells) == 61
    for *behinds, light, dark in cells:
        for behind, ink in zip(behinds, (light, dark), strict=True):
            shade = luminance(behind)
            contrast = 1.05 / (shade + 0.05) if ink == "#ffffff" else (shade + 0.05) / 0.05
            assert contrast >= 4.5
