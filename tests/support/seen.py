"""What readers see of a page at an address, as plain values: texts, frames and files.

Arrays are kept as their shape and a few projections, tables and pages as their numbers and words.
"""

from __future__ import annotations

import base64
import csv
import io
import json
import re
import xml.etree.ElementTree
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any
from urllib.parse import parse_qsl, urlencode

import numpy as np
import pytest
import streamlit as st
from google.protobuf.json_format import MessageToDict
from streamlit.delta_generator import DeltaGenerator
from streamlit.testing.v1 import AppTest

import views.pages.denoise.images
import views.pages.paper
from kpca_core._support.words import language, speaking
from support.frames import decode, run_quickly
from views.answer import Answers
from views.hosts.streamlit.background import Task
from views.hosts.streamlit.figures import PAINTED
from views.hosts.streamlit.widgets import PAGES as VISITED
from views.pages.method.state import MethodState
from views.pages.paper.solving import bands
from views.pages.sweep.solving import sweeps
from views.pages.sweep.state import SweepState
from views.questions import asked_of, tried
from views.state.settings import State

# New draws behind a band of the page "Paper": the page has a thousand.
DRAWS = 12
# Images of the page "Denoise" that components are learned from, and that are denoised.
IMAGES = {"TRAINING": 200, "TEST": 20}
# What differs from run to run: names of sessions and files, times, texts of the host.
VOLATILE = {
    "id", "formId", "bytes", "session", "deferredFileId", "url", "milliseconds", "taken",
    "mediaId", "elementId", "fragmentId", "setValue",
}  # fmt: skip
# Seconds and milliseconds of work, within texts.
TIMES = re.compile(r"\d[\d.,]*(?= ?(?:ms|s|毫秒|秒)\b)|(?<=\| )\d+\.\d{3}(?= \| \d+\.\d\d \|)")
# Where a session puts what a reader gives it.
SECRET = re.compile(r"(?<=uploads/)[\w-]+")
# Compressed pixels.
IMAGE = re.compile(r"(?<=;base64,)[\w+/=\s]+")
# Numbers of which more than these are kept as an array is.
FEW = 24

SCRIPT = """
import streamlit as st
from views.hosts.streamlit.blocks import LINKED
from views.hosts.streamlit.run import draw_page

def elsewhere():
    pass

def drawn():
    draw_page("{name}")

first = st.Page(elsewhere, title="Explore", url_path="explore")
there = st.Page(elsewhere, title="Denoise", url_path="denoise")
here = st.Page(drawn, title="Here", url_path="here", default=True)
st.session_state[LINKED] = {{"explore": first, "denoise": there}}
st.navigation([here, first, there]).run()
"""


@contextmanager
def still() -> Iterator[list[tuple[str, str, Any]]]:
    """Let pages be the same at each run; gives the list of downloads: label, name, content."""
    files: list[tuple[str, str, Any]] = []

    def button(self: Any, label: str, data: Any, name: str, *more: Any, **others: Any) -> bool:
        files.append((label, name, data))
        return False

    with pytest.MonkeyPatch.context() as patch:
        run_quickly(patch)
        # Which fonts a computer has is not the page's.
        patch.setattr("views.hosts.streamlit.printing.printable_language", language)
        patch.setattr(DeltaGenerator, "download_button", button)
        patch.setattr(st, "download_button", partial(button, None))
        patch.setattr(views.pages.paper, "DRAWS", DRAWS)
        for size, number in IMAGES.items():
            patch.setattr(views.pages.denoise.images, size, number)
        patch.setattr(Task, "look", _look)
        bands.clear()
        yield files
        bands.clear()


def seen(name: str, address: Mapping[str, str], spoken: str, *, files: bool) -> dict[str, Any]:
    """Return all that a page shows at an address.

    Parameters
    ----------
    name : of the page
    address : texts by key
    spoken : the language of the page
    files : whether the contents of downloads are looked at
    """
    with still() as downloads, speaking(spoken):
        page = _opened(name, {**address, **({} if spoken == "en" else {"lang": spoken})})
        assert not page.exception, page.exception
        state = page.session_state[VISITED][name].state
        found = {
            "address": state.address(),
            "problem": problem_of(state),
            "elements": list(_elements(page)),
            "frames": [digest_of(frame) for frame in _frames(page)],
            "downloads": [
                [label, file, content_of(file, content) if files else None]
                for label, file, content in downloads
            ],
        }
        if spoken == "en":
            found["moving"] = [digest_of(frame) for frame in _moving(page, state)]
    return found


