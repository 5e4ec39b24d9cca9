"""The claims of captions and text, each a check: `Result` → `Claim`, measured and judged."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from kpca_core.experiments import measures
from kpca_core.experiments.experiment import Claim, Result
from kpca_core.kernels.base import Array

Check = Callable[[Result], Claim]

# A part of at least a third of its cluster counts as a half.
HALF = 1 / 3
# A component splits a cluster if more than half of it happens inside that cluster.
OWNED = 0.5
# A component that splits all clusters has at least so much of itself in each.
SHARED = 0.1
# Splits are orthogonal within this many degrees.
ORTHOGONAL = 15.0
# Share of the way along the parabola that may go backwards: rounding and flat stretches.
BACKWARD = 0.01
SIMILAR = 0.5
EXACT = 1e-9


def separation(statement: str) -> Check:
    """Every pair of clusters is linearly separable in the plane of the first two scores."""

    def check(result: Result) -> Claim:
        arcs = measures.separating_arcs(result.scores(0, 2), result.dataset.labels)
        return Claim(
            statement,
            "In the plane of the first two scores a line separates each pair of clusters: the arc "
            "of its possible normals is wider than 0°.",
            f"arcs of {_listed(arcs, '.0f')}° of directions"
            if len(arcs)
            else "one cluster, no pair to separate",
            tuple(arcs.tolist()),
            bool(len(arcs) and (arcs > 0).all()),
        )

    return check


def each_splits_one(first: int, last: int, statement: str) -> Check:
    """Components first … last (1-based) each cut another cluster into halves."""

    def check(result: Result) -> Claim:
        shares, smaller = _splits(result, first, last)
        owner = shares.argmax(axis=0)
        columns = np.arange(shares.shape[1])
        inside, parts = shares[owner, columns], smaller[owner, columns]
        all_different = len(np.unique(owner)) == len(owner) == len(shares)
        found = "; ".join(
            f"component {first + j}: {inside[j]:.0%} inside cluster {owner[j] + 1}, "
            f"cut {parts[j]:.0%} to {1 - parts[j]:.0%}"
            for j in columns
        )
        return Claim(
            statement,
            "Each component varies in another cluster, with more than half of its sum of squares "
            "inside it, and its sign leaves at least a third of that cluster on either side.",
            found,
            (*inside.tolist(), *parts.tolist()),
            bool(all_different and (inside > OWNED).all() and (parts >= HALF).all()),
        )

    return check


def splits_all(component: int, statement: str) -> Check:
    """One component (1-based) cuts every cluster into halves."""

    def check(result: Result) -> Claim:
        shares, smaller = (part[:, 0] for part in _splits(result, component, component))
        return Claim(
            statement,
            "Inside each cluster happens at least a tenth of the component's sum of squares, and "
            "its sign leaves at least a third of that cluster on either side.",
            f"{_listed(shares, '.0%')} inside the clusters; smaller sides "
            f"{_listed(smaller, '.0%')}",
            (*shares.tolist(), *smaller.tolist()),
            bool(len(smaller) > 1 and (shares >= SHARED).all() and (smaller >= HALF).all()),
        )

    return check


def orthogonal_splits(before: tuple[int, int], after: tuple[int, int], statement: str) -> Check:
    """In each cluster, the later split is orthogonal to the earlier one."""

    def check(result: Result) -> Claim:
        X, labels = result.dataset.X, result.dataset.labels
        scores = result.scores(0, after[1])
        owners = [_splits(result, *block)[0].argmax(axis=0) for block in (before, after)]
        angles = []
        for k, label in enumerate(np.unique(labels)):
            inside = labels == label
            slopes = [
                measures.slope(X[inside], scores[inside, first - 1 + j])
                for (first, _), owner in zip((before, after), owners, strict=True)
                for j in np.flatnonzero(owner == k)
            ]
            angles.append(measures.angle(*slopes) if len(slopes) == 2 else 0.0)
        paired = all(len(np.unique(owner)) == len(owner) == len(angles) for owner in owners)
        return Claim(
            statement,
            "In each cluster one component of either group splits it, and their steepest "
            f"directions there make an angle of at least {90 - ORTHOGONAL:.0f}°.",
            f"angles {_listed(angles, '.0f')}°" if paired else "the splits do not come in pairs",
            tuple(angles),
            bool(paired and min(angles) >= 90 - ORTHOGONAL),
        )

    return check


def regions(first: int, last: int, expected: int, statement: str) -> Check:
    """Components first … last divide the data into `expected` regions, as many in each cluster."""

    def check(result: Result) -> Claim:
        labels, scores = result.dataset.labels, result.scores(0, last)
        parts = measures.parts(scores[:, first - 1 :], labels)
        return Claim(
            statement,
            f"Each cluster is divided, by the signs of those of the components {first}–{last} that "
            f"vary mostly in it, into as many parts: {expected} in all.",
            f"{' + '.join(map(str, parts))} = {parts.sum()} regions (all signs of all {last} "
            f"components, faint ones too, tell {measures.sign_patterns(scores)} sets apart)",
            (*map(float, parts), float(measures.sign_patterns(scores))),
            bool(parts.sum() == expected and np.ptp(parts) == 0),
        )

    return check


def component_counts(statement: str) -> Check:
    """The first case has as many components as coordinates, the others have more."""

    def check(result: Result) -> Claim:
        ranks = [found.n_components for found in result.decompositions]
        return Claim(
            statement,
            "The first kernel has 2 eigenvalues above rounding; every other one has more.",
            f"{_listed(ranks, 'd')} components",
            tuple(map(float, ranks)),
            bool(ranks[0] == 2 and min(ranks[1:]) > 2),
        )

    return check


def monotone(curve: Callable[[Array], Array], statement: str) -> Check:
    """In every case the first component varies monotonically along y = curve(x), |x| ≤ 1."""
    x = np.linspace(-1, 1, 201)
    path = np.column_stack([x, curve(x)])

    def check(result: Result) -> Claim:
        shares = [
            measures.backward_share(found.expansion.first(1)(path)[:, 0])
            for found in result.decompositions
        ]
        return Claim(
            statement,
            "At most 1 % of the way that the first component goes along the parabola is backwards, "
            "in every case.",
            f"backwards {_listed(shares, '.2%')} of the way",
            tuple(shares),
            max(shares) <= BACKWARD,
        )

    return check


def similar(components: tuple[int, ...], cases: tuple[int, ...], statement: str) -> Check:
    """The components (1-based) of these cases (0-based) correlate with each other."""

    def check(result: Result) -> Claim:
        smallest = []
        for j in components:
            columns = np.array([result.scores(case, j)[:, j - 1] for case in cases])
            smallest.append(float(_correlations(columns).min()))
        found = (f"component {j}: {r:.2f}" for j, r in zip(components, smallest, strict=True))
        return Claim(
            statement,
            f"The scores of any two of the nonlinear kernels correlate by at least {SIMILAR}.",
            f"smallest correlation, {', '.join(found)}",
            tuple(smallest),
            min(smallest) >= SIMILAR,
        )

    return check


def noise_component(curve: Callable[[Array], Array], case: int, statement: str) -> Check:
    """Of the first three components of a case, the third alone is mostly noise about the curve."""

    def check(result: Result) -> Claim:
        X = result.dataset.X
        clean = np.column_stack([X[:, 0], curve(X[:, 0])])
        expansion = result.decompositions[case].expansion.first(3)
        with_noise, without = expansion(X), expansion(clean)
        shares = ((with_noise - without) ** 2).mean(axis=0) / with_noise.var(axis=0)
        return Claim(
            statement,
            "Moving every point onto the parabola changes the third component by more than half of "
            "its variance, the first two by less.",
            f"components 1 to 3 change by {_listed(shares, '.0%')} of their variance",
            tuple(shares.tolist()),
            bool(len(shares) == 3 and shares[2] > 0.5 and (shares[:2] < 0.5).all()),
        )

    return check


def linear_in_feature_space(statement: str) -> Check:
    """f₁(x) = v₁·(Φ(x) − mean), with v₁ from PCA of the columns of Φ (B 12.73–12.74)."""

    def check(result: Result) -> Claim:
        errors = []
        for case, found in enumerate(result.decompositions):
            features = found.expansion.kernel.features(result.dataset.X)
            centred = features - features.mean(axis=0)
            projection = centred @ np.linalg.svd(centred, full_matrices=False)[2][0]
            ours = result.scores(case, 1)[:, 0]
            error = min(np.abs(ours - projection).max(), np.abs(ours + projection).max())
            errors.append(float(error / np.abs(projection).max()))
        return Claim(
            statement,
            "The scores equal the projections onto the first principal axis of the explicit "
            f"feature vectors, to {EXACT:.0e} of the largest.",
            f"differences {_listed(errors, '.0e')}",
            tuple(errors),
            max(errors) <= EXACT,
        )

    return check


def nonlinear_in_data_space(statement: str) -> Check:
    """No linear function of the coordinates explains the first component."""

    def check(result: Result) -> Claim:
        shares = [
            measures.unexplained_by_a_plane(result.dataset.X, result.scores(case, 1)[:, 0])
            for case in range(len(result.decompositions))
        ]
        return Claim(
            statement,
            "Of the first component's variance, a linear function of x and y leaves more than half "
            "unexplained.",
            f"{_listed(shares, '.0%')} unexplained",
            tuple(shares),
            min(shares) > 0.5,
        )

    return check


def lines_merge(statement: str) -> Check:
    """No linear projection of the data to one dimension separates the two classes."""

    def check(result: Result) -> Claim:
        arcs = measures.separating_arcs(result.dataset.X, result.dataset.labels)
        return Claim(
            statement,
            "No direction of the plane separates the classes: the arc of such directions is empty.",
            f"arc {max(0.0, float(arcs.max(initial=0.0))):.0f}°",
            tuple(arcs.tolist()),
            bool(len(arcs) and (arcs <= 0).all()),
        )

    return check


def first_component_separates(case: int, statement: str) -> Check:
    """The first scores of a case lie in one interval for one class, in another for the other."""

    def check(result: Result) -> Claim:
        scores = result.scores(case, 1)[:, 0]
        gap = measures.gap(scores, result.dataset.labels)
        relative = gap / float(np.ptp(scores))
        return Claim(
            statement,
            "The intervals of the first score that the two classes occupy do not overlap.",
            f"between them {relative:.0%} of the range",
            (relative,),
            gap > 0,
        )

    return check


def _splits(result: Result, first: int, last: int) -> tuple[Array, Array]:
    scores = result.scores(0, last)[:, first - 1 :]
    labels = result.dataset.labels
    return measures.cluster_shares(scores, labels), measures.smaller_parts(scores, labels)


def _correlations(columns: Array) -> Array:
    """|r| between all rows of `columns`; 0 where a row is constant."""
    centred = columns - columns.mean(axis=1, keepdims=True)
    lengths = np.linalg.norm(centred, axis=1, keepdims=True)
    unit = np.divide(centred, lengths, out=np.zeros_like(centred), where=lengths > 0)
    return np.abs(unit @ unit.T)


def _listed(values: Iterable[float], form: str) -> str:
    return ", ".join(format(value, form) for value in values)
