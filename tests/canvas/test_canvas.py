"""Frames: what the live component receives."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from support.frames import decode

from kpca_core import Gaussian, fit
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.drawing.canvas.wire import encode
from kpca_core.drawing.canvas.words import Display, shortfall

DTYPES = st.sampled_from(["float32", "uint16", "uint32", "uint8", "int16", "int8"])


@settings(deadline=None, max_examples=50)
@given(
    st.dictionaries(
        st.text("abcdef", min_size=1, max_size=5),
        DTYPES.flatmap(
            lambda dtype: hnp.arrays(
                dtype, hnp.array_shapes(min_dims=1, max_dims=3, min_side=0, max_side=5)
            )
        ),
        max_size=4,
    ),
    st.text(max_size=20),
)
def test_a_frame_can_be_read_back(arrays, words):
    header, back = decode(encode({"words": words, "λ": np.float64(0.25)}, arrays))
    assert header["words"] == words
    assert header["λ"] == 0.25
    assert back.keys() == arrays.keys()
    for name, array in arrays.items():
        np.testing.assert_array_equal(back[name], array)
        assert header["arrays"][name]["offset"] % 8 == 0


def test_what_has_no_form_is_refused():
    with pytest.raises(TypeError, match="float64"):
        encode({}, {"field": np.zeros(3)})
    with pytest.raises(ValueError, match="arrays"):
        encode({"arrays": 1}, {})
    with pytest.raises(ValueError, match="JSON compliant"):
        encode({"value": float("nan")}, {})


@pytest.mark.parametrize(
    ("tol", "said"),
    [
        (1e-2, "10 of 16 components were found: the tolerance leaves out eigenvalues of up to 2."),
        (1e-14, ""),
    ],
)
def test_components_that_a_tolerance_leaves_out_are_not_said_not_to_exist(tol, said):
    X = np.random.default_rng(0).standard_normal((300, 2))
    found = fit(Gaussian(50.0), X, 16, solver="low-rank", tol=tol)
    fields, labels = np.zeros((found.n_components, 3, 3)), np.zeros(300, dtype=int)
    picture = Picture(found, fields, X, labels, ((-3.0, 3.0), (-3.0, 3.0)))
    told = shortfall(picture, Display(panels=16))
    assert told.startswith(said)
    assert bool(told) == bool(said)
