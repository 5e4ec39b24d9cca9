"""What makes a page quick, and what lets pages forget what they have found."""

from __future__ import annotations

import pkgutil
from importlib import import_module

import views.pages
from views.remembered import Remembered

# By page: few points, coarse maps.
SMALL = {
    "explore": {"grid": "25", "components": "2"},
    "compare": {"components": "2"},
    "sweep": {"values": "50", "components": "2", "per_cluster": "8"},
    "neighbours": {"per_cluster": "8", "methods": "kernel,linear"},
    "table": {"data": "iris", "grid": "25", "components": "2"},
    "denoise": {"n": "30"},
    "method": {"n": "5", "show": "gram"},
    "scale": {"points": "40", "m": "5", "size": "1000"},
}


def caches() -> list[Remembered]:
    """All that pages remember for all readers."""
    found = [
        one
        for module in pkgutil.walk_packages(views.pages.__path__, "views.pages.")
        for one in vars(import_module(module.name)).values()
        if isinstance(one, Remembered)
    ]
    return [*{id(one): one for one in found}.values()]
