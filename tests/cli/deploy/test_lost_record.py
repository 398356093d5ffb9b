"""A record of published turns that is lost is missed: it never silently ends the lock."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import rmtree

import pytest

from tests.cli.command_runner import lay, prepared, run

TURN = "turn: 1\nnews:\n  - {for: everyone, text: It rained.}\n"
WORDS = ("--to", "www", "--yes", "--without-orders")
WAY = (
    "restore it (`git restore content/published.yaml`, or a backup); if it is lost for good,"
    ' `chronicle deploy content --amend "why"` records the turns as they are now'
)


def _online(here: Path) -> None:
    lay(here / "content", {"turns/001.yaml": TURN})
    assert run("keys", "init", "content").code == 0
    assert run("deploy", "content", *WORDS).code == 0


@pytest.fixture
def online(here: Path) -> Path:
    """The folder of a campaign with a key, whose turn is published and online."""
    return prepared(here, _online) / "content"


def test_the_texts_beside_it_tell_that_there_was_a_record(online: Path) -> None:
    (online / "published.yaml").unlink()
    for command in ("check", "build"):
        ran = run(command, "content")
        assert ran.code == 5, command
        assert "`published/001.json` says that there was one" in ran.err
        assert WAY in ran.err
    shown = run("status", "content").out
    assert "the record of published turns is missing" in shown
    assert "taken back" not in shown
    assert run("turn", "reopen", "content").code == 5


def test_the_key_file_tells_that_there_was_a_record(online: Path) -> None:
    assert json.loads((online / "chronicle.key").read_text())["published"] == 1
    (online / "published.yaml").unlink()
    rmtree(online / "published")
    for command in ("check", "build"):
        ran = run(command, "content")
        assert ran.code == 5, command
        assert "the key file says that there was one" in ran.err
        assert WAY in ran.err


def test_the_site_tells_that_there_was_a_record(online: Path) -> None:
    (online / "published.yaml").unlink()
    rmtree(online / "published")
    keys = json.loads((online / "chronicle.key").read_text())
    del keys["published"]
    (online / "chronicle.key").write_text(json.dumps(keys))
    ran = run("deploy", "content", *WORDS)
    assert ran.code == 4
    assert "there are turns on the site, but content/published.yaml is missing" in ran.err
    assert '`chronicle deploy content --amend "why"` records turn 1 as it is now' in ran.err
    assert not (online / "published.yaml").exists()


def test_a_reason_makes_up_for_a_record_that_is_lost_for_good(online: Path) -> None:
    record = (online / "published.yaml").read_text()
    (online / "published.yaml").unlink()
    assert run("deploy", "content", *WORDS).code == 5
    assert run("deploy", "content", *WORDS, "--amend", "We lost the record.").code == 0
    assert (online / "published.yaml").read_text() == record
    assert run("check", "content").code == 0


@pytest.mark.usefixtures("online")
def test_a_publication_that_was_taken_back_is_no_lost_record() -> None:
    assert run("deploy", "content", "--undo", "--yes").code == 0
    assert run("check", "content").code == 0
    assert run("deploy", "content", *WORDS).code == 0
