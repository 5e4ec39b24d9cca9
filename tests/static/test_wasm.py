"""The library and the pages in the packages of the edition, under Node: equal to what is native."""

from __future__ import annotations

import fcntl
import json
import re
import shutil
import subprocess
from itertools import zip_longest
from pathlib import Path

import numpy as np
import pytest
from support.frames import decode
from support.processes import python

from views.named import PAGES

HERE = Path(__file__).parent
# Times, what is rounding, and the column of a table that has seconds.
UNEQUAL = re.compile(r"\b[\d.,]+ m?s\b|residual [\d.×⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+|(?<=/7: )0\.\d{3}$")


@pytest.fixture(scope="module")
def native(tmp_path_factory):
    """What a fresh Python finds here."""
    out = tmp_path_factory.mktemp("native") / "found.npz"
    code = "import pathlib, sys; sys.path.insert(0, 'tests'); from static import measured; "
    done = python(
        code + "pathlib.Path(sys.argv[1]).write_bytes(measured.measured())", str(out), KPCA_FILES=""
    )
    assert done.returncode == 0, done.stderr
    return np.load(out)


@pytest.fixture(scope="module")
def there(edition):
    """What Python in WebAssembly finds by what a browser fetches; once a run."""
    if shutil.which("node") is None:
        pytest.skip("needs Node")
    out = edition.with_name(f"{edition.name}.npz")
    command = ["node", HERE / "run.mjs", edition, HERE / "measured.py", "measured()", out]
    with out.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not out.exists():
            done = subprocess.run(command, capture_output=True, text=True, timeout=300)
            assert done.returncode == 0, done.stderr[-2000:]
    return np.load(out)


def texts(found):
    return json.loads(str(found["texts"]))


def test_all_is_found_there(native, there):
    assert not [text for text in texts(there).items() if "trouble" in text[0]]
    assert set(native.files) == set(there.files)


def test_numbers_are_those_of_other_processors(native, there):
    for name in native.files:
        if name == "texts" or name.startswith("page"):
            continue
        one, other = native[name], there[name]
        assert one.shape == other.shape, name
        is_spectrum = "eigenvalues" in name
        whole = np.abs(one).max() if is_spectrum else np.ptp(one)
        assert np.abs(one - other).max() <= (1e-12 if is_spectrum else 1e-8) * whole, name


def test_what_is_said_is_the_same(native, there):
    assert texts(native) == texts(there)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_the_same(native, there, page):
    one, other = (found[f"page {page}"].tobytes() for found in (native, there))
    assert not list(differences(one, other))


def differences(one, other, path=""):
    """Yield what differs by more than rounding between two answers, and where."""
    (header, arrays), (header_there, arrays_there) = decode(one), decode(other)
    for (place, value), (_, found) in zip_longest(
        said(header), said(header_there), fillvalue=("", None)
    ):
        if not is_equal(value, found, place):
            yield path + place, value, found
    assert arrays.keys() == arrays_there.keys()
    for name, array in arrays.items():
        found = arrays_there[name]
        if name.startswith("frame"):
            yield from differences(array.tobytes(), found.tobytes(), f"{path}/{name}")
        elif not np.allclose(array, found, rtol=1e-6, atol=1e-6, equal_nan=True):
            yield path, name


def said(value, path=""):
    """Yield the values of JSON with their places; the layout of arrays is left out."""
    if isinstance(value, dict | list):
        for key, one in value.items() if isinstance(value, dict) else enumerate(value):
            if path or key != "arrays":
                yield from said(one, f"{path}/{key}")
    else:
        yield path, value


def is_equal(value, found, place):
    if isinstance(value, float) and isinstance(found, float):
        return np.isclose(value, found, rtol=1e-9, atol=1e-12)
    return UNEQUAL.sub("", f"{place}: {value}") == UNEQUAL.sub("", f"{place}: {found}")
