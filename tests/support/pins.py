"""Prints a constraint for each package that this environment has: what `make constraints` keeps.

    python tests/support/pins.py > constraints.txt

A version was installed on one version of Python and may have no wheel for another, so each line
has that version as its marker. Nothing names the host that a package came from.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib.metadata import distributions

# What an environment has before anything is installed, and this project itself.
LEFT_OUT = {"pip", "setuptools", "kpca-core"}


def pins() -> Iterator[str]:
    """Yield `name==version ; python_version == "…"` for each package, in the order of names."""
    marker = f'python_version == "{sys.version_info.major}.{sys.version_info.minor}"'
    found = {re.sub(r"[-_.]+", "-", one.name).lower(): one.version for one in distributions()}
    for name in sorted(found.keys() - LEFT_OUT):
        yield f"{name}=={found[name]} ; {marker}"


if __name__ == "__main__":
    print("\n".join(pins()))
