"""The site: a page for every public name, examples, and code in docstrings and pages that runs."""

from __future__ import annotations

import doctest
import importlib
import re
import runpy

import pytest
from support.paths import ROOT

import kpca_core

DOCS = ROOT / "docs"
REFERENCE = sorted((DOCS / "api").glob("[!_]*.rst"))
PACKAGES = ("kpca_core", "datasets")
FILES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
CODE = [path for path in FILES if ">>>" in path.read_text(encoding="utf-8")]
PAGES = [path for path in sorted(DOCS.glob("*.md")) if ">>>" in path.read_text(encoding="utf-8")]
# A line of an autosummary, or a constant, which is described where it stands.
INCLUDED = re.compile(r"\.\. include:: (\S+)")
NAME = re.compile(r"(?:   |\.\. data:: )(\w+)")


def module_of(path):
    """The dotted name of a file."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def documented():
    """The names that have a page, by their module."""
    found: dict[str, list[str]] = {}
    offered = runpy.run_path(str(DOCS / "offered.py"))["files"]()
    for path in REFERENCE:
        module, text = "", path.read_text(encoding="utf-8")
        text = INCLUDED.sub(lambda found: offered[f"api/{found[1]}"], text)
        for line in text.splitlines():
            if line.startswith(".. currentmodule:: "):
                module = line.split(":: ")[1]
            elif (name := NAME.fullmatch(line)) and path.stem != "index":
                found.setdefault(module, []).append(name[1])
    return found


PUBLIC = {
    module_of(path): importlib.import_module(module_of(path)).__all__
    for path in FILES
    if "__all__ = " in path.read_text(encoding="utf-8")
}
# It makes its list when it is asked for.
PUBLIC["kpca_core"] = kpca_core.__all__


@pytest.mark.parametrize("module", sorted(PUBLIC))
def test_every_public_name_has_a_page_and_no_other_of_its_module(module):
    pages = documented()
    if module == "kpca_core.kernels":  # exports what `kpca_core` does, and more
        pages[module] = pages[module] + [n for n in PUBLIC[module] if n in pages["kpca_core"]]
    own = set(PUBLIC[module])
    if module.startswith("kpca_core."):
        own -= set(pages["kpca_core"]) - set(pages[module])
    assert sorted(own) == sorted(pages[module])


@pytest.mark.parametrize("module", sorted(documented()))
def test_every_name_with_a_page_exists_and_has_a_docstring(module):
    found = importlib.import_module(module)
    for name in documented()[module]:
        assert name.isupper() or (getattr(found, name).__doc__ or "").strip(), name


@pytest.mark.parametrize("path", [*CODE, *PAGES], ids=lambda path: str(path.relative_to(ROOT)))
def test_examples_in_docstrings_and_pages_print_what_they_say(path):
    options = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    if path.suffix == ".md":
        found = doctest.testfile(str(path), module_relative=False, optionflags=options)
    else:
        found = doctest.testmod(importlib.import_module(module_of(path)), optionflags=options)
    assert found.attempted
    assert not found.failed
