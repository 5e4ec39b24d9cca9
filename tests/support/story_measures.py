"""What the sentences of the stories state in numbers: functions of a picture, by their names.

Shares are in percent. Components are numbered from 1. Those of `views.stories.measures` are the
product's, which goals of tasks have, too.
"""

from __future__ import annotations

import numpy as np

from datasets import gaussian_clusters
from kpca_core import fit
from kpca_core.analysis import measures
from kpca_core.choosing import choose_width, dilations, stability
from views.stories.measures import (
    inside,
    share,
    smaller_part,
    unexplained,
)


def eigenvalue(picture, component):
    return picture.decomposition.eigenvalues[component - 1]


def fraction(picture, component):
    return share(picture, component) / 100


def components(picture):
    return picture.decomposition.n_components


def classes(picture):
    return len(np.unique(picture.labels))


def regions(picture, first, last):
    return measures.parts(scores(picture, first, last), picture.labels).sum()


def separating_arc_of_points(picture):
    return measures.separating_arcs(picture.points, picture.labels).max()


def features_cut(picture):
    """Gap between the classes along x₁² + x₂², a linear function of the features of (x·y)²."""
    return measures.gap((picture.points**2).sum(axis=1), picture.labels)


def clusters_split(picture, first, last):
    shares = measures.cluster_shares(scores(picture, first, last), picture.labels)
    return len(set(shares.argmax(axis=0).tolist()))


def least_inside(picture, first, last):
    return min(inside(picture, component) for component in range(first, last + 1))


def smallest_side(picture, first, last):
    return min(smaller_part(picture, component) for component in range(first, last + 1))


def pairs_below(picture, limit):
    K = gram(picture)
    return 100 * (K[~np.eye(len(K), dtype=bool)] < limit).mean()


def components_for_half(picture):
    whole = fit(picture.decomposition.expansion.kernel, picture.points, None)
    return np.searchsorted(np.cumsum(whole.variance_ratio), 0.5) + 1


def error_of_expansion(picture):
    """The largest error of 1 − ‖x − y‖²/c for the Gaussian kernel of width c."""
    X, kernel = picture.points, picture.decomposition.expansion.kernel
    squared = ((X[:, None] - X[None]) ** 2).sum(axis=2)
    return np.abs(gram(picture) - (1 - squared / kernel.width)).max()


def most_unexplained(picture, first, last):
    return max(unexplained(picture, component) for component in range(first, last + 1))


def overlap(picture, component):
    """What the intervals of the scores of two classes have in common, of the range of both."""
    values = scores(picture, component, component)[:, 0]
    ends = [(own.min(), own.max()) for own in (values[picture.labels == k] for k in (0, 1))]
    (low, high) = (max(low for low, _ in ends), min(high for _, high in ends))
    return 100 * (high - low) / np.ptp(values)


def least_overlap(picture, first, last):
    return min(overlap(picture, component) for component in range(first, last + 1))


def backward_share(picture, component):
    x = np.linspace(-1, 1, 201)
    along = picture.decomposition.expansion(np.column_stack([x, x**2]))
    return 100 * measures.backward_share(along[:, component - 1])


def noise_share(picture, component):
    x = picture.points[:, 0]
    clean = picture.decomposition.expansion(np.column_stack([x, x**2]))[:, component - 1]
    noisy = scores(picture, component, component)[:, 0]
    return 100 * ((noisy - clean) ** 2).mean() / noisy.var()


def mean_share(picture, component):
    values = scores(picture, component, component)[:, 0]
    return 100 * values.mean() ** 2 / (values**2).mean()


def most_negative(picture):
    return picture.decomposition.negative.min()


def positive_sum(picture):
    return fit(picture.decomposition.expansion.kernel, picture.points, None).eigenvalues.sum()


def negative_sum(picture):
    return picture.decomposition.negative.sum()


def relative_gap(picture, component):
    first, second = picture.decomposition.eigenvalues[component - 1 : component + 1]
    return 100 * (1 - second / first)


def near_degenerate_with_next(picture, component):
    pair = {component - 1, component}
    return any(pair <= set(group) for group in picture.decomposition.near_degenerate)


def correlation_with_squared_radius(picture, component):
    squared = (picture.points**2).sum(axis=1)
    return abs(np.corrcoef(squared, scores(picture, component, component)[:, 0])[0, 1])


def has_elliptic_contours(picture, component):
    """Whether f(x) = xᵀ Q x + b, as (x·y)² gives, has a definite Q."""
    expansion = picture.decomposition.expansion
    assert repr(expansion.kernel) == "Polynomial(degree=2, offset=0.0)"
    P, a = expansion.points, expansion.coefficients[:, component - 1]
    low, high = np.linalg.eigvalsh((P * a[:, None]).T @ P)
    return low * high > 0


def points(picture):
    return len(picture.points)


def shuffles(picture):
    return len(picture.standing.shuffled)


def above_the_band(picture):
    standing = picture.standing
    return (standing.eigenvalues > standing.shuffled.max(axis=0)).sum()


def first_below_the_band(picture):
    """The component from which on every eigenvalue is below all of the shuffled tables'."""
    standing = picture.standing
    reaches = np.flatnonzero(standing.eigenvalues >= standing.shuffled.min(axis=0))
    return reaches.max(initial=-1) + 2


def draws_that_split(picture, first, last, draws):
    """On how many of the draws of the seeds 0, 1, … each of these components halves a cluster."""
    kernel, holding = picture.decomposition.expansion.kernel, 0
    for seed in range(draws):
        drawn = gaussian_clusters(seed=seed)
        columns = fit(kernel, drawn.X, last).scores[:, first - 1 :]
        shares = measures.cluster_shares(columns, drawn.labels)
        smaller = measures.smaller_parts(columns, drawn.labels)
        owner, at = shares.argmax(axis=0), np.arange(columns.shape[1])
        inside = (shares[owner, at] > measures.MAJORITY).all()
        halved = (smaller[owner, at] >= float(measures.MIN_SPLIT_FRACTION)).all()
        holding += len({*owner}) == len(owner) and inside and halved
    return holding


def points_that_carry(picture, component, tenths, points):
    """How few of the points have so many tenths of a component's sum of squares."""
    squares = np.sort(scores(picture, component, component)[:, 0] ** 2)[::-1]
    assert len(squares) == points
    return np.searchsorted(np.cumsum(squares) / squares.sum(), tenths / 10) + 1


def most_points_that_carry(picture, last, tenths, points):
    return max(points_that_carry(picture, j, tenths, points) for j in range(1, last + 1))


def turn(picture, component, level, samples):
    kernel = picture.decomposition.expansion.kernel
    found = stability(kernel, picture.points, component, samples=samples)
    return np.quantile(found.angles[:, component - 1], level / 100)


def kept(picture):
    kernel = picture.decomposition.expansion.kernel
    return 100 * choose_width([kernel], picture.points, 16).kept[0]


def width_that_shows_most(picture, family):
    kernels = dilations(X=picture.points, number=family)
    return choose_width(kernels, picture.points, 16).kernel.width


def scores(picture, first, last):
    return picture.decomposition.scores[:, first - 1 : last]


def gram(picture):
    return picture.decomposition.expansion.kernel(picture.points)
