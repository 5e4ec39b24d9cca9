"""Blocks of a page as data for the browser; what a reader may do there gets a key each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Any

from kpca_core._support.words import ENGLISH, N_, _, language, speaking
from kpca_core.drawing.marks import with_inks
from views import scene
from views.languages import with_language
from views.limits import LIMITS
from views.packing import Packing
from views.pages.saying import plain
from views.state.mark import Mark
from views.state.settings import State
from views.words.table import GIFT, TOO_LARGE

# The parts of Python that files in print quality need besides those of their page.
PRINT = "print"
MOST_OFFERED = 400
IN_ENGLISH = N_("In English: the browser's Python has no font that can write this language.")


@dataclass
class Reader:
    """What the blocks of a page refer to of its reader.

    Parameters
    ----------
    usual
        the reader's language where no address says one
    newest
        the number of the newest message
    arrived
        marks of the pictures that links of the page drawn last lead to
    offered
        what blocks offer, by key, the newest last
    runs
        of work by name and token, the newest first
    """

    usual: str
    newest: int = 0
    arrived: list[Mark[Any]] = field(default_factory=list)
    offered: dict[str, Any] = field(default_factory=dict)
    runs: dict[tuple[str, str], scene.Run] = field(default_factory=dict)
    keys: Iterator[int] = field(default_factory=partial(count, 1))

    def addressed(self, address: Mapping[str, str]) -> dict[str, str]:
        """Return an address with the reader's language, where it has to be said."""
        return with_language(address, self.usual)

    def run_of(self, work: scene.Work) -> scene.Run | None:
        """Return the run of the work, None where it was not begun."""
        if work.is_kept:
            return next((run for (name, _t), run in self.runs.items() if name == work.name), None)
        run = self.runs.get((work.name, work.token))
        return None if run and work.is_remembered and not run.trouble else run

    def keep(self, work: scene.Work, run: scene.Run) -> None:
        """Keep a run of the work."""
        own = (work.name, work.token)
        self.runs = {own: run, **{key: one for key, one in self.runs.items() if key != own}}

    def offer(self, what: Any) -> str:
        """Return the key by which the browser asks for what a block does."""
        key = f"k{next(self.keys)}"
        self.offered[key] = what
        # A question may come from the answer before: no page offers half of this.
        if len(self.offered) > MOST_OFFERED:
            del self.offered[next(iter(self.offered))]
        return key


