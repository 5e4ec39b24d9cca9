"""What README and docs/ say is there: names, files, equations, sources, and code that runs."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
import tomllib
from contextlib import nullcontext
from dataclasses import fields, is_dataclass
from functools import cache

import dask.array as da
import numpy as np
import pytest
import yaml
from support.paths import ROOT
from support.processes import python

import kpca_core
from kpca_core.feature_space import preimage
from kpca_core.solvers import choice

FENCE = re.compile(r"```python\n(.*?)```", re.DOTALL)
WRITTEN = tuple(sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")))
PAGES = ("README.md", "CONTRIBUTING.md", *WRITTEN)
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("*.md"))


def text(name):
    return (ROOT / name).read_text(encoding="utf-8")


NOTATION = text("docs/notation.md")
SYMBOLS, SOURCES = NOTATION.split("## Sources")

# Code of the pages


@pytest.mark.parametrize("page", ["README.md", "docs/index.md", "docs/getting-started.md"])
def test_the_first_block_of_a_page_runs_and_says_what_it_prints(page):
    names: dict = {}
    exec(FENCE.findall(text(page))[0], names)
    found = names["decomposition"]
    np.testing.assert_allclose(found.eigenvalues[:3], [22.558, 20.936, 4.648], atol=5e-4)
    if page == "docs/getting-started.md":
        grid = kpca_core.Grid.over(names["data"].region, 100)
        assert found.expansion.on_grid(grid).shape == (8, 100, 100)
        assert names["scores"].shape == (90, 8)


def test_the_block_on_pre_images_runs_and_does_what_it_says():
    names: dict = {}
    exec(FENCE.findall(text("docs/back-to-input-space.md"))[0], names)
    X, denoised = names["X"], names["denoised"]
    before, after = (
        np.abs(np.linalg.norm(Y, axis=1)[:, None] - [0.5, 1.0]).min(axis=1) for Y in (X, denoised)
    )
    assert np.sqrt(np.square(after).mean()) < np.sqrt(np.square(before).mean()) / 3
    np.testing.assert_allclose(names["images"].points, denoised, atol=1e-6)
    assert names["images"].objective.shape == (400,)
    assert names["reduced"].expansion.points.shape == (60, 2)
    assert (names["reduced"].errors < 0.02).all()


def test_the_table_of_pre_image_methods_is_that_of_the_code():
    page = text("docs/back-to-input-space.md")
    table = page[page.index("| method | for |") : page.index("The default is exact")]
    assert re.findall(r"^\| ([a-z][\w-]+) \|", table, re.MULTILINE)[1:] == list(preimage.METHODS)


def test_the_cluster_block_runs(monkeypatch):
    """With data in memory where it reads and writes files, and without a cluster's address."""
    data = np.random.default_rng(0).standard_normal((400, 3))
    written = []
    monkeypatch.setattr("dask.array.from_zarr", lambda _: da.from_array(data, chunks=(100, 3)))
    monkeypatch.setattr("dask.array.Array.to_zarr", lambda X, _: written.append(X.compute()))
    monkeypatch.setattr("distributed.Client", lambda _: nullcontext())
    names: dict = {}
    exec(FENCE.findall(text("docs/many-rows.md"))[0], names)
    assert written[0].shape == (400, 8)
    np.testing.assert_allclose(written[0], names["model"].transform(data), atol=1e-12)


def test_the_table_of_solvers_is_the_choice():
    page = text("docs/solvers.md")
    table = page[page.index("| solver | for |") : page.index("holds the list that")]
    names = re.findall(r"^\| ([a-z][\w-]+) \|", table, re.MULTILINE)[1:]
    assert sorted(names) == sorted(choice.SOLVERS)
    rows = (choice.SMALL, 2 * choice.SMALL, choice.WHOLE_LIMIT, choice.ALL_POINTS)
    for limit in (*rows, choice.ITERATIVE_LIMIT):
        assert f"{limit:,} rows" in table or f"up to {limit:,}" in table
    assert f"{choice.WHOLE_LIMIT // 2:,} features" in table


# Names, files, settings


