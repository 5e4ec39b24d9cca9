"""Table 1 of [S] on USPS: agreement with the paper, minutes, and kernel PCA against scikit-learn's.

python -m benchmarks.digits [--data PATH] [--smoothing PIXELS] [--table | --peer]

It is skipped without the USPS digits (`datasets.usps` reads PATH).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.timing import peak_mib, verdict
from datasets import Digits, usps
from kpca_core._support.progress import terminal_bar
from kpca_core.reproduction.digits import (
    COMPONENTS,
    DEGREES,
    PAPER,
    agreement,
    component_scores,
    smoothed,
    table_cells,
)

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
# Bounds: differences in percentage points, minutes, times faster, share of the peer's memory.
MAX_MEAN, MAX_DIFFERENCE, MAX_MINUTES, MIN_FASTER, MAX_MEMORY = 0.30, 1.0, 8, 1.5, 1.0
OURS, PEER, IMAGES = "ours", "scikit-learn", "images"


def main(arguments: Sequence[str] = ()) -> None:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.digits")
    parser.add_argument("--data", type=Path, default=DATA, help="the USPS digits")
    parser.add_argument("--smoothing", type=float, default=PAPER.smoothing, help="in pixels")
    parser.add_argument("--table", action="store_true", help="the table alone")
    parser.add_argument("--peer", action="store_true", help="the comparison alone")
    parser.add_argument("--once", nargs=2, metavar=("METHOD", "DEGREE"), help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if not options.data.exists():
        print(f"Skipped: no USPS digits at {options.data}; give --data PATH.")
        return
    if options.once:
        method, degree = options.once
        print(json.dumps(measure(method, int(degree), usps(options.data))))
        return
    if not options.peer:
        table(usps(options.data), options.smoothing)
    if not options.table:
        comparison(options.data)


def table(digits: Digits, smoothing: float) -> None:
    """Compute all entries; print them with their differences to the published ones."""
    start, processor = time.perf_counter(), time.process_time()
    cells = []
    with terminal_bar() as progress:
        recipe = replace(PAPER, smoothing=smoothing)
        for cell in table_cells(digits, recipe=recipe, progress=progress):
            cells.append(cell)
    minutes = (time.perf_counter() - start) / 60
    by_key = {cell.key: cell for cell in cells}
    print("\ntest error in %, ours and (published); best C by validation below")
    print("components" + "".join(f"{f'd = {d}':>13}" for d in DEGREES))
    for q in COMPONENTS:
        row = [by_key.get((d, q)) for d in DEGREES]
        print(
            f"{q:>10}"
            + "".join(
                f"{'N.A.':>13}" if cell is None else f"{cell.error:>6.2f} ({cell.published:>4.1f})"
                for cell in row
            )
        )
        print(" " * 10 + "".join(f"{'':>13}" if c is None else f"{c.C:>13g}" for c in row))
    found = agreement(cells)
    if found is not None:
        print(f"entries                      {found.cells}")
        print(f"mean absolute difference  {verdict(found.mean, MAX_MEAN, at_least=False)}")
        print(f"largest                   {verdict(found.largest, MAX_DIFFERENCE, at_least=False)}")
        signed = sum(cell.difference or 0.0 for cell in cells) / len(cells)
        print(f"mean signed difference    {signed:6.2f}")
    print(f"minutes                   {verdict(minutes, MAX_MINUTES, at_least=False)}")
    print(f"processor minutes         {(time.process_time() - processor) / 60:6.2f}")


def comparison(data: Path) -> None:
    """Compare kernel PCA with scikit-learn's: the scores of all images, for every degree.

    Every measurement runs in its own process. Peak memory is what exceeds that of a process that
    only imports, reads and smooths the images.
    """
    print("\nkernel PCA of 3,000 images and the scores of all 9,298; seconds and peak MB")
    print(f"{'degree':>6} {'ours':>8} {'scikit-learn':>13} {'ours':>8} {'scikit-learn':>13}")
    seconds, peaks = {OURS: 0.0, PEER: 0.0}, {OURS: 0.0, PEER: 0.0}
    for degree in DEGREES:
        found = {method: _once(method, degree, data) for method in (OURS, PEER, IMAGES)}
        for method in (OURS, PEER):
            found[method]["peak"] -= found[IMAGES]["peak"]
            seconds[method] += found[method]["seconds"]
            peaks[method] = max(peaks[method], found[method]["peak"])
        ours, peer = found[OURS], found[PEER]
        print(
            f"{degree:>6} {ours['seconds']:>8.1f} {peer['seconds']:>13.1f} "
            f"{ours['peak']:>8.0f} {peer['peak']:>13.0f}",
            flush=True,
        )
    faster, memory = seconds[PEER] / seconds[OURS], peaks[OURS] / peaks[PEER]
    print(f"times faster  {verdict(faster, MIN_FASTER, at_least=True)}")
    print(f"its memory    {verdict(memory, MAX_MEMORY, at_least=False)}")


def measure(method: str, degree: int, digits: Digits) -> dict[str, float]:
    """Return the seconds and the peak memory in MB of one method, alone in this process."""
    from sklearn.decomposition import KernelPCA

    q = max(q for d, q in PAPER.cells(digits.side) if d == degree)
    start, scores = time.perf_counter(), ()
    if method == OURS:
        scores = component_scores(digits, degree, q)
    else:
        training, test = (smoothed(X, PAPER.smoothing) for X in (digits.X_train, digits.X_test))
        if method == PEER:
            peer = KernelPCA(q, kernel="poly", degree=degree, gamma=1 / digits.side**2, coef0=0)
            peer.fit(training[: PAPER.examples])
            scores = peer.transform(training), peer.transform(test)
    seconds = time.perf_counter() - start
    assert method == IMAGES or [len(part) for part in scores] == [
        len(digits.X_train),
        len(digits.X_test),
    ]
    return {"seconds": seconds, "peak": peak_mib()}


def _once(method: str, degree: int, data: Path) -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks.digits", "--data", str(data)]
    done = subprocess.run(
        [*command, "--once", method, str(degree)], capture_output=True, text=True, check=True
    )
    found: dict[str, float] = json.loads(done.stdout)
    return found


if __name__ == "__main__":
    main(sys.argv[1:])
