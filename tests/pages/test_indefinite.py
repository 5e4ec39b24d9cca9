"""A sigmoid kernel on every page that offers it: nothing speaks of a space that is not there."""

from __future__ import annotations

import io
import json
import re
import zlib

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest
from support.files import files
from support.frames import decode, only_sheet, opened_page

from kpca_core import Gaussian, Linear, Polynomial, Sigmoid, fit
from kpca_core.__main__ import main
from kpca_core.drawing.canvas.aspects import feature_count
from kpca_core.drawing.canvas.indefinite import INDEFINITE, NO_OBJECTIVE, NO_SHARES, UNKNOWN, note
from kpca_core.kernels import CallableKernel
from views.pages.denoise.solving import outcomes_of, solve_state
from views.pages.denoise.state import DenoiseState
from views.pages.sweep.solving import sweeps
from views.pages.sweep.state import SweepState

PLACES = {
    "explore": [
        {},
        {"view": "space"},
        {"view": "scores"},
        {"view": "gram"},
        {"scale": "fraction"},
        {"closest": "true", "centred": "false"},
        {"data": "clusters", "per_cluster": "200", "paper": "false"},
    ],
    "own-data": [{"data": "iris"}, {"data": "iris", "view": "space", "scale": "fraction"}],
    "sweep": [{}],
    "compare": [{}],
    "neighbours": [{"methods": "kernel,kernel-ica,spectral"}],
    "denoise": [{}, {"data": "rings"}, {"clusters_d": "0", "data": "clusters"}],
}
# Words of a space, of variances in it, and of distances in it.
SPACE = re.compile(r"feature space|eature vector|of the trace|variance|Φ|objective of|NaN|nan ")
SHARE = re.compile(r"(\d+(?:\.\d+)?)\s*%")


def shown(place: str, **query: str) -> AppTest:
    sides = ("a_kernel", "b_kernel") if place == "compare" else ("kernel",)
    name = {"own-data": "table"}.get(place, place)
    return opened_page(name, **{**dict.fromkeys(sides, "sigmoid"), **query})


def headers(page: AppTest) -> list[dict]:
    """The words of all drawings that the page has sent."""
    found = []
    for one in page.get("bidi_component"):
        content = bytes(one.proto.bytes)
        for unpack in (decode, lambda data: decode(zlib.decompress(data[4:]))):
            try:
                found.append(unpack(content)[0])
                break
            except (ValueError, KeyError, zlib.error, UnicodeDecodeError):
                continue
    return found


def words_of(page: AppTest, drawn: list[dict]) -> str:
    texts = [one.value for kind in ("title", "header", "subheader", "markdown", "caption", "info")
             for one in getattr(page, kind)]  # fmt: skip
    labels = [one.label for kind in ("toggle", "checkbox") for one in getattr(page, kind)]
    chosen = [str(one.value) for one in page.selectbox]
    return " ".join([*texts, *labels, *chosen, *(json.dumps(h, ensure_ascii=False) for h in drawn)])


CASES = [(place, query) for place, queries in PLACES.items() for query in queries]


@pytest.mark.parametrize(("place", "query"), CASES, ids=str)
def test_no_page_speaks_of_a_space_or_of_more_than_all(place, query):
    page = shown(place, **query)
    assert not page.exception
    assert not page.error
    drawn = headers(page)
    if place == "sweep":
        state = SweepState.of_address({"kernel": "sigmoid"})
        drawn.append(only_sheet(sweeps(state.problem).frames)[1])
    assert drawn, "no drawing was read"
    text = words_of(page, drawn)
    assert "igmoid" in text
    assert not SPACE.findall(text)
    assert max((float(share) for share in SHARE.findall(text)), default=0.0) <= 100
    for header in drawn:
        shares = header.get("spectrum", {}).get("cumulative", [])
        assert max(shares, default=0.0) <= 1 + 1e-9
    if place != "compare":
        assert INDEFINITE in text