@pytest.mark.parametrize("page", PAGES)
def test_files_that_are_named_exist(page):
    linked = {link for link in re.findall(r"\]\(([^)#]+)", text(page)) if "://" not in link}
    there = {(ROOT / page).parent / link for link in linked}
    quoted = re.findall(r"`([\w./-]*(?:/|\.(?:py|md|toml|cff|js|css)))`", text(page))
    made = (".venv", "dist/", "docs/_build/", "/")  # by commands, or part of an address
    there |= {ROOT / name for name in quoted if not name.startswith(made)}
    assert not [str(path.relative_to(ROOT)) for path in there if not path.exists()]


def test_extras_and_targets_that_are_named_exist():
    extras = tomllib.loads(text("pyproject.toml"))["project"]["optional-dependencies"]
    targets = set(re.findall(r"^([\w-]+):", text("Makefile"), re.MULTILINE))
    for page in PAGES:
        named = re.findall(r"pip install [^`\n]*\[([\w,]+)\]", text(page))
        assert set(",".join(named).split(",")) - {""} <= set(extras), page
        assert set(re.findall(r"(?:^    |`)make ([\w-]+)", text(page), re.M)) <= targets, page
    assert all(f"`{extra}`" in text("README.md") for extra in extras)


def named_in_code():
    """Names in the notation's column "in the code"."""
    rows = [row.split(" | ") for row in SYMBOLS.splitlines() if row.startswith("| ")][2:]
    return sorted({name for row in rows for name in re.findall(r"`([\w.]+)`", row[2])})


def has(owner, name):
    """Whether it is an attribute, a field, or set by `fit`."""
    return (
        hasattr(owner, name)
        or (is_dataclass(owner) and name in {field.name for field in fields(owner)})
        or (owner is kpca_core.KernelPCA and hasattr(owner().fit(np.eye(3)), name))
    )


@pytest.mark.parametrize("name", named_in_code())
def test_every_name_of_the_notation_is_in_the_code(name):
    first, _, attribute = name.partition(".")
    if first in ("solvers", "feature_space", "analysis"):
        first, _, attribute = name.rpartition(".")
    if first == "subset":
        assert "subset" in kpca_core.fit.__kwdefaults__
    elif first[0].isupper() or not attribute:
        there = "kpca_core.solvers.linalg.moments" if first == "Moments" else "kpca_core"
        owner = importlib.import_module(there)
        assert hasattr(owner, first)
        assert not attribute or has(getattr(owner, first), attribute)
    else:
        assert hasattr(importlib.import_module(f"kpca_core.{first}"), attribute)


# Benchmarks


def benchmarks():
    """The names by which benchmarks are run: of modules, and of functions in them."""
    for path in (ROOT / "benchmarks").glob("*.py"):
        for name in re.findall(r"^@benchmark\ndef (\w+)", path.read_text("utf-8"), re.MULTILINE):
            yield from (path.stem, f"{path.stem}.{name}")


def test_every_benchmark_that_is_named_exists():
    pages = [*PAGES, "SECURITY.md", *(f"docs/decisions/{p.name}" for p in DECISIONS)]
    words = "\n".join([*map(text, pages), *WORDS.values()])
    named = set(re.findall(r"\bbenchmarks ([a-z]\w*(?:\.\w+)?)`", words))
    named |= set(re.findall(r"python -m benchmarks[ .]([a-z]\w*(?:\.\w+)?)", words))
    assert len(named) > 20
    assert named <= set(benchmarks())
    assert set(re.findall(r"`benchmarks/(\w+)\.py`", words)) <= {
        path.stem for path in (ROOT / "benchmarks").glob("*.py")
    }


def test_the_page_of_what_is_measured_is_as_the_harness_writes_it():
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", "--check"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


ENTER = """import sys; from pathlib import Path; from benchmarks import harness
harness.DOCUMENT = Path(sys.argv[1])
answers = [harness.Answer(one, "|1|") for one in sys.argv[2:]]
harness.enter("`python -m benchmarks core --largest 90`", answers, "here")
assert harness.written(harness.stored()) == harness.DOCUMENT.read_text(encoding="utf-8")"""


