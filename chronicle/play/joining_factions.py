"""Factions that join in a later turn: what they bring is put on the board as it is by then."""

from __future__ import annotations

from typing import Any

from chronicle.diagnostics.report import Report
from chronicle.model.campaign import Campaign, campaign_as_of
from chronicle.play.history import Arrival
from chronicle.rules.protocol import Ruleset, StateT


def openings_of(
    campaign: Campaign, ruleset: Ruleset[StateT, Any, Any], report: Report
) -> tuple[StateT | None, tuple[Arrival[StateT], ...]]:
    """The state before turn 1, None after an error; and the factions that join later, by turn."""
    turns = sorted({1, *(faction.joins for faction in campaign.factions)})
    whole = ruleset.opening(campaign, report)
    if whole is None or len(turns) == 1:
        return whole, ()
    # Whoever is there must not depend on those that join later. Findings are not reported twice.
    own = Report()
    states = [ruleset.opening(campaign_as_of(campaign, turn), own) for turn in turns[:-1]]
    report.extend(it for it in own.findings if it not in report.findings)
    known = [it for it in states if it is not None]
    if len(known) < len(states):
        return None, ()
    return known[0], tuple(
        Arrival(
            turn,
            frozenset(it.id for it in campaign.factions if it.joins == turn),
            before,
            after,
        )
        for turn, before, after in zip(turns[1:], known, (*known[1:], whole), strict=True)
    )
