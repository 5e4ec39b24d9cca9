"""What "Explore" and "Own data" have in common: a picture of maps and spectrum, and its files."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

import numpy as np
from kpca_core.datasets.editing import numbers_of

from kpca_core import Grid
from kpca_core._support.arrays import Array
from kpca_core._support.markup import in_unicode
from kpca_core._support.words import N_, _, plural
from kpca_core.drawing.canvas.aspects import View, arrows_of, telling
from kpca_core.drawing.canvas.back import Place
from kpca_core.drawing.canvas.indefinite import note
from kpca_core.drawing.canvas.origin import Origin
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.drawing.canvas.picture_sheets import scene_of
from kpca_core.drawing.canvas.said import shape_of
from kpca_core.drawing.canvas.subject import FACTOR
from kpca_core.drawing.canvas.words import Display, number, short
from kpca_core.drawing.scene import Detail, pack
from kpca_core.spectrum import aligned_signs
from kpca_core.tables.column import shortened
from kpca_core.tables.rows import LINE
from kpca_core.tables.writing import csv_text, listed, scores_text
from views.pages.controls import slider_of
from views.pages.explore.points import LAST, MOST_POINTS, decimals_of
from views.pages.explore.solving import dataset_of, limited
from views.pages.explore.state import ARROWS, CHOICES, POINTS, ExploreState
from views.pages.method.link import link_to
from views.pages.page import Asked, Page, Seen, Shown
from views.pages.saying import indexed, plain
from views.remembered import Remembered
from views.scene import Code, File, Folded, Group, Printed, Row, Scene, Table, Words
from views.state.fields import BACK
from views.state.mark import Mark
from views.work import Estimate

S = TypeVar("S", bound=ExploreState)

# Points of a frame; of more, as many evenly spread ones are drawn and described.
MOST_DRAWN = 4000
# Selected points that are listed; the file has all of them.
LISTED = 20
# Fits of a file with a slider, seconds that each takes besides, the most in all, and bytes held.
FITS, EACH, LONGEST, HELD = 122, 0.05, 60.0, 1.5e8
Arrows = Callable[[Picture], tuple[Array, Array]]
# Python that goes on from a snippet: signs of a fit alone are those that an address has.
BACK_AGAIN = """\
from kpca_core.feature_space.preimage import from_scores

