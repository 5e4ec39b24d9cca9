"""Below the drawing of the page "Denoise": errors by number of components, and all methods."""

from __future__ import annotations

import streamlit as st

from datasets import FAMILIES
from kpca_core._support.words import _
from views.pages.denoise.solving import errors_by_count, outcomes_of
from views.pages.denoise.state import LABELS, DenoiseState
from views.words.denoise import CURVES, METHODS_BELOW, columns_mean, reduction
from views.words.glossary import explained


def draw_facts(state: DenoiseState) -> None:
    """Draw the errors by the number of components, and the methods beside each other."""
    from kpca_core.drawing.charts.curves import denoising_curves
    from views.hosts.streamlit.drawing import beside, chart, template
    from views.pages.saying import markdown_table

    # The table is as wide.
    left, right = beside(2, 480, "facts")
    truth, found, points = _(FAMILIES[state.toy.data].true_place), errors_by_count(state), state.toy
    counts = range(1, len(found.by_count) + 1)
    curve = [errors.curve for errors in found.by_count]
    clean = [errors.clean for errors in found.by_count]
    with left:
        st.header(_(CURVES), anchor=False, help=explained("pre-image", "noise reduction"))
        if curve:
            figure = denoising_curves(
                list(counts),
                {_("kernel PCA"): curve, _("kernel PCA, from the clean points"): clean},
                {
                    _("noisy points"): found.before.curve,
                    _("linear PCA, d = 1"): found.without_kernel.curve,
                },
                _("RMS distance"),
                template=template(),
            )
            values = ", ".join(f"{d}: {value:.3f}" for d, value in zip(counts, curve, strict=True))
            said = _("RMS distance from {truth} by components: {values}.")
            chart(figure, "by components", said.format(truth=truth, values=values))
        kept = min(points.d, len(curve))
        after = curve[kept - 1] if kept else None
        best = min(zip(curve, counts, strict=True), default=None)
        st.markdown(
            reduction(truth, found.before.curve, kept, after, best, found.rank, found.by_all.curve)
        )
    with right:
        st.header(
            _(METHODS_BELOW),
            anchor=False,
            help=explained("objective", "fixed point", "minimisation", "distances", "ridge map"),
        )
        n = points.n
        rows = [
            [
                _(LABELS[name]),
                f"{one.errors.curve:.3f}",
                f"{one.errors.clean:.3f}",
                "–" if one.objective is None else f"{one.objective:.4f}".replace("-", "−"),
                f"{one.converged}/{n}" if one.steps else "–",
                f"{one.steps}" if one.steps else "–",
            ]
            for name, one in outcomes_of(state).items()
        ]
        before, linear = found.before, found.without_kernel
        rows += [
            [_("Linear PCA, d = 1"), f"{linear.curve:.3f}", f"{linear.clean:.3f}", *"–––"],
            [_("Noisy points"), f"{before.curve:.3f}", f"{before.clean:.3f}", *"–––"],
        ]
        head = [
            _("Method"), _("Truth"), _("Clean"), _("Objective"), _("Converged"), _("Steps"),
        ]  # fmt: skip
        st.markdown(markdown_table(head, rows))
        st.caption(columns_mean(truth))
