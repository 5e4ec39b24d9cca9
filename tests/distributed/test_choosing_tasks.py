"""A cluster takes the shuffles as tasks."""

from __future__ import annotations

import numpy as np
import pytest

from kpca_core import Gaussian
from kpca_core._support.progress import Cancelled
from kpca_core.choosing import choose_width

pytestmark = pytest.mark.usefixtures("five_minutes")
X = np.random.default_rng(0).standard_normal((80, 3))


def test_shuffles_on_workers_are_those_of_this_process(client):
    here = choose_width([Gaussian(3.0), Gaussian(6.0)], X, 4, shuffles=20)
    there = choose_width([Gaussian(3.0), Gaussian(6.0)], X, 4, shuffles=20, client=client)
    np.testing.assert_array_equal(there.shuffled, here.shuffled)
    with pytest.raises(Cancelled):
        choose_width(Gaussian(3.0), X, 4, client=client, progress=lambda *_: False)
