"""What of an author's files a ruleset reads, for the schemas that editors are given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from chronicle.yaml.decode import InputModel


@dataclass(frozen=True, slots=True)
class AllowedKeys:
    """The keys that go with one word: all that may stand beside it, and those that have to."""

    takes: tuple[str, ...]
    needs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FileModels:
    """The shapes of a ruleset's parts, and the names that it has things for by itself.

    A part is called as the mark at its place says: `rules`, `faction` and `place` (what stands
    under their `opening:`), `orders`, `effect`, `adjustment`, `catalogue`. ``names`` lists what
    ships with the ruleset, by kind. ``uses`` say of a shape, under one of its keys, what each word
    there goes with; ``alone`` lists keys of a shape of which only one may have anything under it.
    """

    parts: Mapping[str, type[InputModel]] = field(default_factory=dict)
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    uses: Mapping[type[InputModel], tuple[str, Mapping[str, AllowedKeys]]] = field(
        default_factory=dict
    )
    alone: Mapping[type[InputModel], tuple[str, ...]] = field(default_factory=dict)
