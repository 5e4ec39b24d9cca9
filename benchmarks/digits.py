"""Digits.

Table 1 of [S] on the US Postal Service's digits, all entries, C chosen by validation alone, and its
kernel PCA beside scikit-learn's: the scores of all images for every degree, each measurement in a
process of its own, memory beyond that of one that only imports, reads and smooths the images.
Sources: docs/notation.md.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from support.paths import USPS

from benchmarks.harness import Answer, Lines, Missing, Times, apart, benchmark, judged, peak_mib
from datasets import Digits, usps
from kpca_core._support.progress import terminal_bar
from kpca_core.reproduction.digits import (
    DEGREES,
    PAPER,
    agreement,
    component_scores,
    smoothed,
    table_cells,
)

OURS, PEER, IMAGES = "ours", "scikit-learn", "images"


def digits_of(data: Path) -> Digits:
    if not data.exists():
        raise Missing(f"there are no USPS digits at {data}: --data PATH")
    return usps(data)


@benchmark
def table(data: Path = USPS, smoothing: float = PAPER.smoothing) -> Lines:
    """Table 1: agreement with the paper, in percentage points."""
    digits, cells, time = digits_of(data), [], Times()
    recipe = replace(PAPER, smoothing=smoothing)
    with terminal_bar() as progress:
        time.add(lambda: cells.extend(table_cells(digits, recipe=recipe, progress=progress)))
    for cell in cells:
        yield {
            "degree, components": f"{cell.key}", "error, %": cell.error,
            "published": cell.published, "C": cell.C,
        }  # fmt: skip
    found = agreement(cells)
    if found is None:
        return
    yield f"mean {judged(found.mean, most=0.30)}, largest {judged(found.largest, most=1.0)}"
    yield Answer(
        f"Table 1 of [S], {found.cells} entries: difference from the published errors",
        f"{found.mean:.2f} points on average, {found.largest:.2f} at most, in "
        f"{time.least / 6e4:.1f} minutes",
    )


def measure(method: str, degree: int, data: str) -> dict[str, float]:
    """Return the seconds and the peak memory in MiB of one method, alone in this process."""
    from sklearn.decomposition import KernelPCA

    digits, time = usps(Path(data)), Times()
    q = max(q for d, q in PAPER.cells(digits.side) if d == degree)

    def scores() -> object:
        if method == OURS:
            return component_scores(digits, degree, q)
        training, test = (smoothed(X, PAPER.smoothing) for X in (digits.X_train, digits.X_test))
        if method == IMAGES:
            return training, test
        peer = KernelPCA(q, kernel="poly", degree=degree, gamma=1 / digits.side**2, coef0=0)
        peer.fit(training[: PAPER.examples])
        return peer.transform(training), peer.transform(test)

    time.add(scores)
    return {"seconds": time.least / 1e3, "peak": peak_mib()}


@benchmark
def peer(data: Path = USPS, degrees: tuple[int, ...] = tuple(DEGREES)) -> Lines:
    """Kernel PCA of 3,000 images and the scores of all 9,298, beside scikit-learn's."""
    digits_of(data)
    seconds, peaks = {OURS: 0.0, PEER: 0.0}, {OURS: 0.0, PEER: 0.0}
    for degree in degrees:
        found = {one: apart(measure, one, degree, str(data)) for one in (OURS, PEER, IMAGES)}
        row: dict[str, float] = {}
        for method in (OURS, PEER):
            peak = found[method]["peak"] - found[IMAGES]["peak"]
            seconds[method] += found[method]["seconds"]
            peaks[method] = max(peaks[method], peak)
            row |= {f"{method}, s": found[method]["seconds"], f"{method}, MiB": peak}
        yield {"degree": degree, **row}
    faster, memory = seconds[PEER] / seconds[OURS], peaks[OURS] / peaks[PEER]
    yield f"faster {judged(faster, least=1.5)}, memory {judged(memory, most=1.0)}"
    yield Answer(
        "kernel PCA of the table beside scikit-learn's",
        f"{faster:.1f} times as fast, {memory:.2f} of its memory",
    )
