"""The page Out of `chronicle desk`: what a publication lacks, deploys, and messages to players."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from chronicle.cli.desk import DeskCampaign
from tests.cli.command_runner import CREEP, lay, run
from tests.cli.test_desk import CAMPAIGN, TURN, Asked, opened
from tests.small_campaign import SOUND

ADDRESS: Final = "https://ada.example/crowns/"


@pytest.fixture
def desk(here: Path) -> Iterator[Asked]:
    lay(here / CAMPAIGN, {TURN: CREEP})
    with opened() as asked:
        yield asked


def lacks() -> list[str]:
    return [it.kind for it in DeskCampaign(CAMPAIGN).publication().needs]


def out(desk: Asked) -> str:
    return html.unescape(desk.get(f"/{desk.token}/out").body)


def test_what_is_missing_is_done_on_the_page(desk: Asked) -> None:
    assert lacks() == ["target", "key", "address"]
    assert desk.send("run/keys-init", {}).json["code"] == 0
    assert lacks() == ["target", "address"]
    before = (CAMPAIGN / "campaign.yaml").read_text(encoding="utf-8")
    assert desk.send("address", {"address": "javascript:x"}).json["said"].startswith("An address")
    assert desk.send("address", {"address": f" {ADDRESS[:-1]}"}).json["said"] == ""
    written = before.replace("title: Crowns\n", f"title: Crowns\naddress: {ADDRESS}\n")
    assert (CAMPAIGN / "campaign.yaml").read_text(encoding="utf-8") == written
    assert lacks() == ["target"]
    assert desk.send("run/deploy-to", {"to": "site"}).json["code"] == 0
    assert lacks() == []
    assert f"The site goes to {Path('site').resolve()}" in out(desk)
    # The next time, the place is known.
    assert "up to date" in desk.send("run/deploy-to", {}).json["err"]


def test_before_the_first_turn_the_page_leads_to_the_board(here: Path) -> None:
    lay(here / CAMPAIGN, {TURN: "turn: 1\nstate: open\n"})
    with opened() as desk:
        assert lacks()[0] == "board"
        assert "No turn has been played yet." in out(desk)


def test_a_repository_that_is_not_there_is_created(desk: Asked) -> None:
    for remote, said in (("site.git", "nor a folder"), ("./site.git", "repository not found")):
        refused = desk.send("run/plan-to", {"remote": remote}).json
        # The script of the page looks for these words.
        assert (refused["code"], said in refused["err"]) == (4, True)
    assert desk.send("repository", {"remote": "site.git"}).json["said"] == ""
    # Nobody has said who they are to git.
    assert desk.send("run/deploy-to", {"remote": "site.git"}).json["code"] == 0
    assert DeskCampaign(CAMPAIGN).publication().through == 1
    assert "not empty" in desk.send("repository", {"remote": "site.git"}).json["said"]
    for remote in ("https://git.example/x.git", "git@git.example:x.git", "-x", "", "file:///x"):
        said = desk.send("repository", {"remote": remote}).json["said"]
        assert "is not on this computer" in said


def test_a_repository_of_the_campaign_that_is_gone_is_an_error(here: Path) -> None:
    head = f"{SOUND['campaign.yaml']}deploy: {{remote: ../site.git}}\n"
    lay(here / CAMPAIGN, {TURN: CREEP, "campaign.yaml": head})
    with opened() as desk:
        (need,) = [it for it in DeskCampaign(CAMPAIGN).publication().needs if it.is_error]
        assert (need.kind, need.value) == ("repository", str(here / "site.git"))
        assert desk.send("repository", {"remote": need.value}).json["said"] == ""
        assert "repository" not in lacks()
        assert desk.send("run/deploy-to", {}).json["code"] == 0


def test_what_git_or_a_host_refuses_is_said_without_a_usage(desk: Asked) -> None:
    for given in ({}, {"to": "a", "remote": "b"}):
        refused = desk.send("run/plan-to", given).json
        assert refused["code"] == 2
        assert refused["err"].startswith("Error: ")
        assert "--help" not in refused["err"]


def test_phrases_are_in_invitations_alone(desk: Asked) -> None:
    desk.send("run/keys-init", {})
    desk.send("address", {"address": ADDRESS})
    assert desk.send("run/deploy-to", {"to": "site"}).json["code"] == 0
    listed = run("keys", "list", "--json").out
    phrases = re.findall(r'"phrase": "([^"]+)"', listed)
    invitations = {it.player: it.text for it in DeskCampaign(CAMPAIGN).publication().invitations}
    assert list(invitations) == ["oru", "vael", "gm"]
    assert len(phrases) == 3
    for text in invitations.values():
        assert sum(f"\n{phrase}\n" in text for phrase in phrases) == 1
        assert f"\n{ADDRESS}dossier.html#" in text
    assert "you play House Vael." in invitations["vael"]
    assert "all dossiers." in invitations["gm"]
    said = desk.get(f"/{desk.token}/announcement").json["text"]
    assert said.splitlines()[0] == "Crowns"
    assert f"{ADDRESS}turns/1.html" in said
    assert not [it for it in phrases if it in said]


def test_a_turn_is_corrected_and_taken_back(desk: Asked) -> None:
    assert "Correct a published turn" not in out(desk)
    assert desk.send("run/deploy-to", {"to": "site"}).json["code"] == 0
    assert "Correct a published turn" in out(desk)
    text, version = desk.text()
    desk.save(f"{text}news: [{{for: everyone, text: It rained.}}]\n", version)
    assert desk.send("run/deploy-to", {}).json["code"] != 0
    plan = desk.send("run/plan-correction", {"reason": "I forgot the rain."}).json
    assert (plan["code"], "It rained." in plan["out"]) == (0, True)
    assert desk.send("run/correct", {"reason": "I forgot the rain."}).json["code"] == 0
    assert "It rained." in Path("site/turns/1.html").read_text(encoding="utf-8")
    assert desk.send("run/take-back", {}).json["code"] == 0
    assert DeskCampaign(CAMPAIGN).publication().through == 0
