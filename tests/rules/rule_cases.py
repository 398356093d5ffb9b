"""The cases of a ruleset: turns as an author writes them, and all that comes of them.

A file in a ruleset's `cases/` holds a `world` (files laid over its sound campaign) and `cases`,
each with

- `law`: what it shows, in a sentence;
- `proves`: the rule ids that it proves, which are the test's name too;
- `works` and `limits`: the words of those effects of the asset that the file is named after which
  are at work in it, and of those which are shown not to be (may be left out);
- `source`: the sentence of the rule's source that decides it, as a few words joined by hyphens,
  which stand in the test's name behind the rule ids (may be left out);
- `files`: further files of its own (may be left out);
- `turns`: turn files from turn 1 on; what comes out is asserted of the last;
- `happens`: every event of that turn, in the notation of the ruleset's `record`;
- `leaves`: the board after it, where the notation of events does not tell all that changes;
- `told`: the codes each audience is told, in order; `factions` (or `powers`) stands for all that
  are not named;
- `facts`: what some of these tellings hold, under `audience code`, or `audience code 2` for the
  second of that code (may be left out).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from chronicle.authoring.json_export import to_json
from chronicle.model.audience import EVERYONE, GM, Audience, faction_audience
from chronicle.pipeline import PlayedCampaign
from chronicle.records import Record
from chronicle.rules.protocol import PlayedTurn, Telling
from tests.small_campaign import play_files

KEYS: Final = {
    *("law", "proves", "works", "limits", "source", "files", "turns", "happens", "leaves"),
    *("told", "facts"),
}
#: A sentence of a source, as a test's name has it.
SOURCE: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class Case(Record, eq=False):
    """One case; ``files`` are the sound campaign, its world and its own together."""

    law: str
    proves: tuple[str, ...]
    files: Mapping[str, str]
    turns: tuple[str, ...]
    happens: str
    leaves: str
    told: Mapping[str, str]
    facts: Mapping[str, Mapping[str, Any]]
    source: str = ""
    #: The name of its file, and the effects at work and not at work.
    file: str = ""
    works: tuple[str, ...] = ()
    limits: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        source = f" ({self.source})" if self.source else ""
        return f"{', '.join(self.proves)}{source}: {self.law}"

    def play(self) -> PlayedCampaign:
        """The campaign with this case's turns, played."""
        return _played(self)


@cache
def _played(case: Case) -> PlayedCampaign:
    """A case played; once, since one and the same case is asked about in several tests."""
    turns = {f"turns/{number:03}.yaml": text for number, text in enumerate(case.turns, 1)}
    return play_files(turns, over=case.files)


@lru_cache(maxsize=4)
def read_cases(folder: Path) -> tuple[tuple[str, Mapping[str, str], Mapping[str, Any]], ...]:
    """Every case of every file of a folder, as written, with the file's name and its world."""
    found = []
    for path in sorted(folder.glob("*.yaml")):
        written = read_yaml(path)
        assert set(written) <= {"world", "cases"}, f"{path.name} holds other things than cases"
        found += [(path.stem, written.get("world", {}), entry) for entry in written["cases"]]
    return tuple(found)


def read_yaml(path: Path) -> Any:
    """A file's content; by the C parser, or by the slow one where a value contains a colon."""
    try:
        return YAML(typ="safe").load(path)
    except YAMLError:
        return YAML(typ="safe", pure=True).load(path)


def cases_of(folder: Path, sound: Mapping[str, str]) -> tuple[Case, ...]:
    """The cases of a folder, laid over a sound campaign."""
    return tuple(
        _case(file, entry, {**sound, **world}) for file, world, entry in read_cases(folder)
    )


def _case(file: str, entry: Mapping[str, Any], world: Mapping[str, str]) -> Case:
    strange = set(entry) - KEYS
    assert not strange, f"{entry['law']}: {strange}"
    source = entry.get("source", "")
    assert not source or SOURCE.fullmatch(source), f"{entry['law']}: {source}"
    return Case(
        law=entry["law"],
        proves=tuple(entry["proves"]),
        files={**world, **entry.get("files", {})},
        turns=tuple(entry["turns"]),
        happens=entry["happens"],
        leaves=entry.get("leaves", ""),
        told=entry["told"],
        facts=entry.get("facts", {}),
        source=source,
        file=file,
        works=tuple(entry.get("works", ())),
        limits=tuple(entry.get("limits", ())),
    )


def audiences(played: PlayedCampaign) -> tuple[tuple[str, Audience], ...]:
    """The GM, every faction and the public, each under the word the cases use."""
    own = tuple((it.id, faction_audience(it.id)) for it in played.campaign.factions)
    return (("gm", GM), *own, ("public", EVERYONE))


def tellings(
    played: PlayedCampaign, played_turn: PlayedTurn[Any, Any, Any], audience: Audience
) -> tuple[Telling, ...]:
    """All that an audience learns of a turn, in order."""
    told = (played.ruleset.tell(step, audience).telling for step in played_turn.steps)
    return tuple(telling for telling in told if telling is not None)


Told = dict[str, list[tuple[str, dict[str, Any]]]]


@cache
def told_of(case: Case) -> Told:
    """Code and facts of all that each audience learns of the last turn."""
    played = case.play()
    played_turn = played.history.turns[-1]
    return {
        who: [(row.code, _plain(row.facts)) for row in tellings(played, played_turn, audience)]
        for who, audience in audiences(played)
    }


def check_events(case: Case, as_text: Callable[[Any], str]) -> None:
    """The last turn holds these events and no others."""
    assert as_text(case.play().history.turns[-1].steps) == case.happens


def check_boards(case: Case, changed: Callable[[Any, Any], Any]) -> None:
    """The board is what the changes of events make it."""
    for played_turn in case.play().history.turns:
        state = played_turn.before
        for step in played_turn.steps:
            assert step.before == state
            state = changed(state, step.event.changes)
        assert played_turn.after == state


def check_codes(case: Case) -> None:
    """Each audience is told what the case says, and no more."""
    told = told_of(case)
    others = case.told.get("powers", case.told.get("factions", ""))
    wanted = {who: case.told.get(who, "" if who == "public" else others) for who in told}
    assert {who: ", ".join(code for code, _ in rows) for who, rows in told.items()} == wanted
    assert set(case.told) <= {*told, "powers", "factions"}


def check_facts(case: Case) -> None:
    """Tellings hold the facts that the case names."""
    told = told_of(case)
    for name, wanted in case.facts.items():
        who, code, *nth = name.split()
        facts = [facts for found, facts in told[who] if found == code][int(*nth or "1") - 1]
        assert {key: facts[key] for key in wanted} == wanted


def _plain(facts: object) -> dict[str, Any]:
    shown = to_json(facts)
    assert isinstance(shown, dict)
    return shown
