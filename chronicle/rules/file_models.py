"""The parts of an author's files that a ruleset reads, for the schemas used by editors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from chronicle.records import Record, field
from chronicle.yaml.decode import InputModel

#: Names by kind, in order.
NamesByKind: TypeAlias = Mapping[str, tuple[str, ...]]


def _no_names(rules: Any, known: NamesByKind) -> NamesByKind:  # noqa: ARG001  as in other rulesets
    """Return no names."""
    return {}


class AllowedKeys(Record):
    """The keys allowed with one value, and those required with it."""

    takes: tuple[str, ...]
    needs: tuple[str, ...] = ()


class FileModels(Record):
    """The input models of a ruleset's parts, and its built-in names.

    A part is called like its marker: `rules`, `faction` and `place` (under their `opening:`),
    `orders`, `effect`, `adjustment`, `catalogue`. ``names`` lists what ships with the ruleset, by
    kind. ``uses`` gives, for a model and one of its keys, the keys that go with each value there;
    ``alone`` lists keys of a model of which only one may be filled in. ``one_order_each`` gives,
    for a list of orders by its key, the keys that name who carries an order out, if each of them
    carries out one order of that list. ``names_from_rules`` returns further names that follow from
    `rules:` of a campaign as plain values, which may be wrong, and from the names of its things.
    """

    parts: Mapping[str, type[InputModel]] = field(default_factory=dict)
    names: NamesByKind = field(default_factory=dict)
    uses: Mapping[type[InputModel], tuple[str, Mapping[str, AllowedKeys]]] = field(
        default_factory=dict
    )
    alone: Mapping[type[InputModel], tuple[str, ...]] = field(default_factory=dict)
    one_order_each: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    names_from_rules: Callable[[Any, NamesByKind], NamesByKind] = _no_names
