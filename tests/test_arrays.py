"""Tables of points: what is refused rather than turned into numbers, and with which words."""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import datetime
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from support import cloud
from support.paths import ROOT

from kpca_core import Gaussian, KernelPCA, Linear, fit
from kpca_core._support.arrays import evenly_spread, require_count

TABLE = cloud(12)
FITTED = KernelPCA(Gaussian(1.0), n_components=2).fit(TABLE)
# Every way in for a table of points.
WAYS_IN = {
    "fit": lambda X: fit(Gaussian(1.0), X, 2),
    "estimator": lambda X: KernelPCA(Gaussian(1.0), n_components=2).fit(X),
    "fit_transform": lambda X: KernelPCA(Gaussian(1.0), n_components=2).fit_transform(X),
    "partial_fit": lambda X: KernelPCA(Gaussian(1.0), n_components=2).partial_fit(X),
    "transform": FITTED.transform,
    "expansion": FITTED.expansion_,
    "kernel": Gaussian(1.0),
}
every_way_in = pytest.mark.parametrize("use", WAYS_IN.values(), ids=WAYS_IN)


def with_entry(value):
    table = TABLE.astype(object)
    table[3, 1] = value
    return table


def masked(dtype):
    X = np.ma.array((10 * TABLE).astype(dtype))
    X[3, 1] = X[7, 0] = np.ma.masked
    return X


def frame(**columns):
    return pd.DataFrame({"a": TABLE[:, 0]} | columns)


OTHERS = (
    pd.Timestamp("2020-03-01"), pd.Timedelta("3D"), datetime(2020, 3, 1),
    np.datetime64("2020-03-01"), np.timedelta64(3, "D"), 1j, np.complex128(2.0), [1.0, 2.0],
    {"width": 1}, np.ma.masked,
)  # fmt: skip
COLUMNS = (
    (pd.date_range("2020", periods=12), TypeError),
    (pd.timedelta_range("1D", periods=12), TypeError),
    (pd.period_range("2020", periods=12, freq="D"), TypeError),
    (["x"] * 12, ValueError),
    (pd.Categorical(list("abcabcabcabc")), ValueError),
)
# Tables that are refused, the error, and its words.
REFUSED = [
    *((masked(dtype), ValueError, "X has masked entries (first at row 3, column 1)")
      for dtype in (float, object, int)),
    *((np.arange(24).astype(dtype).reshape(12, 2), TypeError, words) for dtype, words in (
        ("M8[D]", "datetime64[D]"), ("M8[ns]", "datetime64[ns]"), ("m8[s]", "timedelta64[s]"))),
    *((with_entry(one), TypeError, f"X has {one!r} at row 3, column 1, which is no real number")
      for one in OTHERS),
    *((with_entry(one), ValueError, f"X has {one!r} at row 3, column 1, which is")
      for one in ("abc", "1.5", "", b"2")),
    *((with_entry(one), ValueError, f"X has {one!r} at row 3, column 1, a missing value")
      for one in (None, pd.NA, pd.NaT)),
    ([[1, 2.0], ["abc", True], [2, 3]], ValueError, "X has 'abc' at row 1, column 0"),
    (TABLE.astype(str), ValueError, f"X has '{TABLE[0, 0]}' at row 0, column 0"),
    *((frame(b=pd.array([1, None] * 6, dtype=dtype)), ValueError,
       "X has <NA> at row 1, column 1, a missing value") for dtype in ("Float64", "Int64")),
    *((frame(b=column), error, "at row 0, column 1") for column, error in COLUMNS),
    (with_entry(10**400), ValueError, "beyond the largest float64"),
    ([[1.0, 2.0], [3.0]], ValueError, "X is no table of points, one a row"),
    *((kind(np.where(np.arange(24).reshape(12, 2) == 7, value, TABLE)), ValueError,
       f"row 3, column 1: {value}") for kind in (np.array, pd.DataFrame, np.ndarray.tolist)
      for value in (np.nan, np.inf, -np.inf)),
]  # fmt: skip


@every_way_in
@pytest.mark.parametrize(("table", "error", "words"), REFUSED, ids=lambda one: str(one)[:40])
def test_what_is_no_number_is_refused_with_its_place(use, table, error, words):
    if use is not WAYS_IN["kernel"] or not re.search("(nan|inf)$", words):
        with pytest.raises(error, match=re.escape(words)):
            use(table)


