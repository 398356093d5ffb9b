"""The whole way from a campaign folder to its files, on one page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chronicle.audience import EVERYONE, Audience
from chronicle.campaign import Campaign
from chronicle.diagnostics import Report
from chronicle.history import History
from chronicle.load import load
from chronicle.outline import outline
from chronicle.play import play
from chronicle.problems import reference
from chronicle.project import audiences_of, project
from chronicle.render import Renderer, can_draw, read_theme, render, shipped_themes
from chronicle.rules import RULESETS
from chronicle.rules.system import RuleSystem
from chronicle.source import Tree


@dataclass(frozen=True, slots=True)
class Played:
    """A campaign with its ruleset and its history."""

    campaign: Campaign
    system: RuleSystem[Any, Any, Any]
    history: History[Any, Any, Any]


def resolve(tree: Tree, report: Report) -> Played | None:
    """Reads a campaign and plays it; None when findings say why not."""
    campaign = load(tree, report)
    if campaign is None:
        return None
    system = RULESETS.get(campaign.ruleset)
    if system is None:
        report.add(
            reference.UnknownName(
                at=campaign.at, what="ruleset", name=campaign.ruleset, known=tuple(RULESETS)
            )
        )
        return None
    history = play(campaign, system, report)
    return None if history is None else Played(campaign, system, history)


def make(
    tree: Tree,
    report: Report,
    *,
    themes: tuple[Path, ...] = (),
    watched: Callable[[Sequence[Audience]], Iterable[Audience]] = iter,
) -> Mapping[str, bytes] | None:
    """Every file of every edition, by path; None when findings say why not.

    ``themes`` are folders of themes that stand over the shipped ones; ``watched`` hands on the
    audiences one by one while their editions are made, for whoever wants to show how far it is.
    """
    played = resolve(tree, report)
    if played is None:
        return None
    campaign = played.campaign
    theme = read_theme(
        campaign.theme,
        campaign.language,
        (*themes, shipped_themes()),
        report,
        at=campaign.theme_at,
        language_at=campaign.language_at,
    )
    if theme is None or not can_draw(theme, campaign.factions, report):
        return None
    renderer = Renderer.of(theme)
    files: dict[str, bytes] = {}
    for audience in watched(audiences_of(campaign)):
        edition = project(campaign, played.history, played.system, audience)
        pages = render(outline(edition, report), renderer, report)
        files |= {f"{folder_of(audience)}/{path}": content for path, content in pages.items()}
    return None if report.has_errors else files


def folder_of(audience: Audience) -> str:
    """The folder of an audience's edition: the public's is hosted, the others never are."""
    return "site" if audience == EVERYONE else f"private/{audience.word}"