# The point whose image is nearest to that point of feature space which has these scores.
print(from_scores(decomposition.expansion, {columns}, {back}))
"""
# What is said of one value alone.
AT_ONE_VALUE = N_("Eigenvalues"), N_("Solver")


class PicturePage(Page[S, Picture]):
    """A page that shows a `Picture`. A page says where it comes from."""

    follows = True

    def origin(self, state: S, picture: Picture, address: str = "") -> Origin:
        """Return where a picture comes from.

        Parameters
        ----------
        address
            of the page with these settings, "" where it is not known
        """
        raise NotImplementedError

    def variables(self, state: S) -> Mapping[int, str]:
        """Return the names of the columns that are analysed, by number, in their order."""
        return {1: "x", 2: "y"}

    def file_name(self, state: S, what: str) -> str:
        """Return a file's name without extension."""
        raise NotImplementedError

    def snippet(self, state: S) -> str:
        """Return Python that computes and draws the same."""
        raise NotImplementedError

    def peer(self, state: S) -> str:
        """Return Python that computes the same with scikit-learn alone, "" for none."""
        return ""

    def state_of(self, address: Mapping[str, str], beside: Mapping[str, Any]) -> S:
        found, changes = self.state.of_query(address), beside.get("changes")
        return found.with_changes(changes, dataset_of) if changes else found

    def agreement(self, state: S, before: S, find: Callable[[S], Picture]) -> Array | None:
        picture, reference = find(state), find(before).decomposition
        decomposition = picture.decomposition
        if len(decomposition.scores) == len(reference.scores):
            return decomposition.signs_like(reference)
        grown = state.data_sliders and state.data_sliders == before.data_sliders
        if state.data == before.data or grown:
            return aligned_signs(decomposition.scores, reference.expansion(picture.points))
        return None

    def signed(self, found: Picture, mark: Mark[S]) -> Picture:
        return found.with_signs(mark.factors(found.decomposition.n_components))

    def frame(self, shown: Shown[S, Picture], asked: Asked) -> bytes:
        if shown.found is None:
            raise ValueError(_("There is no picture of these settings yet."))
        state, picture = shown.state, limited(shown.found.thinned(MOST_DRAWN), shown.state)
        texts, detail, numbers = state.texts, asked.detail, picture.numbers
        if state.points:
            numbers = numbers_of(dataset_of(state.data), dict(state.points.changes))
        scene = scene_of(
            picture,
            display_of(state),
            [
                *(slider_of(state, p, value) for p, value in state.sliders.items()),
                *(slider_of(state, p, float(texts[p.key]), p.key) for p in state.data_sliders),
            ],
            view=View(state.view, state.i, state.j or 1, state.variable, self.variables(state)),
            moving=detail is not None,
            place=place_in(state, shown, detail is None),
            edited=bool(asked.beside.get("changes") or state.data_sliders),
            numbers=numbers,
            edit=lambda: None if state.fixed(POINTS) else edit_of(state),
            selected=lambda: selection_of(state, asked.beside),
            caption=lambda: self.origin(state, picture).caption,
            file=lambda: self.file_name(state, "picture"),
        )
        switched = {} if detail else {"stage": on_stage(state), **choices_of(state)}
        return pack(scene, {**asked.reply, **switched}, detail)

    def keep(
        self, state: S, sent: Mapping[str, Any], before: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        if "selected" not in sent:
            return before
        return {"selected": (state.data.token, numbers_in(sent["selected"]))}

    def selected(self, shown: Shown[S, Picture], seen: Seen) -> Scene:
        """Yield the list of the selected points with their values."""
        state, picture = shown.state, shown.found
        rows = rows_of(state, selection_of(state, seen.kept))
        if not rows:
            return
        scores = picture.decomposition.scores[:, : len(picture.fields)]
        letters = (indexed("f", j) for j in range(scores.shape[1]))
        names = shape_of(picture).groups
        listed = rows[:LISTED]
        named = [plain(shortened(names[k])) if names else "–" for k in picture.labels[listed]]
        cells = [
            [str(row), name, *(number(one) for one in (*picture.points[row], *scores[row]))]
            for row, name in zip(listed, named, strict=True)
        ]
        said = plural(
            "**{n} point selected**: its scores fⱼ(x) on the components drawn",
            "**{n} points selected**: their scores fⱼ(x) on the components drawn",
            len(rows),
        )
        if len(rows) > len(listed):
            said = _(
                "**{n} points selected**, the first {listed} listed: their scores fⱼ(x) on the "
                "components drawn"
            )
        origin = partial(self.origin, state, picture, seen.address)
        table = partial(scores_csv, picture, origin, rows)
        name = f"{self.file_name(state, 'selected')}.csv"
        blocks = [
            Words(said.format(n=len(rows), listed=len(listed))),
            File(_("Selected CSV"), name, table, key="download selected"),
            Table([_("point"), _("label"), "x", "y", *letters], cells),
        ]
        if anatomy := link_to(state, picture, rows[0]):
            how = _("How the value of point {row} comes about").format(row=rows[0])
            blocks.append(Words(f"[{how}]({anatomy})"))
        yield Group(blocks, key="selected")

    def files(self, shown: Shown[S, Picture], seen: Seen) -> Scene:
        """Yield a row of buttons; components in every file have the signs of the panels."""
        state, picture = shown.state, limited(shown.found, shown.state)
        grid = state.grid(dataset_of(state.data))
        origin = partial(self.origin, state, picture, seen.address)
        named = partial(self.file_name, state)

        def file(label: str, make: Callable[..., str | bytes], what: str, form: str) -> File:
            make = partial(make, picture, origin)
            return File(label, f"{named(what)}.{form}", make, key=f"download {what}")

        names, variable = self.variables(state), state.variable
        known = picture.decomposition.expansion.kernel.has_gradient
        arrows: Arrows | None = None
        of_arrows: list[Any] = []
        if known and variable is not None and variable in (0, *names):
            where = [*names].index(variable) if variable else None
            arrows = partial(arrows_of, place=where, count=len(picture.fields))
            make = partial(arrows_csv, arrows, names, variable)
            of_arrows.append(file(_("Arrows CSV"), make, "arrows", "csv"))
        arrays = partial(arrays_npz, grid, state, shown, arrows)
        files: list[Any] = [
            file(_("Eigenvalues CSV"), eigenvalues_csv, "eigenvalues", "csv"),
            file(_("Scores CSV"), scores_csv, "scores", "csv"),
            *of_arrows,
            file(_("All arrays NPZ"), arrays, "arrays", "npz"),
            file(_("Interactive HTML"), partial(figure_html, state), "figure", "html"),
        ]
        if self.is_draggable(state):
            make = partial(self.explored_html, shown, seen.address)
            name = f"{named('explored')}.html"
            files.append(File(_("HTML to drag"), name, make, key="download explored"))
        printed = partial(figure_printed, state, grid, picture, origin)
        # The canvas has a button for the picture as it stands there, as PNG.
        files.append(
            Printed(named("figure"), printed, "download figure", ("svg", "pdf"), is_menu=False)
        )
        # The components of the scatter, which the labels may choose.
        pair = pair_of(state, picture)
        code: list[Any] = [Code(self.snippet(replace(state, j=pair[1])))]
        if state.back is not None:
            columns = tuple(k - 1 for k in pair)
            code.append(Code(BACK_AGAIN.format(columns=columns, back=state.back)))
        if peer := self.peer(state):
            code += [Words(_("The same numbers by scikit-learn")), Code(peer)]
        yield Row([*files, Folded("Python", code, is_menu=True)])

    def is_draggable(self, state: S) -> bool:
        """Whether a file can have a slider: the kernel has one, and its values take no minutes."""
        free = any(not state.fixed(p) for p in state.sliders)
        return free and self.cost(state).seconds <= LONGEST / FITS

    def explored_html(self, shown: Shown[S, Picture], address: str = "") -> str:
        """Return a page on which the kernel's first parameter is dragged without a server."""
        return _explored(Explored(self, shown, address))

    def explore(self, shown: Shown[S, Picture], address: str) -> str:
        """Compute what `explored_html` returns."""
        from kpca_core.drawing.canvas.explored import explored
        from kpca_core.drawing.canvas.standalone import explored_page

        state = replace(shown.state, arrows=False, closest=False, chance=False)
        picture = self.signed(self.solve(state), shown.mark)
        p, value = next(one for one in state.sliders.items() if not state.fixed(one[0]))
        slider, tint = slider_of(state, p, value), picture.tint

        def solve(values: Mapping[str, float], samples: int) -> Picture:
            kernel = state.kernel.with_value(p.key, values[slider.name])
            found = self.solve(replace(state, kernel=kernel), Detail(samples))
            return replace(found, tint=tint)

        if p.log:
            low, high = max(p.low, value / FACTOR), min(p.high, value * FACTOR)
            slider = replace(slider, min=low, max=high)
        origin = self.origin(state, picture, address)
        alone = [_(name) for name in AT_ONE_VALUE]
        facts = {name: text for name, text in origin.facts.items() if name not in alone}
        facts[_("Kernel")] = _("{kernel}, {parameter} from {low} to {high}").format(
            kernel=facts[_("Kernel")], parameter=_(p.label), low=short(slider.min),
            high=short(slider.max),
        )  # fmt: skip
        origin = replace(origin, facts=facts)
        page = explored(
            solve, slider, display=display_of(state), origin=origin,
            file=self.file_name(state, "picture"), like=picture,
        )  # fmt: skip
        return explored_page(page, origin)


class Explored:
    """What names a file with a slider."""

    def __init__(self, page: PicturePage[Any], shown: Shown[Any, Picture], address: str) -> None:
        self.page, self.shown, self.address = page, shown, address

    @property
    def token(self) -> str:
        return f"{self.shown.state.token} {self.shown.mark.signs} {self.address}"


def _cost(asked: Explored) -> Estimate:
    one = asked.page.cost(asked.shown.state)
    return replace(one, seconds=FITS * one.seconds + EACH * FITS, bytes=one.bytes + HELD)


_explored: Remembered[Explored, str] = Remembered(
    lambda asked: asked.page.explore(asked.shown, asked.address), max_entries=4, cost=_cost,
    in_words=True,
)  # fmt: skip


# Parts of a frame


def display_of(state: ExploreState) -> Display:
    """Return how pictures of this state are shown."""
    label, subject = state.option_label("scale"), _(state.data.family.label).lower()
    return Display(
        subject=_("{data}, edited").format(data=subject) if state.points else subject,
        panels=state.components,
        scale=state.scale,
        label=label if state.centred else label.replace("K̃", "K"),
    )


def on_stage(state: ExploreState) -> tuple[str, str, str]:
    """Return what a class reads in one line: data, kernel and formula; sliders have the values."""
    kernel = state.kernel
    (first, formula), *parts = kernel.formulas.items()
    said = [f"{first}(x, y) = {formula}", *(f"{letter} = {part}" for letter, part in parts)]
    return _(state.data.family.label), kernel.label, ";  ".join(map(in_unicode, said))


def choices_of(state: ExploreState) -> Mapping[str, Any]:
    """Return what is switched within the drawing, and what of it a reader cannot set or see."""
    return {
        "choices": {key: state.texts[key] for key in CHOICES if key in state.texts},
        "locked": [key for key in state.lock if key in (*CHOICES, BACK.key)],
        "hidden": [key for key in state.hide if key in (*CHOICES, BACK.key)],
        "usual": {key: state.usual[key] for key in state.held},
    }


def place_in(state: ExploreState, shown: Shown[Any, Picture], thorough: bool) -> Place | None:
    """Return the place that a reader has put among the scores and its pre-image, or None."""
    if state.back is None:
        return None
    canonical = shown.canonical.decomposition
    signs = shown.mark.factors(canonical.n_components)
    pair = pair_of(state, shown.found)
    return Place.of(canonical.expansion, pair, state.back, signs, thorough=thorough)


def pair_of(state: ExploreState, picture: Picture) -> tuple[int, int]:
    """Return the components of the scatter, across and up."""
    return View(state.view, state.i, state.j or telling(picture)).pair


def edit_of(state: ExploreState) -> Mapping[str, Any]:
    """Return what a browser needs for changing points: whose they are, and the next number."""
    data, numbers = dataset_of(state.data), dict(state.points.changes)
    return {
        "data": state.data.token,
        "decimals": decimals_of(data),
        "next": max([len(data.X) - 1, *numbers]) + 1,
        "most": MOST_POINTS,
        "edited": bool(numbers),
    }


# Selected points


def selection_of(state: ExploreState, kept: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the numbers of the points that are selected in this data set, ascending."""
    data, numbers = kept.get("selected", ("", ()))
    return numbers if data == state.data.token else ()


def numbers_in(sent: object) -> tuple[int, ...]:
    """Return the valid numbers of points that a browser sent, ascending."""
    if not isinstance(sent, list) or len(sent) > MOST_POINTS:
        return ()
    whole = (one for one in sent if isinstance(one, int) and not isinstance(one, bool))
    return tuple(sorted({one for one in whole if 0 <= one <= LAST}))


def rows_of(state: ExploreState, selection: Sequence[int]) -> list[int]:
    """Return the rows of points, given by their numbers, among those of the picture."""
    chosen = set(selection)
    if not chosen:
        return []
    numbers = numbers_of(dataset_of(state.data), dict(state.points.changes)).tolist()
    return [row for row, one in enumerate(numbers) if one in chosen]


# Files: each says what it was computed from, `origin()`.


def eigenvalues_csv(picture: Picture, origin: Callable[[], Origin]) -> str:
    """Return a row for each eigenvalue: number, λ, λ/n, its share, and the cumulative share.

    Negative eigenvalues come last, without number and share. With the band of shuffled columns
    each has the least and the largest of theirs. Lines before the header start with "#" and say
    what the shares are of.
    """
    d = picture.decomposition
    cumulative = np.cumsum(d.shares)
    rows: list[list[Any]] = [
        [j + 1, value, value / d.n_samples, d.shares[j], cumulative[j]]
        for j, value in enumerate(d.eigenvalues)
    ]
    rows += [["", value, value / d.n_samples, "", ""] for value in d.negative]
    notes = [_("Trace: {value}").format(value=repr(float(d.trace))), note(d)]
    if len(d.negative):
        notes.append(_("Lines without a component are the negative eigenvalues that were found."))
    header = ["component", "eigenvalue", "variance", "fraction", "cumulative"]
    if picture.standing is not None:
        header += ["shuffled_least", "shuffled_largest"]
        ends = (picture.standing.shuffled.min(axis=0), picture.standing.shuffled.max(axis=0))
        for row, least, largest in zip(rows, *ends, strict=False):
            row += [least, largest]
        for row in rows[d.n_components :]:
            row += ["", ""]
    comments = "".join(f"# {one}\n" for one in notes if one)
    return origin().comments + comments + csv_text(header, rows)


def scores_csv(
    picture: Picture, origin: Callable[[], Origin], chosen: Collection[int] | None = None
) -> str:
    """Return a row for each point: index, label, x, y and its scores on the components drawn.

    For a table: the line in the file, the label's word, and the scores.

    Parameters
    ----------
    chosen
        rows of the points; None for all
    """
    scores = picture.decomposition.scores[:, : len(picture.fields)]
    comments = origin().comments
    if picture.table is not None:
        kept = np.array(range(len(scores)) if chosen is None else sorted(chosen), dtype=np.intp)
        return comments + scores_text(picture.table.some(kept), scores[kept])
    header = ["point", "label", "x", "y", *(f"score{j + 1}" for j in range(scores.shape[1]))]
    rows = [
        [i, int(label), *point, *own]
        for i, (label, point, own) in enumerate(
            zip(picture.labels, picture.points, scores, strict=True)
        )
        if chosen is None or i in chosen
    ]
    return comments + csv_text(header, rows)


def arrows_csv(
    arrows: Arrows, names: Mapping[int, str], variable: int,
    picture: Picture, origin: Callable[[], Origin],
) -> str:  # fmt: skip
    """Return how fast scores move as a column grows, a row a point; of all at the mean row.

    Per unit of a column as it is analysed; empty where the kernel has a kink.
    """
    slopes, table = arrows(picture)[1], picture.table
    kind, places = ("column", [*names.values()]) if not variable else ("point", range(len(slopes)))
    if variable and table is not None:
        kind, places = LINE, table.lines.tolist()
    by = f"# {_(ARROWS)}: {listed([names[variable]])}\n" if variable else ""
    cells = np.where(np.isnan(slopes), "", slopes.astype(object)).tolist()
    rows = ([place, *own] for place, own in zip(places, cells, strict=True))
    header = [kind, *(f"slope{j + 1}" for j in range(slopes.shape[1]))]
    return origin().comments + by + csv_text(header, rows)


def arrays_npz(
    grid: Grid, state: ExploreState, shown: Shown[Any, Picture], arrows: Arrows | None,
    picture: Picture, origin: Callable[[], Origin],
) -> bytes:  # fmt: skip
    """Return every array of the page under its name; "origin" holds lines of text.

    Of a place among the scores "place" has its components and their scores, "pre_image" the point
    and "objective" ‖φ(y) − t‖². Where they are drawn, "slopes" are the gradients at the arrows,
    `canvas.overlays.lattice`, "closest" has x, y and cosine of the closest inputs, and "limits" are
    the functions of the limit on a grid of the region; "arrows" is what `arrows_of` returns.
    """
    d, place = picture.decomposition, place_in(state, shown, thorough=True)
    back = {}
    if place is not None and place.found is not None:
        back = {
            "place": np.array([place.pair, place.scores]),
            "pre_image": place.found.point,
            "objective": np.array(place.found.objective),
        }
    return origin().npz(
        **back,
        X=picture.data,
        labels=picture.labels,
        eigenvalues=d.eigenvalues,
        negative=d.negative,
        trace=d.trace,
        scores=d.scores,
        points=d.expansion.points,
        coefficients=d.expansion.coefficients,
        offsets=d.expansion.offsets,
        x=grid.x,
        y=grid.y,
        fields=picture.fields,
        kernel=repr(d.expansion.kernel),
        **({} if arrows is None else {"arrows": arrows(picture)[1]}),
        **({} if picture.standing is None else {"shuffled": picture.standing.shuffled}),
        **{
            name: values
            for name in ("slopes", "closest", "limits")
            if (values := getattr(picture, name)) is not None
        },
    )


def figure_html(state: ExploreState, picture: Picture, origin: Callable[[], Origin]) -> str:
    """Return spectrum and panels as one interactive page that needs no network."""
    from kpca_core.drawing.canvas.standalone import picture_page

    return picture_page(picture.thinned(MOST_DRAWN), display_of(state), origin())


def figure_printed(
    state: ExploreState, grid: Grid, picture: Picture, origin: Callable[[], Origin], form: str
) -> bytes:
    """Return spectrum and panels in print quality, in a format of `views.scene.PRINTED`."""
    from kpca_core.drawing.printing.figures import print_picture

    return print_picture(picture.thinned(MOST_DRAWN), grid, display_of(state), origin(), form)
