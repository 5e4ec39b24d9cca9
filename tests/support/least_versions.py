"""Prints constraints for pip: every dependency of pyproject.toml at its lower bound.

    python tests/support/least_versions.py > constraints.txt

A bound `>=2.0` becomes `==2.0.*`, the newest patch of the least version.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"
BOUNDED = re.compile(r"(?P<name>[\w.-]+)(\[[\w.,-]+\])?>=(?P<least>\d+(\.\d+)*)")
# Tools of developers, which the tests do not run with.
LEFT_OUT = ("dev",)


def constraints(project: dict[str, object]) -> Iterator[str]:
    """Yield `name==least.*` for each requirement of the table [project]."""
    extras = project["optional-dependencies"]
    for extra, listed in {"": project["dependencies"], **extras}.items():
        for requirement in () if extra in LEFT_OUT else listed:
            if found := BOUNDED.match(requirement):
                yield f"{found['name']}=={found['least']}.*"
            elif not requirement.startswith(f"{project['name']}["):
                raise ValueError(f"{requirement!r} has no lower bound: write 'name>=least,<next'.")


if __name__ == "__main__":
    print("\n".join(sorted(set(constraints(tomllib.loads(PROJECT.read_text())["project"])))))
