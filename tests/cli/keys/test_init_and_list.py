"""A key is made once; who reads what with which phrase is listed for people and for programs."""

from __future__ import annotations

import stat
import subprocess
from pathlib import Path

import pytest

from chronicle.seal import phrase_of
from chronicle.seal.logins import login_of
from tests.cli.command_runner import CREEP, TITEL, lay, run
from tests.cli.keys.key_queries import KEY, kept, listed, made, phrases, refused
from tests.small_campaign import SOUND


def test_a_new_key_comes_with_what_to_do_next(here: Path) -> None:
    ran = run("keys", "init")
    assert (ran.code, ran.out) == (0, "")
    assert ran.err == (
        "content/chronicle.key is the master key of Crowns."
        " It opens every dossier;\nif you lose it, the phrases stop working.\n"
        "It has been added to content/.gitignore.\n\n"
        "Keep a copy in another place:           chronicle keys backup FILE content\n"
        "Print the cards with the phrases:       chronicle keys cards content\n"
        "Build the site, with sealed dossiers:   chronicle build content\n"
    )
    assert stat.S_IMODE((here / KEY).stat().st_mode) == 0o600


def test_every_key_is_a_new_one(here: Path) -> None:
    made()
    first = kept()
    KEY.rename(here / "elsewhere")
    made()
    assert kept().master != first.master
    assert len(set(kept().master)) > 8


def test_an_existing_key_is_never_replaced(here: Path) -> None:
    before = made()
    assert refused(run("keys", "init"), "K004")
    assert KEY.read_bytes() == before
    KEY.write_text("{")
    assert refused(run("keys", "init"), "K004")
    assert KEY.read_text() == "{"
    KEY.unlink()
    KEY.symlink_to(here / "stick-not-plugged-in")
    assert refused(run("keys", "init"), "K004")


def test_the_key_is_added_to_gitignore(here: Path) -> None:
    made()
    subprocess.run(["git", "init", "-q"], check=True)
    subprocess.run(["git", "add", "-A"], check=True)
    tracked = subprocess.run(["git", "ls-files"], check=True, capture_output=True, text=True)
    assert "content/campaign.yaml" in tracked.stdout
    assert "chronicle.key" not in tracked.stdout
    assert here.is_dir()


def test_a_key_is_not_made_where_it_cant_be_kept_out_of_git(here: Path) -> None:
    (here / "content" / ".gitignore").mkdir()
    ran = run("keys", "init")
    assert refused(ran, "K011")
    assert not KEY.exists()


def test_a_new_key_remembers_the_logins_of_all_readers(here: Path) -> None:
    made()
    keys = kept()
    logins = {login_of(keys, phrase_of(keys, reader)) for reader in ("ada", "bo", "cy", "gm")}
    assert set(keys.logins.values()) == logins
    assert here.is_dir()


def test_everybody_is_listed_once_with_a_phrase_of_their_own(here: Path) -> None:
    made()
    rows = listed()["players"]
    assert [(row["player"], [d["faction"] for d in row["dossiers"]]) for row in rows] == [
        ("ada", ["vael"]),
        ("bo", ["oru", "vael"]),
        ("cy", ["oru"]),
        ("gm", ["oru", "vael"]),
    ]
    assert len(set(phrases().values())) == 4
    assert all(len(phrase.split()) == 6 for phrase in phrases().values())
    assert not any(row["own"] for row in rows)
    assert here.is_dir()


def test_the_json_list_names_its_format(here: Path) -> None:
    made()
    shape = listed()
    assert (shape["format"], shape["version"]) == ("chronicle-keys", 1)
    assert (shape["campaign"], shape["demo"]) == ("Crowns", False)
    assert shape["players"][0]["dossiers"] == [{"faction": "vael", "epoch": 0, "from_turn": 0}]
    assert here.is_dir()


def test_the_list_is_a_table_for_people(here: Path) -> None:
    made()
    ran = run("keys", "list")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == "player  opens the dossiers of  phrase"
    assert lines[2] == f"bo      oru, vael              {phrases()['bo']}"
    assert [line.split()[0] for line in lines[1:]] == ["ada", "bo", "cy", "gm"]
    assert here.is_dir()


@pytest.mark.parametrize(
    ("line", "readers"),
    [
        ("", ["oru", "vael", "gm"]),
        ("players: {}\n", ["gm"]),
        ("players: {ada: oru}\n", ["ada", "gm"]),
    ],
)
def test_readers_are_those_whom_the_campaign_names(
    line: str, readers: list[str], here: Path
) -> None:
    lay(here / "content", {"campaign.yaml": SOUND["campaign.yaml"] + line, "turns/001.yaml": CREEP})
    made()
    assert list(phrases()) == readers


@pytest.mark.parametrize(
    "words",
    [
        ("list",),
        ("cards",),
        ("rotate", "vael", "--from-turn", "2"),
        ("backup", "copy.key"),
        ("phrase", "ada", "--generated"),
    ],
    ids=lambda words: words[0],
)
def test_without_a_key_a_command_says_how_to_make_one(words: tuple[str, ...], here: Path) -> None:
    ran = run("keys", *words)
    assert refused(ran, "K005")
    assert "chronicle keys init" in ran.err
    assert sorted(path.name for path in here.iterdir()) == ["content"]


@pytest.mark.parametrize("words", [("init",), ("list",), ("cards",), ("backup", "copy.key")])
def test_a_campaign_with_mistakes_is_refused(words: tuple[str, ...], here: Path) -> None:
    lay(here / "content", {"turns/001.yaml": TITEL})
    ran = run("keys", *words)
    assert refused(ran, "C002")
    assert not KEY.exists()


def test_a_multi_site_has_no_key(here: Path) -> None:
    ran = run("keys", "init", ".")
    assert refused(ran, "C014")
    assert not (here / "chronicle.key").exists()


COMMANDS = ("init", "list", "cards", "rotate", "backup", "restore", "phrase")


def test_the_help_names_every_command() -> None:
    ran = run("keys", "--help")
    assert (ran.code, ran.err) == (0, "")
    assert all(f"\n  {command} " in ran.out for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_ends_in_an_example(command: str) -> None:
    ran = run("keys", command, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert f"Example: chronicle keys {command} " in ran.out
