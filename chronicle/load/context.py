"""Names within a campaign: audiences, visibility, and targets of wiki links."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal

from chronicle.diagnostics.catalogue import references as problems
from chronicle.diagnostics.report import Report, fold_name
from chronicle.files.source import Span
from chronicle.model import audience
from chronicle.model.campaign import NameNumber
from chronicle.model.facts import Ref
from chronicle.records import MutableRecord, Record, field
from chronicle.yaml.nodes import ListNode, MapNode, Node, ScalarNode

_TRUTHS: Final[Mapping[str, bool]] = {"true": True, "false": False}
#: The keys of people in the parts of files that rulesets read.
_PEOPLE: Final = frozenset(("actor", "lieutenants"))
#: What a turn may name whose existence is checked once all turns have been read.
NamedKind = Literal["place", "person", "item"]


class LinkUse(Record):
    """A wiki link in a text, with the visibility of that text."""

    target: str
    visibility: audience.Visibility
    at: Span


class PictureUse(Record):
    """An image shown in a text, by file name, and the location of the name."""

    name: str
    at: Span


class NameUse(Record):
    """A place, a person or an item named by a turn, and where."""

    what: NamedKind
    name: str
    at: Span


class LoadContext(MutableRecord):
    """What is known while a campaign is loaded: factions, and names and images to be checked."""

    factions: tuple[str, ...]
    report: Report
    link_uses: list[LinkUse] = field(default_factory=list)
    picture_uses: list[PictureUse] = field(default_factory=list)
    name_uses: list[NameUse] = field(default_factory=list)
    #: The ids of people and items, whether or not their files can be read.
    people: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    #: Ids of factions, places, people and items by their names, for suggestions; see `note_name`.
    called: dict[str, str] = field(default_factory=dict)
    #: The numbers of names that do not follow from the language; see `note_number`.
    numbers: dict[str, NameNumber] = field(default_factory=dict)

    def note_name(self, id: str, name: str) -> None:
        """Remember under which name readers know something."""
        self.called.setdefault(fold_name(name), id)

    def note_number(self, name: str, plural: bool | None, *, proper: bool = False) -> None:
        """Remember whether a name is many as its author says, or that it is ``proper``."""
        if plural is not None:
            self.numbers[name] = "many" if plural else "one"
        elif proper:
            self.numbers.setdefault(name, "proper")

    def note_numbers_in(self, node: Node, *, proper: bool = False) -> None:
        """Remember the numbers of all names within a node; ``proper`` if it has those of people."""
        if isinstance(node, ListNode):
            for item in node.items:
                self.note_numbers_in(item, proper=proper)
        elif isinstance(node, MapNode):
            name, plural = node.get("name"), node.get("plural")
            if isinstance(name, ScalarNode):
                stated = _TRUTHS.get(plural.text) if isinstance(plural, ScalarNode) else None
                self.note_number(name.text, stated, proper=proper)
            for entry in node.entries:
                self.note_numbers_in(entry.value, proper=entry.key.text in _PEOPLE)

    def visibility(
        self, words: str | list[str], places: Iterable[Span]
    ) -> audience.Visibility | None:
        """The visibility for audience words, each with its location; None after an error."""
        listed = [words] if isinstance(words, str) else words
        visibilities = [
            self._visibility_of_word(word, at) for word, at in zip(listed, places, strict=False)
        ]
        if not visibilities or any(visibility is None for visibility in visibilities):
            return None
        joined = audience.FOR_GM
        for visibility in visibilities:
            joined = joined | visibility if visibility is not None else joined
        return joined

    def _visibility_of_word(self, word: str, at: Span) -> audience.Visibility | None:
        if word == audience.GM_ID:
            return audience.FOR_GM
        if word == audience.EVERYONE_ID:
            return audience.FOR_EVERYONE
        if word == audience.FACTIONS_KEYWORD:
            return audience.visibility_of_factions(self.factions)
        if word in self.factions:
            return audience.visibility_of_factions((word,))
        known = (*audience.AUDIENCE_KEYWORDS, *self.factions)
        self.report.add(problems.UnknownAudience(at=at, word=word, known=known, called=self.called))
        return None


class LinkTarget(Record):
    """A possible target of a wiki link: its reference, its name, and who may ever know it.

    ``is_later`` for a name that the thing has from some turn on.
    """

    ref: Ref
    name: str
    visibility: audience.Visibility
    is_later: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """The words by which an author may refer to it; a turn only by its name."""
        by_name_only = self.is_later or self.ref.kind == "turn"
        return (self.name,) if by_name_only else (self.ref.id, self.name)


def find_link_targets(target: str, named: Iterable[LinkTarget]) -> tuple[LinkTarget, ...]:
    """All possible targets of a wiki link: by id first, else by full name, ignoring case."""
    folded = target.casefold()
    known = tuple(named)
    by_id = (thing for thing in known if folded in thing.words[:-1])
    return tuple(by_id) or tuple(thing for thing in known if thing.name.casefold() == folded)
