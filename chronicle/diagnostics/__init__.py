"""Errors and warnings about the files of an author: records, catalogue and formatters."""