@every_way_in
@pytest.mark.parametrize(
    "table",
    [
        TABLE > 0,
        (10 * TABLE).astype(np.int8),
        (100 * np.abs(TABLE)).astype(np.uint64),
        TABLE.astype(np.float16),
        TABLE.astype(">f8"),
        TABLE.astype(np.longdouble),
        TABLE.tolist(),
        np.ma.masked_greater(TABLE, 100),
        np.vectorize(Fraction, otypes=[object])(TABLE),
        np.vectorize(Decimal, otypes=[object])(TABLE),
        with_entry(True),
        frame(b=pd.array([0.5, 1.5] * 6, dtype="Float64")),
        frame(b=pd.array([True, False] * 6, dtype="boolean")),
        frame(b=pd.Categorical([1, 2, 3] * 4)),
    ],
    ids=lambda table: f"{type(table).__name__} {getattr(table, 'dtype', '')}",
)
@pytest.mark.filterwarnings("ignore:X has feature names")
def test_numbers_of_every_kind_are_points(use, table):
    found, expected = use(table), use(np.asarray(table, dtype=float))
    if isinstance(found, np.ndarray):
        assert type(found) is np.ndarray
        np.testing.assert_allclose(found, expected, atol=1e-3)


def test_complex_points_are_refused():
    for name in ("fit", "expansion", "kernel"):
        with pytest.raises(TypeError, match="X is complex"):
            WAYS_IN[name](TABLE + 0j)
    for name in ("estimator", "transform"):  # scikit-learn's contract has it its own way
        with pytest.raises(ValueError, match="Complex data not supported"):
            WAYS_IN[name](TABLE + 0j)


def test_the_second_table_of_a_kernel_is_called_Y():
    with pytest.raises(ValueError, match="Y has None at row 3, column 1"):
        Linear()(TABLE, with_entry(None))


def test_pandas_is_not_needed():
    code = (
        "import sys\n"
        "class Without:\n"
        "    def find_spec(self, name, *more):\n"
        "        if name == 'pandas': raise ModuleNotFoundError(name)\n"
        "sys.meta_path.insert(0, Without())\n"
        "import numpy as np, kpca_core\n"
        "for X in ([[1, None], [2, 3]], np.array([['a', 1]], object)):\n"
        "    try: kpca_core.fit(kpca_core.Linear(), X, 1)\n"
        "    except ValueError as error: print(error)\n"
        "print(kpca_core.KernelPCA().fit([[1, 2], [3, 5]]).eigenvalues_)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    lines = run.stdout.splitlines()
    assert "None at row 0, column 1" in lines[0]
    assert "'a' at row 0, column 0" in lines[1]
    assert lines[2] == "[6.5]"


@pytest.mark.parametrize("kind", [np.int64, np.uint64])
def test_whole_numbers_that_float64_would_round_are_refused(kind):
    start = 1_700_000_000_000_000_000
    times = np.array([[start, 1], [start + 257, 2]], dtype=kind)
    with pytest.raises(ValueError, match=r"row 1, column 0: 1700000000000000257.*subtract"):
        Linear()(times)
    exact = np.array([[2**60, 2**53], [0, 1]], dtype=kind)
    np.testing.assert_array_equal(Linear()(exact), Linear()(exact.astype(float)))
    with pytest.raises(ValueError, match="row 0, column 0"):
        Linear()(np.array([[np.iinfo(kind).max, 0]], dtype=kind))


@pytest.mark.parametrize(("n", "most"), [(0, 3), (1, 3), (3, 3), (4, 3), (1000, 7), (10**6, 4000)])
def test_indices_are_evenly_spread_with_both_ends(n, most):
    chosen = evenly_spread(n, most)
    assert len(chosen) == min(n, most)
    assert list(chosen[:1]) == [0][:n]
    assert list(chosen[-1:]) == [n - 1][:n]
    steps = np.diff(chosen)
    assert not len(steps) or (steps.min() >= 1 and np.ptp(steps) <= 1)


@pytest.mark.parametrize("value", [0, -1, 4, 1.0, True, "2", None])
def test_a_count_out_of_range_is_quoted(value):
    with pytest.raises(ValueError, match=re.escape(f"1 <= m <= 3; got m={value!r}.")):
        require_count("m", value, 3)
    require_count("m", np.int64(3), 3)
