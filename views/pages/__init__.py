"""A folder a page: `page()` draws it."""
