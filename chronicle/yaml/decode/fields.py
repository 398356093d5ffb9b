"""Types of values in an author's files."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final, TypeAlias, TypeVar

from chronicle.yaml.decode.annotations import Field
from chronicle.yaml.decode.value_types import RawType

T = TypeVar("T")

ID_PATTERN: Final = r"^[a-z0-9]+(-[a-z0-9]+)*$"
#: Names of pages and folders are made of ids, and Windows has no paths of more than 260 characters.
MAX_ID_LENGTH: Final = 60
_ID_FORM: Final = "an id like `lantern-guild`: lower-case letters, digits and single hyphens"

#: A stable name in lower case, as in `lantern-guild`.
Id: TypeAlias = Annotated[str, Field(pattern=ID_PATTERN, form=_ID_FORM, max_length=MAX_ID_LENGTH)]
#: Any text that is not blank.
NonEmptyText: TypeAlias = Annotated[str, Field(pattern=r"\S")]


def _in_calendar(day: str) -> str:
    year, month, number = (int(part) for part in day.split("-"))
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    short = {2: 29 if is_leap else 28, 4: 30, 6: 30, 9: 30, 11: 30}
    return "this month has no such day" if number > short.get(month, 31) else ""


_DATE_PATTERN: Final = r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$"
#: An ISO date, as in `2026-11-14`.
IsoDate: TypeAlias = Annotated[
    str, Field(pattern=_DATE_PATTERN, form="a date like `2026-11-14`", check=_in_calendar)
]
_MONTH_PATTERN: Final = r"^[^\d\s](.*[^\d\s])?$"
_MONTH_FORM: Final = "the name of a month, without a digit or space at its start or end"
#: The name of a month, which is between two numbers in a date.
MonthName: TypeAlias = Annotated[
    str, Field(pattern=_MONTH_PATTERN, form=_MONTH_FORM, max_length=60)
]
COLOR_PATTERN: Final = r"^#[0-9a-fA-F]{6}$"
#: A colour as in `#7a1f2b`.
Color: TypeAlias = Annotated[str, Field(pattern=COLOR_PATTERN, form="a colour like `#7a1f2b`")]
SITE_URL_PATTERN: Final = r"^https?://[a-z0-9.-]+(:\d{1,5})?(/[A-Za-z0-9._~%-]+)*/$"
_SITE_URL_FORM: Final = "an address that ends in a slash, like `https://ada.example/vaime/`"
#: The URL of a site, ending in a slash.
SiteUrl: TypeAlias = Annotated[
    str, Field(pattern=SITE_URL_PATTERN, form=_SITE_URL_FORM, max_length=200)
]
_GIT_REMOTE_PATTERN: Final = r"^[^\s-](.*\S)?$"
_GIT_REMOTE_FORM: Final = "a repository: an address, a path or the name of a remote"
_GIT_BRANCH_PATTERN: Final = r"^[A-Za-z0-9_][A-Za-z0-9_./-]*$"


def _without_password(remote: str) -> str:
    has_password = re.match(r"[a-z+]+://[^/@]*:[^/@]*@", remote) is not None
    return "remove the password from the address" if has_password else ""


#: A repository for git: a URL, a path, or the name of a remote.
GitRemote: TypeAlias = Annotated[
    str,
    Field(
        pattern=_GIT_REMOTE_PATTERN, form=_GIT_REMOTE_FORM, max_length=200, check=_without_password
    ),
]
#: A branch of a repository.
GitBranch: TypeAlias = Annotated[
    str,
    Field(
        pattern=_GIT_BRANCH_PATTERN, form="the name of a branch, like `gh-pages`", max_length=100
    ),
]
#: A part that is decoded elsewhere (by a ruleset): the node itself.
RawNode: TypeAlias = Annotated[Any, RawType()]
#: The same, or None if nothing is written.
OptionalRawNode: TypeAlias = Annotated[Any, RawType(may_be_empty=True)]
#: A text, or a list instead.
TextOrList: TypeAlias = NonEmptyText | T
#: A word that YAML reads as a boolean, converted back to text.
BoolAsText: Final = Field(from_bool=True)
_DIGEST_FORM: Final = "a digest of 32 hexadecimal digits"
#: The digest of what an audience was told.
Digest: TypeAlias = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$", form=_DIGEST_FORM)]
#: A whole number or a fraction of whole numbers, as text: `2`, `1/2`.
FractionText: TypeAlias = Annotated[
    str,
    Field(
        pattern=r"^\d{1,3}(/[1-9]\d{0,2})?$",
        form="a whole number or a fraction like `1/2`",
        from_integer=True,
    ),
]
#: One name or a list of names.
NameOrNames: TypeAlias = TextOrList[Annotated[list[NonEmptyText], Field(min_length=1)]]
