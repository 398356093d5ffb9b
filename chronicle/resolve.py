"""The first half of the way: from the author's files to a campaign as played."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from chronicle.diagnostics.catalogue import references
from chronicle.diagnostics.report import Report
from chronicle.files.source import Tree
from chronicle.load import load
from chronicle.model.campaign import Campaign
from chronicle.play.history import History
from chronicle.play.replay import Kept
from chronicle.play.turns import play
from chronicle.project import Tellings, tellings_of
from chronicle.rules import RULESETS
from chronicle.rules.system import RuleSystem


@dataclass(frozen=True, slots=True)
class Played:
    """A campaign with its ruleset and its history.

    What audiences are ``told`` in it is found out when it is first asked for.
    """

    campaign: Campaign
    system: RuleSystem[Any, Any, Any]
    history: History[Any, Any, Any]
    told: Tellings[Any, Any, Any] | None = field(default=None, compare=False, repr=False)


def resolve(tree: Tree, report: Report, kept: Kept | None = None) -> Played | None:
    """Reads a campaign and plays it; None when findings say why not.

    What is ``kept`` is not played again, and it is brought up to date.
    """
    campaign = load(tree, report)
    if campaign is None:
        return None
    system = RULESETS.get(campaign.ruleset)
    if system is None:
        report.add(
            references.UnknownName(
                at=campaign.at, what="ruleset", name=campaign.ruleset, known=tuple(RULESETS)
            )
        )
        return None
    history = play(campaign, system, report, kept)
    if history is None:
        return None
    return Played(campaign, system, history, tellings_of(campaign, history, system))
