"""Results as pictures; no statistics are computed here.

`canvas` draws on the screen and in interactive files, `printing` (Matplotlib) into files for print,
`charts` (Plotly) what is not a map. Colours, markers, levels and number formats stand in
``canvas/assets/look.json``. Matplotlib comes with the extra `figures`, Plotly with `app`; a module
that needs one of them says so where it is missing.
"""