def test_denoising_states_no_squared_distance():
    state = DenoiseState.of_address({"kernel": "sigmoid"})
    found = solve_state(state)
    assert found.objective is None
    # The number that the formula gives is none: it is negative by far more than rounding.
    assert found.images.objective.min() < -0.01
    page = shown("denoise")
    (header,) = headers(page)
    maps, ways, said = header["sheets"]
    assert maps["fields"] is None
    assert said["legend"] == NO_OBJECTIVE
    assert [end["objective"] for end in ways["ends"]] == ["–"]
    assert not any("objective" in fact for fact in said["facts"])
    assert [one.objective for one in outcomes_of(state).values()] == [None]
    assert "| Ridge map |" in " ".join(one.value for one in page.markdown)
    rows = [line for line in files(state)["points.csv"]().splitlines() if line[0] != "#"]
    place = rows[0].split(",").index("objective")
    assert {row.split(",")[place] for row in rows[1:]} == {""}
    with np.load(io.BytesIO(files(state)["arrays.npz"]())) as file:
        assert not [name for name in file.files if "objective" in name]


def test_the_command_prints_shares_of_the_positive_eigenvalues(capsys, tmp_path):
    table, out = tmp_path / "points.csv", tmp_path / "found.json"
    X = np.random.default_rng(0).standard_normal((30, 2))
    np.savetxt(table, X, delimiter=",", header="x,y", comments="")
    main(["fit", str(table), "--kernel", "Sigmoid(2.0, 1.0)", "--out", str(out)])
    said = capsys.readouterr().out
    assert INDEFINITE in said
    assert max(map(float, SHARE.findall(said))) <= 100
    saved = json.loads(out.read_text(encoding="utf-8"))
    assert saved["shares_of"] == "positive eigenvalues"
    whole = fit(Sigmoid(2.0, 1.0), X, None)
    expected = whole.eigenvalues[:8] / whole.eigenvalues.sum()
    np.testing.assert_allclose(saved["shares"], expected, rtol=1e-9)


def test_shares_that_are_not_known_are_not_stated(capsys, tmp_path):
    X = np.random.default_rng(0).standard_normal((600, 2))
    found = fit(Sigmoid(2.0, 1.0), X, 4)
    assert found.rank is None
    assert found.positive_trace is None
    assert np.isnan(found.shares).all()
    assert note(found) == f"{INDEFINITE} {NO_SHARES}"
    table = tmp_path / "points.csv"
    np.savetxt(table, X, delimiter=",", header="x,y", comments="")
    main(["fit", str(table), "--kernel", "Sigmoid(2.0, 1.0)"])
    said = capsys.readouterr().out
    assert NO_SHARES in said
    assert "%" not in said
    assert "nan" not in said


def test_a_kernel_that_may_be_positive_semidefinite_is_not_called_indefinite():
    own = fit(CallableKernel(lambda X, Y: X @ Y.T), np.eye(4), 2)
    assert note(own).startswith(UNKNOWN)
    np.testing.assert_allclose(own.shares, own.variance_ratio)
    assert note(fit(Gaussian(1.0), np.eye(4), 2)) == ""


@pytest.mark.parametrize(
    ("kernel", "columns", "said"),
    [
        (Polynomial(5), 64, "10,424,128 dimensions"),
        (Polynomial(5), 256, "9,525,431,552 dimensions"),
        (2.0 * Polynomial(5), 64, "10,424,128 dimensions"),
        (Linear() + Polynomial(1), 4, "at most 8 dimensions"),
        (0.5 * (Linear() * Polynomial(2)), 3, "at most 18 dimensions"),
        (Gaussian(1.0), 64, "infinitely many dimensions"),
        (Gaussian(1.0) + Polynomial(5), 64, "infinitely many dimensions"),
    ],
    ids=repr,
)
def test_feature_spaces_have_as_many_dimensions_as_is_said(kernel, columns, said):
    assert feature_count(kernel, columns) == said
