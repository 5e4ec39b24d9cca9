"""The data sets that pages, commands, documents and tests have: one a line, in their order."""

# isort: skip_file
from datasets.toy import gaussian_clusters as gaussian_clusters
from datasets.toy import noisy_parabola as noisy_parabola
from datasets.toy import concentric_rings as concentric_rings
