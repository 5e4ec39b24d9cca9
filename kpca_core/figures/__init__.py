"""Results as figures: Plotly on the pages, Matplotlib in print. No statistics are computed here.

`eigenfunctions` (spectrum and panels), `paper` (the paper's and the book's figures), `scale` and
`digits` are pure functions from arrays to `go.Figure`; `printing` writes SVG, PDF and PNG.
"""
