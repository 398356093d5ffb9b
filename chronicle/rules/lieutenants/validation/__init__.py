"""Check and parse orders; each error has its location in the file."""