class Blocks(Packing):
    """Packs the blocks of a page, and notes what the reader may ask of them.

    Parameters
    ----------
    reader, theme
        who sees them, and in "light" or "dark"
    as_first
        whether pictures that ask for their frame by themselves get it with the page
    """

    fails = (Exception,)

    def __init__(
        self, reader: Reader, state: State, drawn: Callable[[scene.Drawing], bytes], theme: str,
        as_first: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(state, drawn)
        self.reader, self.theme, self.as_first = reader, theme, as_first

    def _entry(self, block: scene.Block) -> dict[str, Any]:
        make = ENTRIES.get(type(block))
        return super()._entry(block) if make is None else make(self, block)

    def _control(self, block: scene.Control, one: Any) -> dict[str, Any]:
        entry = super()._control(block, one)
        named = {"step": block.step, "width": block.width, "suggested": block.suggested}
        entry |= {name: value for name, value in named.items() if value is not None}
        return entry | {"slider": block.slider, "most": getattr(one, "most", None)}

    def _drawing(self, block: scene.Drawing) -> dict[str, Any]:
        entry: dict[str, Any] = {"kind": block.kind, "key": block.key}
        if block.given is None or self.as_first:
            entry["frame"] = self._framed(self.drawn(block))
        if block.given is not None:
            asked = {"address": self.state.problem.query, "n": self.reader.newest}
            entry["data"] = {**block.given, **asked, "theme": self.theme}
        return entry

    def _component(self, block: scene.Component) -> dict[str, Any]:
        data = {**block.data, "n": self.reader.newest}
        return {"kind": block.kind, "key": block.key, "data": data}

    def _chart(self, block: scene.Chart) -> dict[str, Any]:
        return {"key": self.reader.offer(block.make), "text": block.text}

    def _formula(self, block: scene.Formula) -> dict[str, Any]:
        return {"latex": with_inks(block.latex, self.theme)}

    def _action(self, block: scene.Action) -> dict[str, Any]:
        named = ("label", "icon", "primary", "disabled", "help", "width")
        entry = {name: getattr(block, name) for name in named}
        if callable(block.then):
            return {**entry, "key": self.reader.offer(block.then)}
        return {**entry, "then": target(block.then)}

    def _link(self, block: scene.Link) -> dict[str, Any]:
        if block.mark is not None:
            self.reader.arrived.append(block.mark)
        address = self.reader.addressed(block.address)
        return {"label": block.label, "page": block.page, "address": address, "icon": block.icon}

    def _file(self, block: scene.File) -> dict[str, Any]:
        return {
            **self._offered(block.name, block.make, block.help),
            "label": block.label,
            "disabled": block.disabled,
        }

    def _printed(self, block: scene.Printed) -> dict[str, Any]:
        files = [
            {
                **self._offered(f"{block.name}.{form}", partial(block.make, form)),
                "label": form.upper(),
            }
            for form in block.forms
        ]
        return {"files": files, "menu": _("Print quality") if block.is_menu else None}

    def _offered(self, name: str, make: Callable[[], Any], help: str | None = None) -> Any:
        """Return the entry of a file; one in print quality is in English."""
        form = name.rpartition(".")[2]
        is_printed = form in scene.PRINTED
        said = help or ""
        if is_printed and language() != ENGLISH:
            said = f"{said} {_(IN_ENGLISH)}".strip()

        def made() -> bytes:
            with speaking(ENGLISH) if is_printed else nullcontext():
                content = make()
            return content.encode() if isinstance(content, str) else content

        needs = PRINT if is_printed else None
        key, mime = self.reader.offer(made), scene.FORMATS[form]
        return {"key": key, "name": name, "mime": mime, "needs": needs, "help": said or None}

    def _work(self, block: scene.Work) -> dict[str, Any]:
        run = self.reader.run_of(block)
        over = run is None or block.again or bool(run.trouble)
        return {
            "key": self.reader.offer(block),
            "start": block.start if over and not block.is_second else "",
            "begins": run is None and (block.at_once or not block.start),
            "trouble": "" if run is None or block.is_second else plain(run.trouble),
            "stopped": _(block.stopped or "Stopped."),
            "place": [] if block.is_second else self.entries(block.place),
            "shown": self.entries(block.show(run)),
            **{name: getattr(block, name) for name in ("help", "icon", "primary", "note", "width")},
        }

    def _played(self, block: scene.Played) -> dict[str, Any]:
        one = self.state.field(block.one)
        return {
            "key": self.reader.offer(block),
            "one": one.key,
            "label": _(one.label),
            "options": [[name, _(label)] for name, label in one.options.items()],
            "at": block.at,
            "hidden": one.key in self.state.hide,
            "beat": block.beat,
            "place": self.entries(block.place),
            "shown": self.entries(block.show(block.at)),
        }

    def _gift(self, block: scene.Gift) -> dict[str, Any]:
        words = {key: _(one) for key, one in GIFT.items()}
        words["large"] = _(TOO_LARGE).format(most=LIMITS.upload / 2**20)
        return {"most": LIMITS.upload, "words": words}


ENTRIES: Mapping[type[scene.Block], Callable[[Blocks, Any], dict[str, Any]]] = {
    scene.Drawing: Blocks._drawing, scene.Component: Blocks._component,
    scene.Chart: Blocks._chart, scene.Formula: Blocks._formula, scene.Action: Blocks._action,
    scene.Link: Blocks._link, scene.File: Blocks._file, scene.Printed: Blocks._printed,
    scene.Work: Blocks._work, scene.Played: Blocks._played, scene.Gift: Blocks._gift,
}  # fmt: skip


def target(state: State | None) -> dict[str, Any]:
    """Return what the browser settles so that a state is shown, {} for nothing."""
    return {} if state is None else {"page": state.page, "address": dict(state.whole())}
