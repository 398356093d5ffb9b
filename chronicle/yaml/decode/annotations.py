"""Hints on the keys of input models: what kind of name a value is, for editor schemas.

They don't affect decoding. In JSON Schema they are listed under :data:`HINTS_KEY`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from pydantic import GetJsonSchemaHandler
from pydantic_core import CoreSchema

from chronicle.records import dataclass

#: The key of hints in a JSON Schema.
HINTS_KEY: Final = "x-chronicle"


@dataclass(frozen=True, slots=True)
class _Hint:
    """A hint that adds itself to the JSON Schema of the annotated value."""

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> Mapping[str, Any]:
        drawn = handler(schema)
        return {**drawn, HINTS_KEY: [*drawn.get(HINTS_KEY, ()), self]}


@dataclass(frozen=True, slots=True)
class NameHint(_Hint):
    """The texts here are names of things of these kinds, or one of the given words.

    If ``open``, other texts are allowed too, since names may exist only in some turns.
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
    """The keys of the mapping here are names as in ``choice``."""

    choice: NameHint


@dataclass(frozen=True, slots=True)
class NewNameHint(_Hint):
    """The text here, or every key of the mapping, is the name of a new thing of this kind."""

    kind: str


@dataclass(frozen=True, slots=True)
class PartHint(_Hint):
    """The value is read by a ruleset: the part with this name, or a list of them."""

    name: str
    many: bool = False


SchemaHint: TypeAlias = NameHint | KeyHint | NewNameHint | PartHint
