"""A small campaign of three turns whose readers are told different things, published in memory."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from chronicle.diagnostics.report import Finding, Report
from chronicle.model.audience import EVERYONE
from chronicle.pipeline import (
    BuildOptions,
    BuildResult,
    PlayedCampaign,
    build_campaign,
    check_published_turns,
    record_secret_of,
    resolve_campaign,
)
from chronicle.project import audiences_of, project
from chronicle.project.disclosure import digest, disclosed_items
from chronicle.publish.lock.check import PUBLISH_NOTHING, PublishRequest
from chronicle.publish.lock.record import updated_record_files
from tests.folders import read_campaign
from tests.small_campaign import tree_of

TURNS: Final[Mapping[str, str]] = read_campaign(Path(__file__).parent / "published")
AUDIENCES: Final = ("everyone", "oru", "vael")


def made(files: Mapping[str, str], request: PublishRequest = PUBLISH_NOTHING) -> BuildResult | None:
    """The result of the campaign with files added to it."""
    return build_campaign(tree_of({**TURNS, **files}), Report(), BuildOptions(request=request))


def held(
    files: Mapping[str, str],
    request: PublishRequest = PUBLISH_NOTHING,
    *,
    turns: Mapping[str, str] = TURNS,
) -> tuple[dict[str, str] | None, tuple[Finding, ...]]:
    """What a run would write of the record, and what it finds; no page is drawn for it."""
    report = Report()
    tree = tree_of({**turns, **files})
    played = resolve_campaign(tree, report)
    if played is None:
        return None, report.findings
    settled, _ = check_published_turns(played, request, tree)
    for problem in settled.problems:
        report.add(problem)
    written = updated_record_files(
        tree, played.campaign.published, settled.published, record_secret_of(played.campaign)
    )
    texts = {path: content.decode() for path, content in written.items()}
    return None if report.has_errors else texts, report.findings


def kept(files: Mapping[str, str], request: PublishRequest) -> dict[str, str]:
    """The files with those of the campaign's folder that a run writes."""
    found, findings = held(files, request)
    assert found is not None, [finding.message for finding in findings]
    return {**files, **found}


def published(through: int | None = None) -> dict[str, str]:
    """The campaign with its record, published up to a turn or as a whole."""
    return kept(dict(TURNS), PublishRequest(through=through))


def digests(played: PlayedCampaign) -> dict[tuple[int, str], str]:
    """The digests of all that the public reads of every turn."""
    factions = [faction.id for faction in played.campaign.factions]
    found = {}
    for audience in audiences_of(played.campaign):
        if audience.is_gm:
            continue
        edition = project(played.campaign, played.history, played.ruleset, audience)
        assert audience == EVERYONE or audience.faction in factions
        for turn in edition.turns:
            told = disclosed_items(edition, turn.number, factions)
            found[turn.number, audience.word] = digest(told)
    return found


def differing(one: Mapping[tuple[int, str], str], other: Mapping[tuple[int, str], str]) -> str:
    """The turns and audiences that two sets of digests differ in, as in `1 everyone oru`."""
    assert one.keys() == other.keys()
    by_turn: dict[int, list[str]] = {}
    for turn, word in sorted(one):
        if one[turn, word] != other[turn, word]:
            by_turn.setdefault(turn, []).append(word)
    return ", ".join(" ".join([str(turn), *words]) for turn, words in by_turn.items())
