"""A picture in words and numbers: what the live component draws, and what the page says of it."""

from __future__ import annotations

from typing import Any

import numpy as np

from datasets import Dataset
from kpca_core import Decomposition
from kpca_core.canvas import LEVELS, encode, even_levels, isolines
from views.settings import SCALES, Settings
from views.solving import Picture

# Samples an axis that isolines are traced on while a slider is dragged.
MOVING_SAMPLES = 40


def levels(fields: np.ndarray) -> np.ndarray:
    """Isoline values (q, 2·LEVELS + 1), each to its field's scale."""
    return np.array([even_levels(field) for field in fields]).reshape(-1, 2 * LEVELS + 1)


def scaled(decomposition: Decomposition, values: np.ndarray, scale: str) -> np.ndarray:
    """Eigenvalues of K̃ in the chosen scale."""
    if scale == SCALES[1]:
        return values / decomposition.n_samples
    if scale == SCALES[2]:
        return values / decomposition.trace if decomposition.trace > 0 else values * np.nan
    return values


def number(value: float) -> str:
    """Three decimals as the paper prints them, or three digits where those say nothing."""
    if not np.isfinite(value):
        return "–"
    return f"{value:.3f}" if value == 0 or 1e-3 <= abs(value) < 1e4 else f"{value:.2e}"


def titles(picture: Picture, settings: Settings) -> list[str]:
    decomposition = picture.decomposition
    values = scaled(decomposition, decomposition.eigenvalues, settings.scale)
    letter = {SCALES[1]: "λ/n", SCALES[2]: "λ/tr"}.get(settings.scale, "λ")
    return [f"{letter} = {number(value)}" for value in values[: len(picture.fields)]]


def facts(picture: Picture) -> list[str]:
    decomposition = picture.decomposition
    rank = decomposition.rank
    return [
        f"n = {decomposition.n_samples}",
        f"rank {rank}" if rank is not None else f"rank ≥ {decomposition.n_components}",
        decomposition.solver,
        f"solve {picture.solve_ms:.1f} ms",
        f"grid {picture.grid_ms:.1f} ms",
        str(decomposition.certificate),
    ]


def description(picture: Picture, settings: Settings, kernel: str) -> str:
    """The text alternative: what a reader who sees no picture should know."""
    shown = ", ".join(f"{j + 1}: {title}" for j, title in enumerate(titles(picture, settings)))
    decomposition = picture.decomposition
    negative = len(decomposition.negative)
    return (
        f"Kernel PCA of {settings.data.lower()}, {decomposition.n_samples} points, with {kernel}. "
        f"Eigenfunctions {shown}. "
        + (f"{negative} negative eigenvalues. " if negative else "")
        + decomposition.message
    )


def spectrum(picture: Picture, settings: Settings) -> dict[str, Any]:
    """The eigenvalues for drawing: values, cumulative fractions, negative part, groups."""
    decomposition = picture.decomposition
    ratio = np.cumsum(decomposition.variance_ratio)
    return {
        "values": scaled(decomposition, decomposition.eigenvalues, settings.scale),
        "shown": len(picture.fields),
        "cumulative": ratio if np.isfinite(ratio).all() else [],
        "negative": scaled(decomposition, decomposition.negative[:8], settings.scale),
        "groups": decomposition.near_degenerate,
        "label": settings.scale if settings.centre else settings.scale.replace("K̃", "K"),
    }


def frame(
    picture: Picture,
    dataset: Dataset,
    settings: Settings,
    values: dict[str, float],
    request: int,
    *,
    moving: bool = False,
) -> bytes:
    """Everything the component draws, packed.

    moving: the hand is on the slider, and speed counts for more than the last tenth of a pixel of
    an isoline.
    """
    fields, heights = picture.fields, levels(picture.fields)
    header = {
        "request": request,
        "token": settings.token,
        "controls": [
            {
                "name": p.name,
                "label": p.label,
                "value": values[p.name],
                "min": p.low,
                "max": p.high,
                "log": p.log,
                "integer": p.integer,
            }
            for p in settings.choice.parameters
        ],
        "region": dataset.region,
        "titles": titles(picture, settings),
        "spectrum": spectrum(picture, settings),
        "facts": facts(picture),
        "description": description(picture, settings, repr(settings.built_kernel(values))),
        "legend": picture.decomposition.message if len(fields) < settings.components else None,
    }
    return encode(
        header,
        {
            "fields": fields.astype(np.float32),
            "levels": heights.astype(np.float32),
            "points": dataset.X.astype(np.float32),
            "labels": dataset.labels.astype(np.uint8),
            **isolines(fields, heights, samples=MOVING_SAMPLES if moving else None),
        },
    )
