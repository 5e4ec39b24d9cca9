"""The original program's random stream, and the draws behind the published figures."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.paths import PAPER_DRAWS, needs

from datasets import gaussian_clusters, noisy_parabola
from datasets.paper_stream import PaperStream

SPREADS = st.floats(0.01, 2)
BRIEF = settings(max_examples=25)


def test_the_generator_is_the_minimal_standard_one():
    stream = PaperStream(state=1)
    stream.uniforms(10_000)
    assert stream.state == 1043618065  # Park & Miller's own check, CACM 31 (1988)


def test_normals_follow_the_polar_method_and_drop_the_second_number():
    a, b = 2 * PaperStream().uniforms(200).reshape(-1, 2).T - 1
    r = a**2 + b**2
    a, r = a[r <= 1], r[r <= 1]
    assert 60 < len(r) < 95
    np.testing.assert_allclose(
        PaperStream().normals(len(r)), a * np.sqrt(-2 * np.log(r) / r), rtol=1e-14
    )


@needs(PAPER_DRAWS)
@pytest.mark.parametrize(
    ("generator", "key"), [(gaussian_clusters, "clusters"), (noisy_parabola, "parabola")]
)
def test_paper_draws_equal_the_recorded_ones(generator, key):
    recorded = np.load(PAPER_DRAWS)[key]
    np.testing.assert_allclose(generator(seed="paper").X, recorded, rtol=0, atol=1e-12)


@given(k=st.integers(1, 5), n=st.integers(1, 40), sd=SPREADS)
@BRIEF
def test_paper_clusters_with_other_parameters_read_the_same_stream(k, n, sd):
    centres = np.arange(2.0 * k).reshape(k, 2)
    X = gaussian_clusters(n, sd, centres, seed="paper").X
    normals = ((X.reshape(k, n, 2) - centres[:, None]) / sd).transpose(0, 2, 1).ravel()
    np.testing.assert_allclose(normals, PaperStream().normals(2 * k * n), rtol=0, atol=1e-10)


@given(n=st.integers(1, 200), noise=SPREADS)
@BRIEF
def test_paper_parabola_with_other_parameters_reads_the_same_streams(n, noise):
    x, y = noisy_parabola(n, noise, seed="paper").X.T
    np.testing.assert_allclose((x + 1) / 2, PaperStream().uniforms(n), rtol=0, atol=1e-12)
    np.testing.assert_allclose((y - x**2) / noise, PaperStream().normals(n), rtol=0, atol=1e-10)
