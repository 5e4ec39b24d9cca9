"""What pages, commands and documents offer of a method: its class holds that as `offers`.

Sources: docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any, NamedTuple

# On how many of ten draws of the parabola, of the rings and of the clusters a sentence holds.
ALL = (10, 10, 10)


class Sentence(NamedTuple):
    """A sentence of [S] in our words.

    Parameters
    ----------
    place : str
        Its section, "" where it is ours.
    text : str
        What it says.
    claim : str
        Its name in `benchmarks.neighbours`; "" where nothing is measured.
    counts : tuple[int, int, int]
        On how many draws it holds, as `ALL`.
    """

    place: str
    text: str
    claim: str = ""
    counts: tuple[int, int, int] = ALL


@dataclass(frozen=True)
class Offer:
    """One method of a class.

    Parameters
    ----------
    identity : str
        In addresses.
    label : str
        What readers call it in few words, in English.
    sentences : tuple of Sentence
        What is said of it.
    arguments
        Of its class.
    seconds : float
        Of a fit for each of up to 400 points, within a factor of about three.
    is_heavy : bool
        Whether it runs only on request.
    has_functions : bool
        Whether it has features of new points; else scores of the data alone.
    module : str
        Of the library of an extra that it needs; "" for none.
    """

    identity: str
    label: str
    sentences: tuple[Sentence, ...] = ()
    arguments: Mapping[str, Any] = field(default_factory=dict)
    seconds: float = 3e-4
    is_heavy: bool = False
    has_functions: bool = True
    module: str = ""

    @property
    def is_installed(self) -> bool:
        """Whether what it needs can be imported; nothing is imported for the answer."""
        return not self.module or find_spec(self.module) is not None
