"""The page "Digits": Table 1 of Schölkopf, Smola & Müller (1998), and images of components."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import streamlit as st

from datasets import Digits
from kpca_core._support.words import N_, _, plural
from kpca_core.drawing.canvas.words import two_digits
from kpca_core.drawing.digits import error_table
from kpca_core.drawing.mosaic import components, extremes
from kpca_core.drawing.screen import mosaic
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
    SMALL_IMAGES,
    SOURCE,
    Cell,
    Key,
    Recipe,
    agreement,
    recipe_for,
)
from kpca_core.tables.writing import csv_text
from views.hosts.streamlit.background import INTERVAL, draw_progress
from views.hosts.streamlit.drawing import beside, reserved
from views.hosts.streamlit.figures import draw_figure
from views.hosts.streamlit.head import draw_head
from views.hosts.streamlit.page import guarded, settings_on_paper
from views.hosts.streamlit.printing import address_of, file_button
from views.hosts.streamlit.widgets import current, number_box, select, several, text_box
from views.pages.digit_source import (
    BUILTIN,
    FILE,
    NO_PATH,
    OPENML,
    PATH,
    PATH_HELP,
    Source,
    loaded,
)
from views.pages.digits.claims import draw_claims
from views.pages.digits.downloads import draw_images, kernel_words, origin_of, origin_of_images
from views.pages.digits.state import DigitsState
from views.pages.digits.table_run import TableRun
from views.pages.saying import percent, plain
from views.remembered import Remembered
from views.words.glossary import explained
from views.words.pages import DIGITS
from views.work import Estimate

DOWNLOADING, RUN, DRAWN = "download USPS", "table run", "cells drawn"

LEADING_WORDS = N_(
    "Training images at either end of each component, with the component's share of the variance "
    "in feature space."
)
OURS = N_("Ours, % of the test images")
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


def page() -> None:
    state = current(DigitsState)
    draw_head(state, *DIGITS)
    st.header(
        _("Test error of linear classifiers on nonlinear components"),
        anchor=False,
        help=explained("degree", "N.A."),
    )
    buttons, places = reserved("fill", height=40), []
    if state.source == BUILTIN:
        places = [column.empty() for column in beside(2, 320, "tables")]
        # At once: the digits come with scikit-learn, which takes long to load.
        degrees = _offered(state.degrees, TABLE_DEGREES)
        own = _offered(state.components, SMALL_IMAGES.components)
        rows = sorted({*own, *TABLE_COMPONENTS})
        places[0].html(error_table({}, degrees, own, _(OURS), span=PAPER_SPAN, rows=rows))
        places[1].html(published_table(TABLE_DEGREES, TABLE_COMPONENTS, own))
    task = sidebar(state)
    if isinstance(task, str):
        st.info(task)
        return
    cells = known(task)
    with buttons:
        controls(task, cells)
    tables(task, cells, address_of(state), places)
    draw_claims(cells, task.digits.is_usps)
    st.divider()
    st.header(_("What the leading components respond to"), anchor=False)
    leading(task, state, address_of(state))
    st.header(_("What they depend on, and what they look like"), anchor=False)
    pictured(task, state, address_of(state))
    settings_on_paper(state)


def sidebar(state: DigitsState) -> DigitsTask | str:
    """Draw the sidebar; return the digits and the recipe, or what the reader has to do first."""
    with st.sidebar:
        select(state, "source")
        found = _digits(state)
        if isinstance(found, str):
            return found
        data, digits = found
        st.caption(
            _("{training:,} training and {test:,} test images of {side}×{side} pixels").format(
                training=len(digits.X_train), test=len(digits.X_test), side=digits.side
            )
        )
        st.divider()
        kernel = r"k(\mathbf{x}, \mathbf{y}) = (\mathbf{x} \cdot \mathbf{y} / "
        st.latex(f"{kernel}{digits.side**2})^d")
        recipe = recipe_for(digits)
        several(state, "degrees", recipe.degrees)
        several(state, "components", recipe.components)
        number_box(
            state, "smoothing", step=0.25, suggested=recipe.smoothing,
            help=_(
                "Standard deviation of a Gaussian that smooths every image: a choice of ours. The "
                "paper mentions none. 0.75 was fitted to its Table 1; without smoothing the "
                "entries are 0.85 points worse on average."
            ),
        )  # fmt: skip
    degrees = _offered(state.degrees, recipe.degrees)
    components = _offered(state.components, recipe.components)
    smoothing = recipe.smoothing if state.smoothing is None else state.smoothing
    if not degrees or not components:
        return _("Choose at least one degree and one number of components.")
    recipe = replace(recipe, degrees=degrees, components=components, smoothing=smoothing)
    return DigitsTask(data, digits, recipe)


def _offered(chosen: tuple[int, ...] | None, offered: tuple[int, ...]) -> tuple[int, ...]:
    return offered if chosen is None else tuple(one for one in offered if one in chosen)


def _digits(state: DigitsState) -> tuple[str, Digits] | str:
    """Return the digits with a name that changes when their file does, or what to do first."""
    if state.source == FILE:
        text_box(state, PATH, help=_(PATH_HELP))
    if state.source == OPENML:
        if st.button(_("Download"), width="stretch"):
            st.session_state[DOWNLOADING] = True
        if not st.session_state.get(DOWNLOADING):
            return _("Press *Download* in the sidebar to fetch the USPS digits, once.")
    source = Source.of(state.source, state.path)
    return _(NO_PATH) if source is None else (source.token, loaded(source))


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


def controls(task: DigitsTask, cells: Mapping[Key, Cell]) -> None:
    """Draw the button that fills the table, or the progress of a run."""
    job: TableRun | None = st.session_state.get(RUN)
    if job is not None and job.token != task.token:
        job.stop()
        job = None
    missing = [key for key in task.keys if key not in cells]
    st.session_state[DRAWN] = len(cells)
    if job is not None and job.running:
        st.fragment(guarded(watch), run_every=INTERVAL)(job)
        return
    if job is not None and job.trouble and missing:
        st.warning(plain(_(job.trouble)))
    if missing:
        whole = len(missing) == len(task.keys)
        label = _("Fill the table") if whole else _("Fill the rest")
        if st.button(label, type="primary", icon=":material/play_arrow:"):
            st.session_state[RUN] = TableRun(task.token, task.digits, task.recipe, known(task))
            st.rerun()


def watch(job: TableRun) -> None:
    """Draw the progress of a run; the page is drawn anew for every new entry."""
    if len(job.cells) != st.session_state[DRAWN]:
        st.rerun()
    draw_progress(job)


def published_table(
    degrees: Sequence[int], components: Sequence[int], others: Sequence[int]
) -> str:
    """Return the published entries as HTML, with gaps for `others` of a table beside it."""
    published = {(d, q): PUBLISHED.get((d, q)) for d in degrees for q in components}
    rows = sorted({*components, *others})
    return error_table(
        published, degrees, components, _("Published, USPS, %"), span=PAPER_SPAN, rows=rows
    )


def tables(
    task: DigitsTask, cells: Mapping[Key, Cell], address: str, places: Sequence[Any]
) -> None:
    """Draw our table, the published one and, where both are of the same digits, the difference.

    Parameters
    ----------
    address : of the page with these settings, for the download
    places : of both tables where they were reserved before, else empty
    """
    degrees, components = task.recipe.degrees, task.recipe.components
    computed = [cells[key] for key in task.keys if key in cells]
    errors = [cell.error for cell in computed if cell.error is not None]
    comparable = task.digits.is_usps
    span = PAPER_SPAN if comparable or not errors else (min(errors), max(errors) + 0.1)
    places = places or beside(3 if comparable else 2, 320, "tables")
    shown = (degrees, components) if comparable else (TABLE_DEGREES, TABLE_COMPONENTS)
    # Equal numbers of components stand beside each other.
    draw = partial(error_table, rows=sorted({*components, *shown[1]}), span=span)
    ours = _complete({cell.key: cell.error for cell in computed}, task)
    places[0].html(draw(ours, degrees, components, _(OURS)))
    places[1].html(published_table(*shown, components))
    if comparable:
        gaps = _complete({cell.key: cell.difference for cell in computed}, task)
        title = _("Ours − published, points")
        places[2].html(draw(gaps, degrees, components, title, differences=True))
    st.caption(_summary(task, computed))
    if computed:
        title = _("Table 1: test error of linear hyperplanes on kernel principal components")
        more = {
            N_("Seed"): _("{seed}, of the validation split").format(seed=task.recipe.seed),
            N_("Kernel"): kernel_words(task.digits.side, "d"),
            N_("Recipe"): repr(task.recipe),
        }
        origin = origin_of(title, task.digits, task.recipe, more, address)
        text = origin.comments + table_csv(computed)
        file_button(st, _("Table CSV"), text, "kpca-digits-table1.csv")


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


def leading(task: DigitsTask, state: DigitsState, address: str) -> None:
    """Draw for each leading component the images with the smallest and the largest scores."""
    select(state, "images", width=120)
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
    draw_figure("leading", [mosaic(laid_out, f"{title}.")], f"{title}.")
    words = _(LEADING_WORDS)
    st.caption(words)
    origin = origin_of_images(title, task.digits, task.recipe, degree, address)
    draw_images(laid_out, origin, words, f"{side}x{side}-degree-{degree}-extremes")


def pictured(task: DigitsTask, state: DigitsState, address: str) -> None:
    """Draw for each leading component the map of its influence, and its pre-images."""
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
    draw_figure("pictured", [mosaic(laid_out, f"{title}.", notes)], f"{title}.")
    least, most = found.distances[:, found.steps != 0].min(), found.distances.max()
    words = _(
        "Influence: the mean size of the derivative of the component by each pixel, each map in "
        "its own colours. Then pre-images of the points 1 and 2 standard deviations σ = √(λ/n) "
        "from the mean in feature space along the eigenvector. The image of a picture is not the "
        "point itself: it is {least:.2f} to {most:.2f} σ away."
    ).format(least=least, most=most)
    if not found.converged:
        words = f"{words} " + _("Some pre-images have not converged.")
    st.caption(words)
    origin = origin_of_images(title, task.digits, task.recipe, degree, address)
    draw_images(laid_out, origin, words, f"{side}x{side}-degree-{degree}-components")
