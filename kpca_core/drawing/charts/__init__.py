"""Plotly figures: pure functions of arrays."""
