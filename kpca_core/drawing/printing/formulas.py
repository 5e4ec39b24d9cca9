"""A kernel's formula with numbers, for files that stand alone."""

from kpca_core._support.markup import in_unicode
from kpca_core.kernels import Kernel


def formula_with_numbers(kernel: Kernel) -> str:
    """Return a kernel's formula with its parameters: "k(x, y) = exp(−‖x−y‖² / c), c = 0.1".

    Of a combination, whose parts may have equal letters, the parts are named instead.
    """
    formula = f"k(x, y) = {in_unicode(kernel.formula)}"
    if kernel.family.build is not type(kernel):
        return f"{formula};  {kernel!r}"
    numbers = {one.letter: getattr(kernel, one.name) for one in kernel.family.parameters}
    # A letter that the formula leaves out has no number, as the offset 0 of a polynomial.
    letters = {"ᵈ": "d", **{letter: letter for letter in numbers}}
    shown = {letters[one] for one in letters if one in formula}
    said = ", ".join(
        f"{letter} = {value:g}" for letter, value in numbers.items() if letter in shown
    )
    return f"{formula},  {said}".replace("-", "−") if said else formula
