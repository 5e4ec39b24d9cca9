"""The page "Digits": Table 1 of Schölkopf, Smola & Müller (1998), and images of components."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from kpca_core._support.progress import Progress
from kpca_core._support.words import N_, _, plural
from kpca_core.datasets import Digits
from kpca_core.drawing.canvas.origin import Origin
from kpca_core.drawing.canvas.words import two_digits
from kpca_core.drawing.digits import error_table
from kpca_core.drawing.mosaic import components, extremes
from kpca_core.drawing.scene import Detail
from kpca_core.drawing.sheets import Images
from kpca_core.reproduction.digit_components import (
    ComponentImages,
    Responses,
    component_images,
    responses,
)
from kpca_core.reproduction.digits import COMPONENTS as TABLE_COMPONENTS
from kpca_core.reproduction.digits import DEGREES as TABLE_DEGREES
from kpca_core.reproduction.digits import (
    PUBLISHED,
    SOURCE,
    Cell,
    Key,
    Recipe,
    agreement,
    recipe_for,
    table_cells,
)
from kpca_core.tables.writing import csv_text
from views.costs import COSTS
from views.pages.digit_source import NO_PATH, OPENML, Source, loaded, source_controls
from views.pages.digits.claims import claims
from views.pages.digits.files import kernel_words, origin_of, origin_of_images, printed
from views.pages.digits.state import DigitsState
from views.pages.page import Page, Seen, Shown
from views.pages.saying import percent
from views.remembered import Remembered
from views.scene import (
    Control,
    Divider,
    Figure,
    File,
    Formula,
    Places,
    Printed,
    Row,
    Run,
    Scene,
    Words,
    Work,
)
from views.words.glossary import explained
from views.words.pages import DIGITS
from views.work import Estimate

LEADING_WORDS = N_(
    "Training images at either end of each component, with the component's share of the variance "
    "in feature space."
)
OURS = N_("Ours, % of the test images")
# The name of the work that fills the table.
TABLE = "table of digits"
STOPPED = N_("Stopped. What is known stays; run on whenever you like.")
PAPER_SPAN = (min(PUBLISHED.values()), max(PUBLISHED.values()))


@dataclass(frozen=True, eq=False)
class DigitsTask:
    """What is computed: digits and recipe; `data` names the digits for caches, `token` both."""

    data: str
    digits: Digits
    recipe: Recipe

    @property
    def token(self) -> str:
        # Entries do not depend on which others are asked for.
        whole = replace(self.recipe, degrees=TABLE_DEGREES, components=TABLE_COMPONENTS)
        return f"{self.data} {whole!r}"

    @property
    def keys(self) -> list[Key]:
        return self.recipe.cells(self.digits.side)


class DigitsPage(Page[DigitsState, DigitsTask | None]):
    """A table that is filled on request, and images of the leading components."""

    state, words = DigitsState, DIGITS

    def solve(self, state: DigitsState, detail: Detail | None = None) -> DigitsTask | None:
        """Return the digits and the recipe, None where the reader has to do something first."""
        digits = _digits(state)
        if digits is None:
            return None
        recipe = recipe_for(digits)
        degrees = _offered(state.degrees, recipe.degrees)
        components = _offered(state.components, recipe.components)
        if not degrees or not components:
            return None
        smoothing = recipe.smoothing if state.smoothing is None else state.smoothing
        recipe = replace(recipe, degrees=degrees, components=components, smoothing=smoothing)
        source = Source.of(state.source, state.path)
        return DigitsTask(source.token if source else "", digits, recipe)

    def cost(self, state: DigitsState) -> Estimate:
        source = Source.of(state.source, state.path)
        # They come with scikit-learn, which takes long to load.
        known = source is None or state.source == OPENML or loaded.known(source) is not None
        return Estimate() if known else Estimate(1.0, COSTS.digits_bytes)

    def controls(self, state: DigitsState, seen: Seen) -> Scene:
        yield from source_controls(state.field("source"), state.source)
        digits = _digits(state)
        if state.source == OPENML and digits is None:
            yield _download()
        if digits is None:
            return
        said = _("{training:,} training and {test:,} test images of {side}×{side} pixels").format(
            training=len(digits.X_train), test=len(digits.X_test), side=digits.side
        )
        yield Words(said, "caption")
        yield Divider()
        kernel = r"k(\mathbf{x}, \mathbf{y}) = (\mathbf{x} \cdot \mathbf{y} / "
        yield Formula(f"{kernel}{digits.side**2})^d")
        recipe = recipe_for(digits)
        for name in ("degrees", "components"):
            yield Control(name, options={one: str(one) for one in getattr(recipe, name)})
        yield Control(
            "smoothing", step=0.25, suggested=recipe.smoothing,
            help=_(
                "Standard deviation of a Gaussian that smooths every image: a choice of ours. The "
                "paper mentions none. 0.75 was fitted to its Table 1; without smoothing the "
                "entries are 0.85 points worse on average."
            ),
        )  # fmt: skip

    def scene(self, shown: Shown[DigitsState, DigitsTask | None], seen: Seen) -> Scene:
        state, task = shown.state, shown.found
        yield Words(
            _("Test error of linear classifiers on nonlinear components"), "title",
            help=explained("degree", "N.A."),
        )  # fmt: skip
        if task is None:
            yield from _missing(state)
            return
        yield from filling(task, seen.address)
        yield Divider()
        yield Words(_("What the leading components respond to"), "title")
        yield from leading(task, state, seen.address)
        yield Words(_("What they depend on, and what they look like"), "title")
        yield from pictured(task, state, seen.address)


def _offered(chosen: tuple[int, ...] | None, offered: tuple[int, ...]) -> tuple[int, ...]:
    return offered if chosen is None else tuple(one for one in offered if one in chosen)


def _digits(state: DigitsState) -> Digits | None:
    """Return the digits, None where a file is to be named or nothing was downloaded yet."""
    source = Source.of(state.source, state.path)
    if source is None or state.source == OPENML:
        return None if source is None else loaded.known(source)
    return loaded(source)


def _missing(state: DigitsState) -> Scene:
    """Say what the reader has to do first."""
    if Source.of(state.source, state.path) is None:
        said = _(NO_PATH)
    elif _digits(state) is None:
        said = _("Press *Download* in the sidebar to fetch the USPS digits, once.")
    else:
        table = published_table(TABLE_DEGREES, TABLE_COMPONENTS, ())
        yield Words(table, "html")
        said = _("Choose at least one degree and one number of components.")
    yield Words(said, "info")


def _download() -> Work:
    source = Source(OPENML)

    def do(_found: dict[str, Any], _progress: Progress) -> None:
        loaded(source)

    cost = Estimate(seconds=20.0, bytes=COSTS.digits_bytes)
    return Work(
        "download USPS", OPENML, cost, do, start=_("Download"), width="stretch",
        is_remembered=True,
    )  # fmt: skip


# The known entries for digits and recipe, dictionaries to be added to. They are small and took
# minutes, so that few visitors must not be able to crowd them out.
known: Remembered[DigitsTask, dict[Key, Cell]] = Remembered(lambda _task: {}, max_entries=1000)


def _cost(task: DigitsTask, a_value: float) -> Estimate:
    """Estimate work that takes `a_value` seconds for each entry of the Gram matrix."""
    n = min(task.recipe.examples, len(task.digits.X_train))
    return Estimate(seconds=a_value * n**2, bytes=24.0 * n**2)


# With all USPS digits, whose K has 3,000 rows, the first took 4 to 6 s and 106 MiB, the second 0.8
# to 2.1 s and 93 MiB; with the built-in ones, 1,297 rows, 0.4 s and 0.1 s.
images_of: Remembered[DigitsTask, ComponentImages] = Remembered(
    lambda task, degree: component_images(task.digits, degree, recipe=task.recipe),
    max_entries=32,
    spinner=N_("Looking for pre-images …"),
    cost=lambda task, _degree: _cost(task, 2e-7 + 2e-9 * task.digits.side**2),
)
responses_of: Remembered[DigitsTask, Responses] = Remembered(
    lambda task, degree: responses(task.digits, degree, recipe=task.recipe),
    max_entries=32,
    spinner=N_("Decomposing …"),
    cost=lambda task, _degree: _cost(task, 3e-7),
)


def filling(task: DigitsTask, address: str) -> Scene:
    """Yield the table and what is said of it, with the work that fills it where something lacks."""
    cells = known(task)
    missing = [key for key in task.keys if key not in cells]
    whole = len(missing) == len(task.keys)
    start = _("Fill the table") if whole else _("Fill the rest")

    def show(_run: Run | None) -> Scene:
        yield from tables(task, cells, address)
        yield from claims(cells, task.digits.is_usps)

    if not missing:
        yield from show(None)
        return
    yield Work(
        TABLE, task.token, Estimate(COSTS.digits_table, COSTS.digits_table_bytes),
        partial(fill, task, cells), show,
        start=start, is_remembered=True, is_alone=True, primary=True, stopped=STOPPED,
        icon=":material/play_arrow:",
    )  # fmt: skip


def fill(
    task: DigitsTask, cells: dict[Key, Cell], _found: dict[str, Any], progress: Progress
) -> None:
    """Compute the entries that are not in `cells` yet into it."""
    keys = [key for key in task.keys if key not in cells]
    for degree in sorted({degree for degree, _q in keys}):
        for cell in _column(task, degree, keys, cells, progress):
            cells[cell.key] = cell


def _column(
    task: DigitsTask, degree: int, keys: Sequence[Key], cells: Mapping[Key, Cell],
    progress: Progress,
) -> Iterator[Cell]:  # fmt: skip
    """Return the missing entries of one degree, one after another."""
    done = sum(key in cells for key in keys)

    def further(more: int, _total: int, what: str) -> object:
        said = _("{done} of {total} entries; {doing}")
        said = said.format(done=done + more, total=len(keys), doing=what)
        return progress(done + more, len(keys), said)

    yield from table_cells(
        task.digits, degrees=(degree,), recipe=task.recipe, skip=set(cells), progress=further
    )


def published_table(
    degrees: Sequence[int], components: Sequence[int], others: Sequence[int]
) -> str:
    """Return the published entries as HTML, with gaps for `others` of a table beside it."""
    published = {(d, q): PUBLISHED.get((d, q)) for d in degrees for q in components}
    rows = sorted({*components, *others})
    return error_table(
        published, degrees, components, _("Published, USPS, %"), span=PAPER_SPAN, rows=rows
    )


def tables(task: DigitsTask, cells: Mapping[Key, Cell], address: str) -> Scene:
    """Yield our table, the published one and, where both are of the same digits, the difference.

    Parameters
    ----------
    address : of the page with these settings, for the download
    """
    degrees, components = task.recipe.degrees, task.recipe.components
    computed = [cells[key] for key in task.keys if key in cells]
    errors = [cell.error for cell in computed if cell.error is not None]
    comparable = task.digits.is_usps
    span = PAPER_SPAN if comparable or not errors else (min(errors), max(errors) + 0.1)
    shown = (degrees, components) if comparable else (TABLE_DEGREES, TABLE_COMPONENTS)
    # Equal numbers of components stand beside each other.
    draw = partial(error_table, rows=sorted({*components, *shown[1]}), span=span)
    ours = _complete({cell.key: cell.error for cell in computed}, task)
    html = [draw(ours, degrees, components, _(OURS)), published_table(*shown, components)]
    if comparable:
        gaps = _complete({cell.key: cell.difference for cell in computed}, task)
        title = _("Ours − published, points")
        html.append(draw(gaps, degrees, components, title, differences=True))
    yield Places([[Words(one, "html")] for one in html], "tables", least=320)
    yield Words(_summary(task, computed), "caption")
    if computed:
        make = partial(_written, task, computed, address)
        yield File(_("Table CSV"), "kpca-digits-table1.csv", make)


def _written(task: DigitsTask, computed: list[Cell], address: str) -> str:
    title = _("Table 1: test error of linear hyperplanes on kernel principal components")
    more = {
        N_("Seed"): _("{seed}, of the validation split").format(seed=task.recipe.seed),
        N_("Kernel"): kernel_words(task.digits.side, "d"),
        N_("Recipe"): repr(task.recipe),
    }
    origin = origin_of(title, task.digits, task.recipe, more, address)
    return origin.comments + table_csv(computed)


def _complete(values: dict[Key, float | None], task: DigitsTask) -> dict[Key, float | None]:
    """Return `values` with None where the kernel has fewer components."""
    recipe = task.recipe
    table = {(d, q) for d in recipe.degrees for q in recipe.components}
    return dict.fromkeys(table - set(task.keys)) | values


def _summary(task: DigitsTask, cells: list[Cell]) -> str:
    """Return how the entries compare with the published ones, and how they are made."""
    recipe, sentences = task.recipe, []
    found = agreement(cells)
    if found is not None:
        said = plural(
            "**{n} entry: mean absolute difference {mean:.2f} points, largest {largest:.2f}.**",
            "**{n} entries: mean absolute difference {mean:.2f} points, largest {largest:.2f}.**",
            found.cells,
        )
        sentences.append(said.format(n=found.cells, mean=found.mean, largest=found.largest))
    examples = min(recipe.examples, len(task.digits.X_train))
    smoothed = ""
    if recipe.smoothing:
        smoothed = _("; images smoothed by a Gaussian of {width:g} pixels").format(
            width=recipe.smoothing
        )
    sentences.append(
        _(
            "After section 5.2 of the paper: K of {examples:,} training images, centred, and "
            "soft-margin hyperplanes on the scores. Choices of ours, which it does not state: "
            "{kernel} on pixels from −1 to 1; the first {examples:,} images; hyperplanes of one "
            "digit against the rest, fitted to all training images; C by one validation "
            "split{smoothed}."
        ).format(examples=examples, kernel=kernel_words(task.digits.side, "d"), smoothed=smoothed)
    )
    if task.digits.is_usps and recipe.smoothing == recipe_for(task.digits).smoothing:
        sentences.append(_("This smoothing was fitted to the published errors."))
    return " ".join([*sentences, _("Published: {source}, for USPS.").format(source=_(SOURCE))])


def table_csv(cells: list[Cell]) -> str:
    """Return one line an entry; empty where there is no number."""
    rows = []
    for cell in cells:
        values = (cell.error, cell.published, cell.C, cell.seconds)
        numbers = ("" if value is None else float(value) for value in values)
        rows.append((cell.degree, cell.components, *numbers))
    header = ["degree", "components", "error_percent", "published_percent", "C", "seconds"]
    return csv_text(header, rows)


def leading(task: DigitsTask, state: DigitsState, address: str) -> Scene:
    """Yield for each leading component the images with the smallest and the largest scores."""
    yield Control("images", width=120)
    degree, side = int(state.images), task.digits.side
    found = responses_of(task, degree)
    images = task.digits.X_train.reshape(-1, side, side)
    rows = [f"{j + 1}: {percent(share, 1)}" for j, share in enumerate(found.variance_ratio)]
    heads = (_("smallest scores"), _("largest scores"))
    laid_out = extremes(images[found.least], images[found.most[:, ::-1]], rows, heads)
    title = plural(
        "Images with extreme scores on {n} component",
        "Images with extreme scores on {n} components",
        len(rows),
    ).format(n=len(rows))
    yield Figure("leading", [replace(laid_out, label=f"{title}.")], f"{title}.")
    words = _(LEADING_WORDS)
    yield Words(words, "caption")
    origin = origin_of_images(title, task.digits, task.recipe, degree, address)
    yield _files(laid_out, origin, words, f"{side}x{side}-degree-{degree}-extremes")


def pictured(task: DigitsTask, state: DigitsState, address: str) -> Scene:
    """Yield for each leading component the map of its influence, and its pre-images."""
    degree, side = int(state.images), task.digits.side
    found = images_of(task, degree)
    rows = [str(j + 1) for j in range(len(found.influence))]
    steps = [f"{step:+g} σ".replace("-", "−") if step else _("mean") for step in found.steps]
    influence = found.influence.reshape(-1, side, side)
    looks = found.looks.reshape(len(rows), len(steps), side, side)
    laid_out = components(influence, looks, rows, steps)
    largest, left = influence.max(axis=(1, 2)).tolist(), laid_out.blocks[-1].left
    title = plural(
        "Influence maps and pre-images of {n} component",
        "Influence maps and pre-images of {n} components",
        len(rows),
    ).format(n=len(rows))
    reach = _("mean |∂f/∂pixel| up to {value}")
    place = _("{row}, {step}: distance {distance:.2f}")
    notes = [(0, side, [reach.format(value=two_digits(value)) for value in largest])] + [
        (left + i * laid_out.step, left + i * laid_out.step + side,
         [place.format(row=row, step=at, distance=found.distances[j, i])
          for j, row in enumerate(rows)])
        for i, at in enumerate(steps)
    ]  # fmt: skip
    yield Figure("pictured", [replace(laid_out, label=f"{title}.", notes=notes)], f"{title}.")
    least, most = found.distances[:, found.steps != 0].min(), found.distances.max()
    words = _(
        "Influence: the mean size of the derivative of the component by each pixel, each map in "
        "its own colours. Then pre-images of the points 1 and 2 standard deviations σ = √(λ/n) "
        "from the mean in feature space along the eigenvector. The image of a picture is not the "
        "point itself: it is {least:.2f} to {most:.2f} σ away."
    ).format(least=least, most=most)
    if not found.converged:
        words = f"{words} " + _("Some pre-images have not converged.")
    yield Words(words, "caption")
    origin = origin_of_images(title, task.digits, task.recipe, degree, address)
    yield _files(laid_out, origin, words, f"{side}x{side}-degree-{degree}-components")


def _files(laid_out: Images, origin: Origin, words: str, what: str) -> Row:
    """Return the buttons of rows of images, which `words` say how to read; `what` names files."""
    make = partial(printed, laid_out, origin, words)
    return Row([Printed(f"kpca-digits-{what}", make)])


PAGE = DigitsPage()
