"""Words that a theme's catalogue lacks, and figures as all themes put them."""

from __future__ import annotations

from fractions import Fraction

from jinja2 import TemplateRuntimeError

from chronicle.facts import Facts


class MissingWords(TemplateRuntimeError):
    """A template asked for words that the catalogue doesn't have."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def percent(chance: Facts | Fraction) -> str:
    """An exact chance as a whole percentage; never 0 or 100 unless it is just that."""
    exact = (
        chance
        if isinstance(chance, Fraction)
        else Fraction(int(str(chance["times"])), int(str(chance["of"])))
    )
    rounded = round(exact * 100)
    if exact not in (0, 1):
        rounded = min(99, max(1, rounded))
    return str(rounded)
