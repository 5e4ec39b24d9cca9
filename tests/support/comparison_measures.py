"""What the stories of the page "Compare" state in numbers: functions of a pairing, by their names.

Components are numbered from 1; a partner 0 is none. The product's own are in
`views.stories.measures`.
"""

from __future__ import annotations


def eigenvalue_of_b(found, component):
    return found.pairing.second.eigenvalues[component - 1]


def partner_in_a(found, component):
    partners = found.pairing.partners
    return partners.index(component - 1) + 1 if component - 1 in partners else 0


def partners(found):
    return sum(j >= 0 for j in found.pairing.partners)


def mean_share_of_b(found, component):
    values = found.pairing.second.scores[:, component - 1]
    return 100 * values.mean() ** 2 / (values**2).mean()


def steps_back(found):
    """By how many places every partner in B comes later; an error where they differ."""
    (steps,) = {j - i for i, j in enumerate(found.pairing.partners) if j >= 0}
    return steps


def least_overlap(found):
    return min(found.pairing.matching.overlaps[j] for j in found.pairing.partners if j >= 0)


def widest_angle(found):
    return max(angles[0] for angles in found.pairing.angles)
