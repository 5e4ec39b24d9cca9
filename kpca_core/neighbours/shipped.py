"""The methods that pages, documents and tests have: one class a line, in their order."""

# isort: skip_file
from kpca_core.neighbours.kernel_components import KernelComponents as KernelComponents
from kpca_core.neighbours.linear import LinearPCA as LinearPCA
from kpca_core.neighbours.hebbian import Hebbian as Hebbian
from kpca_core.neighbours.kernel_hebbian import KernelHebbian as KernelHebbian
from kpca_core.neighbours.power import PowerMethod as PowerMethod
from kpca_core.neighbours.autoencoder import Autoencoder as Autoencoder
from kpca_core.neighbours.principal_curve import PrincipalCurve as PrincipalCurve
from kpca_core.neighbours.local_pca import LocalPCA as LocalPCA
from kpca_core.neighbours.kernel_kmeans import KernelKMeans as KernelKMeans
from kpca_core.neighbours.kernel_ica import KernelICA as KernelICA
from kpca_core.neighbours.isomap import Isomap as Isomap
from kpca_core.neighbours.spectral import SpectralEmbedding as SpectralEmbedding
from kpca_core.neighbours.tsne import TSNE as TSNE
from kpca_core.neighbours.umap import UMAP as UMAP
from kpca_core.neighbours.scaling import ClassicalScaling as ClassicalScaling
