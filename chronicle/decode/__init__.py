"""From nodes to typed records, with every mistake found at its place; the home of pydantic.

A :class:`Record` subclass states the shape of a mapping. :func:`decode` fills one from a node and
reports all that does not fit, each at the key or value it concerns.
"""

from __future__ import annotations

from pydantic import Field

from chronicle.decode.forms import (
    COLOR_PATTERN,
    ID_PATTERN,
    Address,
    Branch,
    Color,
    Day,
    Digest,
    Finite,
    Id,
    MonthName,
    Names,
    Raw,
    Remote,
    Share,
    Text,
    TextOr,
    YesNoWord,
)
from chronicle.decode.record import Parts, Record, decode, decode_parts

__all__ = [
    "COLOR_PATTERN",
    "ID_PATTERN",
    "Address",
    "Branch",
    "Color",
    "Day",
    "Digest",
    "Field",
    "Finite",
    "Id",
    "MonthName",
    "Names",
    "Parts",
    "Raw",
    "Record",
    "Remote",
    "Share",
    "Text",
    "TextOr",
    "YesNoWord",
    "decode",
    "decode_parts",
]
