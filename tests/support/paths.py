"""Where tests find the checkout and the papers and data beside it, which not every machine has."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
USPS = SHARED / "data" / "usps.npz"
PAPER_DRAWS = SHARED / "data" / "paper_draws.npz"
PAPER_TEXT = SHARED / "papers" / "schoelkopf-smola-mueller-1998.txt"


def needs(path: Path) -> pytest.MarkDecorator:
    """Skip a test where there is no such file, and say which."""
    return pytest.mark.skipif(not path.is_file(), reason=f"needs {path}")
