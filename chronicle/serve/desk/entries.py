"""What the forms of the desk add to a turn: news, letters, rumors, reveals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias, get_args

from chronicle.model.campaign import RevealKind
from chronicle.yaml.edit.append import YamlItem, append_items

EntryKind = Literal["news", "letter", "rumor", "reveal"]
KINDS: Final[tuple[EntryKind, ...]] = get_args(EntryKind)
#: What a form gives: a text, or the ids that were chosen.
Given: TypeAlias = Mapping[str, str | Sequence[str]]

#: The list of a turn that an entry is added to.
_LISTS: Final[Mapping[EntryKind, str]] = {
    "news": "news",
    "letter": "news",
    "rumor": "rumors",
    "reveal": "reveals",
}
#: The keys of each kind, in the order in which they are written. The readers come first.
_KEYS: Final[Mapping[EntryKind, Sequence[str]]] = {
    "news": ("title", "about", "text"),
    "letter": ("from", "title", "about", "text"),
    "rumor": ("truth", "where", "about", "text"),
    "reveal": ("text",),
}
_TRUTHS: Final = ("true", "distorted", "false")
_REVEALED: Final = get_args(RevealKind)


class MissingFieldError(ValueError):
    """A form lacks something; the message is the label of the field."""


def with_entry(text: str, kind: EntryKind, given: Given) -> str:
    """The text of a turn's file with an entry more.

    Raises :class:`MissingFieldError`, and YamlEditError if the file is written in another form.
    """
    return append_items(text, _LISTS[kind], [_item(kind, given)])


def _item(kind: EntryKind, given: Given) -> YamlItem:
    readers = ids_of(given, "for")
    if not readers:
        raise MissingFieldError("who reads it")
    item: dict[str, str | int | bool | Sequence[str]] = {}
    if kind == "reveal":
        name, _, target = _said(given, "reveals").partition(":")
        if name not in _REVEALED or not target:
            raise MissingFieldError("what is revealed")
        item[name] = target
    item["heard_by" if kind == "rumor" else "for"] = readers[0] if len(readers) == 1 else readers
    for key in _KEYS[kind]:
        if key == "where":
            if places := ids_of(given, key):
                item[key] = places
        elif key == "truth":
            item[key] = _truth(given)
        elif said := _said(given, key):
            item[key] = said
    if kind != "reveal" and "text" not in item:
        raise MissingFieldError("the text")
    if kind == "letter" and "from" not in item:
        raise MissingFieldError("the sender")
    return item


def _truth(given: Given) -> str | bool:
    said = _said(given, "truth")
    if said not in _TRUTHS:
        raise MissingFieldError("how true it is")
    return said if said == "distorted" else said == "true"


def _said(given: Given, name: str) -> str:
    said = given.get(name, "")
    return said.replace("\r\n", "\n").strip() if isinstance(said, str) else ""


def ids_of(given: Given, name: str) -> list[str]:
    """The ids that were chosen in a field."""
    said = given.get(name, ())
    return [said] if isinstance(said, str) and said else [it for it in said if it]
