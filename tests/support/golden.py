"""The states whose golden values are kept, and where they differ from what pages show now.

The values are in ``tests/golden/golden.json.gz``; ``python -m tests.golden`` makes them anew and
says what has changed.
"""

from __future__ import annotations

import gzip
import json
import math
import re
from base64 import b64decode
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from pathlib import Path
from typing import Any

import numpy as np

from kpca_core.drawing.marks import CHARACTER

FILE = Path(__file__).resolve().parents[1] / "golden" / "golden.json.gz"
LANGUAGES = ("en", "zh")
# Two points moved, one removed and one relabelled of sixty.
EDITED = "1.eNpjZGFgYGQCEgwMTEwMjIxAivk3w38QZOJmAAMAMmcEHQ"

# By page, of each state the address. The contents of downloads are kept of those in FILED.
STATES: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    "explore": {
        "first view": {},
        "rings": {
            "data": "rings", "ring_n": "80", "kernel": "polynomial", "degree": "3", "grid": "50",
            "components": "5", "scale": "variance", "view": "scores", "j": "2",
        },
        "indefinite": {
            "data": "parabola", "n": "60", "paper": "false", "kernel": "sigmoid", "grid": "25",
            "components": "3", "log": "true", "chance": "true", "arrows": "true",
            "closest": "true",
        },
        "old link": {
            "data": "Noisy parabola", "paper": "false", "seed": "7", "n": "60", "noise": "0.1",
            "kernel": "Matérn", "nu": "5/2", "length": "0.5", "grid": "50²", "centred": "false",
            "view": "gram", "points": EDITED, "components": "99",
        },
        "story": {
            "story": "why-kernels", "step": "3", "convention": "sigma", "lock": "data",
            "hide": "components", "view": "space", "grid": "25",
        },
    },
    "compare": {
        "first view": {},
        "one slider": {
            "data": "rings", "ring_n": "60", "one": "true", "b_kernel": "gaussian",
            "a_width": "0.3", "b_centred": "false", "components": "3",
        },
        "landmarks": {"a_fit": "10", "b_kernel": "matern", "b_nu": "0.5", "b_outlier": "true"},
        "story": {"story": "compare-outlier"},
        "locked": {"a_kernel": "sigmoid", "lock": "a_kappa", "hide": "b_decay", "components": "2"},
    },
    "sweep": {
        "first view": {"values": "50", "components": "3"},
        "degenerate": {
            "data": "rings", "ring_n": "40", "kernel": "matern", "nu": "0.5", "values": "50",
            "components": "2", "from": "0.1", "at": "7",
        },
        "sigmoid": {
            "kernel": "sigmoid", "parameter": "shift", "values": "50", "components": "2",
            "per_cluster": "12", "axis": "linear", "end": "swing",
        },
        "sigma": {
            "convention": "sigma", "to": "1.0", "values": "50", "components": "2",
            "centred": "false", "per_cluster": "12", "lock": "rate",
        },
        "no range": {"from": "3.0", "to": "2.0", "values": "50"},
    },
    "neighbours": {
        "first view": {"per_cluster": "12"},
        "light": {
            "data": "rings", "ring_n": "60", "methods": "kernel,linear,local", "features": "2",
            "feature": "2", "kernel": "polynomial",
        },
        "training": {
            "per_cluster": "10", "methods": "power,hebbian", "training": "10", "start": "3",
            "arrows": "false",
        },
        "edited": {"data": "parabola", "n": "40", "points": EDITED, "methods": "kernel,linear",
                   "markers": "false"},
        "story": {"story": "neighbours-kernel", "per_cluster": "10"},
    },
    "table": {
        "first view": {},
        "iris": {"data": "iris", "grid": "25", "components": "3"},
        "wine": {
            "data": "wine", "kernel": "laplacian", "columns": "1,2,5", "label": "0", "up": "5",
            "row": "3", "view": "maps", "grid": "25", "components": "3",
        },
        "swiss roll": {
            "data": "swiss-roll", "n": "80", "seed": "2", "plane": "principal", "grid": "25",
            "components": "2", "kernel": "rational-quadratic", "view": "space",
        },
        "raw": {"data": "wine", "standardise": "false", "columns": "3,4,5", "grid": "25",
                "colour": "3", "components": "2", "convention": "gamma"},
    },
    "denoise": {
        "first view": {"n": "60"},
        "rings": {"data": "rings", "n": "60", "rings_d": "9", "method": "ridge", "width": "0.07",
                  "point": "3"},
        "clusters": {"data": "clusters", "n": "30", "kernel": "polynomial", "start": "best",
                     "clusters_noise": "0.2", "seed": "4"},
        "indefinite": {"n": "40", "kernel": "sigmoid", "method": "distances", "hide": "kappa"},
        "images": {"show": "digits", "kind": "speckle", "image": "7", "share": "0.3"},
    },
    "method": {
        "first view": {},
        "rings": {"points": "rings", "n": "16", "kernel": "polynomial", "show": "spectrum",
                  "j": "2"},
        "moved": {
            "moved": "3:0.25,-0.1;7:1,0", "x": "0.5,0.4", "row": "2", "column": "9",
            "show": "contours", "terms": "5", "answers": "true",
        },
        "own order": {"points": "parabola", "steps": "gram,centre,line", "turn": "30", "lock": "x"},
        "classes": {"show": "classify", "task": "moons", "kernel": "laplacian"},
    },
    "paper": {
        "first view": {},
        "figure 3": {"figure": "3", "beside": "false"},
        "figure 5": {"figure": "Figure 5", "new_draw": "5"},
        "book": {"figure": "prml-12.16", "markers": "false"},
        "book, old link": {"figure": "PRML 12.17", "lock": "new_draw"},
    },
    "digits": {
        "first view": {},
        "few": {"degrees": "1,2", "components": "8,16", "images": "2"},
        "smooth": {"smoothing": "0.5", "images": "3"},
        "no file": {"digits": "USPS from a file"},
        "nothing chosen": {"degrees": "none"},
    },
    "scale": {
        "first view": {"points": "60"},
        "rings": {"data": "rings", "points": "60", "kernel": "polynomial", "m": "12",
                  "component": "3"},
        "matern": {"kernel": "Matérn", "nu": "1/2", "points": "60", "m": "500"},
        "parabola": {"data": "Noisy parabola", "points": "50", "seed": "3", "markers": "false",
                     "kernel": "rational-quadratic"},
        "locked": {"points": "40", "size": "1,000", "lock": "size,m", "hide": "seed"},
    },
}  # fmt: skip
FILED = {
    "explore": ("rings",), "compare": ("landmarks",), "sweep": ("sigmoid",),
    "neighbours": (), "table": ("iris",), "denoise": ("first view",), "method": ("first view",),
    "paper": ("figure 5",), "digits": ("first view",), "scale": ("rings",),
}  # fmt: skip
CASES = [(page, name) for page, states in STATES.items() for name in states]

