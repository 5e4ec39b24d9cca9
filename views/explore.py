"""The page "Explore": choose data and kernel, see the spectrum and the eigenfunctions."""

from __future__ import annotations

from views.downloads import downloads
from views.live import live
from views.settings import sidebar


def page() -> None:
    settings = sidebar()
    live(settings)
    downloads(settings)
