"""Where a picture or a table comes from: what every file that is given away carries."""

from __future__ import annotations

import io
import re
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kpca_core import __version__
from kpca_core._support.words import _

SOFTWARE = f"kpca-core {__version__}"
# A Chinese letter or mark, and what stands for a space of the text while lines are found.
WIDE, HELD = "([\u2e80-\uffef])", "\0"


def wrapped(text: str, width: int) -> list[str]:
    """Return a text in lines of at most `width` Latin letters; Chinese ones are twice as wide."""
    # A space behind each of them counts for its width and is where a line may end.
    spaced = re.sub(f"{WIDE}( ?)", lambda one: f"{one[1]} {HELD * len(one[2])}", text)
    lines = textwrap.wrap(spaced, width, break_on_hyphens=False)
    return [re.sub(f"{WIDE} ", r"\1", line).replace(HELD, " ").strip() for line in lines]


@dataclass(frozen=True)
class Origin:
    """What a file shows, from what it was computed, and by what.

    Parameters
    ----------
    title
        What the file shows.
    facts
        Name → text: data, kernel, eigenvalues and whatever else is needed to compute it again.
    address
        Of the page that shows the same, "" for none.
    """

    title: str
    facts: Mapping[str, str] = field(default_factory=dict)
    address: str = ""

    @property
    def entries(self) -> dict[str, str]:
        """Every fact with its name; software and address are the last."""
        last = {"Address": self.address} if self.address else {}
        return {"Title": self.title, **self.facts, "Software": SOFTWARE, **last}

    @property
    def caption(self) -> str:
        """All of it in one line, to stand under a picture."""
        # Programs read the names of the entries, which stay English.
        each = ((_(n) if n.isupper() else _(n).lower(), text) for n, text in self.facts.items())
        facts = _("; ").join(f"{name} {text}" for name, text in each)
        named = _("{title}: {facts}").format(title=self.title, facts=facts)
        parts = [named if facts else self.title, SOFTWARE, self.address]
        return _(". ").join(part for part in parts if part)

    @property
    def comments(self) -> str:
        """The entries as the first lines of a CSV file, each after "# "."""
        return "".join(f"# {name}: {text}\n" for name, text in self.entries.items())

    def npz(self, **arrays: Any) -> bytes:
        """Return arrays as a compressed NPZ file, whose "origin" holds the entries as lines."""
        lines = np.array([f"{name}: {text}" for name, text in self.entries.items()])
        buffer = io.BytesIO()
        np.savez_compressed(buffer, **arrays, origin=lines)
        return buffer.getvalue()

    def metadata(self, file_format: str) -> dict[str, Any]:
        """Return the metadata of a picture as `matplotlib.figure.Figure.savefig` takes it.

        There is no date, so that equal settings give equal files.
        """
        if file_format == "png":
            return dict(self.entries)
        said = {"Title": self.title, "Creator": SOFTWARE}
        if file_format == "svg":
            source = {"Source": self.address} if self.address else {}
            return {**said, "Description": self.caption, **source, "Date": None}
        keywords = {"Keywords": self.address} if self.address else {}
        return {**said, "Subject": self.caption, **keywords, "CreationDate": None}
