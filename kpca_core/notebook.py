"""`Explorer`: the live picture of kernel PCA in a notebook.

Parameters are solved in the notebook's kernel while they are dragged, and drawn by the JavaScript
that draws the pages. It works in Jupyter and marimo, by anywidget (extra "notebook").

Examples
--------
::

    explorer = Explorer(X, kernel=Gaussian(0.1), labels=y)
    explorer
    explorer.settings = {"width": 0.3}
"""

from __future__ import annotations

import base64
import time
from collections.abc import Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl

import numpy as np
from numpy.typing import ArrayLike

from kpca_core._support.arrays import Array, as_points, require_finite_points
from kpca_core._support.extras import needed
from kpca_core._support.words import E_, N_, _, browser_words, in_system_language, speaking
from kpca_core.analysis.projection import agreeing, projected
from kpca_core.decomposition import Decomposition
from kpca_core.drawing.canvas import styles
from kpca_core.drawing.canvas.aspects import RESTING, View
from kpca_core.drawing.canvas.modules import bundle
from kpca_core.drawing.canvas.origin import Origin
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.drawing.canvas.picture_sheets import scene_of
from kpca_core.drawing.canvas.subject import Subject, sliders_of
from kpca_core.drawing.canvas.words import Display
from kpca_core.drawing.scene import Detail, pack
from kpca_core.kernels import Kernel
from kpca_core.kernels.nested import parameters, with_parameters
from kpca_core.tables import Rows
from kpca_core.widths import gaussian_at, median_distance

with needed("anywidget", "shows a picture in a notebook", "notebook"):
    import anywidget
    import traitlets

__all__ = ["Explorer"]

# Labels that have a marker of their own.
LABELS = 256
VIEWS = ("maps", "scores", "space", "gram")


