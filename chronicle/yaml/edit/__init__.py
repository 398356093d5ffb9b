"""Edits of YAML files that keep the author's comments and layout."""
