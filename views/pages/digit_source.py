"""Digits for the pages "Digits" and "Denoise": read as bounded work, once for all readers."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from kpca_core._support.words import N_, _
from kpca_core.datasets import Digits, builtin_digits, usps, usps_openml
from views.costs import COSTS
from views.given import SHELF
from views.remembered import Remembered
from views.scene import Control, Scene
from views.state.fields import Choice, Text
from views.work import Estimate, progress

# Identities of sources on both pages.
BUILTIN, FILE, OPENML = "builtin", "file", "openml"
PATH = Text("path", N_("Path on the computer that runs this page"), 1000)
PATH_HELP = N_(
    "A directory or a file: .npz, .h5, zip.train.gz beside zip.test.gz, or LIBSVM's usps.bz2 "
    "beside usps.t.bz2."
)
# What a page says before a file is named.
NO_PATH = N_("Type the path of the USPS digits into the sidebar.")


@dataclass(frozen=True)
class Source:
    """A source of digits: a name that changes when the file does, and the file, if any."""

    token: str
    path: Path | None = None

    @classmethod
    def of(cls, source: str, path: str) -> Source | None:
        """Return the source of this identity, None until its file is named."""
        if source != FILE:
            return cls(source)
        if not path.strip():
            return None
        file, changed = Path(path.strip()), 0
        # Where there is none `datasets.usps` says what is wrong with the path.
        with suppress(OSError, ValueError):
            changed = file.stat().st_mtime_ns
        return cls(f"{file} {changed}", file)


def _load(source: Source) -> Digits:
    if source.path is not None:
        digits: Digits = SHELF.by.read(
            str(source.path), usps, str(source.path), progress=progress()
        )
        return digits
    return usps_openml() if source.token == OPENML else builtin_digits()


def _cost(source: Source) -> Estimate:
    """Estimate the reading; a file may be as large as `datasets.usps` reads."""
    if source.path is not None:
        return Estimate(bytes=COSTS.digits_bytes, apart=True)
    if source.token == OPENML:
        return Estimate(seconds=20.0, bytes=COSTS.digits_bytes)
    return Estimate()


loaded: Remembered[Source, Digits] = Remembered(
    _load, max_entries=4, spinner=N_("Reading the digits …"), cost=_cost
)


def source_controls(one: Choice, source: str) -> Scene:
    """Yield the choice of a source, and the box for the path of its file."""
    yield Control(one)
    if source == FILE:
        yield Control(PATH, help=_(PATH_HELP))
