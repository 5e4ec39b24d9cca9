"""The JavaScript that draws, bundled: `make bundles` makes one module of each entry by esbuild.

The bundles are committed, so that neither the app nor a wheel needs Node.
"""

from __future__ import annotations

import sys
from hashlib import sha256
from pathlib import Path

from kpca_core.drawing.canvas import ASSETS

BUILT = ASSETS.with_name("built")
SUM = "sources.sha256"


def bundle(entry: str, built: Path = BUILT) -> str:
    """Return a module with all that it imports as one module, which exports the same.

    Parameters
    ----------
    entry : its path in the folder of the sources
    built : where its bundle is
    """
    return built.joinpath(entry.replace("/", "-")).read_text(encoding="utf-8")


def sum_of(folder: Path) -> str:
    """Return the SHA-256 of all sources in a folder, by which a bundle that is old is found."""
    found = sha256()
    for path in sorted((*folder.rglob("*.js"), *folder.rglob("*.json"))):
        if BUILT.name not in path.parts:
            found.update(f"{path.relative_to(folder).as_posix()}\n".encode() + path.read_bytes())
    return found.hexdigest()


if __name__ == "__main__":
    for source, target in zip(sys.argv[1::2], sys.argv[2::2], strict=True):
        Path(target, SUM).write_text(sum_of(Path(source)) + "\n", encoding="utf-8")
