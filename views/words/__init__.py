"""The words that readers see on several pages."""
