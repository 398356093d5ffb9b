"""What a build with a key leaves for the host, and how it behaves when something is wrong."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from chronicle.seal import Keys, phrase_of, with_logins
from chronicle.seal.key_file import write_key_file
from chronicle.seal.logins import phrase_fingerprint
from chronicle.seal.unseal import open_dossiers
from tests.cli.command_runner import prepared, run

PLAYERS: Final = ("oru", "vael")


@cache
def keys() -> Keys:
    """Keys whose logins are known, so that no test has to stretch a phrase."""
    bare = Keys(bytes(range(32)), rotations={}, generations={}, own={}, logins={}, demo=False)
    return with_logins(bare, PLAYERS)


@pytest.fixture
def locked(here: Path) -> Path:
    """The current folder, with a key in its campaign and the site in `output`."""
    return prepared(here, _build)


def _build(here: Path) -> None:
    write_key_file(here / "content" / "chronicle.key", keys(), "Crowns")
    assert run("build").code == 0


def hosted(folder: Path) -> dict[str, bytes]:
    site = folder / "output" / "site"
    return {
        path.relative_to(site).as_posix(): path.read_bytes()
        for path in site.rglob("*")
        if path.is_file()
    }


def test_every_player_opens_their_dossier_and_the_gm_all(locked: Path) -> None:
    files = hosted(locked)
    for player, factions in (*((id, [id]) for id in PLAYERS), ("gm", [*PLAYERS])):
        login = keys().logins[phrase_fingerprint(keys(), phrase_of(keys(), player))]
        found = open_dossiers(files, login)
        assert found is not None
        assert sorted(found) == factions
        for faction, volume in found.items():
            book = json.loads(volume.book)
            assert (book["faction"], book["turns"], len(volume.turns)) == (faction, 1, 1)
            drawn = locked / "output" / "private" / faction
            rest = json.loads(volume.pages)["pages"]
            assert (list(book["pages"]), book["paths"]) == (["index.html"], list(rest))
            pages = {**book["pages"], **rest, **json.loads(volume.turns[0])["pages"]}
            assert pages
            for path, page in pages.items():
                assert page["main"] in (drawn / path).read_text(encoding="utf-8")


def test_hosted_files_do_not_reveal_the_players(locked: Path) -> None:
    sealed = {path: blob for path, blob in hosted(locked).items() if path.startswith("sealed/")}
    blobs = {path: blob for path, blob in sealed.items() if path.endswith(".bin")}
    assert sealed.keys() - blobs.keys() == {"sealed/keyring.json"}
    # Eight seats, each with a book, pages and one turn, and room for four pictures.
    assert Counter(len(blob) for blob in blobs.values()) == {32820: 28}
    assert len(blobs) == 8 * 3 + 4
    for path, content in sealed.items():
        for word in (b"House Vael", b"The Oru", keys().master.hex().encode()):
            assert word not in content, path
            assert word.decode() not in path


def test_the_key_is_nowhere_in_the_output(locked: Path) -> None:
    secrets = [keys().master.hex().encode(), keys().master]
    secrets += [phrase_of(keys(), player).encode() for player in (*PLAYERS, "gm")]
    secrets += [login.hex().encode() for login in keys().logins.values()]
    for path in (locked / "output").rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            assert not [secret for secret in secrets if secret in content], path


def test_a_sealed_build_is_reproducible(locked: Path) -> None:
    first = hosted(locked)
    (locked / "output").rename(locked / "earlier")
    assert run("build").code == 0
    assert hosted(locked) == first


def test_a_build_stores_derived_logins_and_a_check_does_not(here: Path) -> None:
    path = here / "content" / "chronicle.key"
    bare = Keys(bytes(range(32)), rotations={}, generations={}, own={}, logins={}, demo=False)
    write_key_file(path, bare, "Crowns")
    before = path.read_bytes()
    assert run("check").code == 0
    assert path.read_bytes() == before
    assert run("build").code == 0
    kept = json.loads(path.read_bytes())
    assert kept["logins"] == {mark: login.hex() for mark, login in keys().logins.items()}
    assert kept["seats"] == {"oru": 0, "vael": 1}


def test_a_broken_key_stops_the_build_and_leaves_the_earlier_site(locked: Path) -> None:
    before = hosted(locked)
    (locked / "content" / "chronicle.key").write_text("{", encoding="utf-8")
    ran = run("build", "--format", "plain")
    assert ran.code == 1
    assert "content/chronicle.key, line 1" in ran.err
    assert hosted(locked) == before


def test_without_a_key_nothing_is_sealed_and_a_message_says_so(built: Path) -> None:
    ran = run("build")
    assert ran.code == 0
    assert not [path for path in hosted(built) if path.startswith(("sealed/", "dossier"))]
    assert ran.err.splitlines()[2] == (
        "no key in content: its dossiers are only in output/private"
        " (to put them on the site, run chronicle keys init content)"
    )


def test_a_campaign_without_players_has_no_login(locked: Path) -> None:
    head = locked / "content" / "campaign.yaml"
    head.write_text(head.read_text(encoding="utf-8") + "players: {}\n", encoding="utf-8")
    assert run("build").code == 0
    login = keys().logins[phrase_fingerprint(keys(), phrase_of(keys(), "gm"))]
    assert open_dossiers(hosted(locked), login) == {}
