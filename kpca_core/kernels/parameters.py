"""Checks of the parameters of kernels; every message quotes the value."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from functools import wraps
from typing import Any, TypeVar

import numpy as np

from kpca_core._support.arrays import is_finite
from kpca_core._support.words import E_

K = TypeVar("K")

# A parameter in a form of `other_names`.
LETTER = re.compile(r"{(\w+)}")


def other_names(*forms: tuple[str, str]) -> Callable[[type[K]], type[K]]:
    """Say what to write where a kernel is given the parameters of other books and libraries.

    Parameters
    ----------
    forms : (formula, written)
        k(x, y) with such parameters in braces, and the same kernel as it is written here.
    """

    def decorated(kernel: type[K]) -> type[K]:
        made: Callable[..., None] = kernel.__init__
        defaults: dict[str, Any] = {f.name: f.default for f in fields(kernel)}  # type: ignore[arg-type]
        known = {
            name: form
            for form in reversed(forms)
            for name in LETTER.findall(form[1])
            if name not in defaults
        }

        @wraps(made)
        def init(self: K, *args: Any, **given: Any) -> None:
            other = next((name for name in given if name in known), None)
            if other is not None:
                formula, written = known[other]
                values = {**defaults, **dict(zip(defaults, args, strict=False)), **given}
                message = E_(
                    "{kernel} takes {parameters}, not {name}. For k(x, y) = {formula} write "
                    "{written}."
                )
                said = {"formula": _filled(formula, {}), "written": _filled(written, values)}
                takes = ", ".join(defaults)
                raise TypeError(
                    message.format(kernel=kernel.__name__, parameters=takes, name=other, **said)
                )
            made(self, *args, **given)

        kernel.__init__ = init  # type: ignore[assignment]
        return kernel

    return decorated


def _filled(form: str, values: Mapping[str, Any]) -> str:
    """The form with the values that are known, and letters for the others."""

    def value(found: re.Match[str]) -> str:
        one = values.get(found[1], MISSING)
        if one is MISSING:
            return found[1]
        return repr(one.item() if isinstance(one, np.generic) else one)

    return LETTER.sub(value, form)


def require_positive(kernel: str, **values: object) -> None:
    """Raise ValueError, quoting the value, unless each is a finite number above zero."""
    for name, value in values.items():
        if not (is_finite(value) and value > 0):  # type: ignore[operator]
            said = E_("{kernel} needs a finite {name} > 0; got {name}={value!r}.")
            raise ValueError(said.format(kernel=kernel, name=name, value=value))


def require_finite(kernel: str, **values: object) -> None:
    """Raise ValueError, quoting the value, unless each is a finite number."""
    for name, value in values.items():
        if not is_finite(value):
            said = E_("{kernel} needs a finite {name}; got {name}={value!r}.")
            raise ValueError(said.format(kernel=kernel, name=name, value=value))
