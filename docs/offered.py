"""Tables and lists of what is offered, which conf.py writes before each build."""

from __future__ import annotations

from collections.abc import Iterable
from inspect import signature
from pathlib import Path

from datasets import DATASETS
from kpca_core._support.markup import in_unicode
from kpca_core.kernels import KERNELS, Kernel

DOCS = Path(__file__).resolve().parent
# What a user calls of any kernel.
CALLED = ("__call__", "diagonal", "features", "feature_names", "dilated", "is_psd", "formula")


def own_members() -> dict[type[Kernel], list[str]]:
    """Return the public names of each kernel that no other kernel has."""
    return {
        kernel: [
            name
            for name in vars(kernel)
            if not name.startswith("_")
            and name not in kernel.__dataclass_fields__
            and not any(hasattr(base, name) for base in kernel.__bases__)
        ]
        for kernel in KERNELS.values()
    }


def kernel_table() -> str:
    """Return the table of all kernels in Markdown."""
    rows = ["| kernel | k(x, y) | positive semidefinite |", "| --- | --- | --- |"]
    for kernel in KERNELS.values():
        arguments = [
            one.name if one.default is one.empty else f"{one.name}={one.default:g}"
            for one in signature(kernel).parameters.values()
        ]
        family = kernel.family
        formula = in_unicode(family.formula or family.usual.formula)
        letters = ", ".join(
            f"{one.letter} = {one.name}" for one in family.parameters if one.letter != one.name
        )
        said = f"{formula}, {letters}" if letters else formula
        psd = "yes" if family.usual.is_psd else "no"
        rows.append(f"| `{kernel.__name__}({', '.join(arguments)})` | {said} | {psd} |")
    return "\n".join(rows) + "\n"


def names(module: str, found: Iterable[str]) -> str:
    """Return a list of names that makes a page of each."""
    listed = "".join(f"   {name}\n" for name in found)
    return f".. currentmodule:: {module}\n\n.. autosummary::\n   :toctree: generated\n\n{listed}"


def files() -> dict[str, str]:
    """Return the text of each file, by its path in this folder."""
    return {
        "_kernels.md": kernel_table(),
        "api/_kernels.rst": names("kpca_core", (one.__name__ for one in KERNELS.values())),
        "api/_datasets.rst": names("datasets", (one.__name__ for one in DATASETS.values())),
    }


def write() -> list[str]:
    """Write all files, and return the names of those that list names."""
    for name, text in files().items():
        (DOCS / name).write_text(text, encoding="utf-8")
    return [name for name in files() if name.endswith(".rst")]
