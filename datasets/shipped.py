"""The data sets that pages, commands, documents and tests have: one a line, in their order."""

# isort: skip_file
from .toy import gaussian_clusters as gaussian_clusters
from .toy import noisy_parabola as noisy_parabola
from .toy import concentric_rings as concentric_rings
from .uniform import circle as circle
from .uniform import normal as normal
from .uniform import segment as segment
from .uniform import corners as corners
