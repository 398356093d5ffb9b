"""`import` takes factions from Foundry: one file, a folder or a zip file of actors."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tests.authoring.foundry.worlds import EMPTY, guard, laid, seat, wwn_actor
from tests.cli.command_runner import run
from tests.folders import files_in
from tests.rules.wwn.small_campaign import SOUND


def lay(folder: Path, files: dict[str, str]) -> Path:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A campaign without factions, and an exported actor."""
    monkeypatch.chdir(tmp_path)
    lay(tmp_path / "content", {**EMPTY})
    world = laid(wwn_actor(items=[seat(location="Amber")]))
    lay(tmp_path / "world", {path: str(text) for path, text in world.items()})
    return tmp_path


@pytest.mark.parametrize("form", ["file", "folder", "zip"])
def test_actors_become_factions_and_check_finds_no_errors(here: Path, form: str) -> None:
    source = {"file": "world/fvtt-Actor-0.json", "folder": "world", "zip": "world.zip"}[form]
    with zipfile.ZipFile(here / "world.zip", "w") as archive:
        archive.write(here / "world/fvtt-Actor-0.json", "a/fvtt-Actor-0.json")
    ran = run("import", source, "content", "--yes")
    assert ran.code == 0, ran.err
    assert "imported 1 place, 1 faction, for gm" in ran.err
    assert "House Vael (" in ran.out
    assert "--factions" not in ran.err
    assert run("check", "content").code == 0
    before = files_in(here / "content")
    assert run("import", source, "content").code == 0
    assert files_in(here / "content") == before


def test_an_export_comes_back(here: Path) -> None:
    lay(here / "whole", {**SOUND})
    assert run("export", "--foundry", "actors", "whole").code == 0
    ran = run("import", "actors", "content", "--yes")
    assert ran.code == 0, ran.err
    assert "3 factions" in ran.err
    written = (here / "content/factions/vael.yaml").read_text(encoding="utf-8")
    assert "- id: riders\n" in written, "all knew the House"
    assert "name: the Red Riders\n" in written
    assert run("check", "content").code == 0


def test_published_turns_stay_as_they_are(here: Path) -> None:
    lay(here / "content", {**SOUND, "turns/001.yaml": "turn: 1\n"})
    assert run("deploy", "--record-only", "content", "--without-orders").code == 0
    before = files_in(here / "content")
    lay(here / "more", {"other.json": str(laid(wwn_actor("The Fen"))["fvtt-Actor-0.json"])})
    ran = run("import", "more", "content")
    assert ran.code == 1
    assert "turns are published" in ran.err
    assert files_in(here / "content") == before


def test_a_database_is_refused_with_what_to_do(here: Path) -> None:
    lay(here / "db", {"CURRENT": "MANIFEST-000004\n", "MANIFEST-000004": "x", "000005.ldb": "x"})
    ran = run("import", "db", "content")
    assert ran.code == 1
    assert "Export Data" in ran.err


def test_data_that_is_nothing_known_has_no_notes(here: Path) -> None:
    lay(here, {"odd.json": '{"a": 1}'})
    ran = run("import", "odd.json", "content")
    assert ran.code == 1


def test_what_the_rules_show_of_a_secret_faction_is_asked_first(here: Path) -> None:
    cult = wwn_actor("The Cult", [seat(location="The Mill"), guard(), guard(stealthed=True)])
    lay(here / "cult", {"cult.json": str(laid(cult)["fvtt-Actor-0.json"])})
    before = files_in(here / "content")
    ran = run("import", "cult", "content")
    assert ran.code == 2
    assert files_in(here / "content") == before
    assert "  Base of Influence at `mill`\n  Local Guard at `redhaven`\n" in ran.err
    assert "Red Keep" not in ran.err
    lay(here / "content", {"campaign.yaml": EMPTY["campaign.yaml"] + "rules: {assets: owner}\n"})
    assert run("import", "cult", "content").code == 0
    assert "Red Keep" in (here / "content/factions/the-cult.yaml").read_text(encoding="utf-8")
