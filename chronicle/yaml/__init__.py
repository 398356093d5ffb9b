"""YAML with source positions: parser, typed decoding, and edits that keep comments."""