def test_an_answer_takes_the_place_of_that_to_the_same_question(tmp_path):
    file, before = tmp_path / "measured.md", text("docs/measured.md").splitlines()
    file.write_text("\n".join(before) + "\n", encoding="utf-8")
    known = next(line.split(" | ")[0][2:] for line in before if "benchmarks core`" in line)
    done = python(ENTER, file, known, "a new one?")
    assert done.returncode == 0, done.stderr
    after = file.read_text(encoding="utf-8").splitlines()
    new = [line for line in after if line not in before]
    assert [line.split(" | ")[:2] for line in new] == [
        [f"| {known}", "\\|1\\|"], ["| a new one?", "\\|1\\|"]
    ]  # fmt: skip
    assert all("`python -m benchmarks core --largest 90` | 20" in line for line in new)
    (gone,) = (line for line in before if line not in after)
    assert gone.startswith(f"| {known} |")


# Sources

# Equations by the part of their number before the point.
EQUATIONS = {
    "S": {"2": (1, 15), "3": (1, 7), "4": (1, 2), "A": (1, 2), "B": (1, 4), "C": (1, 3)},
    "B": {"12": (71, 88)},
}
WORDS = {
    path.relative_to(ROOT): path.read_text(encoding="utf-8")
    for folder in ("kpca_core", "datasets", "views", "benchmarks")
    for path in sorted((ROOT / folder).rglob("*.py"))
}


def docstrings(code):
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    nodes = (node for node in ast.walk(ast.parse(code)) if isinstance(node, documented))
    return " ".join(" ".join((ast.get_docstring(node) or "").split()) for node in nodes)


@cache
def all_docstrings():
    """The docstrings of every module, read when a test asks."""
    return {path: docstrings(code) for path, code in WORDS.items()}


CITED = re.compile(r"\[([A-Z])\],? (eq\. |section|Figure|Table|appendix|\")")
NUMBERS = re.compile(r"\[([SB])\],? eq\. ((?:[A-C\d]+\.\d+(?:, |–| and |, and )?)+)")
NAME = r"(?:Van )?[A-Z][\w-]+"
AUTHORS = re.compile(rf"\b({NAME})(?:,? (?:&|and) {NAME}|, {NAME}| et al\.)* \(?((?:19|20)\d\d)\b")


def test_every_key_is_in_the_list_and_every_module_that_cites_names_it():
    listed = set(re.findall(r"^- \*\*\[([A-Z])\]\*\*", SOURCES, re.MULTILINE))
    assert listed == {"S", "B", "Z", "C", "N"}
    citing = {path: CITED.findall(words) for path, words in all_docstrings().items()}
    keys = {key for found in (*citing.values(), CITED.findall(SYMBOLS)) for key, _ in found}
    assert keys
    assert keys <= listed
    missing = [
        str(path)
        for path, found in citing.items()
        if found and "Sources: docs/notation.md" not in all_docstrings()[path]
    ]
    assert not missing


def test_every_equation_that_is_cited_exists():
    cited = [
        (key, number)
        for words in (SYMBOLS, *all_docstrings().values())
        for key, numbers in NUMBERS.findall(words)
        for number in re.findall(r"[A-C\d]+\.\d+", numbers)
    ]
    assert len(cited) > 30
    for key, number in cited:
        chapter, last = number.split(".")
        low, high = EQUATIONS[key][chapter]
        assert low <= int(last) <= high, (key, number)


def test_every_article_that_is_cited_has_its_line():
    lines = [" ".join(entry.split()) for entry in re.split(r"^- ", SOURCES, flags=re.MULTILINE)]
    cited = {
        (author, year)
        for words in all_docstrings().values()
        for author, year in AUTHORS.findall(words)
    }
    assert len(cited) > 8
    assert not [
        pair for pair in cited if not any(pair[0] in line and pair[1] in line for line in lines)
    ]


# Version and citation


def test_version_and_licence_are_the_same_everywhere():
    project = tomllib.loads(text("pyproject.toml"))["project"]
    citation = yaml.safe_load(text("CITATION.cff"))
    newest = re.search(r"^## \[([\d.]+)\]", text("CHANGELOG.md"), re.MULTILINE)
    assert newest is not None
    assert project["version"] == kpca_core.__version__ == citation["version"] == newest[1]
    assert f"version = {{{project['version']}}}" in text("docs/citing.md")
    assert project["license"] == citation["license"] == "MIT"
