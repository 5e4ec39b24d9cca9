"""Bundles: those of the sources as they are; parts that are loaded when they first occur."""

from __future__ import annotations

import re

import pytest
from support.paths import ROOT

from kpca_core.drawing.canvas import ASSETS
from kpca_core.drawing.canvas.modules import (
    BUILT,
    SUM,
    bundle,
    file,
    files_of,
    parts,
    sum_of,
)

SHARED = ROOT / "views/hosts/streamlit"
# All JavaScript that is built, in bytes.
MOST = 400_000


@pytest.mark.parametrize(("source", "built"), [(ASSETS, BUILT), (SHARED, SHARED / "built")])
def test_bundles_are_those_of_the_sources(source, built):
    assert built.joinpath(SUM).read_text("utf-8").strip() == sum_of(source), "run make bundles"


@pytest.mark.parametrize(
    ("entry", "built"),
    [
        ("notebook/widget.js", BUILT),
        *((name, SHARED / "built") for name in ("head/head.js", "tools/tools.js", "keeper.js")),
    ],
)
def test_one_module_imports_nothing_and_is_no_name_of_a_file(entry, built):
    text = bundle(entry, built)
    assert not re.findall(r"(?:^|;)import\b|\bimport\(|\bfrom ?\"|importScripts", text)
    # Streamlit takes text of one line for the name of a file.
    assert "\n" in text.strip()


def test_nothing_else_is_built_and_all_of_it_is_small():
    built = {path.name for path in BUILT.glob("*.js")}
    assert built == {*files_of(*parts()), "notebook-widget.js"}
    every = (*BUILT.glob("*.js"), *SHARED.joinpath("built").glob("*.js"))
    assert sum(path.stat().st_size for path in every) <= MOST


@pytest.mark.parametrize("state", ["kpcaNumbers", "kpcaSpare"])
def test_what_all_parts_share_is_there_once(state):
    assert sum(state in file(name) for name in files_of(*parts())) == 1
