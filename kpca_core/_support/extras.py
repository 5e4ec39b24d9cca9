"""Libraries that come with an extra of this package."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, requires

from kpca_core._support.words import _


@contextmanager
def needed(library: str, purpose: str, extra: str) -> Iterator[None]:
    """Replace a failed import in this context by an ImportError that says how to install it."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ImportError(
            _("{library}, which {purpose}, is not installed: {command}").format(
                library=library, purpose=_(purpose), command=installing(extra)
            )
        ) from error


def installing(extra: str) -> str:
    """Return pip's command for what an extra brings.

    It names the libraries: this package may have come from a file that no index has.
    """
    try:
        required = requires("kpca-core") or ()
    except PackageNotFoundError:
        required = ()
    parts = (line.partition(";") for line in required)
    named = [
        one.strip() for one, _sign, when in parts if re.search(rf"'{extra}'|\"{extra}\"", when)
    ]
    return "pip install " + " ".join(f"'{one}'" for one in named or [f"kpca-core[{extra}]"])
