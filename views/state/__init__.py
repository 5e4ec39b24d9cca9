"""What a reader can set: one value a page, whose text is the address."""
