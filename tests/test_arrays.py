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
from kpca_core._support.arrays import evenly_spread, ratio, require_count
from kpca_core._support.words import counted

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
# The value of a table that is no finite number is the kernel's too, but for those below.
every_checked_way_in = pytest.mark.parametrize(
    "use", [use for name, use in WAYS_IN.items() if name != "kernel"]
)


def with_entry(value):
    table = TABLE.astype(object)
    table[3, 1] = value
    return table


def frame(**columns):
    return pd.DataFrame({"a": TABLE[:, 0]} | columns)


@every_way_in
@pytest.mark.parametrize("dtype", [float, object, int])
def test_masked_entries_are_located(use, dtype):
    X = np.ma.array((10 * TABLE).astype(dtype))
    X[3, 1] = X[7, 0] = np.ma.masked
    with pytest.raises(ValueError, match=r"X has masked entries \(first at row 3, column 1\)"):
        use(X)


def test_a_mask_that_hides_nothing_changes_nothing():
    X = np.ma.masked_greater(TABLE, 100)
    expected = fit(Gaussian(1.0), TABLE, 2)
    np.testing.assert_array_equal(fit(Gaussian(1.0), X, 2).scores, expected.scores)
    scores = KernelPCA(Gaussian(1.0), n_components=2).fit(X).transform(X)
    assert type(scores) is np.ndarray
    np.testing.assert_array_equal(scores, FITTED.transform(TABLE))


@every_way_in
@pytest.mark.parametrize("dtype", ["M8[D]", "M8[ns]", "m8[s]"])
def test_dates_and_times_are_refused_with_their_type(use, dtype):
    X = np.arange(24).astype(dtype).reshape(12, 2)
    with pytest.raises(TypeError, match=re.escape(str(X.dtype)) + r".*\(dates - start\) /"):
        use(X)


# What one entry may be that is no number, with the error and the words behind its place.
ENTRIES = [
    *((one, TypeError, "which is no real number") for one in (
        pd.Timestamp("2020-03-01"), pd.Timedelta("3D"), datetime(2020, 3, 1),
        np.datetime64("2020-03-01"), np.timedelta64(3, "D"), 1j, np.complex128(2.0), [1.0, 2.0],
        {"width": 1}, np.ma.masked)),
    *((one, ValueError, "which is") for one in ("abc", "1.5", "", b"2")),
    *((one, ValueError, "a missing value") for one in (None, pd.NA, pd.NaT)),
]  # fmt: skip


@every_way_in
@pytest.mark.parametrize(("value", "error", "words"), ENTRIES, ids=repr)
def test_entries_that_are_no_numbers_are_quoted_with_their_place(use, value, error, words):
    with pytest.raises(error, match=re.escape(f"X has {value!r} at row 3, column 1, {words}")):
        use(with_entry(value))


@every_way_in
def test_tables_and_lists_with_strings_are_refused(use):
    with pytest.raises(ValueError, match="X has 'abc' at row 1, column 0"):
        use([[1, 2.0], ["abc", True], [2, 3]])
    with pytest.raises(ValueError, match=rf"X has '{TABLE[0, 0]}' at row 0, column 0"):
        use(TABLE.astype(str))


@every_way_in
@pytest.mark.parametrize("dtype", ["Float64", "Int64", "boolean"])
def test_missing_values_of_nullable_columns_are_located(use, dtype):
    with pytest.raises(ValueError, match=r"X has <NA> at row 1, column 1, a missing value"):
        use(frame(b=pd.array([1, None] * 6, dtype=dtype)))


@every_way_in
@pytest.mark.parametrize(
    ("column", "error"),
    [
        (pd.date_range("2020", periods=12), TypeError),
        (pd.timedelta_range("1D", periods=12), TypeError),
        (pd.period_range("2020", periods=12, freq="D"), TypeError),
        (["x"] * 12, ValueError),
        (pd.Categorical(list("abcabcabcabc")), ValueError),
    ],
    ids=["dates", "times", "periods", "strings", "categories"],
)
def test_columns_of_other_things_are_refused_with_their_place(use, column, error):
    with pytest.raises(error, match="at row 0, column 1"):
        use(frame(b=column))


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
    use(table)


@every_checked_way_in
@pytest.mark.parametrize("kind", [np.array, pd.DataFrame, np.ndarray.tolist])
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_values_that_are_not_finite_are_located_everywhere(use, kind, value):
    X = TABLE.copy()
    X[3, 1] = X[7, 0] = value
    with pytest.raises(ValueError, match=rf"row 3, column 1: {value}"):
        use(kind(X))


@every_way_in
def test_numbers_beyond_float64_are_refused(use):
    with pytest.raises(ValueError, match="beyond the largest float64"):
        use(with_entry(10**400))


def test_rows_of_different_lengths_are_no_table():
    for use in (WAYS_IN["fit"], WAYS_IN["estimator"]):
        with pytest.raises(ValueError, match="X is no table of points, one a row"):
            use([[1.0, 2.0], [3.0]])


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


def test_numbers_agree_with_their_nouns():
    assert [counted(n, "{n} point", "{n} points") for n in (0, 1, 2, 1002)] == [
        "0 points", "1 point", "2 points", "1,002 points",
    ]  # fmt: skip


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


def test_a_ratio_is_0_where_the_divisor_is_not_above_0():
    values, by = np.arange(6.0).reshape(3, 2), np.array([2.0, 0.0])
    np.testing.assert_array_equal(ratio(values, by), [[0, 0], [1, 0], [2, 0]])
    np.testing.assert_array_equal(ratio(1.0, np.array([4.0, -1.0, np.nan])), [0.25, 0, 0])


@pytest.mark.parametrize("value", [0, -1, 4, 1.0, True, "2", None])
def test_a_count_out_of_range_is_quoted(value):
    with pytest.raises(ValueError, match=re.escape(f"1 <= m <= 3; got m={value!r}.")):
        require_count("m", value, 3)
    require_count("m", np.int64(3), 3)
