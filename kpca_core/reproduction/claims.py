"""The claims of captions and text as tests: `Result` → `Finding`.

Components are numbered from 1, as in the texts; cases from 0. The thresholds
were measured on the original points and on 200 new draws: docs/decisions/103-claims.md. Sources:
docs/notation.md.
"""

from collections.abc import Iterable

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.words import _
from kpca_core.analysis import measures
from kpca_core.analysis.measures import MAJORITY, MIN_SHARE, MIN_SPLIT_FRACTION
from kpca_core.reproduction.experiment import Finding, Result

# The least angle in degrees of two splits that count as orthogonal.
MIN_ANGLE = 75
# The largest share of the way along the parabola that may go backwards.
MAX_BACKWARD = 0.01
# The least correlation of components of different kernels that count as similar.
MIN_CORRELATION = 0.5
# The largest relative error of values that count as equal.
RELATIVE_ERROR = 1e-9


def separation(result: Result) -> Finding:
    """Every pair of clusters is linearly separable in the plane of the first two scores."""
    arcs = measures.separating_arcs(result.scores(0, 2), result.dataset.labels)
    found = _("arcs of {listed}° of directions").format(listed=_listed(arcs, ".0f"))
    return Finding(
        _(
            "In the plane of the first two scores a line separates each pair of clusters: the arc "
            "of its possible normals is wider than 0°."
        ),
        found if len(arcs) else _("one cluster, no pair to separate"),
        arcs,
        len(arcs) and (arcs > 0).all(),
    )


def each_splits_one(result: Result, first: int, last: int) -> Finding:
    """Each of the components first … last splits a different cluster into halves."""
    shares, smaller = _splits(result, first, last)
    owner = shares.argmax(axis=0)
    columns = np.arange(shares.shape[1])
    inside, parts = shares[owner, columns], smaller[owner, columns]
    all_different = len(np.unique(owner)) == len(owner) == len(shares)
    said = _("component {j}: {inside:.0%} inside cluster {k}, cut {part:.0%} to {rest:.0%}")
    found = (
        said.format(j=first + j, inside=inside[j], k=owner[j] + 1, part=parts[j], rest=1 - parts[j])
        for j in columns
    )
    return Finding(
        _(
            "Each component varies in a different cluster, with more than {majority:.0%} of its "
            "sum of squares inside it, and its sign leaves at least {least} of that cluster on "
            "either side."
        ).format(majority=MAJORITY, least=MIN_SPLIT_FRACTION),
        "; ".join(found),
        (*inside, *parts),
        all_different and (inside > MAJORITY).all() and (parts >= float(MIN_SPLIT_FRACTION)).all(),
    )


def splits_all(result: Result, component: int) -> Finding:
    """One component splits every cluster into halves."""
    shares, smaller = (values[:, 0] for values in _splits(result, component, component))
    halved = (smaller >= float(MIN_SPLIT_FRACTION)).all()
    return Finding(
        _(
            "Each cluster contains at least {share:.0%} of the component's sum of squares, and its "
            "sign leaves at least {least} of that cluster on either side."
        ).format(share=MIN_SHARE, least=MIN_SPLIT_FRACTION),
        _("{shares} inside the clusters; smaller sides {smaller}").format(
            shares=_listed(shares, ".0%"), smaller=_listed(smaller, ".0%")
        ),
        (*shares, *smaller),
        len(smaller) > 1 and (shares >= MIN_SHARE).all() and halved,
    )


def orthogonal_splits(result: Result, before: tuple[int, int], after: tuple[int, int]) -> Finding:
    """In each cluster the later split, of the components `after`, is orthogonal to the earlier."""
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
    return Finding(
        _(
            "In each cluster one component of either group splits it, and their steepest "
            "directions there make an angle of at least {angle}°."
        ).format(angle=MIN_ANGLE),
        _("angles {listed}°").format(listed=_listed(angles, ".0f"))
        if paired
        else _("the splits do not come in pairs"),
        angles,
        paired and min(angles) >= MIN_ANGLE,
    )


def regions(result: Result, first: int, last: int, expected: int) -> Finding:
    """Components first … last divide the data into `expected` regions, as many in each cluster."""
    labels, scores = result.dataset.labels, result.scores(0, last)
    parts = measures.parts(scores[:, first - 1 :], labels)
    patterns = measures.sign_patterns(scores)
    return Finding(
        _(
            "Each cluster is divided, by the signs of those of the components {first}–{last} that "
            "vary mostly in it, into as many parts: {expected} in all."
        ).format(first=first, last=last, expected=expected),
        _(
            "{sum} regions (all signs of all {last} components, faint ones too, distinguish "
            "{patterns} sets)"
        ).format(
            sum=f"{' + '.join(map(str, parts))} = {parts.sum()}", last=last, patterns=patterns
        ),
        (*parts, patterns),
        parts.sum() == expected and np.ptp(parts) == 0,
    )


def component_counts(result: Result) -> Finding:
    """The first case has two components, as many as the points have coordinates; others more."""
    counts = [found.n_components for found in result.decompositions]
    return Finding(
        _("The first kernel has 2 eigenvalues above rounding; every other one has more."),
        _("{listed} components").format(listed=_listed(counts, "d")),
        counts,
        counts[0] == 2 and min(counts[1:]) > 2,
    )


