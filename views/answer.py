"""All that a host calls: what a page shows at an address, as bytes.

    python -m views.answer explore "data=rings&kernel=polynomial" --out frame.bin

writes the whole scene; with --samples N a frame as it moves, with --file NAME one of the files.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from kpca_core._support.words import _, language, worded
from kpca_core.drawing.scene import Detail
from views.named import PAGES
from views.packing import Packing
from views.pages.page import FOLLOWED, Asked, Page, Seen, Shown, page_of, shown_after
from views.scene import Drawing, File, Printed, Scene, every
from views.state.mark import Mark
from views.state.settings import State
from views.stories.goals import goals_of, told
from views.work import Estimate


@dataclass(frozen=True)
class Answer:
    """An answer that is not given yet.

    Parameters
    ----------
    cost, frame
        its estimate, and what gives it
    key
        names it for all readers: who ask for the same at the same time may share it; None for an
        answer to one reader
    """

    cost: Estimate
    frame: Callable[[], bytes]
    key: Hashable = None


class Answers:
    """The frames of one reader, in turn. The newest is kept: it may precede the next one."""

    def __init__(self) -> None:
        self._newest: dict[str, tuple[int, Shown[Any, Any]]] = {}

    def to(
        self,
        name: str,
        address: Mapping[str, str],
        *,
        n: int = 0,
        detail: Detail | None = None,
        before: object = None,
        beside: Mapping[str, Any] | None = None,
    ) -> Answer:
        """Return what answers with a frame; ValueError where nothing does.

        Parameters
        ----------
        name, address
            of the page, and what it is to show: texts by key
        n
            by which the reader knows the answer; one that readers share has the number 0, follows
            no picture and has no limit of time: a complete frame of a page that `asks`
        detail
            of a moving frame, None for a complete one
        before
            what the frame on screen says of its picture, ``{"n", "address", "signs"}``; this one
            follows it, or the newest of these frames where that is on its way
        beside
            what no address holds; the `goals` that the frame on screen has, it is to have, too
        """
        page, beside = _known(name), beside or {}
        if type(page).frame is Page.frame:
            raise ValueError(_("The page {page} has no picture that moves.").format(page=name))
        state = page.state_of(address, beside)
        if state.measured:  # by the link, of what was there before it is moved
            state = replace(state, measured=())
        if detail is None:
            beside = _kept(page, state, beside)
        cost, key, longest = page.remaining(state), None, FOLLOWED
        if page.asks and detail is None:
            n, before, longest = 0, None, inf
            key = name, *sorted(address.items()), json.dumps(beside, sort_keys=True), language()
        if cost.seconds > longest:
            raise ValueError(_("This takes too long to follow the pointer."))

        def frame() -> bytes:
            last, newest = self._newest.get(name, (0, None))
            seen = before.get("n", 0) if isinstance(before, Mapping) else 0
            mark = newest.mark if newest and last > seen else Mark.of(before, page.state)
            shown = shown_after(page, state, mark, detail, newest)
            answer = frame_of(page, shown, Asked(n, detail, beside))
            if page.follows:
                self._newest[name] = n, shown
            return answer

        return Answer(cost, frame, key)


def frame_of(page: Page[Any, Any], shown: Shown[Any, Any], asked: Asked) -> bytes:
    """Return the frame of a picture, which names what it shows."""
    state = shown.state
    reply = {"n": asked.n, "page": state.page, **shown.mark.shown}
    goals = state.goals or goals_of(asked.beside.get("goals", []), state.page)
    if goals:
        reply["goals"] = told(goals, shown.found, state.measured)
    return page.frame(shown, replace(asked, reply=reply))


def answer(
    name: str,
    address: Mapping[str, str] | str,
    *,
    detail: Detail | None = None,
    before: object = None,
    beside: Mapping[str, Any] | None = None,
) -> bytes:
    """Return what a page shows at an address.

    Without detail it is the whole scene: a header with its blocks in order, and the frame of each
    drawing and figure as an array of bytes, which the block names. With it, the drawing's frame as
    it moves. `kpca_core.drawing.canvas.wire` has the layout of both.

    Parameters
    ----------
    name
        one of `views.named.PAGES`
    address
        what is to be shown: a query, or texts by key
    detail
        of a moving frame, None for the whole scene
    before
        what the frame of the picture before it says of it, ``{"address", "signs"}``; None for
        canonical signs
    beside
        what no address holds

    Raises
    ------
    ValueError
        for a page that there is not, a value that a setting cannot have, or a frame that would
        take too long to move
    """
    texts = dict(parse_qsl(address)) if isinstance(address, str) else address
    if detail is not None:
        return Answers().to(name, texts, detail=detail, before=before, beside=beside).frame()
    page = _known(name)
    state = _state(page, texts).with_beside(beside or {})
    shown = shown_after(page, state, Mark.of(before, page.state))

    kept = _kept(page, state, beside or {})
    seen = Seen(kept=kept)

    def drawn(block: Drawing) -> bytes:
        return frame_of(page, shown, Asked(beside=kept))

    words = [_(one) for one in page.heading(state)]
    blocks, controls = page.scene(shown, seen), page.controls(state, seen)
    return Packing(state, drawn).packed(
        blocks, controls, page=name, address=state.address(), words=words
    )


def files_of(scene: Scene) -> Iterator[tuple[str, Callable[[], str | bytes]]]:
    """Yield the files of a scene: the name of each, and what returns its content."""
    for block in every(scene):
        if isinstance(block, File) and not block.disabled:
            yield block.name, block.make
        elif isinstance(block, Printed):
            for form in block.forms:
                yield f"{block.name}.{form}", lambda form=form, make=block.make: make(form)  # type: ignore[misc]


def _kept(page: Page[Any, Any], state: State, beside: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what a browser sent besides an address, as pages keep it."""
    return {**beside, **page.keep(state, beside, {})}


