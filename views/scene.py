"""What a page shows: a list of blocks, from the top down, which a host draws.

Texts are in the reader's language and in Markdown. A block is a value; what takes time is computed
where its host comes to it, so that what stands above is seen before. Of a page that lasts
(`views.pages.page.Page`) all blocks are made before the first is drawn: what takes time there is a
function in a `Part`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from kpca_core._support.progress import Progress
from kpca_core.drawing.scene import Sheet
from views.state.fields import Field
from views.state.mark import Mark
from views.state.settings import State
from views.work import Estimate

# Formats of figures in print quality, and of all files, with their media types.
PRINTED = {"svg": "image/svg+xml", "pdf": "application/pdf", "png": "image/png"}
FORMATS = {
    "csv": "text/csv",
    "html": "text/html",
    "json": "application/json",
    "ipynb": "application/x-ipynb+json",
    "npz": "application/octet-stream",
    **PRINTED,
}


class Block:
    """One thing on a page."""


# What a page shows, or a part of it.
Scene = Iterable[Block]


# Words


@dataclass(frozen=True)
class Words(Block):
    """A text; `help` explains it on request."""

    text: str
    kind: Literal["text", "caption", "title", "subtitle", "info", "warning", "error", "html"] = (
        "text"
    )
    help: str | None = None
    anchor: str = ""
    icon: str | None = None


@dataclass(frozen=True)
class Formula(Block):
    r"""LaTeX; `\blue{…}` and its like give a symbol the colour of its marks."""

    latex: str


@dataclass(frozen=True)
class Table(Block):
    """A table, whose first column is aligned left and the others right."""

    header: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Code(Block):
    """Python."""

    text: str


@dataclass(frozen=True)
class Divider(Block):
    """A line."""


# Pictures


@dataclass(frozen=True)
class Drawing(Block):
    """The picture that follows the pointer: what `Page.frame` packs. A page has one at most.

    Parameters
    ----------
    kind
        of the front end that draws it
    key
        of the element, the same in every run
    given
        what a front end is given that asks for the frame by itself, once for all states with the
        same problem; None where the frame comes with the page
    """

    kind: str
    key: str
    given: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Figure(Block):
    """Sheets below each other; `text` is for readers who cannot see them."""

    key: str
    sheets: Sequence[Sheet]
    text: str


@dataclass(frozen=True)
class Chart(Block):
    """A chart with its toolbar; `text` is for readers who cannot see it.

    Parameters
    ----------
    make
        gives the Plotly figure for the name of a template
    """

    key: str
    make: Callable[[str], Any]
    text: str


@dataclass(frozen=True)
class Component(Block):
    """What a front end of its own draws of JSON data."""

    kind: str
    key: str
    data: Mapping[str, Any]


# Controls


@dataclass(frozen=True)
class Control(Block):
    """What sets a setting, named in the state or given as its field; of its usual kind.

    Parameters
    ----------
    options
        labels of what is offered, by value; None for all that the field has
    suggested
        what the value None stands for
    slider
        whether a choice or a number has a slider, which counts where it is let go
    step
        of the arrows of a number
    locked
        whether it cannot be changed, also where the address does not name it
    help, width
        an explanation; pixels
    """

    one: str | Field
    options: Mapping[Any, str] | None = None
    suggested: Any = None
    slider: bool = False
    step: float | None = None
    locked: bool = False
    help: str | None = None
    width: int | None = None

    def field(self, state: State) -> Any:
        """Return the field of the state that this control sets."""
        return state.field(self.one) if isinstance(self.one, str) else self.one


@dataclass(frozen=True)
class Action(Block):
    """A button that sets what the page shows next.

    Parameters
    ----------
    then
        the state, or what returns it; None leaves the page as it is
    """

    label: str
    then: State | Callable[[], State | None]
    key: str = ""
    icon: str | None = None
    primary: bool = False
    disabled: bool = False
    help: str | None = None
    width: int | Literal["content", "stretch"] = "content"


@dataclass(frozen=True)
class Link(Block):
    """A link to a page by its name, with its address: texts by key.

    Parameters
    ----------
    mark
        the picture that it leads to, if that has the signs of one on this page
    """

    label: str
    page: str
    address: Mapping[str, str]
    icon: str | None = None
    mark: Mark[Any] | None = None


# Files


@dataclass(frozen=True)
class File(Block):
    """A file that is made when a reader asks for it; its name ends with a key of FORMATS.

    One whose name ends with a key of PRINTED needs Matplotlib and its fonts.
    """

    label: str
    name: str
    make: Callable[[], str | bytes]
    key: str = ""
    help: str | None = None
    disabled: bool = False


@dataclass(frozen=True)
class Printed(Block):
    """A figure in print quality, in some formats of PRINTED.

    Parameters
    ----------
    name
        of the file, without extension
    make
        returns it in a format
    is_menu
        whether the formats are in a menu: a page with several figures would else have many equal
        buttons
    """

    name: str
    make: Callable[[str], bytes]
    key: str = ""
    forms: Sequence[str] = tuple(PRINTED)
    is_menu: bool = True


# Work


@dataclass
class Run:
    """Work in the background, as a page sees it.

    Parameters
    ----------
    found
        what the work has found so far, as it likes to name it
    is_running, trouble
        whether it goes on, and why it ended early, or ""
    """

    found: dict[str, Any] = field(default_factory=dict)
    is_running: bool = False
    trouble: str = ""


@dataclass(frozen=True)
class Work(Block):
    """Work in the background, with its progress and what stops it, and what it finds.

    Parameters
    ----------
    name
        a session has one run of a name
    token
        of what the work is; where it changes the run is stopped, and one that has ended is seen
        again where the token returns
    cost
        its estimate
    do
        does the work: fills `Run.found`, and calls the progress as it goes
    show
        what is seen of a run, while it goes on and after; of None before it was begun
    start
        the label of the button that begins it, "" where it begins by itself
    at_once
        whether it begins by itself, too: the button then begins it anew after it was stopped
    again
        whether the button stays when it is done
    stopped
        what is said when it was stopped
    help, icon, primary
        of the button
    is_kept
        whether a run stays when `token` changes, until it is begun anew
    is_second
        whether another block of that name has the progress
    is_remembered
        whether pages remember what it finds: where they ask for the work again, a run that has
        ended well counts for nothing
    is_alone
        whether it takes every processor: one of its name at a time for all readers
    place
        blocks in a row before the button
    note, width
        what is said beside the button; its pixels
    """

    name: str
    token: str
    cost: Estimate
    do: Callable[[dict[str, Any], Progress], None]
    show: Callable[[Run | None], Scene] = lambda run: ()
    start: str = ""
    again: bool = False
    stopped: str = ""
    help: str | None = None
    icon: str | None = None
    primary: bool = False
    is_kept: bool = False
    is_second: bool = False
    is_remembered: bool = False
    is_alone: bool = False
    place: Sequence[Block] = ()
    at_once: bool = False
    note: str = ""
    width: int | Literal["content", "stretch"] = "content"


@dataclass(frozen=True)
class Played(Block):
    """Blocks for each option of a choice, which a reader steps through or plays.

    Parameters
    ----------
    one
        the choice, by its name in the state
    at
        the option that is set
    show
        what is seen of an option
    place
        blocks in the row of buttons, before the slider over the options
    beat
        seconds between two options that are played
    """

    one: str
    at: str
    show: Callable[[str], Scene]
    place: Sequence[Block] = ()
    beat: float = 0.25


# A reader's own tables


@dataclass(frozen=True)
class Gift(Block):
    """What takes a table from the reader, see `views.given`."""


@dataclass(frozen=True)
class Keeper(Block):
    """Keeps a reader's table through a reload, and says where it is gone."""


