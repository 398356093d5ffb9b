"""`chronicle publish`, and what `build` and `check` make of it, as a newcomer types them."""

from __future__ import annotations

from pathlib import Path

import pytest

from chronicle.publish import transaction
from tests.cli.command_runner import lay, prepared, run

TURN = "turn: 1\nnews:\n  - {for: everyone, text: It rained.}\n"
DRY = TURN.replace("rained", "was dry")
SAID = """\
content/published.yaml, line 9, column 17: error D001: turn 1 has changed for `everyone` \
since it was published
"""


@pytest.fixture
def here(here: Path) -> Path:
    """The current folder: a sound campaign of two turns lies in `content`."""
    lay(here / "content", {"turns/001.yaml": TURN, "turns/002.yaml": "turn: 2\n"})
    return here


@pytest.fixture
def published(here: Path) -> Path:
    """The current folder, with both turns published."""
    return prepared(here, _publish)


def _publish(_here: Path) -> None:
    assert run("publish", "--without-orders").code == 0


def everything(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_turns_are_published_one_after_another(here: Path) -> None:
    ran = run("publish", "--without-orders", "--through", "1")
    missing = "turn {} has no orders of The Oru (oru), House Vael (vael)\n"
    said = missing.format(1) + "written: published.yaml, published/001.json\n"
    assert (ran.code, ran.out, ran.err) == (0, "", said)
    ran = run("publish", "--without-orders", "content")
    said = missing.format(2) + "written: published.yaml, published/002.json\n"
    assert (ran.code, ran.err) == (0, said)
    before = everything(here)
    for words in ([], ["--through", "1"], ["--amend", "So it was."]):
        ran = run("publish", "--without-orders", *words)
        said = "already published and unchanged; nothing written\n"
        assert (ran.code, ran.err) == (0, said)
    assert everything(here) == before
    assert not (here / "output").exists()


def test_a_build_refuses_changes_to_published_turns_unless_amended(published: Path) -> None:
    here = published
    lay(here / "content", {"turns/001.yaml": DRY, "turns/002.yaml": "turn: 2\n"})
    before = everything(here)
    for command in (["build"], ["publish", "--without-orders", "--through", "1"]):
        ran = run(*command)
        assert (ran.code, ran.out) == (5, "")
        assert ran.err.startswith(SAID)
        assert "~ news: text: “It rained.” → “It was dry.”" in ran.err
    assert everything(here) == before
    ran = run("build", "--amend", "  A dry\n season. ")
    assert ran.code == 0
    page = here / "output" / "site" / "turns" / "1.html"
    assert "A dry season." in page.read_text(encoding="utf-8")
    assert "because: A dry season.\n" in (here / "content" / "published.yaml").read_text()
    before = everything(here)
    assert run("build").code == 0
    assert everything(here) == before
    ran = run("build", "--amend", "Again.")
    assert ran.err.startswith("no published turn has changed; nothing to amend\n")
    assert everything(here) == before


def test_a_turn_with_a_mistake_or_leak_is_not_published(here: Path) -> None:
    lay(here / "content", {"turns/001.yaml": "turn: one\n"})
    assert run("publish", "--without-orders").code == 1
    lay(here / "content", {"turns/001.yaml": f"{TURN}notes: Ommerin Deepwell.\n"})
    page = here / "content" / "themes" / "annals" / "about.html"
    page.parent.mkdir(parents=True)
    page.write_text('{% extends "layout.html" %}{% block main %}Ommerin Deepwell{% endblock %}')
    assert run("publish", "--without-orders").code == 3
    assert not (here / "content" / "published.yaml").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["publish", "--without-orders", "--through", "3"], "the last turn of the campaign is 2"),
        (["publish", "--without-orders", "--through", "0"], "--through"),
        (["publish", "--without-orders", "--amend", ""], "give a reason"),
        (["build", "--amend", " \n"], "give a reason"),
        (["build", "--amend", "\x07bell"], "give a reason"),
    ],
)
def test_an_impossible_publish_request_is_a_usage_error(
    words: list[str], said: str, here: Path
) -> None:
    ran = run(*words)
    assert ran.code == 2
    assert said in ran.err
    assert not (here / "content" / "published.yaml").exists()


def test_a_campaign_without_turns_has_nothing_to_publish(here: Path) -> None:
    for turn in (here / "content" / "turns").iterdir():
        turn.unlink()
    ran = run("publish", "--without-orders")
    assert (ran.code, ran.err) == (0, "the campaign has no turns yet; nothing written\n")
    assert "the campaign has no turns" in run("publish", "--without-orders", "--through", "1").err


def test_a_multi_site_requires_the_campaign_name(here: Path) -> None:
    (here / "shelf").mkdir()
    (here / "content").rename(here / "shelf" / "crowns")
    ran = run("publish", "--without-orders", "shelf")
    assert ran.code == 1
    assert "C014" in ran.err
    ran = run("build", "shelf", "--amend", "Why.")
    assert ran.code == 2
    assert "amend one campaign at a time, as in `chronicle publish shelf/crowns --amend`" in ran.err
    assert run("publish", "--without-orders", "shelf/crowns").code == 0
    lay(here / "shelf" / "crowns", {"turns/001.yaml": DRY})
    assert run("build", "shelf").code == 5
    assert run("publish", "--without-orders", "shelf/crowns", "--amend", "A dry season.").code == 0
    assert run("build", "shelf").code == 0


def test_other_files_beside_the_published_texts_are_a_warning(published: Path) -> None:
    (published / "content" / "published" / "notes.txt").write_text("x")
    ran = run("check")
    assert ran.code == 0
    assert ran.err.count("warning C010") == 1
    assert "content/published/notes.txt" in ran.err


def test_a_failed_write_leaves_the_lock_file_unchanged(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("publish", "--without-orders", "--through", "1")
    before = everything(here)
    replace = transaction._replace

    def full(path: Path, content: bytes, stage: Path) -> None:
        if path.name == "published.yaml":
            raise OSError(28, "No space left on device")
        replace(path, content, stage)

    monkeypatch.setattr(transaction, "_replace", full)
    ran = run("publish", "--without-orders")
    assert ran.code == 1
    assert "can't write content/published.yaml: No space left on device" in ran.err
    assert everything(here) == before
    monkeypatch.undo()
    monkeypatch.chdir(here)
    assert run("publish", "--without-orders").code == 0


def test_the_lock_file_keeps_its_mode(here: Path) -> None:
    run("publish", "--without-orders", "--through", "1")
    record = here / "content" / "published.yaml"
    record.chmod(0o640)
    assert run("publish", "--without-orders").code == 0
    assert record.read_text().count("- turn:") == 2
    assert record.stat().st_mode & 0o777 == 0o640


def test_a_failed_site_write_does_not_amend_the_lock(published: Path) -> None:
    lay(published / "content", {"turns/001.yaml": DRY})
    before = everything(published / "content")
    (published / "output").mkdir()
    (published / "output" / "mine.txt").write_text("x")
    assert run("build", "--amend", "Why.").code == 1
    assert everything(published / "content") == before
