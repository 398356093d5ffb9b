"""All texts of a campaign: what its author wrote and what events tell, each with its readers."""

from __future__ import annotations

from typing import Any

from chronicle.leaks import authored_texts
from chronicle.leaks.disclosed_texts import DisclosedTexts, disclosed_texts_of
from chronicle.model.audience import EVERYONE_ID
from chronicle.model.campaign import Campaign
from chronicle.play.history import AnyHistory
from chronicle.records import Record
from chronicle.rules.protocol import AnyRuleset
from chronicle.rules.ruleset_cache import RulesetCache


class CampaignTexts(Record):
    """The texts of a played campaign.

    ``pieces`` are by the author, ``told`` is what events tell, and ``known`` says who knows of
    which thing.
    """

    campaign: Campaign
    pieces: tuple[authored_texts.AuthoredText, ...]
    known: authored_texts.Knowledge
    told: DisclosedTexts

    @classmethod
    def of(
        cls,
        campaign: Campaign,
        history: AnyHistory,
        ruleset: AnyRuleset,
        tellings: RulesetCache[Any, Any, Any] | None = None,
    ) -> CampaignTexts:
        """Collect the texts of a campaign; ``tellings`` are those of its history."""
        told = disclosed_texts_of(campaign, history, ruleset, tellings)
        known = authored_texts.knowledge_of(campaign, told.learnt())
        return cls(campaign, authored_texts.authored_texts_of(campaign, known), known, told)

    @property
    def audiences(self) -> tuple[str, ...]:
        """The audiences that have secrets kept from them, by word, the public first."""
        return (EVERYONE_ID, *sorted(self.known.words - {EVERYONE_ID}))
