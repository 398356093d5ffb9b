"""The files that chronicle reads and writes: sources with spans, the file store, package data."""
