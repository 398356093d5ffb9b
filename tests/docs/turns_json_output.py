"""What `export turns` prints for sample campaigns and for test cases of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, TypeAlias

from chronicle.authoring.json_export import turns_as_json
from chronicle.pipeline import PlayedCampaign
from chronicle.project import audiences_of
from chronicle.records import Record
from tests.golden.campaigns import LEDGER
from tests.rules.freeform.small_campaign import SOUND as FREEFORM
from tests.rules.lieutenants import rule_cases as lieutenants
from tests.rules.wwn import rule_cases as wwn
from tests.sample_campaigns import SAMPLES, play_sample
from tests.small_campaign import play_files

#: Rules whose cases show what no sample does: bonds that hold, searches, debts, rare prices.
SHOWN: Final = frozenset(
    {
        *("L-ACT-RAID", "L-ACT-RECRUIT", "L-ACT-CUSTOM"),
        *("W-TURN-2", "W-TURN-3", "W-FX-CLOAKS", "W-FX-CONVERTS", "W-FX-EMPOWERS"),
        *("W-FX-EXPOSES", "W-FX-MENDS", "W-FX-UPKEEP", "W-FX-YIELDS"),
        *("W-FX-ENDURES", "W-FX-RECOVERS"),
    }
)
#: A turn in which the GM hurts somebody without a word, and makes factions other than they were.
UNSAID: Final = """\
turn: 1
adjustments:
  - {for: gm, because: the roof fell in, asset: foot, hp: -1}
  - {for: gm, because: a book was read, faction: vael, magic: high}
  - {for: gm, because: a war was won, faction: vael, tags: [martial]}
  - {for: gm, because: winter has come, faction: kell, asleep: true}
"""

Shape: TypeAlias = Mapping[str, Any]


class Output(Record):
    """What is printed of one campaign: without `--as`, then for every audience."""

    whole: Any
    told: tuple[Any, ...]


@cache
def outputs(ruleset: str) -> tuple[Output, ...]:
    """The samples of a ruleset, and cases that show what no sample does."""
    return tuple(_output(one) for one in plays(ruleset))


@cache
def plays(ruleset: str) -> tuple[PlayedCampaign, ...]:
    """The campaigns of a ruleset that are printed."""
    played = [play(id) for id in SAMPLES]
    found = [one for one in played if one.ruleset.id == ruleset]
    books = {"lieutenants": lieutenants, "wwn": wwn}
    if ruleset in books:
        cases = books[ruleset].all_cases()
        found += [case.play() for case in cases if SHOWN.intersection(case.proves)]
    if ruleset == "freeform":
        found.append(play_files(LEDGER, over=FREEFORM))
    if ruleset == "wwn":
        found.append(play_files({**wwn.world(), "turns/001.yaml": UNSAID}, over={}))
    return tuple(found)


@cache
def play(sample: str) -> PlayedCampaign:
    return play_sample(sample)


def _output(played: PlayedCampaign) -> Output:
    audiences = audiences_of(played.campaign)
    told = tuple(turns_as_json(played, None, audience) for audience in audiences)
    return Output(turns_as_json(played, None, None), told)


def turns(ruleset: str) -> Iterator[Shape]:
    """Every turn without `--as`."""
    for output in outputs(ruleset):
        yield from output.whole["turns"]


def events(ruleset: str) -> Iterator[Shape]:
    """Every event."""
    for turn in turns(ruleset):
        yield from turn["events"]


def told_turns(ruleset: str) -> Iterator[Shape]:
    """Every turn as each audience is told it."""
    for output in outputs(ruleset):
        for told in output.told:
            yield from told["turns"]


def tellings(ruleset: str) -> Iterator[Shape]:
    """Every telling of every audience, and what reveals tell."""
    for turn in told_turns(ruleset):
        yield from (*turn["public_events"], *turn["events"])
        yield from (reveal["telling"] for reveal in turn["reveals"] if reveal["telling"])


def sheets(ruleset: str) -> Iterator[Shape]:
    """Every faction's own figures and what it knows of others."""
    for turn in told_turns(ruleset):
        for sheet in turn["sheets"]:
            yield sheet["sheet"]
            yield from (other["sheet"] for other in sheet["others"])


def rolls(ruleset: str) -> Iterator[Shape]:
    """Every roll of every event."""
    for event in events(ruleset):
        yield from event["rolls"]
