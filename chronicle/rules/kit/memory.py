"""What a reader remembers of things that others have: the parts of each as last seen."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping

from chronicle.model.facts import Fact
from chronicle.records import Record
from chronicle.rules.protocol import Memory, Sighting


class Remembered(Record):
    """What is remembered of one thing: its parts as each was last seen."""

    by_part: Mapping[str, Sighting]

    @property
    def newest(self) -> Sighting:
        """The latest sighting of any part."""
        return max(self.by_part.values(), key=lambda sighting: sighting.turn)

    def fact(self, part: str, name: str, otherwise: Fact = None) -> Fact:
        """Return a fact of a part, or what stands for it if that was never seen."""
        return self.by_part[part].facts[name] if part in self.by_part else otherwise

    def turn(self, part: str) -> int:
        """Return the turn in which a part was last seen; 0 for never."""
        return self.by_part[part].turn if part in self.by_part else 0


def remembered_things(
    memory: Memory, parts: Container[str], is_own: Callable[[str], bool]
) -> Mapping[str, Remembered]:
    """Return what is remembered of these parts of things, by id, without the reader's own."""
    found: dict[str, dict[str, Sighting]] = {}
    for subject, sighting in sorted(memory.items()):
        id, _, part = subject.partition("/")
        if part in parts and not is_own(id):
            found.setdefault(id, {})[part] = sighting
    return {id: Remembered(seen) for id, seen in found.items()}
