"""Make the edition without a server: ``python -m views.hosts.static --out FOLDER``."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from views.hosts.static.build import build
from views.hosts.static.parts import Unavailable


def main(arguments: list[str] | None = None) -> int:
    """Write the folder; 2 where a part of it cannot be had."""
    parser = argparse.ArgumentParser(prog="python -m views.hosts.static", description=__doc__)
    parser.add_argument(
        "--out", type=Path, required=True, help="the folder, new or that of an edition"
    )
    parser.add_argument(
        "--parts", type=Path, default=Path("build/static-parts"), help="where parts are kept"
    )
    parser.add_argument(
        "--pyodide",
        default=os.environ.get("PYODIDE", ""),
        help="a folder or an address that has Pyodide's wheels; PYODIDE by default",
    )
    asked = parser.parse_args(arguments)
    try:
        build(asked.out, asked.parts.resolve(), asked.pyodide)
    except (Unavailable, FileExistsError) as error:
        print(f"static: not built. {error}", file=sys.stderr)
        return 2
    total = sum(path.stat().st_size for path in asked.out.rglob("*") if path.is_file())
    print(f"static: {asked.out}, {total / 2**20:.0f} MiB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
