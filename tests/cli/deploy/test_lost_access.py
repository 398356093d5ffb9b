"""A deploy says in words what readers lose, and takes no dossier off the site by accident."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command_runner import CREEP, lay, prepared, run
from tests.cli.deploy.deployments import deploy
from tests.folders import files_in
from tests.small_campaign import SOUND

KEY = Path("content/chronicle.key")
PLAYERS = "players:\n  ada: vael\n  bo: oru\n"


@pytest.fixture(autouse=True)
def online(here: Path) -> Path:
    """The site with its sealed dossiers, in a folder."""
    return prepared(here, _publish)


def _publish(here: Path) -> None:
    campaign = SOUND["campaign.yaml"] + PLAYERS
    lay(here / "content", {**SOUND, "campaign.yaml": campaign, "turns/001.yaml": CREEP})
    assert run("keys", "init").code == 0
    assert run("keys", "backup", "spare").code == 0
    assert deploy("--to", "web").code == 0


def test_without_the_key_a_site_with_dossiers_is_not_deployed() -> None:
    before = files_in(Path("web"))
    KEY.unlink()
    # Another key would be no way to put these dossiers on the site.
    assert "(to put them on the site, run chronicle keys restore FILE content)" in run("build").err
    for words in (("--to", "web"), ("--to", "web", "--dry-run")):
        ran = run("deploy", *words, "--yes", "--without-orders")
        assert ran.code == 4, words
        assert "would be taken off the site: The Oru, House Vael" in ran.err
        assert "`chronicle keys restore FILE content`" in ran.err
    assert files_in(Path("web")) == before
    assert run("keys", "restore", "spare", "content").code == 0
    assert deploy("--to", "web").code == 0
    # On a place without dossiers there is nothing to lose.
    KEY.unlink()
    assert deploy("--to", "another").code == 0


def test_another_key_than_that_of_the_site_is_pointed_out() -> None:
    KEY.unlink()
    assert run("keys", "init").code == 0
    ran = run("deploy", "--to", "web", "--dry-run")
    assert ran.code == 0
    assert "no passphrase given out so far opens the new dossiers" in ran.out
    assert "chronicle keys restore FILE content brings the other key back" in ran.out
    said = json.loads(run("deploy", "--to", "web", "--dry-run", "--json").out)
    assert said["lost"]["passphrases"] == [""]
    before = files_in(Path("web"))
    refused = deploy("--to", "web")
    assert (refused.code, files_in(Path("web")) == before) == (4, True)
    assert "deploy without --yes and confirm" in refused.err


def test_the_dossier_of_a_faction_that_nobody_plays_any_more_is_named() -> None:
    campaign = Path("content/campaign.yaml")
    text = campaign.read_text(encoding="utf-8")
    assert "  bo: oru\n" in text
    campaign.write_text(text.replace("  bo: oru\n", ""), encoding="utf-8")
    ran = run("deploy", "--to", "web", "--dry-run")
    assert "The dossier of The Oru will be taken off the site" in ran.out
    said = json.loads(run("deploy", "--to", "web", "--dry-run", "--json").out)
    assert said["lost"]["dossiers"] == [{"campaign": "", "factions": ["oru"]}]


def test_a_dossier_with_a_new_phrase_or_key_is_not_lost() -> None:
    assert run("keys", "phrase", "ada", "--generated").code == 0
    assert run("keys", "rotate", "oru", "--from-turn", "1").code == 0
    ran = run("deploy", "--to", "web", "--dry-run")
    assert (ran.code, "taken off" in ran.out, "passphrase" in ran.out) == (0, False, False)


def test_a_page_that_goes_is_named_by_its_title() -> None:
    assert run("deploy", "--undo", "--yes").code == 0
    Path("content/turns/001.yaml").unlink()
    ran = run("deploy", "--to", "web", "--dry-run")
    assert "Removed, " in ran.out
    assert "\n  Turn 1 – Crowns\n" in ran.out


# ── Where the site is ────────────────────────────────────────────────────────────────────────────


def test_the_place_of_the_last_deploy_is_the_next_one() -> None:
    assert deploy("--to", "web").code == 0
    ran = run("deploy", "--dry-run")
    assert (ran.code, ran.out.startswith(f"To {Path('web').resolve().as_posix()}:")) == (0, True)
    shown = run("status").out
    assert f"\nonline: {Path('web').resolve()}, deployed 20" in shown
    assert " UTC\n" in shown


def test_a_copy_of_the_campaign_does_not_deploy_to_the_place_of_the_original(here: Path) -> None:
    assert deploy("--to", "web").code == 0
    Path("content").rename(here / "copy")
    ran = run("deploy", "copy", "--dry-run")
    assert (ran.code, "no deploy target" in ran.err) == (2, True)
    assert "online:" not in run("status", "copy").out


@pytest.mark.parametrize("written", ["", "{", "[]", '{"version": 1}', '{"version": 2}'])
def test_a_note_of_the_last_deploy_that_cannot_be_read_is_no_note(written: str) -> None:
    assert deploy("--to", "web").code == 0
    Path("content/.chronicle/last-deploy.json").write_text(written, encoding="utf-8")
    assert run("deploy", "--dry-run").code == 2
    assert "online:" not in run("status").out


def test_an_undo_looks_where_the_site_was_deployed_while_the_next_turn_is_open() -> None:
    assert deploy("--to", "web").code == 0
    assert run("turn", "new").code == 0
    ran = run("deploy", "--undo", "--yes")
    assert ran.code == 0
    assert "everyone, on the public pages: online now" in ran.err
    assert f"Online means: on {Path('web').resolve()}." in ran.err
    # An open turn stands in the way of reopening.
    assert "turn reopen" not in ran.err
    shown = run("status").out
    assert "turn 1 was taken back; deploy again to replace what is online" in shown
    assert deploy().code == 0
    shown = run("status").out
    assert ("taken back" in shown, "published: turn 1\n" in shown) == (False, True)


def test_a_played_turn_that_is_not_published_is_in_the_status_of_the_next() -> None:
    assert deploy("--to", "web").code == 0
    assert run("turn", "new").code == 0
    lay(Path("content"), {"published.yaml": "format: 1\nturns: []\n"})
    Path("content/.chronicle/last-deploy.json").unlink()
    assert "turn 1 is played and not published" in run("status").out
