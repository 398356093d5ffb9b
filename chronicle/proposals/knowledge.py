"""What a faction knows before its orders of the next turn."""

from __future__ import annotations

from typing import Any

from chronicle.model.campaign import Campaign
from chronicle.play.history import History
from chronicle.project import next_knowledge
from chronicle.proposals.default_character import known_character
from chronicle.proposals.proposal import FactionKnowledge
from chronicle.rules.protocol import AnyRuleset


def knowledge_of(
    campaign: Campaign, history: History[Any, Any, Any], ruleset: AnyRuleset, faction: str
) -> FactionKnowledge | None:
    """All that a proposal for the turn after the last may depend on; None if it can order nothing.

    ``faction`` is the id of one of the campaign. What its author says of its character counts as
    far as it knows what it is about.
    """
    found = next_knowledge(campaign, history, ruleset, faction)
    if found is None:
        return None
    written = next(it.character for it in campaign.factions if it.id == faction)
    known = found.names
    character = known_character(written, ruleset, found.board, faction, found.told, known)
    turn = history.eve.turn + 1
    return FactionKnowledge(faction, turn, found.board, found.form, character, known)
