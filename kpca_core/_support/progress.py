"""Progress of long computations: one callback, for the pages, the terminal and any caller.

It is called as progress(done, total, what) between steps; when it returns False the computation
stops with `Cancelled`. It may also raise an exception of its own, which leaves no half-changed
state.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np

from kpca_core._support.words import E_

Progress = Callable[[int, int, str], object]


class Cancelled(Exception):
    """A computation was stopped by its progress callback, which returned False.

    The message says between which steps. Nothing that was passed in has changed.
    """


def report(progress: Progress | None, done: int, total: int, what: str) -> None:
    """Call `progress`, if any; raise `Cancelled` where it returns False."""
    answer = None if progress is None else progress(done, total, what)
    if isinstance(answer, (bool, np.bool_)) and not answer:
        said = E_("Cancelled while {what}, {done} of {total} done.")
        raise Cancelled(said.format(what=what, done=done, total=total))


@contextmanager
def terminal_bar() -> Iterator[Progress]:
    """Yield a callback that draws a bar on the terminal: tqdm's where it is installed, else a line.

    Examples
    --------
    with terminal_bar() as progress:
        fit(kernel, X, progress=progress)
    """
    try:
        from tqdm import tqdm
    except ImportError:
        yield _line
        sys.stderr.write("\n")
        return
    with tqdm(total=None, leave=True) as bar:

        def progress(done: int, total: int, what: str) -> None:
            if bar.desc != f"{what}: ":
                bar.reset(total)
                bar.set_description(what, refresh=False)
            bar.total = total
            bar.update(done - bar.n)

        yield progress


def _line(done: int, total: int, what: str) -> None:
    sys.stderr.write(f"\r{what}: {done} of {total}")
    sys.stderr.flush()
