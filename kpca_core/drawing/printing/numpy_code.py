"""Kernels as an expression of NumPy and as a formula with numbers, for files that stand alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from kpca_core._support.markup import in_unicode
from kpca_core._support.words import _
from kpca_core.kernels import (
    Cosine,
    Gaussian,
    Kernel,
    Laplacian,
    Linear,
    Matern,
    Polynomial,
    RationalQuadratic,
    Sigmoid,
)
from kpca_core.kernels.base import Product, Scaled, Sum


def _plus(text: str, number: float) -> str:
    return f"{text} {'-' if number < 0 else '+'} {abs(number)!r}" if number else text


def _matern(kernel: Matern) -> str:
    r = f"np.sqrt({round(2 * kernel.nu)} * squared) / {kernel.length!r}"
    factor = {0.5: "1", 1.5: f"(1 + {r})", 2.5: f"(1 + {r} + ({r}) ** 2 / 3)"}[kernel.nu]
    return f"{factor} * np.exp(-{r})"


EXPRESSIONS: Mapping[type[Kernel], Callable[[Any], str]] = {
    Linear: lambda k: "dot",
    Polynomial: lambda k: f"({_plus('dot', k.offset)}) ** {int(k.degree)}",
    Sigmoid: lambda k: f"np.tanh({_plus(f'{k.scale!r} * dot', k.offset)})",
    # 0 where a or b is 0.
    Cosine: lambda k: "dot / np.maximum(np.sqrt(np.outer((A**2).sum(1), (B**2).sum(1))), 1e-300)",
    Gaussian: lambda k: f"np.exp(-squared / {k.width!r})",
    Laplacian: lambda k: f"np.exp(-cityblock / {k.width!r})",
    RationalQuadratic: lambda k: (
        f"(1 + squared / (2 * {k.alpha!r} * {k.length!r} ** 2)) ** -{k.alpha!r}"
    ),
    Matern: _matern,
    Sum: lambda k: f"({numpy_expression(k.left)}) + ({numpy_expression(k.right)})",
    Product: lambda k: f"({numpy_expression(k.left)}) * ({numpy_expression(k.right)})",
    Scaled: lambda k: f"{k.factor!r} * ({numpy_expression(k.kernel)})",
}
# The letters that the formulas have for parameters, where they are not those of the field.
LETTERS = {"length": "ℓ", "alpha": "α", "degree": "d", "offset": "θ", "scale": "κ"}
WIDTHS: Mapping[type[Kernel], str] = {Gaussian: "c", Laplacian: "w"}


def numpy_expression(kernel: Kernel) -> str:
    """Return k(a, b) of all rows a of A (m, D) and b of B (l, D), an (m, l) array, in NumPy.

    The expression is of A, B and the arrays `dot` (a·b), `squared` (‖a − b‖²) and `cityblock`
    (‖a − b‖₁), all (m, l).

    Raises
    ------
    ValueError
        for a kernel that is not one of the library's, nor a combination of these
    """
    if type(kernel) not in EXPRESSIONS:
        raise ValueError(
            _(
                "A notebook that stands alone cannot hold the kernel {kernel!r}. Take one of the "
                "library's kernels, or a sum or product of them."
            ).format(kernel=kernel)
        )
    return EXPRESSIONS[type(kernel)](kernel)


def formula_with_numbers(kernel: Kernel) -> str:
    """Return a kernel's formula with its parameters: "k(x, y) = exp(−‖x−y‖² / c), c = 0.1".

    Of a combination, whose parts may have equal letters, the parts are named instead.
    """
    formula = f"k(x, y) = {in_unicode(kernel.formula)}"
    if isinstance(kernel, Sum | Product | Scaled) or type(kernel) not in EXPRESSIONS:
        return f"{formula};  {kernel!r}"
    numbers = {
        WIDTHS.get(type(kernel), LETTERS.get(one.name, one.name)): getattr(kernel, one.name)
        for one in fields(kernel)
        if one.name in ("width", *LETTERS)
    }
    # A letter that the formula leaves out has no number, as the offset 0 of a polynomial.
    letters = {"ᵈ": "d", **{letter: letter for letter in numbers}}
    shown = {letters[one] for one in letters if one in formula}
    said = ", ".join(
        f"{letter} = {value:g}" for letter, value in numbers.items() if letter in shown
    )
    return f"{formula},  {said}".replace("-", "−") if said else formula
