"""A new thing gets a file that is valid as it is, in every ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.load import load_campaign
from chronicle.pipeline import resolve_campaign
from chronicle.serve.desk.new_files import (
    NEW_FILE_KINDS,
    NewFileError,
    NewFileKind,
    new_files,
)
from tests.rules.freeform.small_campaign import SOUND as FREEFORM
from tests.rules.lieutenants.small_campaign import SOUND as LIEUTENANTS
from tests.rules.wwn.small_campaign import SOUND as WWN
from tests.small_campaign import SOUND as SHADOW
from tests.small_campaign import tree_of

SOUND: Final = {"freeform": FREEFORM, "lieutenants": LIEUTENANTS, "shadow": SHADOW, "wwn": WWN}
TURN: Final = {"turns/001.yaml": "turn: 1\n"}
NAME: Final = 'The "Grey", or: Ash'
SIGILS: Final = ("eye", "key")


def made(
    kind: NewFileKind, name: str, files: Mapping[str, str], ruleset: str
) -> tuple[str, dict[str, str]]:
    tree = tree_of(files, over=SOUND[ruleset])
    campaign = load_campaign(tree, Report())
    assert campaign is not None
    return new_files(kind, name, campaign, tree.files, SIGILS)


@pytest.mark.parametrize("files", [{}, TURN], ids=["before turn 1", "after turn 1"])
@pytest.mark.parametrize("kind", NEW_FILE_KINDS)
@pytest.mark.parametrize("ruleset", SOUND)
def test_a_new_file_adds_no_error(
    ruleset: str, kind: NewFileKind, files: Mapping[str, str]
) -> None:
    path, texts = made(kind, NAME, files, ruleset)
    assert path.rpartition("/")[2].startswith("the-grey-or-ash.")
    report = Report()
    played = resolve_campaign(tree_of({**files, **texts}, over=SOUND[ruleset]), report)
    assert played is not None, [it.message for it in report.findings]
    if kind == "faction":
        (faction,) = [it for it in played.campaign.factions if it.id == "the-grey-or-ash"]
        assert (faction.name, faction.joins) == (NAME, len(files) + 1)


@pytest.mark.parametrize("ruleset", SOUND)
def test_a_long_name_gives_ids_that_are_short_enough(ruleset: str) -> None:
    name = "Company of Drillers, Borers and Winter Carters of Upper Tolvasild"
    _, texts = made("faction", name, TURN, ruleset)
    report = Report()
    assert resolve_campaign(tree_of({**TURN, **texts}, over=SOUND[ruleset]), report) is not None, [
        it.message for it in report.findings
    ]


def test_a_faction_from_the_start_sits_last() -> None:
    _, texts = made("faction", "Ash", {}, "shadow")
    head = SHADOW["campaign.yaml"]
    assert texts["campaign.yaml"] == head.replace("[vael, oru]", "[vael, oru, ash]")
    assert made("faction", "Ash", TURN, "shadow")[1].keys() == {"factions/ash.yaml"}


@pytest.mark.parametrize(
    ("kind", "name", "said"),
    [
        ("person", "…", "letters or digits"),
        ("person", "everyone", "letters or digits"),
        ("faction", "Vael", "called vael already"),
        ("person", "Vael", "called vael already"),
    ],
)
def test_a_name_that_gives_no_new_id_is_refused(kind: NewFileKind, name: str, said: str) -> None:
    with pytest.raises(NewFileError, match=said):
        made(kind, name, {}, "shadow")
