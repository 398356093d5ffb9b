"""The counters and clocks that a reader may see: on sheets, in charts, among the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chronicle.model.audience import Audience, audience_ids_of
from chronicle.model.facts import Facts, Ref
from chronicle.rules.freeform.events import Event
from chronicle.rules.freeform.orders import Orders
from chronicle.rules.freeform.state import Counter, State
from chronicle.rules.kit.figures import rows_of
from chronicle.rules.protocol import Figure, HouseRule, Measure, PlayedTurn, Sheet

#: Every code a sheet may carry; each has a template in a theme.
CODES: Final = ("own-sheet", "other-sheet", "place-sheet")

#: Every code a house rule may carry.
HOUSE_RULE_CODES: Final = ("counter", "counter-to", "clock")


def build_sheet(
    played_turn: PlayedTurn[State, Orders, Event], audience: Audience, subject: Ref
) -> Sheet | None:
    """Return the counters of a faction or a place that an audience may see; None without any.

    A faction's own sheet also has those of the campaign.
    """
    counters = tuple(_rows(played_turn, audience, subject))
    if subject.kind == "place":
        return Sheet("place-sheet", Facts(counters=counters)) if counters else None
    if not (audience.is_gm or audience.faction == subject.id):
        return Sheet("other-sheet", Facts(counters=counters)) if counters else None
    shared = tuple(_rows(played_turn, audience, None))
    if not counters and not shared:
        return None
    return Sheet("own-sheet", Facts(counters=counters, campaign=shared))


def _rows(
    played_turn: PlayedTurn[State, Orders, Event], audience: Audience, owner: Ref | None
) -> Iterator[Facts]:
    """Yield the counters of one owner; for the GM with those who see them."""
    factions = frozenset(played_turn.after.factions)
    for counter in played_turn.after.seen_by(audience, owner):
        yield Facts(
            counter=counter.name,
            value=counter.value,
            before=played_turn.before.counters[counter.key].value,
            segments=counter.segments,
            readers=audience_ids_of(counter.visibility, factions) if audience.is_gm else (),
        )


def figures_on_sheet(sheet: Sheet) -> tuple[Figure, ...]:
    """Return the counters on a faction's own sheet, under the author's names, without clocks."""
    if sheet.code != "own-sheet":
        return ()
    return tuple(
        Figure(name, value)
        for row in rows_of(sheet.facts, "counters")
        if not row["segments"]
        if isinstance(name := row["counter"], str) and isinstance(value := row["value"], int)
    )


def measures(state: State) -> tuple[Measure, ...]:
    """Return the counters of factions, without clocks, under the author's names."""
    return tuple(
        # A counter may be of money or of fear.
        Measure(
            counter.owner.id,
            counter.name,
            counter.value,
            counter.visibility,
            more_is_better=False,
        )
        for counter in state.counters.values()
        if counter.owner is not None and counter.owner.kind == "faction" and not counter.segments
    )


def house_rules_of(state: State, audience: Audience) -> tuple[HouseRule, ...]:
    """Return the counters that an audience may see, those with the same name and limits once.

    Only counters whose owner the audience knows from the start are listed.
    """
    seen = [one for one in state.counters.values() if one.heard_by.admits(audience)]
    return tuple(dict.fromkeys(_house_rule(one) for one in seen))


def _house_rule(counter: Counter) -> HouseRule:
    if counter.segments:
        return HouseRule("clock", Facts(name=counter.name, n=counter.segments))
    if counter.high is None:
        return HouseRule("counter", Facts(name=counter.name, low=counter.low))
    return HouseRule("counter-to", Facts(name=counter.name, low=counter.low, high=counter.high))