_task_look = Task.look


def _look(task: Task) -> Task:
    """Let a page see work in the background when it is over."""
    task.wait(60)
    return _task_look(task)


def _opened(name: str, query: Mapping[str, str]) -> AppTest:
    page = AppTest.from_string(SCRIPT.format(name=name), default_timeout=120)
    page.session_state[PAINTED] = True
    page.query_params |= query
    return page.run()


def problem_of(state: State) -> str:
    """Return all that results depend on, as one line."""
    return state.problem.token


def _elements(page: AppTest) -> Iterator[Any]:
    """The elements of a page without what differs from run to run."""
    for place in (page.main, page.sidebar):
        for element in place:
            proto = getattr(element, "proto", None)
            if not hasattr(proto, "DESCRIPTOR") or element.type == "progress":
                continue
            entries = MessageToDict(proto)
            if element.type == "bidi_component":
                data = proto.bytes
                is_json = data[:1] == b"{"
                yield ["component", proto.component_name, plain(json.loads(data)) if is_json else 0]
            elif element.type == "plotly_chart":
                yield ["chart", plain(json.loads(proto.spec))]
            else:
                yield [element.type, plain(entries)]


def _frames(page: AppTest) -> Iterator[tuple[dict[str, Any], dict[str, np.ndarray]]]:
    """The frames that components of the page draw."""
    for one in page.get("bidi_component"):
        data = one.proto.bytes
        if data[:1] != b"{":
            yield restored(data)


def _moving(page: AppTest, state: State) -> Iterator[tuple[dict[str, Any], dict[str, np.ndarray]]]:
    """Frames that the page asks for while something moves, or once for what is played."""
    if isinstance(state, SweepState):
        if (found := sweeps.known(state.problem)) is not None:
            yield restored(found.frames)
    elif isinstance(state, MethodState):
        for step in (state.show,) if state.show else state.steps:
            yield _answered(state, {"step": step})
        moved = state.moved_by("point", 1, 0.25, -0.1)
        turned = {"step": "line", "grip": "direction", "at": 0, "x": 0.3, "y": 0.9}
        yield _answered(moved, turned)
    else:
        yield from _followed(page, state)


def _answered(state: State, beside: Mapping[str, Any]) -> Any:
    asked = Answers().to(state.page, state.address(), beside=beside)
    return restored(asked.frame())


def _followed(page: AppTest, state: State) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    for header, _arrays in _frames(page):
        if "address" not in header or not header.get("controls"):
            continue
        control = header["controls"][0]
        value = control["value"] * 1.25 if control["value"] else 1
        moved = min(
            max(int(value) if control["integer"] else value, control["min"]), control["max"]
        )
        address = dict(parse_qsl(header["address"])) | {control["key"]: repr(moved)}
        for more in ({}, {"samples": 20, "deflate": True, "words": True}):
            asked = {"n": 1, "page": state.page, "address": urlencode(address), "detail": more}
            found = asked_of(Answers(), json.dumps({**asked, "before": header}))
            answer = tried(found[1].frame)() if found else None
            assert answer is not None, asked
            yield restored(answer)


