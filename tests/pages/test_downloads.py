"""What the page "Explore" gives away: its numbers, its pictures, and where they come from."""

from __future__ import annotations

import base64
import csv
import io
import zlib

import numpy as np
import pytest
from support.files import files
from support.frames import decode, filed
from support.told import told_by
from test_explore import FLIPPED, mark_of, picture_of, state_of

from kpca_core import Gaussian, fit
from kpca_core.drawing.canvas import indefinite, words
from views.pages.explore.origin import file_name
from views.state.mark import Mark


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))


def test_tables_hold_the_numbers_of_the_page():
    mark = mark_of()
    picture = picture_of()
    rows = rows_of(files(mark)["eigenvalues.csv"]())
    np.testing.assert_array_equal(
        [float(row["eigenvalue"]) for row in rows], picture.decomposition.eigenvalues
    )
    assert [row["component"] for row in rows] == [str(j) for j in range(1, 17)]
    rows = rows_of(files(mark)["scores.csv"]())
    np.testing.assert_array_equal(
        [float(row["score3"]) for row in rows], picture.decomposition.scores[:, 2]
    )
    assert rows[89]["label"] == "2"
    assert list(rows[0]) == ["point", "label", "x", "y", *(f"score{j}" for j in range(1, 9))]


def test_the_table_of_an_indefinite_kernel_has_its_negative_eigenvalues():
    mark = mark_of(kernel="sigmoid", components="3")
    found = picture_of(kernel="sigmoid", components="3").decomposition
    text = files(mark)["eigenvalues.csv"]()
    rows = rows_of(text)
    values = np.array([float(row["eigenvalue"]) for row in rows])
    np.testing.assert_array_equal(values, [*found.eigenvalues, *found.negative])
    assert [row["component"] == "" for row in rows] == (values < 0).tolist()
    whole = fit(found.expansion.kernel, picture_of(kernel="sigmoid").points, None)
    fractions = values[values > 0] / whole.eigenvalues.sum()
    np.testing.assert_allclose([float(row["fraction"] or 0) for row in rows[:16]], fractions)
    assert all(row["fraction"] == "" for row in rows[16:])
    assert fractions.sum() < 1
    assert float(rows[15]["cumulative"]) == pytest.approx(fractions.sum())
    said = indefinite.note(found)
    assert f"# {said}\n" in text
    assert "positive eigenvalues, 20.69; the negative ones add up to −2.515" in said
    assert filed(files(mark)["figure.html"]())[0]["legend"] == said
    assert list(rows_of(files(mark)["scores.csv"]())[0])[4:] == ["score1", "score2", "score3"]


ADDRESS = "http://explorer.test/explore?width=0.2&centred=false"


def test_every_file_has_the_data_the_kernel_and_a_number_of_the_page():
    made = files(mark_of(width="0.2", centred="false"))
    told = {name: told_by(name, made[name]()) for name in made if name != "explored.html"}
    for what in (
        "gaussian_clusters(seed='paper', n_per_cluster=30, sd=0.1)", "90", "Gaussian(width=0.2)",
        "not centred",
        words.number(picture_of(width="0.2", centred="false").decomposition.eigenvalues[0]),
    ):  # fmt: skip
        assert not [name for name, text in told.items() if what not in text], what


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        ({}, "kpca-clusters-gaussian-0.1-eigenvalues"),
        ({"kernel": "linear", "centred": "false"}, "kpca-clusters-linear-uncentred-eigenvalues"),
        (
            {"data": "rings", "seed": "3", "kernel": "matern", "nu": "2.5"},
            "kpca-rings-seed-3-matern-2.5-0.3-eigenvalues",
        ),
        ({"convention": "gamma"}, "kpca-clusters-gaussian-gamma-10-eigenvalues"),
    ],
)
def test_file_names_say_what_they_are(settings, name):
    assert file_name(state_of(**settings), "eigenvalues") == name


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


def test_a_file_to_drag_begins_with_the_page_its_titles_and_its_signs():
    mark = mark_of(width="0.2", components="3", grid="25", scale="variance")
    mark = Mark(mark.state, "-+-")
    page = files(mark, ADDRESS)["explored.html"]()
    assert "width c from 0.02 to 2" in page
    assert "Solved for" in page
    text = page.partition('id="frames">')[2].partition("<")[0]
    header, arrays = decode(zlib.decompress(base64.b64decode(text)[4:]))
    (solved,) = header["sheets"]
    at = solved["values"].index(0.2)
    shown = picture_of(width="0.2", components="3", grid="25", scale="variance")
    _, panels, *_ = solved["heads"][at]["sheets"]
    assert panels["titles"] == words.titles(shown, "variance")
    own = arrays["sheets.0.scores"][at, :3] * np.array([[-1], [1], [-1]])
    np.testing.assert_allclose(own.T, shown.decomposition.scores[:, :3], rtol=1e-6, atol=1e-12)


def test_only_what_can_be_dragged_is_offered_as_a_file_to_drag():
    assert "explored.html" in files(state_of())
    assert "explored.html" not in files(state_of(kernel="linear"))
    assert "explored.html" not in files(state_of(lock="width"))
