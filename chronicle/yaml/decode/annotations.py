"""What an annotation of an input model may say about a value besides its type.

A :func:`Field` limits the value. A hint tells the schemas for editors what kind of name it is, and
does not affect decoding; in JSON Schema hints are listed under :data:`HINTS_KEY`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from chronicle.records import Record

#: The key of hints in a JSON Schema.
HINTS_KEY: Final = "x-chronicle"
#: The default of a key that must be written.
REQUIRED: Final = object()


class FieldOptions(Record):
    """Limits of a value and, for a key, its name in the file and its default.

    ``limits`` are set on the value's type, one of :mod:`chronicle.yaml.decode.value_types`.
    """

    limits: tuple[tuple[str, Any], ...]
    alias: str = ""
    default: Any = REQUIRED
    discriminator: str = ""


# Returns Any, so that it can be the default of a key of any type.
def Field(  # noqa: N802  the name that pydantic made common
    *, alias: str = "", default: Any = REQUIRED, discriminator: str = "", **limits: Any
) -> Any:
    """Return the options of a key or a value.

    ``alias`` is the key in the file if it is not the attribute's name. ``discriminator`` is the key
    whose word tells which of several models a mapping is. The limits are ``ge``, ``le``,
    ``pattern``, ``check``, ``min_length`` and ``max_length``, as the type of the value allows.
    """
    return FieldOptions(tuple(limits.items()), alias, default, discriminator)


#: Returns what is wrong with a text, or an empty text.
TextCheck: TypeAlias = Callable[[str], str]


class NameHint:
    """The texts here are names of things of these kinds, or one of the given words.

    If ``open``, other texts are allowed too, since names may exist only in some turns.
    """

    __slots__ = ("kinds", "open", "words")

    def __init__(self, *kinds: str, words: tuple[str, ...] = (), open: bool = False) -> None:  # noqa: A002  as in the schema
        self.kinds = kinds
        self.words = words
        self.open = open


class KeyHint(Record):
    """The keys of the mapping here are names as in ``choice``."""

    choice: NameHint


class NewNameHint(Record):
    """The text here, or every key of the mapping, is the name of a new thing of this kind."""

    kind: str


class PatternHint(Record):
    """The text here has this form, which is checked elsewhere."""

    pattern: str


class PartHint(Record):
    """The value is decoded later: the part with this name, or a list of them, often a ruleset's."""

    name: str
    many: bool = False


SchemaHint: TypeAlias = NameHint | KeyHint | NewNameHint | PatternHint | PartHint
