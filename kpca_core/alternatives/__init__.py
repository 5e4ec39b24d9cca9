"""Approximate kernel PCA by landmarks or random Fourier features, compared with the exact one."""

from kpca_core.alternatives.approximation import Approximation, Comparison, compare
from kpca_core.alternatives.cost import Cost, measured
from kpca_core.alternatives.fourier import FourierExpansion, fourier
from kpca_core.alternatives.landmarks import RULES, landmarks, nystroem

__all__ = [
    "RULES", "Approximation", "Comparison", "Cost", "FourierExpansion",
    "compare", "fourier", "landmarks", "measured", "nystroem",
]  # fmt: skip
