"""What the edition is built from, and what of it a reader's browser fetches."""

from __future__ import annotations

import gzip
import hashlib
import json
import tomllib
import zipfile
from fnmatch import fnmatch

import pytest
from support.paths import ROOT

from views.hosts.static import cut, parts
from views.hosts.static.build import BEFOREHAND, imported_first
from views.named import PAGES

LISTED = tomllib.loads((ROOT / "views/hosts/static/python.toml").read_text())
CACHE = ROOT / "build" / "static-parts"


@pytest.fixture
def runtime(tmp_path):
    """npm's package with one wheel in its list."""
    folder = tmp_path / "runtime"
    folder.mkdir()
    digest = hashlib.sha256(b"the wheel").hexdigest()
    packages = {"one": {"file_name": "one.whl", "sha256": digest}}
    (folder / "pyodide-lock.json").write_text(json.dumps({"packages": packages}))
    (folder / "package.json").write_text('{"version": "1"}')
    (folder / "pyodide.mjs").write_text("no address")
    return folder


@pytest.fixture
def nothing_else(monkeypatch):
    def _missing(cache):
        raise parts.Unavailable("no network")

    monkeypatch.setattr(parts, "_carried", _missing)


@pytest.mark.usefixtures("nothing_else")
def test_a_wheel_is_taken_from_where_the_caller_says(runtime, tmp_path):
    given = tmp_path / "given"
    given.mkdir()
    (given / "one.whl").write_bytes(b"the wheel")
    found = parts.wheels(["one"], runtime, tmp_path / "cache", str(given))
    assert found["one"].read_bytes() == b"the wheel"
    assert parts.wheels(["one"], runtime, tmp_path / "cache") == found
    address = parts.wheels(["one"], runtime, tmp_path / "other", given.as_uri())
    assert address["one"].read_bytes() == b"the wheel"


@pytest.mark.usefixtures("nothing_else")
@pytest.mark.parametrize("place", ["given", "cache"])
def test_a_file_with_another_hash_is_refused(runtime, tmp_path, place):
    (tmp_path / place).mkdir()
    (tmp_path / place / "one.whl").write_bytes(b"the Wheel")
    with pytest.raises(parts.Unavailable, match=r"one\.whl.*PYODIDE"):
        parts.wheels(["one"], runtime, tmp_path / "cache", str(tmp_path / "given"))
    assert not (tmp_path / "cache" / "one.whl").exists()


def test_every_pattern_keeps_or_leaves_a_file_and_every_page_is_one(edition):
    """A pattern that nothing matches is a name that another version has changed."""
    wheels = CACHE / "wheels"
    listed = json.loads((edition / "pyodide" / "pyodide-lock.json").read_text())["packages"]
    known = set[str]()
    for name, rules in LISTED["zips"].items():
        files = set(cut.of_sources() if rules.get("sources") else ())
        if rules.get("runtime"):
            files |= cut.of_wheel(CACHE / "node_modules/pyodide/python_stdlib.zip").keys()
        for one in rules.get("wheels", ()):
            files |= cut.of_wheel(wheels / listed[one]["file_name"]).keys()
        for one in rules.get("pinned", ()):
            found = next(wheels.glob(one.replace("==", "-") + "-*.whl"))
            files |= cut.of_wheel(found).keys()
        known |= files
        for pattern in (*rules.get("keep", ()), *rules.get("leave", ())):
            assert any(fnmatch(file, pattern) for file in files), (name, pattern)
    assert all(any(fnmatch(file, pattern) for file in known) for pattern in LISTED["leave"])
    assert set(LISTED["pages"]) <= set(PAGES)
    used = {one for names in LISTED["pages"].values() for one in names}
    assert used.union(LISTED["start"], LISTED["then"]) <= set(LISTED["zips"])


def test_modules_are_in_one_zip_and_none_of_this_project_is_missing(edition):
    told = json.loads((edition / "python" / "parts.json").read_text())
    names = [
        cut.module_of(file)
        for name in LISTED["zips"]
        for file in zipfile.ZipFile(edition / "python" / f"{name}.zip").namelist()
        if file.endswith((".py", ".pyc", ".so")) and not cut.LIBRARY.search(file)
    ]
    assert not any(name.endswith(".py") for name in names)
    assert len(names) == len(set(names))
    assert imported_first() & {one for one in names if one.startswith("views")} != set()
    for folder in ("kpca_core/solvers", "views/pages", "views/words"):
        files = (file for file in cut.of_sources() if file.startswith(f"{folder}/"))
        own = {cut.module_of(file) for file in files if file.endswith(".py")}
        assert own <= set(names)
    assert set(told["modules"].values()) <= set(LISTED["zips"])


def test_a_first_visit_of_explore_is_small(edition):
    """What a server compresses counts compressed, a zip as it is."""
    told = json.loads((edition / "python" / "parts.json").read_text())
    python = [edition / "python" / f"{name}.zip" for name in ("stdlib", *told["start"])]
    others = [
        path for folder in ("pyodide", "modules", "shell") for path in (edition / folder).rglob("*")
        if path.is_file() and path.name != "plotly.min.js"
    ]  # fmt: skip
    others += [
        edition / name for name in ("index.html", "worker.js", "scenes/explore.en.bin", BEFOREHAND)
    ]
    fetched = sum(len(gzip.compress(path.read_bytes(), 6, mtime=0)) for path in (*python, *others))
    assert fetched < 9_000_000
    # What is fetched once the reader acts.
    fetched += sum(told["bytes"][name] for name in told["then"])
    assert fetched < 14_200_000
