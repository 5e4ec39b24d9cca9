"""One reader's session in the browser: questions as JSON, answers as bytes; it knows no browser.

Every answer but a file, a chart and a frame is a header with arrays, packed by
`kpca_core.drawing.canvas.wire`; one that fails has ``{"trouble"}`` alone. ``worker.js`` carries
both.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Mapping
from secrets import token_hex
from typing import Any
from urllib.parse import urlencode

from kpca_core._support.progress import Progress
from kpca_core._support.words import _, speak
from kpca_core.drawing.canvas.wire import encode
from views import scene
from views.answer import Answers, frame_of
from views.entrance import apply_message, editor_data, notes_of, on_paper, page_data, shown_of
from views.given import SHELF
from views.hosts.static.blocks import Blocks, Reader, target
from views.limits import LIMITS
from views.named import PAGES, title_of
from views.pages.page import Asked, Page, Seen, page_of
from views.pages.saying import message_of, plain
from views.questions import asked_of, tried
from views.state.fields import Field, widget_of
from views.state.settings import State
from views.visits import Message, Pictures, Visit, texts_of
from views.words.table import TOO_LARGE
from views.work import MEMORY, working

TEMPLATES = {"light": "plotly_white", "dark": "plotly_dark"}


class Session:
    """Answers what the browser asks.

    Parameters
    ----------
    language
        of the reader
    report
        is called with JSON while work goes on: ``{"key", "done", "total", "what"}``
    usual
        the reader's language where no address says one
    """

    def __init__(
        self, language: str = "en", report: Callable[[str], None] = lambda _: None, usual: str = ""
    ) -> None:
        speak(language)
        self.report, self.reader = report, Reader(usual or language)
        self.name, self.editing, self.trouble = token_hex(8), False, ""
        self.visits: defaultdict[str, Visit] = defaultdict(Visit)
        self.kept: dict[str, Mapping[str, Any]] = {}
        self.pictures, self.answers = Pictures(), Answers()
        self.blocks: Blocks | None = None

    def answer(self, asked: str, content: bytes = b"") -> bytes:
        """Return the answer to a question; what is wrong is in it.

        Parameters
        ----------
        asked
            JSON with "ask", a key of `ASKS`, and what that takes
        content
            of a table that is given
        """
        try:
            question = json.loads(asked)
            return ASKS[question["ask"]](self, question, content)
        except Exception as error:
            return encode({"trouble": plain(message_of(error))}, {})

    # Pages

    def _page(self, asked: Mapping[str, Any], _content: bytes) -> bytes:
        page, message = page_of(asked["page"]), Message.of(asked.get("message"))
        for name, address in (asked.get("pages") or {}).items():
            self.visits.setdefault(name, Visit(address=texts_of(address) or {}))
        turn = None
        if message is not None and message.n != self.reader.newest:
            self.reader.newest = message.n
            turn = self._settle(message, page.state)
        if turn is not None:
            return encode({"turn": [turn[0], self.reader.addressed(turn[1])]}, {})
        visit = self.visits[page.state.page]
        came = asked.get("came") or not isinstance(visit.state, page.state)
        if came or visit.state is None:
            state = visit.open(page.state, asked["address"])
        else:
            state = visit.state if message else visit.state.with_hand_of(asked["address"])
        visit.values |= {widget_of(one): value for one, value in state.settings}
        visit.state, visit.address = state, state.address()
        return self._drawn(page, state, visit, asked)

    def _settle(self, message: Message, here: type[State]) -> Any:
        """Let a page show a message now, or when the reader comes to it; returns where to turn."""
        visit = self.visits[message.page]
        if message.beside.get("turn"):
            visit.afresh = True
            return None if message.page == here.page else (message.page, message.address)
        before = visit.state
        if before is None:
            return None
        state = (
            _chosen(message, visit, before) if "control" in message.beside else message.onto(before)
        )
        if "editing" in message.beside:
            self.editing = message.beside["editing"] is True
        found, trouble = apply_message(message, visit, state)
        self.trouble = trouble or self.trouble
        if isinstance(found, tuple):
            self.visits[found[0]].afresh = True
            return found
        visit.state, visit.address = found, found.address()
        return None

    def _drawn(
        self, page: Page[Any, Any], state: State, visit: Visit, asked: Mapping[str, Any]
    ) -> bytes:
        sent, visit.beside = visit.beside, {}
        self.kept[state.page] = page.keep(state, sent, self.kept.get(state.page, {}))
        arrived, self.reader.arrived = self.reader.arrived, []
        address, theme = self.reader.addressed(state.address()), asked.get("theme", "light")
        others = {name: one.state for name, one in self.visits.items() if one.state}
        own = f"{asked.get('root', '')}{state.page}?{urlencode(address)}".removesuffix("?")
        seen = Seen(
            own if asked.get("root") else "", asked["address"], others, self.kept[state.page]
        )
        blocks = self.blocks = Blocks(
            self.reader,
            state,
            lambda _block: frame_of(page, shown, whole),
            theme,
            bool(asked.get("first")),
        )
        whole = Asked(self.reader.newest, None, self.kept[state.page])
        shown: Any = None

        def pictured() -> scene.Scene:
            nonlocal shown
            with working(self._progress("page")):
                afresh, visit.afresh = visit.afresh, False
                shown = self.pictures.after(page, state, sent, afresh=afresh, arrived=arrived)
                yield from page.scene(shown, seen)

        return blocks.packed(
            [scene.Part(pictured)], [scene.Part(lambda: page.controls(state, seen))],
            page=state.page, address=address, title=title_of(state.page), links=self._links(state),
            head=self._head(page, state, visit, theme), paper=on_paper(state),
            notes=blocks.entries(map(_warning, notes_of(state, visit))),
        )  # fmt: skip

    def _head(self, page: Page[Any, Any], state: State, visit: Visit, theme: str) -> dict[str, Any]:
        trouble, self.trouble = self.trouble, ""
        return {
            "theme": theme,
            "editor": editor_data(state, visit.lost, self.editing, trouble),
            "shown": shown_of(state, self.visits, self.name, self.reader.newest),
            **page_data(state, *page.heading(state)),
        }

    def _links(self, here: State) -> list[Any]:
        """Return the links to all pages by section, but for those that a tour hides."""
        hidden = here.tour.hidden if here.tour and not self.editing else ()
        sections: dict[str, list[Any]] = {}
        for name, one in PAGES.items():
            if name not in hidden:
                visit = self.visits.get(name) or Visit()
                link = {"page": name, "title": _(one.title)}
                address = self.reader.addressed(visit.address_beside(here))
                sections.setdefault(_(one.section), []).append({**link, "address": address})
        return [[title, links] for title, links in sections.items()]

    # What a page offers

    def _frame(self, asked: Mapping[str, Any], _content: bytes) -> bytes:
        found = asked_of(self.answers, json.dumps(asked["question"]))
        if found is None:
            return b""
        with working(None):
            return tried(found[1].frame)() or b""

    def _file(self, asked: Mapping[str, Any], _content: bytes) -> bytes:
        made: bytes = self.reader.offered[asked["key"]]()
        return made

    def _act(self, asked: Mapping[str, Any], _content: bytes) -> bytes:
        return encode(target(self.reader.offered[asked["key"]]()), {})

    def _chart(self, asked: Mapping[str, Any], _content: bytes) -> bytes:
        made: str = self.reader.offered[asked["key"]](TEMPLATES[asked["theme"]]).to_json()
        return made.encode()

    def _play(self, asked: Mapping[str, Any], _content: bytes) -> bytes:
        return self._part(self.reader.offered[asked["key"]].show(asked["at"]))

    def _give(self, asked: Mapping[str, Any], content: bytes) -> bytes:
        page = page_of(asked["page"])
        if len(content) > LIMITS.upload:
            raise ValueError(_(TOO_LARGE).format(most=LIMITS.upload / 2**20))
        before = self.visits[page.state.page].state
        SHELF.by.keep(asked["name"], content)
        return encode(target(page.given(before if isinstance(before, page.state) else None)), {})

    def _part(self, blocks: scene.Scene) -> bytes:
        """Return blocks that change by themselves."""
        assert self.blocks is not None
        return self.blocks.with_frames(
            {"entries": self.blocks.entries([scene.Part(lambda: blocks)])}
        )

    # Work

    def _work(self, asked: Mapping[str, Any], _content: bytes) -> bytes:
        work = self.reader.offered[asked["key"]]
        if work.cost.bytes > MEMORY:
            said = _("This needs {need:.1f} GB of memory; Python in a browser has {most:.1f} GB.")
            raise ValueError(said.format(need=work.cost.bytes / 1e9, most=MEMORY / 1e9))
        run, progress = scene.Run(is_running=True), self._progress(asked["key"])
        try:
            with working(progress):
                work.do(run.found, progress)
        except Exception as error:
            run.trouble = message_of(error)
        run.is_running = False
        self.reader.keep(work, run)
        trouble = [_warning(run.trouble)] if run.trouble else []
        return self._part([*trouble, *work.show(run)])

    def _progress(self, key: str) -> Progress:
        def said(done: int, total: int, what: str) -> bool:
            self.report(json.dumps({"key": key, "done": done, "total": total, "what": what}))
            return True

        return said


def _chosen(message: Message, visit: Visit, before: State) -> State:
    """Return the state after a control was set; settings that come back have their old values."""
    new = message.onto(before)
    own = {widget_of(one): value for one, value in new.settings if one.key in message.keys}
    visit.values |= own

    def value(one: Field) -> Any:
        return visit.values.get(widget_of(one), one.default)

    visit.values |= {widget_of(one): found for one, found in before.followed(value)} | own
    return new.of(value).in_context_of(new).with_beside(message.beside)


def _warning(said: str) -> scene.Words:
    return scene.Words(plain(said), "warning")


ASKS: Mapping[str, Callable[[Session, Mapping[str, Any], bytes], bytes]] = {
    "page": Session._page, "frame": Session._frame, "file": Session._file, "act": Session._act,
    "chart": Session._chart, "played": Session._play, "give": Session._give, "work": Session._work,
}  # fmt: skip
