"""Decode nodes to typed records and report every error.

A subclass of :class:`InputModel` defines the keys of a mapping. :func:`decode` creates one from a
node and reports everything that does not fit, each at its key or value.
"""

from __future__ import annotations

from chronicle.yaml.decode.annotations import (
    HINTS_KEY,
    Field,
    KeyHint,
    NameHint,
    NewNameHint,
    PartHint,
    PatternHint,
)
from chronicle.yaml.decode.fields import (
    COLOR_PATTERN,
    ID_PATTERN,
    MAX_ID_LENGTH,
    BoolAsText,
    Color,
    Digest,
    FractionText,
    GitBranch,
    GitRemote,
    Id,
    IsoDate,
    MonthName,
    NameOrNames,
    NonEmptyText,
    OptionalRawNode,
    RawNode,
    SiteUrl,
    TextOrList,
)
from chronicle.yaml.decode.input_model import InputModel, decode, decode_partially
from chronicle.yaml.decode.json_schema import MODEL_KEY, json_schemas

__all__ = [
    "COLOR_PATTERN",
    "HINTS_KEY",
    "ID_PATTERN",
    "MAX_ID_LENGTH",
    "MODEL_KEY",
    "BoolAsText",
    "Color",
    "Digest",
    "Field",
    "FractionText",
    "GitBranch",
    "GitRemote",
    "Id",
    "InputModel",
    "IsoDate",
    "KeyHint",
    "MonthName",
    "NameHint",
    "NameOrNames",
    "NewNameHint",
    "NonEmptyText",
    "OptionalRawNode",
    "PartHint",
    "PatternHint",
    "RawNode",
    "SiteUrl",
    "TextOrList",
    "decode",
    "decode_partially",
    "json_schemas",
]
