"""`python -m tests.golden`: make the golden values anew, and say what has changed.

With --check nothing is written; the exit status is 1 where something has changed.
"""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path

from threadpoolctl import threadpool_limits


def main() -> int:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    os.environ["KPCA_FILES"] = "on"
    logging.disable(logging.WARNING)
    from support.golden import CASES, FILE, STATES, differences, measure, read, write

    known = read() if FILE.exists() else {}
    found: dict[str, dict[str, object]] = {page: {} for page in STATES}
    changed = False
    with threadpool_limits(limits=1, user_api="blas"):
        for page, name in CASES:
            found[page][name] = measure(page, name)
            before = known.get(page, {}).get(name)
            if before is None:
                print(f"{page} › {name}: new")
                continue
            for line in differences(before, found[page][name], f"{page} › {name}"):
                changed = True
                print(line)
    if "--check" in sys.argv:
        return int(changed)
    write(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
