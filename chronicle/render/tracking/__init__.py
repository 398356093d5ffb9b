"""Records which fields of a site each page was drawn from."""