# Places


@dataclass(frozen=True)
class Places(Block):
    """Blocks beside each other.

    Parameters
    ----------
    places
        the blocks of each
    key
        of the place
    least
        pixels: where places would be narrower they wrap; 0: never
    widths
        relative to each other; equal where there are none
    """

    places: Sequence[Scene]
    key: str = ""
    least: int = 0
    widths: Sequence[int] = ()


@dataclass(frozen=True)
class Row(Block):
    """Blocks in a row, each as wide as it is."""

    blocks: Scene
    key: str = ""
    gap: Literal["small", "medium"] = "small"
    align: Literal["top", "center", "bottom"] = "top"


@dataclass(frozen=True)
class Group(Block):
    """Blocks that belong together.

    Parameters
    ----------
    key
        for the style sheet
    least, most
        pixels of the width; what is wider than the page scrolls
    height
        pixels that are reserved whatever is in it yet
    width, gap, is_row
        of the group: pixels or "stretch"; between blocks; whether they stand in a row
    """

    blocks: Scene
    key: str = ""
    least: int = 0
    most: int = 0
    height: float = 0.0
    width: int | Literal["stretch", "content"] = "stretch"
    gap: Literal["xsmall", "small", "medium"] | None = "small"
    is_row: bool = False


@dataclass(frozen=True)
class Folded(Block):
    """Blocks that are hidden until a reader opens them; a menu lies over the page."""

    label: str
    blocks: Scene
    is_open: bool = False
    is_menu: bool = False
    icon: str | None = None


@dataclass(frozen=True)
class Part(Block):
    """A part of the scene that may fail by itself: an error in it leaves the others."""

    make: Callable[[], Scene]


def every(scene: Scene) -> Iterator[Block]:
    """Yield all blocks of a scene, also those within others, and what work shows before it runs."""
    for block in scene:
        yield block
        if isinstance(block, Places):
            for place in block.places:
                yield from every(place)
        elif isinstance(block, Row | Group | Folded):
            yield from every(block.blocks)
        elif isinstance(block, Part):
            yield from every(block.make())
        elif isinstance(block, Work):
            yield from every(block.place)
            yield from every(block.show(None))
        elif isinstance(block, Played):
            yield from every(block.place)
            yield from every(block.show(block.at))
