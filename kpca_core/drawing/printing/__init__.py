"""Figures for print by Matplotlib: SVG, PDF and PNG, and scikit-learn's kind of display."""
