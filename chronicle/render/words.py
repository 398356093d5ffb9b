"""Words that a theme's catalogue lacks."""

from __future__ import annotations

from jinja2 import TemplateRuntimeError


class MissingWords(TemplateRuntimeError):
    """A template asked for words that the catalogue doesn't have."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key
