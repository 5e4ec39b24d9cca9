"""Modules that are brought when they are first imported, and Python without some of its own."""

from __future__ import annotations

import json

from support.processes import python

UNPACKING = """
import pathlib, sys
from views.hosts.static.later import Later

unpacked = []

def unpack(name):
    unpacked.append(name)
    for path, text in ZIPS[name].items():
        pathlib.Path(path).parent.mkdir(parents=True, exist_ok=True)
        pathlib.Path(path).write_text(text)

PARTS = {"modules": {"late_one": "a", "late_two": "b", "json.late": "b", "many": "c",
                     "many.far": "d", "wide": "d"}, "libraries": {},
         "without": {"b": ["late_one"]}}
LATE = "try:\\n    import late_two\\nexcept ImportError:\\n    late_two = None"
ZIPS = {"a": {"late_one.py": LATE},
        "b": {"late_two.py": "", "json/late.py": "value = 3"},
        "c": {"many/__init__.py": "", "many/near.py": "value = 4"},
        "d": {"many/far.py": "", "wide.py": ""}}
sys.path.insert(0, "")
sys.meta_path.insert(0, Later(PARTS, unpack))
"""


def run(code, tmp_path):
    done = python(f"{UNPACKING}import os\nos.chdir({str(tmp_path)!r})\n{code}")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_zip_is_unpacked_once_when_a_module_of_it_is_imported(tmp_path):
    code = "import late_two, late_two as again, json; print(json.dumps(unpacked))"
    assert run(code, tmp_path) == ["b"]


def test_a_package_goes_without_what_it_finds_to_be_missing(tmp_path):
    code = "import late_one, json; print(json.dumps([late_one.late_two is None, unpacked]))"
    assert run(code, tmp_path) == [True, ["a"]]


def test_a_package_of_another_folder_goes_on_in_a_zip(tmp_path):
    code = "import json; from json import late; print(json.dumps([late.value, unpacked]))"
    assert run(code, tmp_path) == [3, ["b"]]


def test_a_package_of_several_zips_has_its_own_file_whichever_comes_first(tmp_path):
    code = "import wide, json; from many import near; print(json.dumps([near.value, unpacked]))"
    assert run(code, tmp_path) == [4, ["d", "c"]]


def test_tables_are_unpacked_where_python_has_no_lzma():
    code = """
import gzip
from kpca_core.tables.packed import unpacked
print(unpacked(gzip.compress(b"a,b"), "table.gz").decode())
try:
    unpacked(b"\\x1f\\x8b no archive", "table.gz")
except ValueError as error:
    print(error)
"""
    done = python(code, without=["lzma", "_lzma"])
    assert done.returncode == 0, done.stderr
    first, second = done.stdout.splitlines()
    assert first == "a,b"
    assert "damaged" in second
