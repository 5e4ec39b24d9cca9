"""Results as figures: Plotly for the screen, Matplotlib for print. No statistics are computed here.

`eigenfunctions` (spectrum and panels), `paper` (the paper's and the book's figures),
`approximations`, `reduced`, `denoising` and `digits` are pure functions from arrays to Plotly
figures; `printing` writes SVG, PDF and PNG, `pages` whole pages; `displays` are scikit-learn's kind
of display. Colours, markers and levels are those of the canvas (`canvas/assets`): `palette`,
`overlays`.

Plotly and Matplotlib come with the extra `figures`; a module that draws with one of them says so
where it is missing.
"""