def restored(data: bytes) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Return header and arrays of a frame, also of a deflated one."""
    return decode(zlib.decompress(data[4:]) if data[:4] == b"\xff" * 4 else data)


def digest_of(frame: tuple[dict[str, Any], dict[str, np.ndarray]]) -> dict[str, Any]:
    """Return the header of a frame, and its arrays in short; what a single sheet holds with it."""
    header, arrays = frame
    header = {key: value for key, value in header.items() if key != "arrays"}
    if header.get("kind") in ("sweep", "explored"):
        (sheet,) = header.pop("sheets")
        header = {**sheet, **header}
        arrays = {name.removeprefix("sheets.0."): array for name, array in arrays.items()}
    return {**plain(header), "arrays": {name: in_short(array) for name, array in arrays.items()}}


def in_short(array: np.ndarray) -> list[Any]:
    """Return dtype, shape, and of the finite values the extremes and three projections.

    A projection is a sum of the values with fixed random weights of variance 1 / n: it is as large
    as the root mean square, and changes where any value does, or where two change places.
    """
    values = np.asarray(array, float).ravel()
    is_finite = np.isfinite(values)
    good = np.where(is_finite, values, 0.0)
    head = f"{array.dtype.name} {array.shape}"
    head += "" if is_finite.all() else f" {(~is_finite).sum()} not finite"
    if not len(good):
        return [head]
    weights = np.random.default_rng(len(good)).standard_normal((3, len(good)))
    found = [good.min(), good.max(), *(weights @ good / np.sqrt(len(good)))]
    # Not of a sum that cancels to less than rounding.
    floor = 1e-9 * max(abs(found[0]), abs(found[1]))
    return [head, *(0.0 if abs(x) < floor else float(f"{x:.6g}") for x in found)]


def plain(value: Any, key: str = "") -> Any:
    """Return JSON with times left out, floats of six digits, and long lists of numbers in short."""
    if isinstance(value, Mapping):
        return {k: plain(v, k) for k, v in value.items() if k not in VOLATILE}
    if isinstance(value, list | tuple):
        if len(value) > FEW and all(isinstance(one, int | float) for one in value):
            return in_short(np.array(value, float))
        if len(value) > FEW and all(isinstance(one, Mapping) for one in value):
            return [len(value), *(plain(value[i]) for i in (0, len(value) // 2, -1))]
        return [plain(one) for one in value]
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, str) and key != "bdata":  # an array, in which no time stands
        return SECRET.sub("…", TIMES.sub("…", IMAGE.sub("…", value)))
    return value


def content_of(name: str, content: Any) -> Any:
    """Return what a downloaded file says, in short."""
    form = name.rpartition(".")[2]
    if form in ("pdf", "png"):  # the same figure as the SVG
        return None
    data = content() if callable(content) else content
    return CONTENTS[form](data)


def _csv(text: str) -> Any:
    lines = text.splitlines()
    notes = [line for line in lines if line.startswith("#")]
    rows = list(csv.reader(line for line in lines if not line.startswith("#")))
    columns: dict[str, Any] = {}
    for j, head in enumerate(rows[0]):
        column = [row[j] for row in rows[1:]]
        try:
            columns[head] = in_short(np.array([float(one or "nan") for one in column]))
        except ValueError:
            columns[head] = [len(column), zlib.crc32("\n".join(column).encode())]
        if "seconds" in head:
            columns[head] = len(column)
    return [plain(notes), columns]


def _npz(data: bytes) -> Any:
    with np.load(io.BytesIO(data)) as saved:
        return {
            name: in_short(saved[name]) if saved[name].dtype.kind in "fiub" else
            plain(np.atleast_1d(saved[name]).tolist())
            for name in saved.files
        }  # fmt: skip


def _html(text: str) -> Any:
    frames = re.findall(r'id="frames">([^<]*)<', text)
    words = re.sub(r"<(script|style).*?</\1>", "", text, flags=re.DOTALL)
    said = [one for one in (" ".join(one.split()) for one in re.split(r"<[^>]*>", words)) if one]
    data = [digest_of(restored(base64.b64decode(one))) for one in frames]
    return [plain([one for one in said if len(one) < 5000]), data]


def _json(text: str | bytes) -> Any:
    return plain(json.loads(text))


def _svg(data: bytes) -> Any:
    tree = xml.etree.ElementTree.fromstring(data)
    counts: dict[str, int] = {}
    for one in tree.iter():
        kind = str(one.tag).rpartition("}")[2]
        counts[kind] = counts.get(kind, 0) + 1
    words = [" ".join(one.split()) for one in tree.itertext() if one.strip()]
    return [counts, plain([one for one in words if "T" not in one[:12] or "-" not in one])]


def _notebook(text: str | bytes) -> Any:
    return plain([[one["cell_type"], "".join(one["source"])] for one in json.loads(text)["cells"]])


CONTENTS = {
    "csv": _csv, "npz": _npz, "html": _html, "json": _json, "svg": _svg, "ipynb": _notebook,
}  # fmt: skip
