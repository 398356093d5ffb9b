"""Words that can be found again: what generated campaigns are written with.

Every text of a generated campaign holds its own token. The ledger knows, for each token, who
may ever read it; that a token turns up anywhere else is a leak. The circles are worked out here
from the audience words alone, and not by the code under test.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias, TypeVar

T = TypeVar("T")

TOKEN: Final = re.compile(r"zq[0-9]{4}x")

#: Names of other things: links, and the readers of secret blocks.
_NAMES: Final = re.compile(r"\[\[.*?\]\]|:::.*")

#: Audience words: ``everyone`` (the public), ``gm``, and factions.
Readers: TypeAlias = frozenset[str]
NOBODY: Final[Readers] = frozenset()


class Choices:
    """Where a generator takes its decisions from: they follow from a seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311  protects no secret

    def number(self, low: int, high: int) -> int:
        return self._random.randint(low, high)


def pick(choices: Choices, options: Sequence[T]) -> T:
    """One of several."""
    return options[choices.number(0, len(options) - 1)]


def chance(choices: Choices, percent: int) -> bool:
    """Whether something happens."""
    return choices.number(0, 99) >= 100 - percent


def some(choices: Choices, options: Iterable[T], percent: int) -> list[T]:
    """Some of these, in order."""
    return [option for option in options if chance(choices, percent)]


def who(words: str | Sequence[str], factions: Sequence[str]) -> Readers:
    """Everybody whom audience words admit; the GM always."""
    found = {"gm"}
    for word in [words] if isinstance(words, str) else words:
        if word in ("everyone", "factions"):
            found |= {*factions}
        if word != "factions":
            found.add(word)
    return frozenset(found)


@dataclass
class Ledger:
    """Every token with those who may read it, and the field it is in."""

    readers: dict[str, Readers] = field(default_factory=dict)
    fields: dict[str, str] = field(default_factory=dict)

    def token(self, kind: str, readers: Readers) -> str:
        """A new token for a field of this kind."""
        token = f"zq{len(self.readers):04d}x"
        self.readers[token] = readers
        self.fields[token] = kind
        return token

    def narrow(self, text: str, readers: Readers) -> None:
        """Takes all tokens of a text from everybody else."""
        for token in TOKEN.findall(_NAMES.sub("", text)):
            self.readers[token] = readers

    def widen(self, text: str, readers: Readers) -> None:
        """Lets further readers know all tokens of a text, as a reveal does; not what it links."""
        for token in TOKEN.findall(_NAMES.sub("", text)):
            self.readers[token] |= readers


@dataclass
class Secret:
    """A secret block: the audience words it opens for, and what it holds."""

    words: tuple[str, ...]
    parts: list[Part]
    indent: str = ""


#: A line of prose, or a secret block in it.
Part: TypeAlias = "str | Secret"


@dataclass
class Prose:
    """A text of an author's, in lines and secret blocks."""

    parts: list[Part]

    def __str__(self) -> str:
        return "\n".join(_lines(self.parts))

    @property
    def open_text(self) -> str:
        """What stands outside all secret blocks."""
        return "\n".join(part for part in self.parts if isinstance(part, str))

    def reads(self, audience: str, readers: Readers, factions: Sequence[str]) -> bool:
        """Whether an audience finds anything in this text when ``readers`` may open it."""
        return _reads(self.parts, audience, readers, factions)


def _depth(parts: Sequence[Part]) -> int:
    inner = [_depth(part.parts) for part in parts if isinstance(part, Secret)]
    return 1 + max(inner) if inner else 0


def _lines(parts: Sequence[Part], indent: str = "") -> list[str]:
    lines: list[str] = []
    for part in parts:
        if isinstance(part, str):
            lines.append(f"{indent}{part}" if part else "")
            continue
        pad = indent + part.indent
        colons = ":" * (3 + _depth(part.parts))
        lines.append(f"{pad}{colons} secret {', '.join(part.words)}")
        lines += _lines(part.parts, pad)
        lines.append(f"{pad}{colons}")
    return lines


def _reads(parts: Sequence[Part], audience: str, readers: Readers, factions: Sequence[str]) -> bool:
    if audience not in readers:
        return False
    return any(
        bool(part.strip())
        if isinstance(part, str)
        else _reads(part.parts, audience, readers & who(part.words, factions), factions)
        for part in parts
    )


_PLAIN: Final = re.compile(r"[a-z][a-z0-9_-]*")


def yaml(value: Any, indent: int = 0) -> str:
    """Plain values as YAML in block style; prose becomes literal blocks."""
    pad = "  " * indent
    match value:
        case Prose():
            inner = "\n".join(f"{pad}{line}" if line else "" for line in str(value).split("\n"))
            return f" |\n{inner}\n"
        case dict() if value:
            rows = "".join(
                f"{pad}{_key(key)}:{yaml(item, indent + 1)}" for key, item in value.items()
            )
            return f"\n{rows}" if indent else rows
        case list() if value:
            return "\n" + "".join(f"{pad}-{yaml(item, indent + 1)}" for item in value)
        case _:
            return f" {json.dumps(value, ensure_ascii=False)}\n"


def _key(key: str) -> str:
    return key if _PLAIN.fullmatch(key) else json.dumps(key)
