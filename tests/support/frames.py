"""Reads back what the page sends to the live component."""

from __future__ import annotations

import json
import zlib
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from support.paths import ROOT


def run_quickly(patch: pytest.MonkeyPatch) -> None:
    """Let runs of pages neither wait for a browser nor read all of what is installed each time.

    `AppTest` looks for components in every installed package, which takes 0.3 to 0.7 s.
    """
    patch.setattr("views.hosts.streamlit.page.FIRST_LOOK", 0.0)
    patch.setattr(f"{SCANNER}.scan_component_manifests", _installed, raising=False)


SCANNER = "streamlit.components.v2.manifest_scanner"
_scan = getattr(import_module(SCANNER), "scan_component_manifests", None)


@cache
def _installed() -> Any:
    return _scan() if _scan else []


def opened(**query: str) -> AppTest:
    """Explore at an address with these settings."""
    page = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    page.query_params |= query
    return page.run()


PAGE_ALONE = """
import streamlit as st
from views.hosts.streamlit.blocks import LINKED
from views.hosts.streamlit.run import draw_page
from views.named import PAGES

st.session_state[LINKED] = {{
    name: st.Page(lambda: None, title=name, url_path=name) for name in PAGES
}}
draw_page({name!r})
"""


def opened_page(name: str, **query: str) -> AppTest:
    """A page of `views.pages` alone, without navigation, at an address with these settings."""
    page = AppTest.from_string(PAGE_ALONE.format(name=name), default_timeout=60)
    page.query_params |= query
    page.run()
    assert not page.exception
    return page


def decode(data: bytes) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Header and arrays of one frame, deflated or not."""
    if data[:4] == b"\xff\xff\xff\xff":
        data = zlib.decompress(data[4:])
    length = int.from_bytes(data[:4], "little")
    header = json.loads(data[4 : 4 + length])
    arrays = {}
    for name, entry in header["arrays"].items():
        start = 4 + length + entry["offset"]
        count = int(np.prod(entry["shape"]))
        array = np.frombuffer(data, np.dtype(entry["dtype"]).newbyteorder("<"), count, start)
        arrays[name] = array.reshape(entry["shape"])
    kinds = [sheet["kind"] for sheet in header.get("sheets", ())]
    return _as_picture(header, arrays) if "panels" in kinds else (header, arrays)


def _as_picture(
    header: dict[str, Any], arrays: dict[str, np.ndarray]
) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """The scene of a picture: spectrum and view by their names, all else in one header."""
    spectrum, panels, facts, *beside = header.pop("sheets")
    header |= {**facts, **panels, "spectrum": spectrum, "aspect": beside[0] if beside else None}
    return header, {name.rpartition(".")[2]: array for name, array in arrays.items()}


def only_sheet(data: bytes) -> tuple[dict[str, Any], dict[str, Any], dict[str, np.ndarray]]:
    """A scene of one sheet: its header, the sheet's, and the arrays by their own names."""
    header, arrays = decode(data)
    (sheet,) = header["sheets"]
    return header, sheet, {name.removeprefix("sheets.0."): own for name, own in arrays.items()}


def shown(page: AppTest) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """The frame that a page under test has sent."""
    components = {one.proto.component_name: one for one in page.get("bidi_component")}
    return decode(components["kpca-core.live"].proto.bytes)


def figures(page: AppTest) -> list[tuple[dict[str, Any], dict[str, np.ndarray]]]:
    """The figures that stand still which a page under test has sent, from above."""
    return [
        decode(one.proto.bytes)
        for one in page.get("bidi_component")
        if one.proto.component_name == "explorer.figure"
    ]


def sheets(frame: tuple[dict[str, Any], dict[str, np.ndarray]]) -> list[dict[str, Any]]:
    """The sheets of a figure or a scene, each with its arrays by their own names."""
    header, arrays = frame
    arrays = {name.removeprefix("sheets."): values for name, values in arrays.items()}
    found = []
    for k, sheet in enumerate(header["sheets"]):
        place = f"{k}."
        own = {n.removeprefix(place): one for n, one in arrays.items() if n.startswith(place)}
        found.append({**sheet, "arrays": own})
    return found
