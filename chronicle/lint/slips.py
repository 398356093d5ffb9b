"""Warn about slips of the GM: what the author's own texts tell readers who may not know it."""

from __future__ import annotations

from chronicle.diagnostics.catalogue import leaks as problems
from chronicle.diagnostics.report import Report
from chronicle.leaks.campaign_texts import CampaignTexts
from chronicle.leaks.words import ngrams
from chronicle.lint.normal_form import normal_text
from chronicle.lint.pasted_passages import pasted_passages_in
from chronicle.lint.shown_texts import shown_texts_of
from chronicle.lint.unknown_names import unknown_names_in


def report_slips(
    campaign_texts: CampaignTexts, theme_words: frozenset[str], report: Report
) -> None:
    """Warn about each slip that the campaign does not allow, and about what it allows in vain.

    The words of the theme are common words, and no surnames.
    """
    campaign, audiences = campaign_texts.campaign, campaign_texts.audiences
    texts = tuple(shown_texts_of(campaign_texts))
    slips = [
        *unknown_names_in(texts, campaign_texts.known.since, audiences, theme_words),
        *pasted_passages_in(texts, audiences),
    ]
    allowed = {one: normal_text(one.words, campaign.language) for one in campaign.allowed}
    folder = campaign.at.path.removesuffix("campaign.yaml")
    needed = set()
    for slip in slips:
        by = [
            one
            for one, words in allowed.items()
            if folder + one.path == slip.path
            and slip.forms in ngrams((*words.forms, *words.in_addresses), len(slip.forms))
        ]
        needed.update(by)
        if not by:
            report.add(slip.problem)
    unplayed = campaign.open_turn.at.path if campaign.open_turn is not None else None
    for one in campaign.allowed:
        if one not in needed and folder + one.path != unplayed:
            report.add(problems.UnneededAllowance(at=one.at, words=one.words, path=one.path))
