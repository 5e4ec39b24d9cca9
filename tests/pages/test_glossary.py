"""The glossary: every term that a page explains is there, in words of its own."""

from __future__ import annotations

import json
import re
import shutil

import numpy as np
import pytest
from support import cloud
from support.frames import decode
from support.paths import ROOT
from support.processes import node

from datasets import gaussian_clusters
from kpca_core import Gaussian, Grid, Linear, Sigmoid, fit
from kpca_core.analysis.sweep import sweep
from kpca_core.drawing.canvas import ASSETS
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.drawing.canvas.picture_sheets import scene_of
from kpca_core.drawing.canvas.sweep_frame import curves
from kpca_core.drawing.scene import pack
from kpca_core.solvers.choice import RULES
from views.answer import Answers
from views.pages.scale.approximations import METHODS
from views.words.glossary import GLOSSARY, explained


def test_every_solver_and_every_method_is_explained():
    names = {rule.solver.name for rule in RULES} | set(METHODS)
    assert len(names) >= 10
    assert names <= set(GLOSSARY)


def test_the_terms_of_the_pages_are_explained():
    asked = {"K̃", "trace", "rank", "residual", "near-degenerate", "dense", "certified"}
    assert asked <= set(GLOSSARY)
    for name, term in GLOSSARY.items():
        assert term.meaning.endswith("."), name
        assert len(term.meaning.split()) <= 50, name


def asked_by_pages() -> set[str]:
    """The terms that tooltips of pages name, and those of the names that they pass on."""
    calls = [
        call
        for path in sorted((ROOT / "views").rglob("*.py"))
        for call in re.findall(r"explained\(([^()]*)\)", path.read_text(encoding="utf-8"))
    ]
    terms = {term for call in calls for term in re.findall(r'"([^"]+)"', call)}
    named = {"*METHODS": set(METHODS), "*solvers": {rule.solver.name for rule in RULES}}
    passed = {part.strip() for call in calls for part in call.split(",")} & set(named)
    assert passed == set(named)
    return terms.union(*named.values())


def recognised(words: str) -> set[str]:
    """The names of the terms that drawings explain in a text."""
    parts = node("terms.js", "split", f"split({json.dumps(words)})")
    return {part["term"] for part in parts if "term" in part}


def drawn_words() -> str:
    """What drawings write where terms are recognised, for every solver and every page."""
    X, data = cloud(700, 2), gaussian_clusters(seed="paper")
    fits = [fit(Gaussian(0.5), cloud(30), 3, solver=rule.solver.name) for rule in RULES
            if rule.solver.name not in ("explicit", "separable")]  # fmt: skip
    fits += [fit(Linear(), X, 2), fit(Gaussian(0.5), X, 3), fit(Sigmoid(2.0, 1.0), data.X, 3)]
    said = []
    for found in fits:
        grid = Grid.over(((-1.0, 1.0), (-1.0, 1.0)), 5)
        points = found.expansion.points[:, :2]
        labels = np.zeros(len(points), dtype=int)
        picture = Picture(found, np.zeros((1, 5, 5)), points, labels, grid.region, 1.0, 1.0)
        header, _ = decode(pack(scene_of(picture)))
        said += [*header["facts"], header["legend"] or "", header["spectrum"]["label"]]
        said += [f"cumulative share of the {header['spectrum']['whole']}"]
    own = sweep([Gaussian(0.1), Gaussian(0.2)], [1, 2], data.X, data.labels, data.region, samples=5)
    said += [f"{curve['name']} {curve['after']}" for curve in curves(own)]
    denoise = decode(frame_of_denoising())[0]["sheets"][-1]
    texts = ("spectrum.js", "compare/pairs.js")
    scripts = [(ASSETS / name).read_text(encoding="utf-8") for name in texts]
    constants = re.findall(r'(?:DEGENERATE|ANGLES) =\s*(?:N_\(\s*)?"([^"]+)', "".join(scripts))
    assert len(constants) == 2
    return " | ".join([*said, *denoise["facts"], *constants])


def frame_of_denoising() -> bytes:
    return Answers().to("denoise", {"n": "20"}).frame()


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_every_term_of_the_glossary_is_reached():
    assert set(GLOSSARY) - asked_by_pages() - recognised(drawn_words()) == set()


def test_an_explanation_has_the_equation():
    text = explained("K̃", "dense")
    assert "K̃ = K − 1ₙK − K1ₙ + 1ₙK1ₙ" in text
    assert text.count("**") == 4
    with pytest.raises(KeyError, match="no such term"):
        explained("no such term")
