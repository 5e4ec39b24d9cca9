"""Kernels from their text, such as "Gaussian(0.1) + 0.5 * Linear()"; nothing is ever run.

The inverse of `repr`: the text is read as an expression of Python, of which only names of kernels,
numbers, sums, products and multiples mean anything.
"""

from __future__ import annotations

import ast
from typing import Any

from kpca_core._support.words import E_, Said, joined
from kpca_core.kernels import KERNELS, Gaussian, Kernel, LinearAbout, Product, Scaled, Sum
from kpca_core.kernels.names import written_here

NAMED = {kernel.__name__: kernel for kernel in KERNELS.values()}
_CALLED = (Sum, Product, Scaled, LinearAbout, Gaussian.from_sigma, Gaussian.from_gamma)
_KNOWN: dict[str, Any] = {**NAMED, **{called.__qualname__: called for called in _CALLED}}
# Letters of a text: far more than any kernel of use, far less than what nests too deeply.
LONGEST = 500


def parse_kernel(text: str) -> Kernel:
    """Return the kernel that a text names.

    Names of NAMED with numbers as arguments, by place or by name, Gaussian.from_sigma(σ) and
    Gaussian.from_gamma(γ), sums with +, products and positive multiples with *, brackets, and what
    `repr` of a kernel gives.

    Raises
    ------
    ValueError
        for any other text, and for parameters out of range; the message quotes the part
    """
    if len(text) > LONGEST:
        said = E_("A kernel has at most {longest} letters; got {n}.")
        raise ValueError(said.format(longest=LONGEST, n=len(text)))
    try:
        tree = ast.parse(text.strip(), mode="eval").body
        found = _value(tree)
    except (SyntaxError, RecursionError, MemoryError):
        said = E_("{text!r} is no kernel; write such as 'Gaussian(0.1) + 0.5 * Linear()'.")
        raise ValueError(said.format(text=text)) from None
    if not isinstance(found, Kernel):
        said = E_("{text!r} is a number, not a kernel; write such as 'Gaussian({found})'.")
        raise ValueError(said.format(text=text, found=found))
    return found


def _value(node: ast.expr) -> Kernel | float:
    """The kernel or the number that a part of the text stands for."""
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return node.value  # type: ignore[return-value]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        number = _value(node.operand)
        if isinstance(number, Kernel):
            text = E_("{node!r}: kernels are added and multiplied only.")
            raise ValueError(text.format(node=ast.unparse(node)))
        return -number if isinstance(node.op, ast.USub) else number
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mult):
        left: Any = _value(node.left)
        right: Any = _value(node.right)
        try:
            found: Kernel | float = left + right if isinstance(node.op, ast.Add) else left * right
            return found
        except (TypeError, OverflowError):
            text = E_(
                "{node!r} is no kernel: a kernel is added to a kernel, and multiplied by "
                "a kernel or a positive number."
            )
            raise ValueError(text.format(node=ast.unparse(node))) from None
    if isinstance(node, ast.Call):
        return _called(node)
    said = E_(
        "{node!r} is no kernel; there are {kernels}, each with brackets, such as Gaussian(0.1)."
    ).format(node=ast.unparse(node), kernels=", ".join(NAMED))
    raise ValueError(_with_name(said, ast.unparse(node)))


def _with_name(said: str, name: str) -> str:
    """Say also how a kernel that goes by another name is written here."""
    kernel = written_here(name.lower())
    if not kernel:
        return said
    return joined([said, E_("Write {kernel} for {name!r}.").format(name=name, kernel=kernel)])


def _argument(node: ast.expr) -> Any:
    """That of a call: also a row of numbers."""
    return tuple(map(_value, node.elts)) if isinstance(node, ast.Tuple) else _value(node)


def _called(node: ast.Call) -> Kernel:
    name = ast.unparse(node.func)
    if name not in _KNOWN:
        text = E_("There is no kernel {name!r}; there are {kernels}.")
        raise ValueError(_with_name(text.format(name=name, kernels=", ".join(NAMED)), name))
    if any(isinstance(one, ast.Starred) for one in node.args) or any(
        keyword.arg is None for keyword in node.keywords
    ):
        text = E_("{node!r}: write the numbers themselves.")
        raise ValueError(text.format(node=ast.unparse(node)))
    values: list[Any] = [_argument(one) for one in node.args]
    named: dict[str, Any] = {str(one.arg): _argument(one.value) for one in node.keywords}
    try:
        kernel: Kernel = _KNOWN[name](*values, **named)
    except TypeError as error:
        said: str = error.args[0]
        if not isinstance(said, Said):  # Python's own, of wrong arguments
            said = f"{str(error).replace('__init__', name).rstrip('.')}."
        raise ValueError(joined([f"{ast.unparse(node)!r}:", said])) from None
    return kernel
