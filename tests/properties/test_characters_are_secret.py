"""Campaigns that differ only in the characters of factions: the same for all readers."""

from __future__ import annotations

from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.load import load_campaign
from chronicle.model.character import NO_CHARACTER
from chronicle.pipeline import BuildOptions, build_campaign
from chronicle.publish.lock.check import PublishRequest
from chronicle.records import replace
from tests.golden.golden_sites import WHOLE
from tests.quick_builds import quick_builds

#: A character that is true in each of the campaigns: they share the names of their factions.
PLAYS: Final = "plays: {temper: vengeful, aims: [{ruin: vael}, grow-rich], grudges: [vael]}\n"
_PATH: Final = "factions/oru.yaml"


def with_character(tree: FileTree) -> FileTree:
    text = tree.files[_PATH]
    assert isinstance(text, bytes)
    return replace(tree, files={**tree.files, _PATH: text + PLAYS.encode()})


def built(tree: FileTree) -> tuple[object, ...]:
    """Every file of every edition, the GM's too, and the record of the published turns."""
    report = Report()
    with quick_builds():
        found = build_campaign(tree, report, BuildOptions(request=PublishRequest(through=None)))
    assert found is not None, [finding.message for finding in report.findings]
    return found.files, found.published, report.findings


@pytest.mark.parametrize("id", sorted(WHOLE))
def test_a_character_changes_no_file_of_any_edition(id: str) -> None:
    tree = WHOLE[id]
    other = with_character(tree)
    loaded = load_campaign(other, Report())
    assert loaded is not None
    assert any(it.character != NO_CHARACTER for it in loaded.factions)
    assert built(other) == built(tree)
