"""Data kept on disk between runs."""
