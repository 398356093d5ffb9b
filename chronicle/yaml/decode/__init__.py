"""Decode nodes to typed records and report every error. The only package that imports pydantic.

A subclass of :class:`InputModel` defines the keys of a mapping. :func:`decode` creates one from a
node and reports everything that does not fit, each at its key or value.
"""

from __future__ import annotations

from pydantic import Field

from chronicle.yaml.decode.annotations import (
    HINTS_KEY,
    KeyHint,
    NameHint,
    NewNameHint,
    PartHint,
    SchemaHint,
)
from chronicle.yaml.decode.fields import (
    COLOR_PATTERN,
    ID_PATTERN,
    BoolAsText,
    Color,
    Digest,
    FiniteFloat,
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
from chronicle.yaml.decode.input_model import (
    MODEL_KEY,
    InputModel,
    PartialInput,
    decode,
    decode_partially,
)
from chronicle.yaml.decode.json_schema import json_schemas

__all__ = [
    "COLOR_PATTERN",
    "HINTS_KEY",
    "ID_PATTERN",
    "MODEL_KEY",
    "BoolAsText",
    "Color",
    "Digest",
    "Field",
    "FiniteFloat",
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
    "PartialInput",
    "RawNode",
    "SchemaHint",
    "SiteUrl",
    "TextOrList",
    "decode",
    "decode_partially",
    "json_schemas",
]
