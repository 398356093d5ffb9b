"""A small sound campaign that tests lay their own files over.

Two powers, Vael and Oru, on three spheres: the harbour and the marsh touch, and so do the marsh and
the vale, which the public does not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import FileTree
from chronicle.load import load_campaign
from chronicle.model.campaign import Campaign
from chronicle.pipeline import PlayedCampaign, resolve_campaign

SOUND: Final[Mapping[str, str]] = {
    "campaign.yaml": """\
title: Crowns
ruleset: shadow
seed: one
stories: [{turn: 1, title: The First}]
rules: {seating: [vael, oru]}
""",
    "places.yaml": """\
for: everyone
places:
  harbour: {name: The Harbour, neighbours: [marsh]}
  marsh: {name: The Marsh, neighbours: [vale]}
  vale: {name: The Vale, for: factions}
""",
    "factions/vael.yaml": """\
name: House Vael
for: everyone
colors: ["#7a1f2b", "#e8d8b0"]
sigil: key
opening:
  actor: {name: Lady Vael, sphere: harbour}
  influence: {harbour: 1}
  resources:
    - {id: eyes, name: the Eyes, type: contacts, strength: 1, sphere: harbour}
    - {id: knives, name: the Knives, type: violent group, strength: 2}
""",
    "factions/oru.yaml": """\
name: The Oru
for: everyone
colors: ["#1f4e7a", "#f2f2f2"]
sigil: moon
opening:
  actor: {name: Old Oru}
  influence: {marsh: 1}
  resources:
    - {id: giants, name: the Giants, type: violent group, strength: 4, sphere: marsh}
""",
}


def tree_of(files: Mapping[str, str | bytes], *, over: Mapping[str, str] = SOUND) -> FileTree:
    """The sound campaign with files added to it, as a tree in memory."""
    laid: dict[str, str | bytes] = {**over, **files}
    return FileTree(
        "",
        {path: text.encode() if isinstance(text, str) else text for path, text in laid.items()},
    )


def play_files(
    files: Mapping[str, str | bytes], *, over: Mapping[str, str] = SOUND
) -> PlayedCampaign:
    """The sound campaign with files added to it, played; its findings fail the test."""
    report = Report()
    played = resolve_campaign(tree_of(files, over=over), report)
    assert played is not None, "\n".join(finding.message for finding in report.findings)
    unused = [finding.message for finding in report.findings if finding.code == "N007"]
    assert unused == [], "every die that a test gives counts"
    return played


def findings_of(
    files: Mapping[str, str | bytes], *, over: Mapping[str, str] = SOUND
) -> tuple[Finding, ...]:
    """What is found in the sound campaign with files added to it."""
    report = Report()
    resolve_campaign(tree_of(files, over=over), report)
    return report.findings


def loaded(files: Mapping[str, str | bytes], *, over: Mapping[str, str] = SOUND) -> Campaign:
    """The sound campaign with files added to it, which are sound too."""
    report = Report()
    campaign = load_campaign(tree_of(files, over=over), report)
    assert campaign is not None
    assert not report.findings, report.findings
    return campaign
