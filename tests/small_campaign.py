"""A small sound campaign that tests lay their own files over.

Two powers, Vael and Oru, on three spheres: the harbour and the marsh touch, and so do the marsh and
the vale, which the public does not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import FileTree
from chronicle.load import load_campaign
from chronicle.model.campaign import Campaign
from chronicle.pipeline import PlayedCampaign, resolve_campaign
from tests.folders import read_campaign

SOUND: Final[Mapping[str, str]] = read_campaign(Path(__file__).parent / "sound_campaign")


def tree_of(files: Mapping[str, str | bytes], *, over: Mapping[str, str] = SOUND) -> FileTree:
    """The sound campaign with files added to it, as a tree in memory."""
    laid: dict[str, str | bytes] = {**over, **files}
    return FileTree(
        "", {path: text.encode() if isinstance(text, str) else text for path, text in laid.items()}
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
