"""Types of values in an author's files."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final, TypeAlias, TypeVar

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Discriminator,
    Field,
    PlainValidator,
    StringConstraints,
    Tag,
    WithJsonSchema,
)
from pydantic_core import PydanticCustomError

from chronicle.yaml.decode.plain import PlainList, PlainMap
from chronicle.yaml.nodes import Node

T = TypeVar("T")

ID_PATTERN: Final = r"^[a-z0-9]+(-[a-z0-9]+)*$"

#: A stable name in lower case, as in `lantern-guild`.
Id: TypeAlias = Annotated[str, StringConstraints(pattern=ID_PATTERN, max_length=60)]
#: Any text that is not blank.
NonEmptyText: TypeAlias = Annotated[str, StringConstraints(pattern=r"\S")]


def _in_calendar(day: str) -> str:
    year, month, number = (int(part) for part in day.split("-"))
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    short = {2: 29 if is_leap else 28, 4: 30, 6: 30, 9: 30, 11: 30}
    if number > short.get(month, 31):
        raise PydanticCustomError("no_such_day", "this month has no such day")
    return day


#: An ISO date, as in `2026-11-14`.
IsoDate: TypeAlias = Annotated[
    str,
    StringConstraints(pattern=r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$"),
    AfterValidator(_in_calendar),
]
MONTH_PATTERN: Final = r"^[^\d\s](.*[^\d\s])?$"
#: The name of a month, which is between two numbers in a date.
MonthName: TypeAlias = Annotated[str, StringConstraints(pattern=MONTH_PATTERN, max_length=60)]
COLOR_PATTERN: Final = r"^#[0-9a-fA-F]{6}$"
#: A colour as in `#7a1f2b`.
Color: TypeAlias = Annotated[str, StringConstraints(pattern=COLOR_PATTERN)]
SITE_URL_PATTERN: Final = r"^https?://[a-z0-9.-]+(:\d{1,5})?(/[A-Za-z0-9._~%-]+)*/$"
#: The URL of a site, ending in a slash.
SiteUrl: TypeAlias = Annotated[str, StringConstraints(pattern=SITE_URL_PATTERN, max_length=200)]
GIT_REMOTE_PATTERN: Final = r"^[^\s-](.*\S)?$"
GIT_BRANCH_PATTERN: Final = r"^[A-Za-z0-9_][A-Za-z0-9_./-]*$"


def _without_password(remote: str) -> str:
    if re.match(r"[a-z+]+://[^/@]*:[^/@]*@", remote):
        raise PydanticCustomError("password", "remove the password from the address")
    return remote


#: A repository for git: a URL, a path, or the name of a remote.
GitRemote: TypeAlias = Annotated[
    str,
    StringConstraints(pattern=GIT_REMOTE_PATTERN, max_length=200),
    AfterValidator(_without_password),
]
#: A branch of a repository.
GitBranch: TypeAlias = Annotated[str, StringConstraints(pattern=GIT_BRANCH_PATTERN, max_length=100)]
#: A finite number, not `.inf` or `.nan`.
FiniteFloat: TypeAlias = Annotated[float, Field(allow_inf_nan=False)]


def _raw_node(value: object) -> Node:
    if isinstance(value, PlainMap | PlainList):
        return value.node
    raise PydanticCustomError("raw", "expected a mapping or a list")


#: A part that is decoded elsewhere (by a ruleset): the node itself.
RawNode: TypeAlias = Annotated[Any, PlainValidator(_raw_node), WithJsonSchema({})]
#: The same, or None if nothing is written.
OptionalRawNode: TypeAlias = Annotated[
    Any,
    PlainValidator(lambda value: None if value is None else _raw_node(value)),
    WithJsonSchema({}),
]


def _text_or_list(value: object) -> str | None:
    return "text" if isinstance(value, str) else "list" if isinstance(value, list) else None


#: A text, or a list instead.
TextOrList: TypeAlias = Annotated[
    Annotated[NonEmptyText, Tag("text")] | Annotated[T, Tag("list")],
    Discriminator(
        _text_or_list,
        custom_error_type="text_or_list",
        custom_error_message="expected text or a list",
    ),
]
#: A word that YAML reads as a boolean, converted back to text.
BoolAsText: Final = BeforeValidator(
    lambda value: str(value).lower() if isinstance(value, bool) else value
)
DIGEST_PATTERN: Final = r"^[0-9a-f]{32}$"
#: The digest of what an audience was told.
Digest: TypeAlias = Annotated[str, StringConstraints(pattern=DIGEST_PATTERN)]
FRACTION_PATTERN: Final = r"^\d{1,3}(/[1-9]\d{0,2})?$"
#: A whole number or a fraction of whole numbers, as text: `2`, `1/2`.
FractionText: TypeAlias = Annotated[
    str,
    BeforeValidator(lambda value: str(value) if type(value) is int else value),
    StringConstraints(pattern=FRACTION_PATTERN),
    WithJsonSchema({"type": "string", "pattern": FRACTION_PATTERN}),
]
#: One name or a list of names.
NameOrNames: TypeAlias = TextOrList[Annotated[list[NonEmptyText], Field(min_length=1)]]
