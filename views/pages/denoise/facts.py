"""Below the drawing of the page "Denoise": errors by number of components, and all methods."""

from __future__ import annotations

from typing import Any

from kpca_core._support.words import _
from kpca_core.datasets import FAMILIES
from views.pages.denoise.solving import ErrorsByCount, errors_by_count, outcomes_of
from views.pages.denoise.state import LABELS, DenoiseState
from views.scene import Chart, Places, Scene, Table, Words
from views.words.denoise import CURVES, METHODS_BELOW, columns_mean, reduction
from views.words.glossary import explained


def facts(state: DenoiseState) -> Scene:
    """Yield the errors by the number of components, and the methods beside each other."""
    truth = _(FAMILIES[state.toy.data].true_place)
    found = errors_by_count(state)
    # The table is as wide.
    yield Places(
        [_by_count(state, found, truth), _by_method(state, found, truth)], "facts", least=480
    )


def _by_count(state: DenoiseState, found: ErrorsByCount, truth: str) -> Scene:
    curve = [errors.curve for errors in found.by_count]
    counts = range(1, len(curve) + 1)
    yield Words(_(CURVES), "title", help=explained("pre-image", "noise reduction"))

    def curves(template: str) -> Any:
        from kpca_core.drawing.charts.curves import denoising_curves

        clean = [errors.clean for errors in found.by_count]
        return denoising_curves(
            list(counts),
            {_("kernel PCA"): curve, _("kernel PCA, from the clean points"): clean},
            {
                _("noisy points"): found.before.curve,
                _("linear PCA, d = 1"): found.without_kernel.curve,
            },
            _("RMS distance"),
            template=template,
        )

    if curve:
        values = ", ".join(f"{d}: {value:.3f}" for d, value in zip(counts, curve, strict=True))
        said = _("RMS distance from {truth} by components: {values}.")
        yield Chart("by components", curves, said.format(truth=truth, values=values))
    kept = min(state.toy.d, len(curve))
    after = curve[kept - 1] if kept else None
    best = min(zip(curve, counts, strict=True), default=None)
    yield Words(
        reduction(truth, found.before.curve, kept, after, best, found.rank, found.by_all.curve)
    )


def _by_method(state: DenoiseState, found: ErrorsByCount, truth: str) -> Scene:
    terms = explained("objective", "fixed point", "minimisation", "distances", "ridge map")
    yield Words(_(METHODS_BELOW), "title", help=terms)
    n = state.toy.n
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
    head = [_("Method"), _("Truth"), _("Clean"), _("Objective"), _("Converged"), _("Steps")]
    yield Table(head, rows)
    yield Words(columns_mean(truth), "caption")
