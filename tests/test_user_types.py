"""What `tests/user_types.py` types: it runs, and it has every public name."""

from __future__ import annotations

import ast

from support.paths import ROOT

import kpca_core

USED = ROOT / "tests" / "user_types.py"


def test_a_script_that_uses_every_public_name_runs_and_is_checked():
    import user_types

    user_types.main()
    imports = [node for node in ast.walk(ast.parse(USED.read_text(encoding="utf-8")))
               if isinstance(node, ast.ImportFrom) and node.module == "kpca_core"]  # fmt: skip
    assert {alias.name for node in imports for alias in node.names} == set(kpca_core.__all__)
