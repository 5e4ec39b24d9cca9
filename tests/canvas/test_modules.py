"""Bundles: those of the sources as they are, and each stands in a page as it is."""

from __future__ import annotations

import re

import pytest
from support.paths import ROOT

from kpca_core.drawing.canvas import ASSETS
from kpca_core.drawing.canvas.modules import BUILT, SUM, bundle, sum_of
from views.hosts.streamlit.front import NAMES, address, module

ENTRIES = [
    *(f"streamlit/{name}.js" for name in NAMES),
    "sweep/file.js",
    "figure/file.js",
    "explored/file.js",
    "notebook/widget.js",
    "file.js",
]
SHARED = ROOT / "views/hosts/streamlit"


@pytest.mark.parametrize(("source", "built"), [(ASSETS, BUILT), (SHARED, SHARED / "built")])
def test_bundles_are_those_of_the_sources(source, built):
    assert built.joinpath(SUM).read_text("utf-8").strip() == sum_of(source), "run make bundles"


@pytest.mark.parametrize("entry", ENTRIES)
def test_one_file_imports_nothing(entry):
    text = bundle(entry)
    assert not re.findall(r"(?:^|;)import\b|\bfrom ?\"|importScripts", text)
    # It stands in a page as it is.
    assert "</script" not in text
    assert "<!--" not in text


def test_another_module_has_another_address(monkeypatch):
    before = address("drawing")
    assert before == address("drawing")
    assert re.fullmatch(r"modules/drawing\.js\?[0-9a-f]{12}", before)
    monkeypatch.setattr("views.hosts.streamlit.front.module", lambda name: f"{module(name)} ")
    assert address("drawing") != before
