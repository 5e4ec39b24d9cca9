"""Prints as JSON what the checkout of the current folder offers; run as a script."""

from __future__ import annotations

import json
import runpy
import sys
from argparse import ArgumentParser
from importlib import import_module

import kpca_core
from datasets import DATASETS
from kpca_core.commands.options import add_reading, add_rows
from kpca_core.commands.reading import chosen_rows, read_table
from support import SHIPPED
from views.pages.explore.snippet import dataset_call
from views.state.settings import State

PAGES = (
    "explore", "compare", "sweep", "neighbours", "table", "denoise", "method", "scale", "paper",
    "digits",
)  # fmt: skip


def subclasses(cls: type) -> list[type]:
    """Return a class and all that derive from it."""
    return [cls, *(one for part in cls.__subclasses__() for one in subclasses(part))]


def options(page: str, *keys: str) -> list[list[str]]:
    """Return the options of the page's choices of these keys."""
    (state,) = (one for one in subclasses(State) if vars(one).get("page") == page)
    fields = (one for one, _value in state.of_address({}).settings)
    named = (getattr(one, "options", ()) for one in fields if one.key in keys)
    return [[*found] for found in named if found and "iris" not in found]


def main() -> None:
    """Print all."""
    for page in PAGES:
        import_module(f"views.pages.{page}.state")
    from views.pages.explore.state import ExploreState

    parser = ArgumentParser()
    add_rows(parser)
    add_reading(parser)
    command = ["builtin:half-circles", "--kernel", "InverseMultiquadric(0.7)"]
    arguments = parser.parse_args(command)
    explored = ExploreState.of_address({
        "data": "half-circles", "half-circles_n": "50", "seed": "3",
        "kernel": "inverse-multiquadric", "inverse-multiquadric_length": "0.5",
    })  # fmt: skip
    json.dump(
        {
            "kernels": {page: options(page, "kernel", "a_kernel", "b_kernel") for page in PAGES},
            "data": {page: options(page, "data", "points") for page in PAGES},
            "read back": {
                "kernel": repr(explored.kernel.build()), "data": dataset_call(explored.data),
            },
            "command": repr(arguments.kernel),
            "rows": chosen_rows(arguments, read_table(arguments, None))[0].X.shape,
            "documents": runpy.run_path("docs/offered.py")["files"](),
            "battery": [*map(repr, SHIPPED)],
            "data sets": [*DATASETS],
            "names": kpca_core.__all__,
        },
        sys.stdout,
    )  # fmt: skip


if __name__ == "__main__":
    main()
