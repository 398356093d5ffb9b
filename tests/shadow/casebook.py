"""The cases: turns as an author writes them, and all that comes of them.

A file in `cases/` holds a `world` (files laid over the sound campaign) and `cases`, each with

- `law`: what it shows, in a sentence;
- `proves`: the rule ids that it proves, which are the test's name too;
- `files`: further files of its own (may be left out);
- `turns`: turn files from turn 1 on; what comes out is asserted of the last;
- `happens`: every event of that turn, in the notation of `tests.shadow.record`;
- `leaves`: the board after it;
- `told`: the codes each audience is told, in order; `powers` stands for all powers not named;
- `facts`: what some of these tellings hold, under `audience code`, or `audience code 2` for the
  second of that code (may be left out).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from ruamel.yaml import YAML

from chronicle.audience import EVERYONE, GM, Audience, of_faction
from chronicle.build import Played
from chronicle.rules.system import Moment, Telling
from tests.sound import SOUND, play_files

FOLDER: Final = Path(__file__).parent / "cases"
KEYS: Final = {"law", "proves", "files", "turns", "happens", "leaves", "told", "facts"}


@dataclass(frozen=True, slots=True)
class Case:
    """One case; ``files`` are those of its world and its own together."""

    law: str
    proves: tuple[str, ...]
    files: Mapping[str, str]
    turns: tuple[str, ...]
    happens: str
    leaves: str
    told: Mapping[str, str]
    facts: Mapping[str, Mapping[str, Any]]

    @property
    def id(self) -> str:
        return f"{', '.join(self.proves)}: {self.law}"

    def play(self) -> Played:
        """The campaign with this case's turns, played."""
        turns = {f"turns/{number:03}.yaml": text for number, text in enumerate(self.turns, 1)}
        return play_files({**self.files, **turns}, over=SOUND)


@lru_cache(maxsize=1)
def all_cases() -> tuple[Case, ...]:
    """Every case of every file."""
    return tuple(case for path in sorted(FOLDER.glob("*.yaml")) for case in _cases(path))


def _cases(path: Path) -> tuple[Case, ...]:
    written = YAML(typ="safe", pure=True).load(path)
    assert set(written) <= {"world", "cases"}, f"{path.name} holds other things than cases"
    return tuple(_case(entry, written.get("world", {})) for entry in written["cases"])


def _case(entry: Mapping[str, Any], world: Mapping[str, str]) -> Case:
    strange = set(entry) - KEYS
    assert not strange, f"{entry['law']}: {strange}"
    return Case(
        law=entry["law"],
        proves=tuple(entry["proves"]),
        files={**world, **entry.get("files", {})},
        turns=tuple(entry["turns"]),
        happens=entry["happens"],
        leaves=entry["leaves"],
        told=entry["told"],
        facts=entry.get("facts", {}),
    )


def audiences(powers: tuple[str, ...]) -> tuple[tuple[str, Audience], ...]:
    """The GM, every power and the public, each under the word the cases use."""
    own = tuple((power, of_faction(power)) for power in powers)
    return (("gm", GM), *own, ("public", EVERYONE))


def tellings(
    played: Played, moment: Moment[Any, Any, Any], audience: Audience
) -> tuple[Telling, ...]:
    """All that an audience is told of a turn, in order."""
    told = (played.system.tell(step.before, step.event, audience) for step in moment.steps)
    return tuple(telling for telling in told if telling is not None)
