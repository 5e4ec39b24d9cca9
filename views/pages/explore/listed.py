"""The list of the points that a reader has selected, and its file."""

from __future__ import annotations

from functools import partial

import streamlit as st

from kpca_core._support.words import _, plural
from kpca_core.drawing.canvas.sentences import group_names
from kpca_core.drawing.canvas.words import number
from kpca_core.tables.column import shortened
from views.hosts.streamlit.page import guarded
from views.hosts.streamlit.printing import address_of, file_button
from views.pages.explore.downloads import scores_csv
from views.pages.explore.live import mark_of
from views.pages.explore.origin import file_name
from views.pages.explore.selected import rows_of
from views.pages.explore.signs import painted
from views.pages.explore.solving import picture_of
from views.pages.explore.state import ExploreState
from views.pages.saying import plain


@guarded
def draw_selected(state: ExploreState) -> None:
    """List the selected points with their values."""
    mark, rows = mark_of(state), rows_of(state)
    if not rows:
        return
    from views.pages.method.link import link_to
    from views.pages.saying import indexed, markdown_table

    picture = painted(mark, picture_of)
    scores = picture.decomposition.scores[:, : len(picture.fields)]
    header = [_("point"), _("label"), "x", "y", *(indexed("f", j) for j in range(scores.shape[1]))]
    words = picture.table.words if picture.table else ()
    names = group_names(picture.points, picture.labels, words)
    listed = rows[:20]  # the file has all of them
    named = [plain(shortened(names[k])) if names else "–" for k in picture.labels[listed]]
    cells = [
        [
            str(row),
            name,
            *(number(one) for one in (*picture.points[row], *scores[row])),
        ]
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
    with st.container(key="selected"):
        st.markdown(said.format(n=len(rows), listed=len(listed)))
        table = partial(scores_csv, mark, address_of(state), rows)
        name = f"{file_name(state, 'selected')}.csv"
        file_button(st, _("Selected CSV"), table, name, key="download selected")
        st.markdown(markdown_table(header, cells))
        anatomy = link_to(state, picture, rows[0])
        if anatomy:
            how = _("How the value of point {row} comes about").format(row=rows[0])
            st.markdown(f"[{how}]({anatomy})")