def _state(page: Page[Any, Any], address: Mapping[str, str]) -> State:
    """Return the state at an address; ValueError where that states what the page does not have."""
    if wrong := page.state.misread(address):
        raise ValueError(
            _("The page {page} has no {wrong}.").format(
                page=page.state.page, wrong=", ".join(wrong)
            )
        )
    found: State = page.state.of_address(address)
    return found


def _known(name: str) -> Page[Any, Any]:
    if name not in PAGES:
        raise ValueError(
            _("There is no page {name}; there are {pages}.").format(
                name=repr(name[:40]), pages=", ".join(PAGES)
            )
        )
    return page_of(name)


def main(arguments: list[str] | None = None) -> int:
    """Write what a page shows, or one of its files."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(prog="python -m views.answer", description=__doc__)
    parser.add_argument("page", help=", ".join(PAGES))
    parser.add_argument("address", nargs="?", default="", help="the query of its address")
    parser.add_argument("--samples", type=int, help="of a moving frame, an axis at most")
    parser.add_argument("--file", help="the end of a file's name, such as eigenvalues.csv")
    parser.add_argument("--out", type=Path, help="standard output without it")
    asked = parser.parse_args(arguments)
    try:
        content = _content(asked)
    except ValueError as error:
        print(worded(error), file=sys.stderr)
        return 2
    if asked.out is not None:
        asked.out.write_bytes(content)
    else:
        sys.stdout.buffer.write(content)
    return 0


def _content(asked: argparse.Namespace) -> bytes:
    if asked.file is None:
        detail = None if asked.samples is None else Detail(asked.samples)
        return answer(asked.page, asked.address, detail=detail)
    page = _known(asked.page)
    shown = shown_after(page, _state(page, dict(parse_qsl(asked.address))))
    known = dict(files_of(page.scene(shown, Seen())))
    name = next((one for one in known if one.endswith(asked.file)), None)
    if name is None:
        raise ValueError(
            _("There is no file {name}; there are {files}.").format(
                name=repr(asked.file), files=", ".join(known) or _("none")
            )
        )
    made = known[name]()
    return made.encode() if isinstance(made, str) else made


if __name__ == "__main__":
    sys.exit(main())
