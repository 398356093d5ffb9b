"""Load the character of a faction from `plays:` in its file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from chronicle.diagnostics.catalogue import references
from chronicle.files.source import Span
from chronicle.load.context import LoadContext
from chronicle.load.inputs import AimInput, CharacterInput
from chronicle.model.character import NO_CHARACTER, Aim, AimKind, Character
from chronicle.model.facts import Ref, RefKind
from chronicle.records import Record
from chronicle.rules import RULESETS
from chronicle.yaml.decode import decode_partially
from chronicle.yaml.nodes import ListNode, Node, ScalarNode

#: The kinds of things that an aim can be about, by its key. Of several with an id, it is the first.
_TARGETS: Final[tuple[tuple[str, AimKind, tuple[RefKind, ...]], ...]] = (
    ("take", "take", ("place",)),
    ("hold", "hold", ("place",)),
    ("ruin", "ruin", ("faction",)),
    ("befriend", "befriend", ("faction",)),
    ("find_out", "find-out", ("faction", "place", "person", "item")),
)
#: A name and its location.
_Named: TypeAlias = tuple[str, Span]


class CharacterReader(Record):
    """Reads characters. ``places`` exist; if they are None, none is reported as missing."""

    names: LoadContext
    places: Sequence[str] | None
    ruleset: str

    def read(self, faction: str, node: Node | None) -> Character:
        """The character of a faction, without what is wrong in it."""
        if node is None:
            return NO_CHARACTER
        entry = decode_partially(CharacterInput, node, self.names.report).record
        if entry is None:
            return NO_CHARACTER
        return Character(
            temper=entry.temper or "",
            aims=tuple(self.aims(faction, entry)),
            grudges=tuple(self.others(faction, entry, "grudges")),
            never_actions=tuple(self.actions(entry)),
            never_against=tuple(self.others(faction, entry, "never_against")),
        )

    def aims(self, faction: str, entry: CharacterInput) -> Iterator[Aim]:
        for aim in entry.aims:
            if not isinstance(aim, AimInput):
                yield Aim("grow-rich")
            elif (found := self.aim(faction, aim)) is not None:
                yield found

    def aim(self, faction: str, entry: AimInput) -> Aim | None:
        """An aim with a target; None after an error, or if places are unknown."""
        written = [
            (kind, kinds, name, entry.at(key))
            for key, kind, kinds in _TARGETS
            if (name := getattr(entry, key)) is not None
        ]
        if len(written) != 1:
            # Unknown keys have been reported.
            if not entry.node.entries or any(entry.has(key) for key, _, _ in _TARGETS):
                self.names.report.add(references.AmbiguousAim(at=entry.at()))
            return None
        kind, kinds, name, at = written[0]
        found = [ref for ref in self.things() if ref.id == name]
        meant = next((ref for ref in found if ref.kind in kinds), None)
        if meant == Ref("faction", faction):
            self.names.report.add(references.SelfTarget(at=at, name=name))
            return None
        if meant is not None:
            return Aim(kind, meant)
        if self.places is not None or "place" not in kinds:
            other = found[0].kind if found else ""
            self.names.report.add(
                references.WrongAimTarget(
                    at=at,
                    what=kinds[0] if len(kinds) == 1 else "thing",
                    name=name,
                    known=tuple(ref.id for ref in self.things() if ref.kind in kinds),
                    called=self.names.called,
                    kind=other,
                    fitting=tuple(key for key, _, fit in _TARGETS if other in fit),
                )
            )
        return None

    def things(self) -> Iterator[Ref]:
        """Everything that an aim can be about."""
        ids: tuple[tuple[RefKind, Sequence[str]], ...] = (
            ("faction", self.names.factions),
            ("place", self.places or ()),
            ("person", self.names.people),
            ("item", self.names.items),
        )
        return (Ref(kind, id) for kind, known in ids for id in known)

    def others(self, faction: str, entry: CharacterInput, key: str) -> Iterator[str]:
        """The factions in the list under a key, each another than its own."""
        for name, at in _named(entry, key):
            if name == faction:
                self.names.report.add(references.SelfTarget(at=at, name=name))
            elif name in self.names.factions:
                yield name
            else:
                known, called = self.names.factions, self.names.called
                self.names.report.add(
                    references.UnknownName(
                        at=at, what="faction", name=name, known=known, called=called
                    )
                )

    def actions(self, entry: CharacterInput) -> Iterator[str]:
        """The actions that it never takes; any word if the ruleset is unknown."""
        known = RULESETS[self.ruleset].actions if self.ruleset in RULESETS else None
        for name, at in _named(entry, "never"):
            if known is None or name in known:
                yield name
            else:
                self.names.report.add(
                    references.UnknownAction(at=at, what="action", name=name, known=known)
                )


def _named(entry: CharacterInput, key: str) -> Iterator[_Named]:
    """The names in the list under a key; those of another type have been reported."""
    node = entry.node.get(key)
    for item in node.items if isinstance(node, ListNode) else ():
        if isinstance(item, ScalarNode) and isinstance(item.value, str) and item.value.strip():
            yield item.value, item.span
