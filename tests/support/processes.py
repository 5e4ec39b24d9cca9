"""A fresh Python in the checkout: what it imports, and what it does without some packages."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from importlib.metadata import packages_distributions
from typing import Any

from support.paths import ROOT

# What `pip install kpca-core` installs, scikit-learn's requirements among it; and the checkout.
LIBRARY = {"numpy", "scipy", "sklearn", "threadpoolctl", "joblib", "cloudpickle", "narwhals"}
CHECKOUT = {"kpca_core", "datasets"}
EXTRAS = packages_distributions().keys() - LIBRARY - CHECKOUT

HIDE = """
import sys

class Hidden:
    names = {names!r}

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in self.names:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Hidden())
"""


def python(
    code: str, *arguments: str, without: Iterable[str] = (), **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run `code` in a fresh Python that cannot import the packages `without`."""
    program = HIDE.format(names=set(without)) + code
    return subprocess.run(
        [sys.executable, "-c", program, *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        timeout=120,
    )


def imported(code: str, names: str) -> list[str]:
    """Which of the space-separated packages a fresh Python has imported after running `code`."""
    done = python(f"{code}\nprint(*[name for name in {names.split()} if name in sys.modules])")
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def node(module: str, names: str, expression: str) -> Any:
    """Return the value of an expression with `names` that a module of the canvas exports."""
    address = (ROOT / "kpca_core/drawing/canvas/assets" / module).as_uri()
    script = f"import {{ {names} }} from {json.dumps(address)};\n"
    script += f"console.log(JSON.stringify({expression}));"
    command = ["node", "--input-type=module", "-e", script]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
