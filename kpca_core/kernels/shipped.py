"""The kernels that pages, commands, documents and tests have: one a line, in their order."""

# isort: skip_file
from kpca_core.kernels.stationary import Gaussian as Gaussian
from kpca_core.kernels.dot_product import Polynomial as Polynomial
from kpca_core.kernels.dot_product import Linear as Linear
from kpca_core.kernels.dot_product import Sigmoid as Sigmoid
from kpca_core.kernels.stationary import Laplacian as Laplacian
from kpca_core.kernels.dot_product import Cosine as Cosine
from kpca_core.kernels.stationary import RationalQuadratic as RationalQuadratic
from kpca_core.kernels.stationary import Matern as Matern
from kpca_core.kernels.paraboloid import Paraboloid as Paraboloid
