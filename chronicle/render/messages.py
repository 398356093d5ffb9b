"""Messages of a theme's catalogue, with values inserted and escaped."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from string import Formatter
from types import MappingProxyType
from typing import Final, TypeAlias

from jinja2 import TemplateRuntimeError, Undefined
from markupsafe import Markup, escape

from chronicle.model.campaign import NameNumber
from chronicle.model.facts import Facts
from chronicle.render.name_forms import ARTICLE_MARK, NameForms, is_many

#: The message of a key: one text, or texts by number (`one`, `other`).
Message: TypeAlias = str | Mapping[str, str]


class MessageCatalogue(dict[str, Message]):
    """The messages of a language by key; ``numbers`` are those of the campaign's names."""

    numbers: Mapping[str, NameNumber] = MappingProxyType({})

    def for_names(self, numbers: Mapping[str, NameNumber]) -> MessageCatalogue:
        """The same messages for a campaign with these numbers of names."""
        found = MessageCatalogue(self)
        found.numbers = numbers
        return found

    @cached_property
    def name_forms(self) -> NameForms:
        """How names stand within its sentences."""
        return NameForms.of(self, self.numbers)


class MissingMessageError(TemplateRuntimeError):
    """A template asked for a message that the catalogue doesn't have."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def escape_html(value: object) -> str:
    """A value as HTML; markup is returned as the same object, unlike with Markup.escape."""
    if type(value) is Markup:
        return value
    if type(value) is str:
        return _escaped(value)
    if type(value) is Undefined:
        # What an expression with `if` and without `else` gives.
        return ""
    return str(value) if type(value) is int else escape(value)


#: Marks a text as HTML; everything in it must be escaped already. Markup's constructor would check
#: for the `__html__` method first.
as_markup: Final[Callable[[str], Markup]] = partial(str.__new__, Markup)


def join_markup(values: Sequence[object]) -> str:
    """Join values as templates do: as HTML if any of them is."""
    if Markup in map(type, values):
        return as_markup("".join(map(escape_html, values)))
    return "".join(map(str, values))


# The same names and addresses occur on a page hundreds of times.
@lru_cache(maxsize=1 << 14)
def _escaped(text: str) -> Markup:
    return escape(text)


def format_message(catalogue: MessageCatalogue, key: str, values: Mapping[str, object]) -> Markup:
    """The message for a key, with values inserted; ``n`` chooses between one and other.

    `number.one` says for which numbers a language has the first form.
    """
    words = catalogue.get(key)
    if words is None:
        raise MissingMessageError(key)
    if not isinstance(words, str):
        ones = str(catalogue.get("number.one", "1")).split()
        words = words["one" if str(values.get("n")) in ones else "other"]
    if not values:
        return _format_static(words)
    filled = _format_words(words, values)
    return as_markup(catalogue.name_forms.settle(filled)) if ARTICLE_MARK in filled else filled


@lru_cache(maxsize=8192)
def _format_static(words: str) -> Markup:
    """A message without values, as most are."""
    return _format_words(words, {})


def _format_words(words: str, values: Mapping[str, object]) -> Markup:
    pieces = _pieces(words)
    if isinstance(pieces, Markup):
        filled: str = pieces.format(**values)
    else:
        filled = "".join(
            [
                text
                if name is None
                else text.split("|")[is_many(str(values[name]))]
                if text
                else escape_html(values[name])
                for text, name in pieces
            ]
        )
    return as_markup(filled)


@lru_cache(maxsize=8192)
def _pieces(words: str) -> Markup | tuple[tuple[str, str | None], ...]:
    """An escaped message, split into texts and the names of the values between them.

    A text with a name is two forms, `was|were`, for one and for many. If a value has another format
    or a conversion, the message is not split. Pages have hundreds of messages, and parsing each of
    them every time took a twentieth of the build time.
    """
    whole = Markup(escape(words))  # noqa: S704  escaped on this line
    pieces: list[tuple[str, str | None]] = []
    for text, name, form, conversion in Formatter().parse(whole):
        pieces.append((text, None))
        if name is not None:
            if not name.isidentifier() or conversion or (form and not is_agreement(form)):
                return whole
            pieces.append((form or "", name))
    return tuple(pieces)


def is_agreement(form: str) -> bool:
    """Whether what stands behind a name in braces is two forms that agree with it: `was|were`."""
    return form.count("|") == 1 and not {"{", "}"} & set(form)


def percent(chance: Facts | Fraction) -> str:
    """An exact chance as a whole percentage; 0 and 100 only if they are exact."""
    exact = (
        chance
        if isinstance(chance, Fraction)
        else Fraction(int(str(chance["times"])), int(str(chance["of"])))
    )
    rounded = round(exact * 100)
    if exact not in (0, 1):
        rounded = min(99, max(1, rounded))
    return str(rounded)
