"""Checks of the parameters of kernels; every message quotes the value."""

from kpca_core._support.arrays import is_finite
from kpca_core._support.words import _


def require_positive(kernel: str, **values: object) -> None:
    """Raise ValueError, quoting the value, unless each is a finite number above zero."""
    for name, value in values.items():
        if not (is_finite(value) and value > 0):  # type: ignore[operator]
            raise ValueError(
                _("{kernel} needs a finite {name} > 0; got {name}={value!r}.").format(
                    kernel=kernel, name=name, value=value
                )
            )


def require_finite(kernel: str, **values: object) -> None:
    """Raise ValueError, quoting the value, unless each is a finite number."""
    for name, value in values.items():
        if not is_finite(value):
            raise ValueError(
                _("{kernel} needs a finite {name}; got {name}={value!r}.").format(
                    kernel=kernel, name=name, value=value
                )
            )
