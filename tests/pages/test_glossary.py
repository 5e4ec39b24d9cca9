"""The glossary: every term that a page explains is there, in words of its own."""

from __future__ import annotations

import re

import pytest
from support.paths import ROOT

from kpca_core.solvers.choice import RULES
from views.scale.approximations import METHODS
from views.text.glossary import GLOSSARY, explained


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


def test_pages_ask_for_terms_that_there_are():
    calls = [
        call
        for path in sorted((ROOT / "views").rglob("*.py"))
        for call in re.findall(r"explained\(([^()]*)\)", path.read_text(encoding="utf-8"))
    ]
    terms = {term for call in calls for term in re.findall(r'"([^"]+)"', call)}
    assert len(terms) >= 8
    assert terms <= set(GLOSSARY)


def test_an_explanation_has_the_equation():
    text = explained("K̃", "dense")
    assert "K̃ = K − 1ₙK − K1ₙ + 1ₙK1ₙ" in text
    assert text.count("**") == 4
    with pytest.raises(KeyError, match="no such term"):
        explained("no such term")
