"""What all methods of choosing share: awkward tables, refusals, stopping, and figures."""

from __future__ import annotations

import warnings
from concurrent.futures import ThreadPoolExecutor

import matplotlib as mpl
import numpy as np
import pytest
from support.planted import blocks

from kpca_core import Gaussian, Linear, Sigmoid
from kpca_core._support.progress import Cancelled
from kpca_core.choosing import (
    NoveltyDetector,
    advise,
    choose_width,
    columns_that_matter,
    dilations,
    farthest_rows,
    findings,
    held_out_errors,
    influence_band,
    local_noise,
    parallel_analysis,
    stability,
)

mpl.use("Agg")

X = blocks(np.random.default_rng(0), 90, 6.0, 6)
KERNEL = Gaussian(20.0)
# A result of each method, for a kernel and a table, and the numbers in it.
METHODS = {
    "advise": (lambda k, X, **p: advise(k, X, 2, shuffles=20, samples=5, **p), "errors"),
    "choose_width": (lambda k, X, **p: choose_width(k, X, 2, shuffles=20, **p), "scores"),
    "columns_that_matter": (
        lambda k, X, **p: columns_that_matter(k, X, 1, shuffles=5, **p), "margin"),
    "farthest_rows": (lambda k, X, **p: farthest_rows(k, X, 1, **p), "errors"),
    "findings": (lambda k, X, **p: findings(k, X, 2, **p), "needed"),
    "held_out_errors": (lambda k, X, **p: held_out_errors(k, X, (1,), **p), "errors"),
    "influence_band": (lambda k, X, **p: influence_band(k, X, 1, shuffles=20, **p), "influence"),
    "novelty": (lambda k, X, **p: NoveltyDetector(k, **p).fit(X), "held_out_"),
    "parallel_analysis": (lambda k, X, **p: parallel_analysis(k, X, 2, **p), "eigenvalues"),
    "stability": (lambda k, X, **p: stability(k, X, 2, samples=5, **p), "bands"),
}  # fmt: skip
TABLES = {
    "a constant column": np.column_stack([X[:40], np.ones(40)]),
    "only constant columns": np.ones((20, 3)),
    "duplicates": np.repeat(X[:12], 4, axis=0),
    "fewer rows than columns": np.random.default_rng(0).standard_normal((8, 20)),
    "binary": np.random.default_rng(0).integers(0, 2, (60, 3)),
    "huge": 1e100 * X,
    "two rows": X[:2],
    "one row": X[:1],
    "no row": X[:0],
    "NaN": np.where(X > 5, np.nan, X),
    "one column": X[:40, :1],
    "text": np.array([["a", "b"]] * 5),
}


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("method", METHODS)
def test_awkward_tables_have_a_result_or_a_reason(method, table):
    call, field = METHODS[method]
    values, reason = np.zeros(1), ""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            values = getattr(call(KERNEL, TABLES[table]), field)
        except (ValueError, TypeError) as error:
            reason = str(error)
    assert np.isfinite(values).all()
    if reason:
        assert len(reason) > 20
        assert table not in ("a constant column", "duplicates", "binary")
    else:
        assert table not in ("NaN", "no row", "one row", "text")


@pytest.mark.parametrize("method", METHODS)
def test_a_gram_matrix_is_refused_with_a_reason(method):
    if method != "stability":
        with pytest.raises(TypeError, match="Gram matrix"):
            METHODS[method][0]("precomputed", Linear()(X[:10]))


STOPPED = [
    *((method, False, 0) for method in METHODS),
    *((method, False, 3) for method in ("advise", "choose_width", "findings", "stability")),
    *((method, True, 3) for method in ("choose_width", "influence_band")),
]


@pytest.mark.parametrize(("method", "pooled", "steps"), STOPPED, ids=str)
def test_every_method_can_be_stopped(method, pooled, steps):
    seen: list[int] = []

    def progress(*_):
        seen.append(0)
        return len(seen) <= steps

    more = {"client": ThreadPoolExecutor(1)} if pooled else {}
    with pytest.raises(Cancelled):
        METHODS[method][0](KERNEL, X, progress=progress, **more)
    assert len(seen) == steps + 1


