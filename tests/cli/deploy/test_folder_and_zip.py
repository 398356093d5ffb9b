"""Into a folder, into a zip file; and how far turns are published."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from chronicle.model.campaign import Campaign
from chronicle.play.history import History
from chronicle.play.turns import play
from tests.cli.command_runner import CREEP, lay, run
from tests.cli.deploy.deployments import FLOOD, deploy, is_marked, text_of


def test_a_folder_becomes_the_site_and_nothing_else(here: Path, made: dict[str, bytes]) -> None:
    assert deploy("--to", "web").code == 0
    expected = {path.removeprefix("site/") for path in made if path.startswith("site/")}
    assert set(text_of(here / "web")) == {*expected, ".chronicle.json"}
    assert is_marked(here)
    del made["site/turns/1.html"]
    assert deploy("--to", "web").code == 0
    assert not (here / "web" / "turns").exists()
    assert [path.name for path in here.iterdir() if "putting" in path.name] == []


def test_a_folder_with_other_files_is_refused(here: Path, made: dict[str, bytes]) -> None:
    assert made
    (here / "web").mkdir()
    (here / "web" / "diary.txt").write_text("Mine", encoding="utf-8")
    ran = deploy("--to", "web")
    assert (ran.code, list(text_of(here / "web"))) == (4, ["diary.txt"])
    assert "diary.txt" in ran.err


def test_a_zip_file_is_reproducible(here: Path, made: dict[str, bytes]) -> None:
    assert deploy("--zip", "one.zip").code == 0
    assert deploy("--zip", "two.zip").code == 0
    one = (here / "one.zip").read_bytes()
    assert one == (here / "two.zip").read_bytes()
    with zipfile.ZipFile(here / "one.zip") as archive:
        assert archive.namelist() == ["index.html", "search.json", "turns/1.html"]
        assert archive.read("index.html") == made["site/index.html"]
    again = deploy("--zip", "one.zip")
    assert (again.code, "already up to date" in again.err) == (0, True)


def test_a_foreign_zip_file_is_refused(here: Path, made: dict[str, bytes]) -> None:
    assert made
    (here / "one.zip").write_text("Mine", encoding="utf-8")
    assert deploy("--zip", "one.zip").code == 4
    assert (here / "one.zip").read_text(encoding="utf-8") == "Mine"


# ── Published turns ──────────────────────────────────────────────────────────────────────────────


def test_turns_are_published_up_to_the_given_one(here: Path, made: dict[str, bytes]) -> None:
    assert made
    (here / "content" / "turns" / "002.yaml").write_text(FLOOD, encoding="utf-8")
    assert deploy("--to", "web", "--through", "3").code == 2
    assert deploy("--to", "web", "--through", "1").code == 0
    record = here / "content" / "published.yaml"
    assert "turn: 2" not in record.read_text(encoding="utf-8")
    assert deploy("--to", "web").code == 0
    assert "turn: 2" in record.read_text(encoding="utf-8")


def test_each_campaign_of_a_multi_site_is_resolved_once_and_published(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = []

    def counted(campaign: Campaign, *rest: Any) -> History[Any, Any, Any] | None:
        played.append(campaign.title)
        return play(campaign, *rest)

    monkeypatch.setattr("chronicle.pipeline.play", counted)
    for id in ("bells", "crowns"):
        lay(here / "shelf" / id, {"turns/001.yaml": CREEP})
        assert run("keys", "init", f"shelf/{id}").code == 0
    ran = run("deploy", "shelf", "--to", "web", "--yes", "--without-orders")
    assert ran.code == 0, ran.err
    assert len(played) == 2
    for id in ("bells", "crowns"):
        assert f"{id}, dossier of vael: turn 1 is new" in ran.out
        assert f"{id}: turn 1 published and locked" in ran.err
        assert (here / "shelf" / id / "published.yaml").exists()


def test_a_refusal_is_json_for_programs(made: dict[str, bytes]) -> None:
    assert made
    ran = deploy("--remote", "./nowhere.git", "--json")
    shape = json.loads(ran.out)
    assert (ran.code, shape["format"], shape["done"]) == (4, "chronicle-deploy", False)
    assert "repository not found" in shape["refused"][0]["said"]
