"""
A table of your own
===================

``kpca_core.tables`` recognises encoding, separator, decimal comma, header and labels, and says
what it took them for. On the command line this is ``kpca fit data.csv``.
"""

import matplotlib.pyplot as plt

from kpca_core import KernelPCA
from kpca_core.choosing import choose_width, dilations
from kpca_core.tables import builtin, read_bytes

table = read_bytes(
    "Länge;Breite;Art\n1,5;0,2;a\n1,4;0,3;a\n4,7;1,4;b\n".encode("latin-1"), "own.csv"
)
print(table.said)
print([column.name for column in table.columns])

# %%
# Rows that can be analysed are numbers without gaps, standardised where their units differ.

table = builtin("wine")
rows = table.rows(label=table.label, standardise=True)
print(rows.X.shape, rows.names[:3], rows.words)

choice = choose_width(dilations(X=rows.X, number=12), rows.X, shuffles=20)
scores = KernelPCA(choice.kernel, n_components=2).fit_transform(rows.X)

figure, axes = plt.subplots(figsize=(6, 4.5), layout="constrained")
for label, word in enumerate(rows.words):
    axes.scatter(*scores[rows.labels == label].T, s=14, label=word)
axes.set(xlabel="component 1", ylabel="component 2", title=repr(choice.kernel))
axes.legend()
plt.show()