class Explorer(anywidget.AnyWidget):
    """Kernel PCA of the rows of a table, with a slider for every number of the kernel.

    What a reader drags, selects or switches can be read from these attributes, and set by them.

    Parameters
    ----------
    X
        (n, D) array or data frame, the rows.
    kernel : Kernel or None
        Kernel; None for a Gaussian whose width is the squared median distance of the rows.
    labels
        (n,), optional, at most 256 different ones; they give the markers.
    components : int
        How many eigenfunctions have a map.
    centre : bool
        Subtract the mean in feature space.
    plane : (int, int) or "principal", optional
        What maps show of rows of more than two columns: a plane of two columns, counted from 0, or
        of the first two principal components. None for that whose slices agree best with the scores
        of the kernel given, see `kpca_core.analysis.projection.agreeing`.
    ranges : Mapping[str, tuple[float, float]] or None
        {name: (least, largest)}, optional, of sliders.
    solver : str
        As for `kpca_core.fit`.

    Attributes
    ----------
    kernel : Kernel
    settings : dict
        The kernel's parameters by name, such as {"width": 0.1}.
    components : int
        As above.
    component : int
        The selected one, counted from 1; 0 where none was chosen.
    view
        "maps", "scores", "space" or "gram", what stands beside the maps.
    selected
        List of int, the selected rows.
    large, logarithmic, markers : bool
        Whether the selected map fills the window, the spectrum's axis is logarithmic, and maps have
        points.
    decomposition : Decomposition
        Of the kernel that is set, with the signs that are drawn.

    Raises
    ------
    ImportError
        without anywidget
    ValueError, TypeError
        for rows, labels, ranges or parameters that do not fit; the message quotes them
    """

    _esm = bundle("notebook/widget.js")
    _styles = traitlets.Unicode(styles("drawing.css")).tag(sync=True)
    _words = traitlets.Dict().tag(sync=True)
    _frame = traitlets.Bytes().tag(sync=True)

    kernel = traitlets.Instance(Kernel)
    settings = traitlets.Dict()
    components = traitlets.Int(8, min=1, max=16)
    component = traitlets.Int(0, min=0, max=16)
    view = traitlets.Enum(VIEWS, "maps")
    selected = traitlets.List(traitlets.Int(min=0))
    large = traitlets.Bool(False)
    logarithmic = traitlets.Bool(False)
    markers = traitlets.Bool(True)

    def __init__(
        self,
        X: ArrayLike,
        kernel: Kernel | None = None,
        *,
        labels: ArrayLike | None = None,
        components: int = 8,
        centre: bool = True,
        plane: tuple[int, int] | str | None = None,
        ranges: Mapping[str, tuple[float, float]] | None = None,
        solver: str = "auto",
    ) -> None:
        rows = _rows(X, labels)
        if kernel is None:
            kernel = gaussian_at(median_distance(rows.X))
        if plane is None:
            shown = agreeing(rows, kernel, components)
        else:
            shown = projected(rows, principal=True) if plane == "principal" else projected(
                rows, *plane
            )  # fmt: skip
        self._subject = Subject(rows, shown, components, centre, solver)
        # The newest number is the largest that a browser has sent; pictures at rest have it.
        self._ranges, self._newest, self._hearing = dict(ranges or {}), 0, False
        self._other = ""
        self._decomposition: Decomposition | None = None
        self._sliders = sliders_of(kernel, ranges)
        super().__init__(kernel=kernel, components=components)
        self._draw()
        names = ["kernel", "components", "component", "view", "selected", "large", "logarithmic"]
        self.observe(self._changed, [*names, "markers"])
        self.on_msg(self._hear)

    @property
    def decomposition(self) -> Decomposition:
        assert self._decomposition is not None
        return self._decomposition

    def __repr__(self) -> str:
        shape = self._subject.rows.X.shape
        return f"Explorer({shape} array, kernel={self.kernel!r}, components={self.components})"

    @traitlets.validate("settings")
    def _full(self, proposal: Any) -> dict[str, Any]:
        """All numbers of the kernel, of which some were set."""
        kernel = with_parameters(self.kernel, dict(proposal["value"]))
        return {name: value for name, value in parameters(kernel).items() if _is_number(value)}

    @traitlets.observe("settings")
    def _set(self, change: Any) -> None:
        self.kernel = with_parameters(self.kernel, change["new"])

    @traitlets.observe("kernel")
    def _renewed(self, change: Any) -> None:
        self.settings = {}

    def _changed(self, change: Any) -> None:
        """Draw anew what was set in Python."""
        self._subject = replace(self._subject, components=self.components)
        if not self._hearing:
            self._draw()

    @in_system_language
    def _draw(self) -> None:
        """Solve, and send the picture at rest."""
        self._sliders = self._ranged(self.kernel)
        self._words = browser_words()
        picture = self._picture(self.kernel, 100)
        self._decomposition = picture.decomposition
        scene = scene_of(
            picture.thinned(RESTING.points), self._display, self._sliders, view=self._view,
            selected=self.selected, caption=self._origin.caption,
        )  # fmt: skip
        self._frame = pack(scene, {"n": self._newest, "choices": self._choices})

    def _ranged(self, kernel: Kernel) -> list[Any]:
        """The sliders, with their ranges as they were where these hold the values."""
        before = {one.name: (one.min, one.max) for one in self._sliders}
        values = parameters(kernel)
        held = {
            name: (low, high)
            for name, (low, high) in before.items()
            if name in values and low <= values[name] <= high
        }
        return sliders_of(kernel, held)

    def _picture(self, kernel: Kernel, samples: int) -> Picture:
        """The picture of a kernel, with signs like those before it."""
        picture = self._subject.picture(kernel, samples)
        if self._decomposition is None:
            return picture
        return picture.with_signs(picture.decomposition.signs_like(self._decomposition))

    @property
    def _display(self) -> Display:
        return Display(panels=self._subject.components)

    @property
    def _view(self) -> View:
        other = int(self._other) if self._other else None
        return View(self.view, other, self.component or 1)

    @property
    def _choices(self) -> dict[str, str]:
        """As the browser names them."""
        flags = {"large": self.large, "log": self.logarithmic, "markers": self.markers}
        chosen = {"view": self.view, "i": self._other, "j": str(self.component or "")}
        return chosen | {name: str(value).lower() for name, value in flags.items()}

    @property
    def _origin(self) -> Origin:
        n, dimension = self._subject.rows.X.shape
        return Origin(
            _("Kernel PCA"), {"n": f"{n:,} × {dimension}", N_("Kernel"): repr(self.kernel)}
        )

    @contextmanager
    def _heard(self) -> Any:
        """What is set meanwhile comes from the browser, which shows it already."""
        self._hearing = True
        try:
            yield
        finally:
            self._hearing = False

    @in_system_language
    def _hear(self, sender: Any, message: Any, buffers: Any) -> None:
        """A message of `assets/notebook/widget.js`: nothing in it is trusted to be well-formed."""
        answer, start = None, time.perf_counter()
        wrong = (LookupError, ValueError, TypeError, AttributeError, traitlets.TraitError)
        with suppress(*wrong), self._heard():
            self._newest = max(self._newest, int(message.get("n", 0)))
            if "ask" in message:
                answer = self._answer(message["ask"])
            elif "settle" in message:
                self._choose(message["settle"])
                self.settings = self._read(message["settle"])
                self._draw()
            elif "hold" in message:
                self._choose(message["hold"])
            elif "select" in message:
                self.selected = [int(k) for k in message["select"]]
        content: dict[str, Any] = {"worked": round(1e3 * (time.perf_counter() - start))}
        if isinstance(message, dict):
            content["view"] = message.get("view")
        self.send(content, [] if answer is None else [answer])

    def _answer(self, asked: Mapping[str, Any]) -> bytes:
        """The frame for values under the pointer."""
        chosen, detail = dict(parse_qsl(asked["address"])), asked["detail"]
        values = self._read(chosen)
        samples = min(100, max(2, int(detail["samples"])))
        picture = self._picture(with_parameters(self.kernel, values), samples)
        view = View(str(chosen.get("view", self.view)), self._view.i, self._view.j)
        sliders = [replace(one, value=values[one.name]) for one in self._sliders]
        scene = scene_of(
            picture.thinned(RESTING.points), self._display, sliders, view=view, moving=True
        )
        words = detail.get("words") is True
        return pack(scene, {"n": int(asked["n"])}, Detail(samples, words=words))

    def _choose(self, chosen: Mapping[str, Any]) -> None:
        """Take what a reader has switched or selected."""
        if "j" in chosen:
            self.component = int(chosen["j"] or 0)
        if "i" in chosen:
            self._other = str(int(chosen["i"])) if chosen["i"] else ""
        if "view" in chosen:
            self.view = chosen["view"]
        for key, name in (("large", "large"), ("log", "logarithmic"), ("markers", "markers")):
            if key in chosen:
                setattr(self, name, chosen[key] == "true")

    def _read(self, values: Mapping[str, Any]) -> dict[str, float]:
        """Values of sliders that a browser has sent."""
        read = {}
        for one in self._sliders:
            value = float(values[one.name])
            if not one.min <= value <= one.max:
                said = E_("{name} is {value!r}; it goes from {low} to {high}.")
                raise ValueError(said.format(name=one.name, value=value, low=one.min, high=one.max))
            read[one.name] = round(value) if one.integer else value
        return read

    @in_system_language
    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, and a PNG of it where no front end runs."""
        from kpca_core.drawing.printing.faces import printable_language
        from kpca_core.drawing.printing.figures import print_picture

        bundled = super()._repr_mimebundle_(**kwargs)
        if bundled is None:
            return None
        data, metadata = bundled
        with speaking(printable_language()):
            picture = self._picture(self.kernel, 100).thinned(RESTING.points)
            grid = self._subject.grid(100)
            drawn = print_picture(picture, grid, self._display, self._origin, "png", dpi=120)
        return {**data, "image/png": base64.b64encode(drawn).decode()}, metadata


def _rows(X: ArrayLike, labels: ArrayLike | None) -> Rows:
    """X as rows, each with a label."""
    points: Array = as_points(X, "X")
    require_finite_points(points, "X")
    n, dimension = points.shape
    if n < 2:
        raise ValueError(E_("Kernel PCA needs at least 2 rows; got {n}.").format(n=n))
    names = [str(name) for name in getattr(X, "columns", range(1, dimension + 1))]
    words, numbers = np.unique(np.zeros(n) if labels is None else labels, return_inverse=True)
    if len(numbers) != n or len(words) > LABELS:
        said = E_(
            "Labels are one a row, at most {most} different ones; got {labels} for {n} rows, "
            "{different} different."
        )
        raise ValueError(said.format(most=LABELS, labels=len(numbers), n=n, different=len(words)))
    listed = () if labels is None else tuple(str(word) for word in words)
    return Rows(points, tuple(names), numbers.reshape(-1), listed, np.arange(n))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