def monotone(result: Result) -> Finding:
    """In every case the first component varies monotonically along y = x², |x| ≤ 1."""
    x = np.linspace(-1, 1, 201)
    path = np.column_stack([x, x**2])
    firsts = (found.expansion.first(1) for found in result.decompositions)
    shares = [measures.backward_share(first(path)[:, 0]) for first in firsts]
    return Finding(
        _(
            "At most {share:.0%} of the way that the first component goes along the parabola is "
            "backwards, in every case."
        ).format(share=MAX_BACKWARD),
        _("backwards {listed} of the way").format(listed=_listed(shares, ".2%")),
        shares,
        max(shares) <= MAX_BACKWARD,
    )


def similar(result: Result) -> Finding:
    """The scores on the components 2 and 3 correlate between any two cases but the first."""
    scores = np.array([result.scores(case, 3) for case in range(1, len(result.decompositions))])
    with np.errstate(invalid="ignore"):  # where a component is constant; that counts as 0
        correlations = [np.nan_to_num(np.corrcoef(scores[:, :, j])) for j in (1, 2)]
    smallest = [float(np.abs(rows).min()) for rows in correlations]
    said = _("component {j}: {correlation:.2f}")
    found = (said.format(j=j, correlation=r) for j, r in enumerate(smallest, start=2))
    return Finding(
        _("The scores of any two of the nonlinear kernels correlate by at least {least}.").format(
            least=MIN_CORRELATION
        ),
        _("smallest correlation, {listed}").format(listed=", ".join(found)),
        smallest,
        min(smallest) >= MIN_CORRELATION,
    )


def noise_component(result: Result, case: int) -> Finding:
    """Of the first three components of a case only the third is mostly noise about y = x²."""
    X = result.dataset.X
    clean = np.column_stack([X[:, 0], X[:, 0] ** 2])
    expansion = result.decompositions[case].expansion.first(3)
    noisy, noiseless = expansion(X), expansion(clean)
    shares = ((noisy - noiseless) ** 2).mean(axis=0) / noisy.var(axis=0)
    return Finding(
        _(
            "Moving every point onto the parabola changes the third component by more than "
            "{majority:.0%} of its variance, the first two by less."
        ).format(majority=MAJORITY),
        _("components 1 to 3 change by {listed} of their variance").format(
            listed=_listed(shares, ".0%")
        ),
        shares,
        len(shares) == 3 and shares[2] > MAJORITY and (shares[:2] < MAJORITY).all(),
    )


def linear_in_feature_space(result: Result) -> Finding:
    """f₁(x) = v₁·(Φ(x) − mean), v₁ the first principal axis of the Φ(x) ([B] eq. 12.73–12.74)."""
    errors = []
    for case, found in enumerate(result.decompositions):
        features = found.expansion.kernel.features(result.dataset.X)
        centred = features - features.mean(axis=0)
        projection = centred @ np.linalg.svd(centred, full_matrices=False)[2][0]
        ours = result.scores(case, 1)[:, 0]
        error = min(np.abs(ours - projection).max(), np.abs(ours + projection).max())
        errors.append(error / np.abs(projection).max())
    return Finding(
        _(
            "The scores equal the projections onto the first principal axis of the explicit "
            "feature vectors, to {error:.0e} of the largest."
        ).format(error=RELATIVE_ERROR),
        _("differences {listed}").format(listed=_listed(errors, ".0e")),
        errors,
        max(errors) <= RELATIVE_ERROR,
    )


def nonlinear_in_data_space(result: Result) -> Finding:
    """No linear function of the coordinates explains the first component."""
    firsts = (result.scores(case, 1)[:, 0] for case in range(len(result.decompositions)))
    shares = [measures.unexplained_by_a_plane(result.dataset.X, first) for first in firsts]
    return Finding(
        _(
            "Of the first component's variance, a linear function of x and y leaves more than "
            "{majority:.0%} unexplained."
        ).format(majority=MAJORITY),
        _("{listed} unexplained").format(listed=_listed(shares, ".0%")),
        shares,
        min(shares) > MAJORITY,
    )


def lines_merge(result: Result) -> Finding:
    """No linear projection of the data to one dimension separates the two classes."""
    arcs = measures.separating_arcs(result.dataset.X, result.dataset.labels)
    return Finding(
        _("No direction of the plane separates the classes: the arc of such directions is empty."),
        _("arc {arc:.0f}°").format(arc=max(0.0, float(arcs.max(initial=0.0)))),
        arcs,
        len(arcs) and (arcs <= 0).all(),
    )


def first_component_separates(result: Result, case: int) -> Finding:
    """The first scores of a case lie in one interval for one class, in another for the other."""
    scores = result.scores(case, 1)[:, 0]
    gap = measures.gap(scores, result.dataset.labels) / float(np.ptp(scores))
    return Finding(
        _("The intervals of the first score that the two classes occupy do not overlap."),
        _("between them {gap:.0%} of the range").format(gap=gap),
        (gap,),
        gap > 0,
    )


def _splits(result: Result, first: int, last: int) -> tuple[Array, Array]:
    """Shares and smaller parts of the components first … last in each cluster, both (k, q)."""
    scores, labels = result.scores(0, last)[:, first - 1 :], result.dataset.labels
    return measures.cluster_shares(scores, labels), measures.smaller_parts(scores, labels)


def _listed(values: Iterable[float], form: str) -> str:
    return ", ".join(format(value, form) for value in values)
