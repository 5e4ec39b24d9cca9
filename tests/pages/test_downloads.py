"""What the page "Explore" gives away: its numbers, its pictures, and where they come from."""

from __future__ import annotations

import base64
import csv
import html
import io
import xml.etree.ElementTree
import zlib

import matplotlib.pyplot as plt
import numpy as np
import pytest
from PIL import Image
from support.files import files, printed
from support.frames import decode, filed
from test_explore import FLIPPED, mark_of, opened, picture_of, state_of

import kpca_core
from kpca_core import Gaussian, fit
from kpca_core.drawing.canvas import indefinite, words
from views.pages.compare.files import file_name as compare_file_name
from views.pages.compare.state import CompareState
from views.pages.denoise.files import file_name as denoise_file_name
from views.pages.denoise.state import DenoiseState
from views.pages.explore.origin import file_name
from views.pages.explore.snippet import snippet
from views.state.mark import Mark


@pytest.mark.parametrize(
    "chosen",
    [
        {"markers": "false"},
        {},
        {"convention": "sigma"},
        {"kernel": "sigmoid", "components": "3"},
        {"kernel": "matern", "data": "rings"},
        {"kernel": "polynomial", "data": "parabola", "centred": "false"},
        {"kernel": "cosine", "data": "rings", "grid": "25"},
    ],
    ids=str,
)
def test_the_snippet_computes_and_draws_the_page(chosen, monkeypatch):
    names: dict = {}
    plt.switch_backend("agg")
    monkeypatch.setattr(plt, "show", lambda: None)
    source = snippet(state_of(**chosen))
    exec(source, names)
    picture = picture_of(**chosen)
    drawn = [axes for axes in names["figure"].axes if axes.get_visible()]
    assert [axes.get_title() for axes in drawn] == words.titles(picture)
    assert all(axes.collections for axes in drawn)
    assert ("panel.scatter(*data.X.T" in source) == (chosen.get("markers") != "false")
    names["figure"].canvas.draw()
    plt.close(names["figure"])
    assert ("which is not centred" in source) == (chosen.get("centred") == "false")
    assert ("decomposition.negative" in source) == (chosen.get("kernel") == "sigmoid")
    np.testing.assert_allclose(
        names["decomposition"].eigenvalues, picture.decomposition.eigenvalues, rtol=1e-12
    )
    np.testing.assert_allclose(names["fields"], picture.fields, atol=1e-12)


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


def carriers(mark: Mark) -> dict[str, str]:
    """The text that each kind of file carries."""
    found = files(mark, ADDRESS)
    with Image.open(io.BytesIO(printed(mark, "png", ADDRESS))) as image:
        png = " ".join(map(str, image.text.values()))
    with np.load(io.BytesIO(found["arrays.npz"]())) as saved:
        npz = " ".join(saved["origin"].tolist())
    tree = xml.etree.ElementTree.fromstring(found["figure.svg"]())
    pdf = found["figure.pdf"]().replace(b"\0", b"").replace(b"\\", b"")  # UTF-16 with escapes
    page = html.unescape(found["figure.html"]().rpartition("<p ")[2])
    return {
        "eigenvalues": found["eigenvalues.csv"](),
        "scores": found["scores.csv"](),
        "npz": npz,
        "html": page,
        "png": png,
        "svg": " ".join(tree.itertext()),
        "pdf": pdf.decode("latin-1"),
    }


def test_every_file_says_where_it_comes_from():
    mark = mark_of(width="0.2", centred="false")
    told = carriers(mark)
    for what in (
        "gaussian_clusters(seed='paper', n_per_cluster=30, sd=0.1)", "90", "Gaussian(width=0.2)",
        "not centred", f"kpca-core {kpca_core.__version__}", ADDRESS,
        words.number(picture_of(width="0.2", centred="false").decomposition.eigenvalues[0]),
    ):  # fmt: skip
        assert not [kind for kind, text in told.items() if what not in text], what


def test_tables_are_read_by_pandas_as_they_are():
    import pandas

    table = pandas.read_csv(io.StringIO(files(mark_of(), ADDRESS)["scores.csv"]()), comment="#")
    np.testing.assert_allclose(table["score1"], picture_of().decomposition.scores[:, 0])
    assert len(table) == 90


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


def test_files_of_other_pages_have_names_of_their_own():
    denoised = DenoiseState.of_address({"data": "rings", "width": "0.07", "rings_d": "9"})
    name = denoise_file_name(denoised, "points")
    assert name == "kpca-denoise-rings-n-200-noise-0.08-seed-0-gaussian-0.07-9-fixed-point-points"
    compared = CompareState.of_address({"data": "rings"})
    assert compare_file_name(compared, "angles") == "kpca-rings-gaussian-0.1-laplacian-0.3-angles"


def test_all_files_stand_in_one_row():
    buttons = opened().get("download_button")
    assert [button.proto.label for button in buttons] == [
        "Eigenvalues CSV", "Scores CSV", "All arrays NPZ", "Interactive HTML", "HTML to drag",
        "SVG", "PDF",
    ]  # fmt: skip


def test_the_arrays_rebuild_the_page():
    with np.load(io.BytesIO(files(mark_of())["arrays.npz"]())) as saved:
        K = Gaussian(0.1)(saved["X"], saved["points"])
        scores = K @ saved["coefficients"] + saved["offsets"]
        np.testing.assert_allclose(scores, saved["scores"], atol=1e-10)
        assert saved["fields"].shape == (8, 50, 50)
        assert str(saved["kernel"]) == "Gaussian(width=0.1)"


def test_the_interactive_figure_is_complete_without_a_network():
    html = files(mark_of())["figure.html"]()
    assert 'src="http' not in html
    assert "22.558" in filed(html)[0]["titles"][0]


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
