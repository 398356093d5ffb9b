"""What kind of thing a note is about, from its front matter, its tags and its folder."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from chronicle.authoring.import_notes.note import NoteKind

_WORDS: Final[Mapping[NoteKind, str]] = {
    "person": "person people npc npcs character characters pc pcs party cast villain villains"
    " hero heroes ally allies contact contacts",
    "place": "place places location locations settlement settlements city cities town towns"
    " village villages region regions area areas building buildings district districts country"
    " countries landmark landmarks dungeon dungeons geography",
    "faction": "faction factions organisation organisations organization organizations org orgs"
    " guild guilds group groups house houses family families cult cults",
    "item": "item items object objects artifact artifacts artefact artefacts treasure treasures"
    " equipment weapon weapons",
    "page": "page pages note notes lore session sessions journal journals rule rules event events"
    " history quest quests",
}
_KINDS: Final = {word: kind for kind, words in _WORDS.items() for word in words.split()}
#: Words that mark what is for the GM alone, in front matter, tags and headings.
_SECRET: Final = re.compile(
    r"(?:gm|dm|secrets?|spoilers?|private|hidden|game ?master|dungeon ?master)", re.IGNORECASE
)
_SECRET_HEADING: Final = re.compile(rf"(?i)\b{_SECRET.pattern}\b")


def kind_of_words(words: Iterable[str]) -> NoteKind | None:
    """The kind that the first known word names; of `npc/villain` each part counts."""
    for text in words:
        for word in re.split(r"[/\s_-]+", text.casefold()):
            if word in _KINDS:
                return _KINDS[word]
    return None


def is_secret_word(text: str) -> bool:
    """Whether a tag or a kind of callout marks what is for the GM alone."""
    return any(_SECRET.fullmatch(part) for part in re.split(r"[/_\s-]+", text))


def is_secret_heading(text: str) -> bool:
    """Whether what stands under a heading is for the GM alone."""
    return _SECRET_HEADING.search(text) is not None
