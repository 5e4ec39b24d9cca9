"""What is said of several fits or of the data: sweeps, comparisons, measures, widths, slices."""
