"""What the stories of the page "Neighbours" state in numbers: functions of a state, by their names.

Methods and features are numbered from 1, in the order of the page.
"""

from __future__ import annotations

import numpy as np
from scipy.spatial.distance import cdist

from kpca_core.analysis import measures
from kpca_core.neighbours.measures import difference, number_difference
from views.pages.neighbours.solving import Problem, fits, points_of


def found(state, place):
    return fits(Problem(state, state.methods[place - 1])).found


def feature_difference(state, first, second):
    """The change of the first feature from one method to another, see `difference`."""
    return difference(*(found(state, place).scores[:, 0] for place in (first, second)))


def most_curved(state, place):
    """The part of the first feature that no function of one projection explains."""
    X, scores = points_of(state).X, found(state, place).scores[:, 0]
    design = np.column_stack([X, np.ones(len(X))])
    plain = np.arctanh(scores)
    return np.abs(plain - design @ np.linalg.lstsq(design, plain, rcond=None)[0]).max()


def error_ratio(state, first, second):
    errors = [found(state, place).last.value for place in (first, second)]
    return errors[0] / errors[1]


def change_with_number(state, place):
    method = Problem(state, state.methods[place - 1]).method
    return number_difference(method, points_of(state).X, state.features, state.start)


def features(state, place):
    """How many features the method can have here, or has where the page asks for more than one."""
    scores = found(state, place).scores
    if state.features > 1:
        return scores.shape[1]
    return Problem(state, state.methods[place - 1]).method.most(*points_of(state).X.shape)


def regions(state, place):
    return len(found(state, place).last.curves)


def ring_gap(state, place, feature):
    return measures.gap(found(state, place).scores[:, feature - 1], points_of(state).labels)


def correlation_with_squared_radius(state, place, feature):
    squared = (points_of(state).X ** 2).sum(axis=1)
    return abs(np.corrcoef(squared, found(state, place).scores[:, feature - 1])[0, 1])


def widest_ring_gap(state, place):
    return max(ring_gap(state, place, j + 1) for j in range(found(state, place).scores.shape[1]))


def strangers(state, place):
    """How many points have a point of another label as their nearest neighbour among the scores."""
    scores, labels = found(state, place).scores, points_of(state).labels
    nearest = (cdist(scores, scores) + np.diag([np.inf] * len(scores))).argmin(axis=1)
    return np.count_nonzero(labels != labels[nearest])