# Rounding: of other processors the sixth digit differs, of projections the fourth.
RTOL, ATOL, EXACT = 1e-4, 1e-9, 1e-12
POWER = re.compile(r"(\d+(?:\.\d+)?)×10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
NUMBER = re.compile(r"\d+(?:[.,]\d+)*(?:e[+-]?\d+)?")
# To how many digits functions equal scores: the whole part of a logarithm of rounding.
STATED_DIGITS = re.compile(r"(?<=equal scores to )\d+ digits?|(?<=函数与得分一致到 )\d+ 位")
# Lists of what is offered, which contributors add to.
GROWING = ("options", "stories", "pages")
# Pixels that a table needs: a number that is rounding may have a character more or less.
LEAST = "least"
# A printed number with so many digits may differ by one in its last.
DIGITS = 3


def measure(page: str, name: str) -> dict[str, Any]:
    """Return what a page shows now in a state, in each language."""
    from support.seen import seen

    address = STATES[page][name]
    return {
        spoken: seen(page, address, spoken, files=spoken == "en" and name in FILED[page])
        for spoken in LANGUAGES
    }


def read() -> dict[str, dict[str, Any]]:
    """Return the golden values by page and state."""
    found: dict[str, dict[str, Any]] = json.loads(gzip.decompress(FILE.read_bytes()))
    return found


def write(values: Mapping[str, Mapping[str, Any]]) -> None:
    """Write the golden values: equal values as equal bytes."""
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    FILE.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def differences(old: Any, new: Any, path: str = "") -> Iterator[str]:
    """Yield each value that differs by more than rounding, with its place.

    A kernel, a data set, a story or a page more is no difference where they are listed.
    """
    if _is_array(old) and _is_array(new):
        if not _hold_alike(old, new):
            yield f"{path}: {_cut(old)} → {_cut(new)}"
    elif isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in _compared(old, new):
            yield from differences(old.get(key), new.get(key), f"{path} › {key}")
    elif isinstance(old, list) and isinstance(new, list):
        if _is_in_short(old) and _is_in_short(new):
            if not _are_close(old, new):
                yield f"{path}: {old} → {new}"
            return
        for i, pair in enumerate(zip_longest(old, new)):
            yield from differences(*pair, f"{path} › {i}")
    elif not _is_equal(old, new):
        yield f"{path}: {_cut(old)} → {_cut(new)}"


def _compared(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    """Yield the keys of both but for lists that have only grown, and room for one character."""
    for key in {**old, **new}:
        one, other = old.get(key), new.get(key)
        if key == LEAST and one and other and abs(one - other) <= CHARACTER + 1:
            continue
        if key not in GROWING or not _has_all(other, one):
            yield key


def _has_all(found: Any, wanted: Any) -> bool:
    """Whether a mapping, or a list in its order, still has all that is wanted."""
    if isinstance(found, Mapping) and isinstance(wanted, Mapping):
        return wanted.items() <= found.items()
    if not (isinstance(found, list) and isinstance(wanted, list)):
        return False
    rest = iter(found)
    return all(one in rest for one in wanted)


def _is_array(value: Any) -> bool:
    """Whether this is an array as Plotly writes it."""
    return isinstance(value, Mapping) and {"dtype", "bdata"} <= {*value}


def _hold_alike(old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
    a, b = (np.frombuffer(b64decode(one["bdata"]), one["dtype"]) for one in (old, new))
    known = {key: one for key, one in old.items() if key != "bdata"}
    same = known == {key: one for key, one in new.items() if key != "bdata"} and a.shape == b.shape
    return bool(same and np.allclose(a, b, rtol=RTOL, atol=ATOL, equal_nan=True))


def _is_in_short(value: list[Any]) -> bool:
    """Whether this is what `seen.in_short` gives."""
    head = value[0] if value else None
    return isinstance(head, str) and re.match(r"[a-z]+\d* \(", head) is not None


def _are_close(old: list[Any], new: list[Any]) -> bool:
    if old[0] != new[0] or len(old) != len(new):
        return False
    size = max((abs(x) for x in old[1:]), default=0.0)
    whole = "int" in old[0] and "float" not in old[0]
    # A quantised value may be rounded to its neighbour.
    room = RTOL * size + (1.0 if whole and size > 100 else ATOL)
    return all(abs(a - b) <= room for a, b in zip(old[1:], new[1:], strict=True))


def _is_equal(old: Any, new: Any) -> bool:
    if isinstance(old, float) or isinstance(new, float):
        numbers = all(isinstance(x, int | float) and not isinstance(x, bool) for x in (old, new))
        return numbers and math.isclose(old, new, rel_tol=RTOL, abs_tol=ATOL)
    if not (isinstance(old, str) and isinstance(new, str)) or old == new:
        return bool(old == new)
    old, new = (STATED_DIGITS.sub("", POWER.sub(_with_exponent, one)) for one in (old, new))
    pairs = [(NUMBER.findall(one), NUMBER.split(one)) for one in (old, new)]
    (numbers, words), (others, rest) = pairs
    return words == rest and all(map(_is_printed_alike, numbers, others))


def _with_exponent(power: re.Match[str]) -> str:
    """Return 1.5×10⁻¹³ as 1.5e-13."""
    return f"{power[1]}e{power[2].translate(str.maketrans('⁻⁰¹²³⁴⁵⁶⁷⁸⁹', '-0123456789'))}"


def _is_printed_alike(old: str, new: str) -> bool:
    """Whether two printed numbers are equal but for rounding of the last digit."""
    if old == new:
        return True
    digits, unit = old.replace(",", "").partition("e")[0], 0.0
    a, b = (float(one.replace(",", "")) if one.count(".") < 2 else math.inf for one in (old, new))
    if not (math.isfinite(a) and math.isfinite(b)):
        return False
    if max(a, b) < ATOL:  # residuals
        return True
    if "." in digits and len(digits.replace(".", "").lstrip("0")) >= DIGITS:
        unit = 10.0 ** -len(digits.partition(".")[2])
    scale = a / float(digits) if float(digits) else 1.0
    return abs(a - b) <= max(1.001 * unit * scale, EXACT * abs(a))


def _cut(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) < 300 else f"{text[:200]} … {text[-60:]}"