ONE = X[:1]
REFUSED = [
    (lambda: advise([], X), "at least one kernel"),
    (lambda: choose_width(KERNEL, ONE), "at least 2 columns that vary; got 0 columns of 6"),
    (lambda: choose_width(KERNEL, X, level=0.01), r"level=0\.01 needs at least 99"),
    (lambda: choose_width(KERNEL, X, level=2), "level=2"),
    (lambda: choose_width(KERNEL, X, client="tcp://here"), "client must be a Dask client"),
    (lambda: columns_that_matter(KERNEL, X, 0), "count=0"),
    (lambda: dilations(KERNEL, number=0), "number=0"),
    (lambda: dilations("precomputed"), "Gram matrix has no columns to shuffle"),
    (lambda: farthest_rows(KERNEL, X, -1), "count=-1"),
    (lambda: farthest_rows(KERNEL, ONE, 0), "got 1 row"),
    (lambda: held_out_errors(KERNEL, X, noise=-1.0), r"noise=-1\.0"),
    (lambda: held_out_errors(KERNEL, X, folds=1), "folds=1"),
    (lambda: held_out_errors(KERNEL, X, ()), "at least one number"),
    (lambda: held_out_errors(KERNEL, X, (0,)), "counts=0"),
    (lambda: held_out_errors(KERNEL, X[:3]), "got 3 rows"),
    (lambda: influence_band(lambda A, B: A @ B.T, X, 1, shuffles=20), "no known gradient"),
    (lambda: local_noise(X[:5]), "got 5 rows"),
    (lambda: NoveltyDetector(measure="size").fit(X), "measure='size'"),
    (lambda: NoveltyDetector(false_alarms=1).fit(X), "false_alarms < 1; got false_alarms=1"),
    (lambda: NoveltyDetector(folds=1).fit(X), "folds=1"),
    (lambda: NoveltyDetector(Sigmoid(0.1)).fit(X), "no feature space"),
    (lambda: parallel_analysis(KERNEL, X, shuffles=0), "shuffles=0"),
    (lambda: parallel_analysis(KERNEL, X, shuffles=18), r"level=0\.05 needs at least 19"),
    (lambda: parallel_analysis(KERNEL, np.column_stack([X[:, 0], X[:, :2] * 0])), "got 1 column"),
    (lambda: stability(KERNEL, X, method="thirds"), "method='thirds'"),
    (lambda: stability(KERNEL, X, level=0), "level=0"),
    (lambda: stability(KERNEL, X, samples=0), "samples=0"),
    (lambda: stability(Sigmoid(0.1), X), "no feature space"),
    (lambda: stability(KERNEL, X[:3]), "got 3 rows"),
]


@pytest.mark.parametrize(("call", "words"), REFUSED, ids=[words for _, words in REFUSED])
def test_what_is_refused_is_quoted(call, words):
    with pytest.raises((ValueError, TypeError), match=words):
        call()


def test_results_are_drawn():
    """The numbers of a result are those of its figure."""
    family = dilations(X=X, number=5)
    choice = choose_width(family, X, 4, shuffles=20)
    ax = choice.plot()
    curve, mark = ax.get_lines()
    assert ax.get_xscale() == "log"
    np.testing.assert_array_equal(curve.get_ydata(), choice.scores)
    assert mark.get_xdata()[0] == choice.kernel.width
    mixed = choose_width([Linear(), Gaussian(9.0)], X, shuffles=20)
    assert mixed.plot(ax=ax.figure.add_subplot()).get_xlabel() == "kernel"
    advice = advise(family, X, 4, shuffles=20, samples=10)
    lines = advice.plot().get_lines()
    assert lines[-1].get_xdata()[0] == advice.choice.kernel.width
    np.testing.assert_allclose(lines[0].get_ydata().max(), 1.0)
    columns = columns_that_matter(KERNEL, X, 2, shuffles=5)
    assert [bar.get_height() for bar in columns.plot().patches] == columns.loss.tolist()
    rows = farthest_rows(KERNEL, np.concatenate([X, [[40.0] * 6]]), 2)
    (points,) = rows.plot().collections
    np.testing.assert_array_equal(points.get_offsets()[:, 1], rows.errors)
    assert (points.get_facecolors()[-1] != points.get_facecolors()[0]).any()
    standing = parallel_analysis(KERNEL, X, 4)
    bars = standing.plot().patches
    assert [bar.get_height() for bar in bars[:4]] == standing.eigenvalues.tolist()
    assert bars[4].get_y() == standing.shuffled[:, 0].min()
