"""Parameters of kernels by name, nested in sums and products, for searches.

The names are those of the kernels' fields, joined by two underscores: `width` of Gaussian(0.1),
`left__width` and `right__factor` of Gaussian(0.1) + 0.5 * Linear().
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from kpca_core._support.words import E_
from kpca_core.kernels.base import Kernel


def parameters(kernel: Kernel) -> dict[str, Any]:
    """Every parameter with its name, those of parts of the kernel included."""
    found: dict[str, Any] = {}
    for field in fields(kernel):
        value = found[field.name] = getattr(kernel, field.name)
        if isinstance(value, Kernel):
            found.update({f"{field.name}__{k}": v for k, v in parameters(value).items()})
    return found


def with_parameters(kernel: Kernel, changes: dict[str, Any]) -> Kernel:
    """A new kernel with some parameters of other values.

    Raises
    ------
    ValueError
        for a name that the kernel does not have, which is quoted with those it has, and for values
        out of range.
    """
    own = {field.name for field in fields(kernel)}
    values: dict[str, Any] = {}
    nested: dict[str, dict[str, Any]] = {}
    for name, value in changes.items():
        first, _separator, rest = name.partition("__")
        if first not in own:
            raise ValueError(
                E_("{kernel!r} has no parameter {name!r}; it has {parameters}.").format(
                    kernel=kernel, name=name, parameters=", ".join(parameters(kernel)) or E_("none")
                )
            )
        if rest:
            nested.setdefault(first, {})[rest] = value
        else:
            values[first] = value
    for first, inner in nested.items():
        part = values.get(first, getattr(kernel, first))
        if not isinstance(part, Kernel):
            said = E_("{kernel!r}: {first} is {part!r}, which has no parameters.")
            raise ValueError(said.format(kernel=kernel, first=first, part=part))
        values[first] = with_parameters(part, inner)
    return replace(kernel, **values)


PREFIX = "kernel__"


def with_new_kernel(kernel: object, changes: dict[str, Any]) -> dict[str, Any]:
    """Changes of an estimator's parameters, those of its kernel replaced by a new kernel.

    Parameters
    ----------
    kernel
        What the estimator has now, where `changes` name no other.
    changes
        Values by name, such as {"n_components": 3, "kernel__width": 0.5}.

    Raises
    ------
    ValueError
        as `with_parameters`, and for the parameters of a kernel that is a name.
    """
    inner = {name: value for name, value in changes.items() if name.startswith(PREFIX)}
    kernel = changes.get("kernel", kernel)
    if not inner or not isinstance(kernel, Kernel | str):
        return changes
    if isinstance(kernel, str):
        said = E_(
            "kernel={kernel!r} has no {first}: the parameters of scikit-learn's kernels "
            "are gamma, degree and coef0, without {prefix}."
        )
        raise ValueError(said.format(kernel=kernel, first=next(iter(inner)), prefix=PREFIX))
    others = {name: value for name, value in changes.items() if name not in inner}
    values = {name.removeprefix(PREFIX): value for name, value in inner.items()}
    return {**others, "kernel": with_parameters(kernel, values)}
