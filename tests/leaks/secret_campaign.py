"""A small campaign with something to hide, and what the gate says of pages made for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from chronicle.diagnostics.report import Finding, Report
from chronicle.leaks import AudienceFiles, CampaignTexts, report_leaks, theme_text_of
from chronicle.pipeline import PlayedCampaign
from tests.folders import read_campaign
from tests.small_campaign import play_files

#: Vael knows a ferryman that the Oru don't; the public does not know the vale.
FILES: Final[Mapping[str, str]] = {
    **read_campaign(Path(__file__).parent / "sources"),
    "turns/001.yaml": """\
turn: 1
title: A boat
news:
  - {for: everyone, title: The boat, text: "The ferryman met nobody by the marsh, they say."}
  - for: vael
    title: A letter from Brandt
    text: The abbess met the ferryman by the boat at night.
  - for: vael
    text: |
      All is well.

      ::: secret gm
      All is lost; Drusilla sold the charter.
      :::
adjustments:
  - {for: vael, because: the tithe was miscounted, power: vael, dd: +1}
orders:
  vael:
    conspiracies:
      # Perrault is behind it all
      - {id: quillgate, action: raise, resource: eyes, to: 2, narrative: They dig below Lodestone.}
rumors:
  - {for: everyone, heard_by: everyone, truth: true, text: The moon was red., after: 3}
notes: Remember the lanterns.
""".replace("for: everyone, heard_by", "heard_by"),
}


@lru_cache(maxsize=1)
def ground() -> PlayedCampaign:
    """The campaign, played."""
    return play_files(FILES)


def texts_of(played: PlayedCampaign) -> CampaignTexts:
    """The texts of a played campaign."""
    return CampaignTexts.of(played.campaign, played.history, played.ruleset)


def found_in(
    shares: Mapping[str, Mapping[str, str | bytes]],
    *,
    played: PlayedCampaign | None = None,
    shipped: Iterable[str] = ("<p>All of the boats</p><p class=sphere>",),
    own: Iterable[str] = (),
) -> tuple[Finding, ...]:
    """What the gate finds in files, by audience and path; the theme says next to nothing."""
    told = played if played is not None else ground()
    report = Report()
    made = {
        word: AudienceFiles(
            word, {path: it.encode() if isinstance(it, str) else it for path, it in files.items()}
        )
        for word, files in shares.items()
    }
    house = theme_text_of(frozenset(shipped), own)
    report_leaks(texts_of(told), house, made, report)
    return report.findings


def quoted(finding: Finding) -> str:
    """The secret that a finding names."""
    return finding.message.partition("“")[2].partition("”")[0]


def secrets_on(page: str | bytes, audience: str = "everyone", path: str = "a.html") -> list[str]:
    """The secrets that one page shows to an audience."""
    return [quoted(finding) for finding in found_in({audience: {path: page}})]
