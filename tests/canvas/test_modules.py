"""Bundles: those of the sources as they are; parts that are loaded when they first occur."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.paths import ROOT

from kpca_core.drawing.canvas import ASSETS
from kpca_core.drawing.canvas.modules import (
    BUILT,
    FRONT,
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
STATIC = re.compile(r'(?:^|[;}])(?:import|export)(?:[^"();]*?from)?"\./([^"]+)"')
LATE = re.compile(r'\bimport\("\./([^"]+)"\)')
# What a reader may never ask for, and the kind of drawing that can.
RARE = {
    "gram.js": "drawing",
    "space.js": "drawing",
    "scores.js": "drawing",
    "denoise/scene.js": "drawing",
    "compare/pairs.js": "drawing",
    "figure/images.js": "figure",
    "figure/spaces.js": "figure",
}


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


def test_a_part_has_the_files_that_it_cannot_begin_without():
    for source, files in parts().items():
        assert ASSETS.joinpath(source).is_file()
        needed = [files[0]]
        for name in needed:
            needed += [one for one in STATIC.findall(file(name)) if one not in needed]
        assert sorted(needed) == sorted(files), source


def test_what_is_loaded_later_is_a_part_of_its_own():
    own = {files[0] for files in parts().values()}
    later = {one for name in files_of(*parts()) for one in LATE.findall(file(name))}
    assert later == own - {parts()[FRONT][0]}


def test_nothing_else_is_built_and_all_of_it_is_small():
    built = {path.name for path in BUILT.glob("*.js")}
    assert built == {*files_of(*parts()), "notebook-widget.js"}
    every = (*BUILT.glob("*.js"), *SHARED.joinpath("built").glob("*.js"))
    assert sum(path.stat().st_size for path in every) <= MOST


@pytest.mark.parametrize(("rare", "kind"), RARE.items())
def test_a_drawing_begins_without_what_it_may_never_show(rare, kind):
    own = parts()[rare][0]
    begun = files_of(FRONT, f"streamlit/{kind}.js", "explore.js")
    assert own not in begun
    # What makes it is not in another file either.
    made = re.findall(r"\bas (create\w+)", file(own))
    assert made
    assert not any(re.search(rf"\bas {made[0]}\b", file(name)) for name in begun)


@pytest.mark.parametrize("state", ["kpcaNumbers", "kpcaSpare"])
def test_what_all_parts_share_is_there_once(state):
    assert sum(state in file(name) for name in files_of(*parts())) == 1


def test_every_file_is_named_by_what_it_holds():
    names = files_of(*parts())
    assert all(re.fullmatch(r"[\w-]+-[0-9A-Z]{8}\.js", name) for name in names)
    assert len({Path(name).stem.rpartition("-")[2] for name in names}) == len(names)
