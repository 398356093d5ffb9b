"""Marks on a shape's keys: what kind of name stands there, for the schemas that editors read.

Nothing is decoded by them. They lie in the JSON Schema of a shape under :data:`HINTS_KEY`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from pydantic import GetJsonSchemaHandler
from pydantic_core import CoreSchema

#: The key under which marks stand in a shape's JSON Schema.
HINTS_KEY: Final = "x-chronicle"


@dataclass(frozen=True, slots=True)
class _Hint:
    """A mark that adds itself to the JSON Schema of what it stands at."""

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> Mapping[str, Any]:
        drawn = handler(schema)
        return {**drawn, HINTS_KEY: [*drawn.get(HINTS_KEY, ()), self]}


@dataclass(frozen=True, slots=True, init=False)
class NameHint(_Hint):
    """The texts here name things of these kinds, or are one of the words that may stand instead.

    When ``open`` anything else may stand here too: names come and go over the turns.
    """

    kinds: tuple[str, ...]
    words: tuple[str, ...]
    open: bool

    def __init__(self, *kinds: str, words: tuple[str, ...] = (), open: bool = False) -> None:  # noqa: A002  as in the schema
        object.__setattr__(self, "kinds", kinds)
        object.__setattr__(self, "words", words)
        object.__setattr__(self, "open", open)


@dataclass(frozen=True, slots=True)
class KeyHint(_Hint):
    """The keys of the mapping here are as a choice has them."""

    choice: NameHint


@dataclass(frozen=True, slots=True)
class NewNameHint(_Hint):
    """The text here, or every key of the mapping, is the name of a new thing of this kind."""

    kind: str


@dataclass(frozen=True, slots=True)
class PartHint(_Hint):
    """What stands here is a ruleset's to read: the part of this name, or a list of such."""

    name: str
    many: bool = False


SchemaHint: TypeAlias = NameHint | KeyHint | NewNameHint | PartHint
