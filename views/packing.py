"""A scene as bytes: a header with its blocks, and the frames of drawings and figures as arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

import numpy as np

from kpca_core._support.words import _
from kpca_core.drawing.canvas.wire import encode
from kpca_core.drawing.scene import Scene, pack
from views import scene
from views.pages.saying import message_of, plain
from views.state.fields import Choice, Field, Number, Switch
from views.state.settings import State


class Packing:
    """Packs the blocks of one page.

    Parameters
    ----------
    state
        what the page shows
    drawn
        packs the page's picture that follows the pointer
    """

    # What a part of the page may raise: it is said in its place.
    fails: tuple[type[Exception], ...] = (ValueError, TypeError, ImportError)

    def __init__(self, state: State, drawn: Callable[[scene.Drawing], bytes]) -> None:
        self.state, self.drawn = state, drawn
        self._frames: list[bytes] = []

    def packed(self, blocks: scene.Scene, controls: scene.Scene, **more: Any) -> bytes:
        """Return all as `kpca_core.drawing.canvas.wire` has it; `more` stands in the header."""
        # In this order: a picture is there before what sets it.
        shown = self.entries(blocks)
        return self.with_frames({**more, "scene": shown, "controls": self.entries(controls)})

    def with_frames(self, header: Mapping[str, Any]) -> bytes:
        """Return a header with the frames of its entries, once."""
        frames = {f"frame{k}": np.frombuffer(one, np.uint8) for k, one in enumerate(self._frames)}
        self._frames = []
        return encode(header, frames)

    def entries(self, blocks: scene.Scene) -> list[dict[str, Any]]:
        """Return blocks as JSON; what a reader does not see is left out."""
        found: list[dict[str, Any]] = []
        for block in blocks:
            if isinstance(block, scene.Part):
                found += self._part(block)
            elif not self._is_hidden(block):
                found.append({"block": type(block).__name__, **self._entry(block)})
        return found

    def _is_hidden(self, block: scene.Block) -> bool:
        return isinstance(block, scene.Control) and block.field(self.state).key in self.state.hide

    def _part(self, block: scene.Part) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        try:
            for one in block.make():
                found += self.entries([one])
        except self.fails as error:
            found.append({"block": "Words", "kind": "error", "text": plain(message_of(error))})
        return found

    def _entry(self, block: scene.Block) -> dict[str, Any]:
        if isinstance(block, scene.Drawing):
            name, given = self._framed(self.drawn(block)), self._plain(block.given or {})
            return {"kind": block.kind, "key": block.key, "frame": name, "given": given}
        if isinstance(block, scene.Figure):
            frame = pack(Scene(block.sheets, description=block.text), level=1)
            return {"key": block.key, "text": block.text, "frame": self._framed(frame)}
        if isinstance(block, scene.Control):
            return self._control(block, block.field(self.state))
        if isinstance(block, scene.Work):
            return {
                "name": block.name,
                "start": block.start,
                "place": self.entries(block.place),
                "shown": self.entries(block.show(None)),
            }
        named = {one.name: self._plain(getattr(block, one.name)) for one in fields(block)}  # type: ignore[arg-type]
        return {name: value for name, value in named.items() if value is not None}

    def _framed(self, frame: bytes) -> str:
        self._frames.append(frame)
        return f"frame{len(self._frames) - 1}"

    def _control(self, block: scene.Control, one: Field) -> dict[str, Any]:
        """Return all that a host needs to draw a control."""
        value = {f.key: v for f, v in self.state.settings}.get(one.key, one.default)
        entry = {
            "key": one.key,
            "label": _(one.label),
            "kind": type(one).__name__.lower(),
            "value": one.write(value),
            "locked": block.locked or self.state.fixed(one),
            "help": block.help,
        }
        if isinstance(one, Number):
            entry |= {"low": one.low, "high": one.high, "log": one.log, "integer": one.integer}
        if isinstance(one, Switch):
            entry["help"] = _(one.help)
        offered: Any = block.options
        if offered is None and isinstance(one, Choice):
            offered = {name: _(label) for name, label in one.options.items()}
        if offered is not None:
            entry |= {"options": [[key, name] for key, name in offered.items()]}
            entry |= {"suggested": block.suggested, "slider": block.slider}
        return entry

    def _plain(self, value: Any) -> Any:
        """Return a value of a block as JSON, None where it has none."""
        if isinstance(value, scene.Block):
            return self.entries([value])[0]
        if isinstance(value, State):
            return {"page": value.page, "address": value.address()}
        if isinstance(value, str | int | float | bool):
            return value
        if isinstance(value, Mapping):
            return {str(key): self._plain(one) for key, one in value.items()}
        if hasattr(value, "__iter__"):
            found = list(value)
            if found and all(isinstance(one, scene.Block) for one in found):
                return self.entries(found)
            return [self._plain(one) for one in found]
        return None
