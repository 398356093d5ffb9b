"""The gate stands on its own: it finds what a broken projection lets through, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

import pytest

from chronicle.diagnostics.report import Finding, Report
from chronicle.leaks import AudienceFiles, report_leaks, theme_text_of
from chronicle.leaks.gate import find_leaks
from chronicle.leaks.scan import Scanner
from chronicle.leaks.secrets import Secrets
from chronicle.model.audience import EVERYONE, faction_audience
from chronicle.outline.pages import outline
from chronicle.pipeline import PlayedCampaign
from chronicle.project import project
from chronicle.render import Renderer, render_site, shipped_texts
from chronicle.render.theme_selection import theme_text_for
from tests.leaks.secret_campaign import texts_of
from tests.mutations.filters import all_filters
from tests.mutations.operators import Mutant
from tests.properties import injected_leaks
from tests.properties.audience_output import BARE
from tests.properties.editable_campaign import played
from tests.properties.generators import sample
from tests.properties.test_injected_leaks import SECRETIVE, as_played
from tests.shipped_theme import shipped_theme
from tests.thorough import beginning

#: Faults that show hidden words. The other plants show numbers, order or what the ruleset says
#: that a reader is told; the laws of noninterference find those.
SHOWN: Final = (
    "sightings-kept",
    "reveal-opens-private-passages",
    "gm-notes-for-all",
    "notes-of-factions",
    "sheets-of-the-gm",
    "because-for-all",
    "veto-for-all",
)
#: Filters that hold hidden words back, as they begin. Without others a build ends before the gate:
#: no map can be drawn with a place too many, a page cannot show a faction or an item without its
#: name, and others' editions lack the tellings to say who learns of an event. The names of an
#: edition are no such filter: a page has only those of what is in its view.
HELD: Final = (
    "model.audience:Visibility.admits: self.public -> True",
    "project.visibility:AudienceView.may_see: ",
    "project.visibility:AudienceView._fact: self.knows",
    "project.visibility:AudienceView.can_follow_link: ",
    "project.visibility:AudienceView._visible: self.audience.is_gm -> True",
    "model.passages:SegmentedText._segments_for: ",
    "model.passages:Passage.visible_to: not ",
    "project.access:AccessPolicy._heard: item.draft -> False",
    "project.access:AccessPolicy.written: visibility.admits(audience) -> True",
    "project.turns:TurnProjector.reveals_with_views: self.policy.reveal(",
    "project.projection:_Projector.entity: self.audience_view.knows(tie.to",
)
#: Generated campaigns that are looked at for false alarms, one of each ruleset by `make test`.
QUIET: Final = beginning([(ruleset, seed) for seed in (300, 301) for ruleset in SECRETIVE], 4)
#: The bare theme prints records as they are, with the names of their fields.
HOUSE: Final = theme_text_of(
    shipped_texts() | {source.text for source in BARE.theme.sources.values()}
)


def shares_of(
    told: PlayedCampaign, renderer: Renderer = BARE
) -> Iterator[tuple[str, Mapping[str, bytes]]]:
    """The files that are made for the public and for each faction."""
    campaign = told.campaign
    for audience in (EVERYONE, *(faction_audience(faction.id) for faction in campaign.factions)):
        report = Report()
        edition = project(campaign, told.history, told.ruleset, audience)
        files = render_site(outline(edition, report), renderer, report)
        assert not report.findings
        yield audience.word, files


def found_of(told: PlayedCampaign, renderer: Renderer = BARE) -> Iterator[Finding]:
    """What the gate finds in all that is made for the public and for factions, one by one."""
    house = HOUSE if renderer is BARE else theme_text_for(renderer.theme)
    for word, files in shares_of(told, renderer):
        report = Report()
        report_leaks(texts_of(told), house, {word: AudienceFiles(word, files)}, report)
        yield from report.findings


@lru_cache(maxsize=1)
def filters() -> tuple[Mutant, ...]:
    return tuple(all_filters())


def is_found() -> bool:
    """Whether the gate finds a leak in campaigns full of secrets; where it is does not matter."""
    # Measures of freeform have the author's names.
    rulesets = ("shadow", "freeform")
    for told in [as_played(ruleset, seed) for ruleset in rulesets for seed in SECRETIVE[ruleset]]:
        secrets = Secrets.of(texts_of(told), HOUSE)
        scanner = Scanner(secrets.search, secrets.vocabulary, secrets.ids)
        if any(find_leaks(secrets, scanner, {word: files}) for word, files in shares_of(told)):
            return True
    return False


@pytest.mark.parametrize("id", SHOWN)
def test_a_fault_that_publishes_hidden_text_is_found(
    id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (plant,) = (plant for plant in injected_leaks.ALL if plant.id == id)
    plant.into(monkeypatch)
    assert is_found()


@pytest.mark.parametrize("start", HELD)
def test_a_removed_filter_that_hid_text_is_found(start: str) -> None:
    (mutant,) = (one for one in filters() if one.id.startswith(start))
    with mutant.planted():
        assert is_found()


@pytest.mark.parametrize(("ruleset", "seed"), QUIET)
def test_unmodified_code_gives_no_finding(ruleset: str, seed: int) -> None:
    assert list(found_of(played(sample(ruleset, seed).tree()))) == []


def test_the_shipped_theme_gives_no_finding() -> None:
    theme = shipped_theme()
    assert list(found_of(played(sample("shadow", 300).tree()), Renderer.of(theme, "shadow"))) == []
