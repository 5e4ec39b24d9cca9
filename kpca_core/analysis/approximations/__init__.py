"""Approximate kernel PCA by landmarks or random Fourier features, compared with the exact one."""

from kpca_core.analysis.approximations.approximation import Approximation, Comparison, compare
from kpca_core.analysis.approximations.cost import Cost, measured
from kpca_core.analysis.approximations.fourier import FourierExpansion, fourier
from kpca_core.analysis.approximations.landmarks import RULES, landmarks, nystroem

__all__ = [
    "RULES", "Approximation", "Comparison", "Cost", "FourierExpansion",
    "compare", "fourier", "landmarks", "measured", "nystroem",
]  # fmt: skip
