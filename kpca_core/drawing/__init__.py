"""Results as pictures; no statistics are computed here.

`canvas` draws on the screen, `printing` (Matplotlib) into files, `charts` (Plotly) what is not a
map. Colours, markers and levels are those of the canvas (`canvas/assets`). Plotly and Matplotlib
come with the extra `figures`; a module that needs one of them says so where it is missing.
"""
