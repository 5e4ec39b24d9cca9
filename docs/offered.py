"""Tables and lists of what is offered, which conf.py writes before each build."""

from __future__ import annotations

import re
from argparse import Action, ArgumentParser, _SubParsersAction
from collections.abc import Iterable
from inspect import signature
from pathlib import Path
from textwrap import dedent

from datasets import DATASETS
from kpca_core._support.markup import in_unicode
from kpca_core.commands import COMMANDS, Command
from kpca_core.commands.command_line import whole_parser
from kpca_core.kernels import KERNELS, Kernel

DOCS = Path(__file__).resolve().parent
# An option in a text, which is no code yet.
OPTION = re.compile(r"(?<![\w`-])--[a-z][\w-]*")
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


def command_line() -> str:
    """Return the help of all commands in Markdown, from their parsers."""
    parser, commands = whole_parser()
    parts = [("kpca", parser, None), *((f"kpca {n}", commands[n], COMMANDS[n]) for n in commands)]
    return "\n".join(_command(*part) for part in parts)


def _command(name: str, parser: ArgumentParser, command: Command | None) -> str:
    """Return what a command takes, with its examples."""
    rows = ["| argument | |", "| --- | --- |"]
    for action in parser._actions:
        if action.help and not isinstance(action, _SubParsersAction):
            text = parser._get_formatter()._expand_help(action)
            rows.append(f"| {_named(action)} | {text} |".replace("||", r"\|\|"))
    examples = command.examples if command else "".join(c.examples for c in COMMANDS.values())
    code = dedent(examples)
    # Lists of the help become blocks.
    description = re.sub(r"^  (?=\S)", "    ", parser.description or "", flags=re.MULTILINE)
    description, *rows = (OPTION.sub(r"`\g<0>`", text) for text in (description, *rows))
    said = "\n\n".join([description, "\n".join(rows), f"```text\n{code}```"])
    return f"## `{name}`\n\n{said}\n"


def _named(action: Action) -> str:
    """Return the names of an argument with what it takes, as code."""
    values = action.metavar or ("{" + ",".join(action.choices) + "}" if action.choices else "")
    values = " ".join(values) if isinstance(values, tuple) else values
    values = "" if action.nargs == 0 else f" {values}" + " …" * (action.nargs == "+")
    return " ".join(f"`{one}{values}`" for one in action.option_strings) or f"`{values.strip()}`"


def names(module: str, found: Iterable[str]) -> str:
    """Return a list of names that makes a page of each."""
    listed = "".join(f"   {name}\n" for name in found)
    return f".. currentmodule:: {module}\n\n.. autosummary::\n   :toctree: generated\n\n{listed}"


def files() -> dict[str, str]:
    """Return the text of each file, by its path in this folder."""
    return {
        "_kernels.md": kernel_table(),
        "_commands.md": command_line(),
        "api/_kernels.rst": names("kpca_core", (one.__name__ for one in KERNELS.values())),
        "api/_datasets.rst": names("datasets", (one.__name__ for one in DATASETS.values())),
    }


def write() -> list[str]:
    """Write all files, and return the names of those that list names."""
    for name, text in files().items():
        (DOCS / name).write_text(text, encoding="utf-8")
    return [name for name in files() if name.endswith(".rst")]
