"""`chronicle desk` in an empty folder: a form, and what it creates."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from chronicle.cli.desk import DeskCampaign
from chronicle.cli.desk_folder import campaign_folder
from tests.cli.command_runner import lay, run
from tests.cli.test_desk import Asked, opened

GIVEN = {"title": "The “Grey” Sea", "ruleset": "freeform", "language": "de", "empty": "", "key": ""}


def held(folder: Path) -> set[str]:
    return {it.relative_to(folder).as_posix() for it in folder.rglob("*")}


@pytest.fixture(params=["missing", "empty"])
def folder(here: Path, request: pytest.FixtureRequest) -> Path:
    (here / "content").rename(here / "aside")
    if request.param == "empty":
        (here / "grey-sea").mkdir()
    return Path("grey-sea")


@pytest.fixture
def desk(folder: Path) -> Iterator[Asked]:
    with opened(campaign_folder(folder)) as asked:
        yield asked


def test_nothing_is_written_before_the_form_is_sent(desk: Asked, here: Path) -> None:
    before = held(here)
    for page in ("", "orders", "writing", "world", "out", "files"):
        body = desk.get(f"/{desk.token}/{page}").body
        assert ("A new campaign" in body, "<code>grey-sea</code>" in body) == (True, True)
        for word in ("freeform", "shadow", "lieutenants", "wwn", '"fr"'):
            assert word in body
    assert held(here) == before


@pytest.mark.parametrize("empty", ["", "yes"])
def test_the_form_creates_what_the_command_creates(desk: Asked, here: Path, empty: str) -> None:
    sent = desk.send("run/start", {**GIVEN, "empty": empty})
    assert sent.json["code"] == 0, sent.json["err"]
    words = ["--ruleset", "freeform", "--title", GIVEN["title"], "--language", "de"]
    assert run("new", "other", *words, *(["--empty"] if empty else [])).code == 0
    assert held(here / "grey-sea") == held(here / "other")
    head = (here / "grey-sea/content/campaign.yaml").read_text(encoding="utf-8")
    assert 'title: "The “Grey” Sea"\n' in head
    board = desk.get(f"/{desk.token}/").body
    assert ("The “Grey” Sea" in board, "A new campaign" in board) == (True, False)


def test_a_key_is_created_with_it_if_it_is_wanted(desk: Asked, here: Path) -> None:
    assert desk.send("run/start", {**GIVEN, "key": "yes"}).json["code"] == 0
    assert [*(here / "grey-sea/content").glob("*.key")]
    assert "Your own key" in desk.get(f"/{desk.token}/out").body


def test_a_mistake_in_the_form_is_told_and_creates_nothing(desk: Asked, here: Path) -> None:
    before = held(here)
    for wrong in ({"ruleset": "chess"}, {"language": "xx"}, {"title": "\t"}):
        ran = desk.send("run/start", {**GIVEN, **wrong}).json
        assert ran["code"] == 2, wrong
        assert "Error: Invalid value for" in ran["err"]
    assert held(here) == before


def test_the_campaign_of_a_folder_is_found_again(folder: Path) -> None:
    lay(campaign_folder(folder), {})
    assert campaign_folder(folder) == folder / "content"
    assert campaign_folder(folder / "content") == folder / "content"


def test_the_current_folder_stays_the_same_one(
    folder: Path, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.mkdir(exist_ok=True)
    monkeypatch.chdir(folder)
    before = Path.cwd().stat().st_ino
    content = campaign_folder(Path("content"))
    with opened(content) as desk:
        assert desk.send("run/start", GIVEN).json["code"] == 0
    assert (here / "grey-sea").stat().st_ino == before
    assert (here / "grey-sea/content/campaign.yaml").is_file()
    assert (here / "grey-sea/.gitignore").is_file()


def test_a_folder_with_other_files_is_left_alone(here: Path) -> None:
    (here / "notes").mkdir()
    (here / "notes/todo.txt").write_text("mine", encoding="utf-8")
    for words in (["notes"], ["notes/todo.txt"], ["nowhere/inside"], ["Grey Sea"]):
        ran = run("desk", *words)
        assert ran.code in (1, 2), words
        assert (ran.out, "Traceback" in ran.err) == ("", False)
    os.chdir("notes")
    assert "folder content not found" in run("desk").err
    assert held(here / "notes") == {"todo.txt"}


def test_a_campaign_that_went_is_no_new_one(here: Path) -> None:
    campaign = DeskCampaign(Path("content"))
    (here / "content").rename(here / "away")
    assert campaign.start() is None


def test_no_campaign_is_created_inside_another(here: Path) -> None:
    with pytest.raises(click.BadParameter, match="inside the campaign"):
        campaign_folder(here / "content/new-one")
