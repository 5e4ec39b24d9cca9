"""Modules put into one: nothing is left to fetch, and what it exports is what they export."""

from __future__ import annotations

import json
import re
import shutil
import subprocess

import pytest

from kpca_core.drawing.canvas import ASSETS, modules
from kpca_core.drawing.canvas.modules import bundle, modules_of
from kpca_core.drawing.canvas.streamlit import NAMES, address, module

ENTRIES = [*(f"streamlit/{name}.js" for name in NAMES), "sweep/file.js"]


@pytest.mark.parametrize("entry", ENTRIES)
def test_a_module_comes_after_what_it_imports(entry):
    before: set[str] = set()
    for path, source in modules_of(entry).items():
        for relative in re.findall(r'^(?:import|export) .*?from "([^"]+)"', source, re.MULTILINE):
            imported = (ASSETS / path).parent.joinpath(relative).resolve()
            assert imported.relative_to(ASSETS.resolve()).as_posix() in before, (path, relative)
        before.add(path)
    assert path == entry
    assert len(before) > 10


@pytest.mark.parametrize("entry", ENTRIES)
def test_one_file_imports_nothing(entry):
    text = bundle(entry)
    assert not re.findall(r"^\s*import\b|\bfrom \"|importScripts", text, re.MULTILINE)
    # It stands in a page as it is.
    assert "</script" not in text
    assert "<!--" not in text


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
@pytest.mark.parametrize("entry", ENTRIES)
def test_one_file_exports_what_its_modules_export(entry, tmp_path):
    (tmp_path / "one.mjs").write_text(bundle(entry), encoding="utf-8")
    code = """
        const [one, several] = await Promise.all(process.argv.slice(1).map((file) => import(file)));
        const kinds = (all) => Object.entries(all).map(([name, value]) => [name, typeof value]);
        console.log(JSON.stringify([kinds(one), kinds(several)]));
    """
    files = [(tmp_path / "one.mjs").as_uri(), (ASSETS / entry).as_uri()]
    ran = subprocess.run(
        ["node", "--input-type=module", "-e", code, *files], capture_output=True, text=True
    )
    one, several = json.loads(ran.stdout)
    assert one == several
    assert len(one) > 0


@pytest.fixture
def written(tmp_path, monkeypatch):
    """Write modules instead of those of the project."""
    monkeypatch.setattr(modules, "ASSETS", tmp_path)

    def write(**sources: str) -> str:
        for name, source in sources.items():
            (tmp_path / f"{name}.js").write_text(source, encoding="utf-8")
        return "a.js"

    return write


def test_names_of_different_modules_do_not_meet(written):
    entry = written(
        a='import { b as other } from "./b.js";\nconst own = 1;\nexport const a = own + other;\n',
        b="const own = 2;\nexport const b = own;\n",
    )
    assert bundle(entry) == (
        "const $0 = (() => {\nconst own = 2;\nconst b = own;\nreturn { b: b };\n})();\n"
        "const $1 = (() => {\nconst { b: other } = $0;\nconst own = 1;\nconst a = own + other;\n"
        "return { a: a };\n})();\nexport const a = $1.a;\n"
    )


@pytest.mark.parametrize(
    "line",
    [
        'import "./b.js";',
        'import b from "./b.js";',
        'import * as b from "./b.js";',
        'export { b } from "./b.js";',
        "export let changing = 1;",
        "export default 3;",
        'const later = () => import("./b.js");',
    ],
)
def test_what_cannot_be_put_into_one_file_is_named(written, line):
    entry = written(a=f"const before = 1;\n{line}\n", b="export const b = 1;\n")
    with pytest.raises(ValueError, match=r"a\.js: cannot put"):
        bundle(entry)


def test_modules_in_a_circle_are_refused(written):
    entry = written(
        a='import { b } from "./b.js";\nexport const a = 1;\n',
        b='import { a } from "./a.js";\nexport const b = 1;\n',
    )
    with pytest.raises(ValueError, match="cycle"):
        bundle(entry)


def test_another_module_has_another_address(monkeypatch):
    before = address("drawing")
    assert before == address("drawing")
    assert re.fullmatch(r"modules/drawing\.js\?[0-9a-f]{12}", before)
    monkeypatch.setattr(
        "kpca_core.drawing.canvas.streamlit.module", lambda name: f"{module(name)} "
    )
    assert address("drawing") != before
