"""The command line as a shell calls it, in this process."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

from sklearn.datasets import load_wine

from kpca_core.__main__ import main

# A few rows and columns, and options that make a fit of them quick.
WINE = load_wine(as_frame=True).data.iloc[::6, :4]
FEW = "--quiet --components 2"
COMMAND = "import sys; from kpca_core.__main__ import main; sys.exit(main(sys.argv[1:]))"


def kpca(words: str, *more: object) -> int:
    """Run a command; `more` are words as they are, such as paths with blanks."""
    return main([*shlex.split(words), *map(str, more)])


def strict(text: str) -> Any:
    """The value of JSON without NaN, which is none."""

    def refuse(name: str) -> None:
        raise AssertionError(name)

    return json.loads(text, parse_constant=refuse)


def files_in(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
