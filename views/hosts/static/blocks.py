"""Blocks of a page as data for the browser; what a reader may do there gets a key each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any

from kpca_core._support.words import ENGLISH, N_, _, language, speaking
from kpca_core.drawing.marks import with_inks
from views import scene
from views.limits import LIMITS
from views.packing import Packing
from views.pages.saying import plain
from views.state.settings import State
from views.words.table import GIFT, TOO_LARGE

if TYPE_CHECKING:
    from views.hosts.static.session import Session

# The parts of Python that files in print quality need besides those of their page.
PRINT = "print"
IN_ENGLISH = N_("In English: the browser's Python has no font that can write this language.")
PRIVATE = N_("The table stays in this browser: it is sent nowhere.")


class Blocks(Packing):
    """Packs the blocks of a page, and notes what the reader may ask of them.

    Parameters
    ----------
    session, theme
        of the reader; "light" or "dark"
    as_first
        whether pictures that ask for their frame by themselves get it with the page
    """

    fails = (Exception,)

    def __init__(
        self, session: Session, state: State, drawn: Callable[[scene.Drawing], bytes], theme: str,
        as_first: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(state, drawn)
        self.session, self.theme, self.as_first = session, theme, as_first

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
            asked = {"address": self.state.problem.asked, "n": self.session.newest}
            entry["data"] = {**block.given, **asked, "theme": self.theme}
        return entry

    def _component(self, block: scene.Component) -> dict[str, Any]:
        data = {**block.data, "n": self.session.newest}
        return {"kind": block.kind, "key": block.key, "data": data}

    def _chart(self, block: scene.Chart) -> dict[str, Any]:
        return {"key": self._can(block.make), "text": block.text}

    def _formula(self, block: scene.Formula) -> dict[str, Any]:
        return {"latex": with_inks(block.latex, self.theme)}

    def _action(self, block: scene.Action) -> dict[str, Any]:
        named = ("label", "icon", "primary", "disabled", "help", "width")
        entry = {name: getattr(block, name) for name in named}
        if callable(block.then):
            return {**entry, "key": self._can(block.then)}
        return {**entry, "then": target(block.then)}

    def _link(self, block: scene.Link) -> dict[str, Any]:
        if block.mark is not None:
            self.session.arrived.append(block.mark)
        address = self.session.addressed(block.address)
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
        key, mime = self._can(made), scene.FORMATS[form]
        return {"key": key, "name": name, "mime": mime, "needs": needs, "help": said or None}

    def _work(self, block: scene.Work) -> dict[str, Any]:
        run = self.session.run_of(block)
        over = run is None or block.again or bool(run.trouble)
        return {
            "key": self._can(block),
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
            "key": self._can(block),
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
        return {"most": LIMITS.upload, "words": words, "private": _(PRIVATE)}

    def _can(self, what: Any) -> str:
        """Return the key by which the browser asks for what a block does."""
        key = f"k{next(self.session.keys)}"
        self.session.offered[key] = what
        return key


ENTRIES: Mapping[type[scene.Block], Callable[[Blocks, Any], dict[str, Any]]] = {
    scene.Drawing: Blocks._drawing, scene.Component: Blocks._component,
    scene.Chart: Blocks._chart, scene.Formula: Blocks._formula, scene.Action: Blocks._action,
    scene.Link: Blocks._link, scene.File: Blocks._file, scene.Printed: Blocks._printed,
    scene.Work: Blocks._work, scene.Played: Blocks._played, scene.Gift: Blocks._gift,
}  # fmt: skip


def target(state: State | None) -> dict[str, Any]:
    """Return what the browser settles so that a state is shown, {} for nothing."""
    return {} if state is None else {"page": state.page, "address": dict(state.whole())}
