"""How much of the program a reader's step runs through: its functions, and the files they are in.

Steps on pages in this process, without a browser, after two of their kind: a frame under the
pointer, as most are, and one with words, as one in a tenth of a second is; a rerun in which nothing
changed; a release of a slider; a table that becomes maps. Counted are functions of this project
that were called in any thread, comprehensions included.

python -m benchmarks.walks [--list STEP]
"""

from __future__ import annotations

import argparse
import json
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import CodeType, FrameType
from typing import Any
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parents[1]
OWN = tuple(str(ROOT / part) for part in ("app.py", "views", "kpca_core", "datasets"))


class Walk:
    """The functions of this project that run while `counting`."""

    def __init__(self) -> None:
        self._codes: set[CodeType] | None = None

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        """Take note of a call, as `sys.setprofile` says it."""
        if event == "call" and self._codes is not None:
            self._codes.add(frame.f_code)

    @contextmanager
    def counting(self) -> Iterator[set[str]]:
        """Yield a set that is filled with "file:line:function" when the block ends."""
        found: set[str] = set()
        self._codes = set()
        yield found
        codes, self._codes = self._codes, None
        for code in codes:
            if code.co_filename.startswith(OWN):
                place = f"{Path(code.co_filename).relative_to(ROOT)}:{code.co_firstlineno}"
                found.add(f"{place}:{code.co_qualname}")


WALK = Walk()


def frame(words: bool = False) -> Callable[[], object]:
    """Return what answers a question of Explore with a moving frame, each time of another width."""
    from views.answer import Answers
    from views.hosts.streamlit.socket import asked_of

    answers, n = Answers(), iter(range(1, 1000))

    def ask() -> object:
        k = next(n)
        address = urlencode({"width": repr(0.1 + 0.001 * k)})
        detail = {"samples": 40, "words": words}
        asked = {"n": k, "page": "explore", "address": address, "detail": detail}
        found = asked_of(answers, json.dumps(asked))
        assert found is not None, "the question was refused"
        return found[1].frame()

    return ask


def explore() -> Any:
    """Return Explore in Streamlit's own test of an app, drawn once."""
    from streamlit.testing.v1 import AppTest

    page = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120).run()
    assert not page.exception
    return page


def rerun() -> Callable[[], object]:
    """Return what runs Explore again with nothing changed."""
    return explore().run


def release() -> Callable[[], object]:
    """Return what tells Explore a new width, as a browser does when a slider is released."""
    page, n = explore(), iter(range(1, 1000))

    def settle() -> object:
        k = next(n)
        address = {"width": repr(0.2 + 0.001 * k)}
        sent = {"n": k, "page": "explore", "address": address, "keys": ["width"]}
        page.session_state["tools"] = {"settled": {**sent, "beside": {}}}
        page.run()
        shown = page.session_state["pages visited"]["explore"].state.texts["width"]
        assert shown == address["width"], "nothing was settled"
        return page

    return settle


def table() -> Callable[[], object]:
    """Return what gives "Own data" a small table, each time another one."""
    from streamlit.testing.v1 import AppTest

    from views.hosts.streamlit.uploads import PLACE

    n = iter(range(1, 1000))

    def give() -> object:
        script = "from views.hosts.streamlit.run import draw_page\ndraw_page('table')\n"
        page = AppTest.from_string(script, default_timeout=120).run()
        k = next(n)
        rows = "\n".join(f"{i % 7 + k},{i % 5},{i % 3}" for i in range(40))
        page.session_state[PLACE].put("data.csv", f"a,b,c\n{rows}\n".encode())
        page.run()
        assert not page.exception
        return page

    return give


STEPS: dict[str, Callable[[], Callable[[], object]]] = {
    "frame": frame,
    "words": partial(frame, words=True),
    "rerun": rerun,
    "release": release,
    "table": table,
}


def count(name: str) -> set[str]:
    """Return "file:line:function" of all that a step runs through, done twice before."""
    step = STEPS[name]()
    step()
    step()
    with WALK.counting() as found:
        step()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Count functions and files of a reader's steps.")
    parser.add_argument("--list", choices=STEPS, help="name the functions of one step")
    chosen = parser.parse_args(sys.argv[1:] if sys.argv[0].endswith("walks.py") else []).list
    # Before any thread is started.
    threading.setprofile(WALK)
    sys.setprofile(WALK)
    print(f"{'step':10}{'functions':>12}{'files':>8}")
    for name in [chosen] if chosen else STEPS:
        found = count(name)
        files = {one.partition(":")[0] for one in found}
        print(f"{name:10}{len(found):12}{len(files):8}", flush=True)
        if chosen:
            print("\n".join(sorted(found)))


if __name__ == "__main__":
    main()
