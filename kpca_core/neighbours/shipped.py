"""The methods that pages, documents and tests have: one class a line, in their order."""

# isort: skip_file
from kpca_core.neighbours.kernel_components import KernelComponents as KernelComponents
from kpca_core.neighbours.linear import LinearPCA as LinearPCA
from kpca_core.neighbours.networks import Hebbian as Hebbian
from kpca_core.neighbours.iterations import KernelHebbian as KernelHebbian
from kpca_core.neighbours.iterations import PowerMethod as PowerMethod
from kpca_core.neighbours.networks import Autoencoder as Autoencoder
from kpca_core.neighbours.principal_curve import PrincipalCurve as PrincipalCurve
from kpca_core.neighbours.linear import LocalPCA as LocalPCA
from kpca_core.neighbours.section_7 import KernelKMeans as KernelKMeans
from kpca_core.neighbours.section_7 import KernelICA as KernelICA
from kpca_core.neighbours.embeddings import Isomap as Isomap
from kpca_core.neighbours.embeddings import SpectralEmbedding as SpectralEmbedding
from kpca_core.neighbours.embeddings import TSNE as TSNE
from kpca_core.neighbours.embeddings import UMAP as UMAP
from kpca_core.neighbours.embeddings import ClassicalScaling as ClassicalScaling
