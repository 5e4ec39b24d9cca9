"""Kernels from their text: what `repr` writes is read, and nothing else is run."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support import SHIPPED

from kpca_core import Gaussian, Linear, Matern, Polynomial
from kpca_core.kernels.parsing import NAMED, parse_kernel

POSITIVE = st.floats(1e-6, 1e6)
SIMPLE = st.one_of(
    POSITIVE.map(Gaussian), st.just(Linear()), st.builds(Polynomial, st.integers(1, 9), POSITIVE)
)
ANY = st.recursive(
    SIMPLE,
    lambda inner: st.one_of(
        st.builds(lambda a, b: a + b, inner, inner),
        st.builds(lambda a, b: a * b, inner, inner),
        st.builds(lambda c, k: c * k, POSITIVE, inner),
    ),
    max_leaves=5,
)


@given(ANY)
def test_what_repr_writes_is_read(kernel):
    assume(len(repr(kernel)) <= 500)
    assert parse_kernel(repr(kernel)) == kernel


def test_every_shipped_kernel_is_read():
    assert {type(kernel).__name__ for kernel in SHIPPED} >= set(NAMED)
    for kernel in SHIPPED:
        assert parse_kernel(repr(kernel)) == kernel


@pytest.mark.parametrize(
    ("text", "kernel"),
    [
        ("Gaussian(0.1)", Gaussian(0.1)),
        (" Gaussian.from_sigma(2) ", Gaussian(8.0)),
        ("Gaussian.from_gamma(gamma=4)", Gaussian(0.25)),
        ("Gaussian(1e-1) + 0.5 * Linear()", Gaussian(0.1) + 0.5 * Linear()),
        ("2 * (Matern(1, nu=2.5) * Linear())", 2 * (Matern(1, 2.5) * Linear())),
        ("Polynomial(2, offset=+1)", Polynomial(2, 1)),
    ],
)
def test_what_people_write_is_read(text, kernel):
    assert parse_kernel(text) == kernel


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is no kernel"),
        ("Gaussian", "'Gaussian' is no kernel"),
        ("Gaussian(0.1", "is no kernel; write such as"),
        ("Gausian(1)", "no kernel 'Gausian'; there are Gaussian"),
        ("Gaussian(-1)", "width=-1"),
        ("Gaussian()", "missing 1 required"),
        ("Gaussian(width=1, sigma=2)", r"write Gaussian\.from_sigma\(2\)\.$"),
        ("Gaussian('1')", "\"'1'\" is no kernel"),
        ("Gaussian(True)", "'True' is no kernel"),
        ("Gaussian(*[1])", "write the numbers"),
        ("Gaussian(**{'width': 1})", "write the numbers"),
        ("Gaussian(Linear())", "width=Linear"),
        ("Gaussian(1) - Linear()", "is no kernel"),
        ("-Linear()", "added and multiplied only"),
        ("0 * Linear()", "factor"),
        ("Gaussian(1) + 2", "is no kernel: a kernel is added"),
        ("3", "a number, not a kernel"),
        ("Polynomial(2.5)", "degree=2.5"),
        ("__import__('os').system('true')", "There is no kernel"),
        ("Gaussian.__init__(1)", "There is no kernel"),
        ("Gaussian(1).__class__", "is no kernel"),
        ("(lambda: 1)()", "There is no kernel"),
        ("[Gaussian(1) for _ in '1'][0]", "is no kernel"),
        ("(" * 200 + "1" + ")" * 200, "no kernel|a number"),
        ("9" * 600, "at most 500 letters"),
        ("Gaussian(1); Linear()", "is no kernel"),
        ("2 ** 9999999999", "is no kernel"),
    ],
)  # fmt: skip
def test_other_texts_get_a_message_that_quotes_them(text, message):
    with pytest.raises((ValueError, TypeError), match=message):
        parse_kernel(text)
