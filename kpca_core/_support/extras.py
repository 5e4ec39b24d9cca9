"""Libraries that come with an extra of this package."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from kpca_core._support.installing import installing
from kpca_core._support.words import E_


@contextmanager
def needed(library: str, purpose: str, extra: str) -> Iterator[None]:
    """Replace a failed import in this context by an ImportError that says how to install it."""
    try:
        yield
    except ModuleNotFoundError as error:
        said = E_("{library}, which {purpose}, is not installed: {command}")
        if sys.platform == "emscripten":
            said = E_(
                "{library}, which {purpose}, is not here, where Python runs in a browser. On a "
                "computer: {command}"
            )
        raise ImportError(
            said.format(library=library, purpose=E_(purpose), command=installing(extra))
        ) from error
