"""From nodes to typed records, with every mistake found at its place; the home of pydantic.

A :class:`Record` subclass states the shape of a mapping. :func:`decode` fills one from a node and
reports all that does not fit, each at the key or value it concerns.
"""

from __future__ import annotations

from pydantic import Field

from chronicle.yaml.decode.annotations import MARK, Choice, Gives, Keys, Mark, Part
from chronicle.yaml.decode.fields import (
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
    RawOrNothing,
    Remote,
    Share,
    Text,
    TextOr,
    YesNoWord,
)
from chronicle.yaml.decode.json_schema import drawn
from chronicle.yaml.decode.record import SHAPE, Parts, Record, decode, decode_parts

__all__ = [
    "COLOR_PATTERN",
    "ID_PATTERN",
    "MARK",
    "SHAPE",
    "Address",
    "Branch",
    "Choice",
    "Color",
    "Day",
    "Digest",
    "Field",
    "Finite",
    "Gives",
    "Id",
    "Keys",
    "Mark",
    "MonthName",
    "Names",
    "Part",
    "Parts",
    "Raw",
    "RawOrNothing",
    "Record",
    "Remote",
    "Share",
    "Text",
    "TextOr",
    "YesNoWord",
    "decode",
    "decode_parts",
    "drawn",
]
