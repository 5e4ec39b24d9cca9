"""Prints the newest Streamlit of the package registry where it is beyond the bound, else nothing.

python tests/support/newer_streamlit.py
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"


def version(text: str) -> tuple[int, ...]:
    """The numbers of a version: (1, 67, 0) of "1.67.0"."""
    return tuple(map(int, re.findall(r"\d+", text)[:3]))


def bound() -> tuple[int, ...]:
    """The first version that pyproject.toml does not allow."""
    extras = tomllib.loads(PROJECT.read_text())["project"]["optional-dependencies"]
    (named,) = (one for one in extras["app"] if one.startswith("streamlit"))
    return version(named.partition("<")[2])


def newest() -> str:
    """The newest version that pip finds, without installing it."""
    asked = ["install", "--dry-run", "--quiet", "--ignore-installed", "--no-deps", "--report", "-"]
    report = subprocess.run(
        [sys.executable, "-m", "pip", *asked, "streamlit"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True,
    )  # fmt: skip
    (found,) = json.loads(report.stdout)["install"]
    return found["metadata"]["version"]


if __name__ == "__main__":
    found = newest()
    if version(found) >= bound():
        print(found)
