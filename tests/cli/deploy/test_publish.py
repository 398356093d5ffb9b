"""`chronicle deploy --record-only`, and what `build` and `check` make of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from chronicle.publish import transaction
from tests.cli.command_runner import lay, prepared, run
from tests.folders import files_in

TURN = "turn: 1\nnews:\n  - {for: everyone, text: It rained.}\n"
DRY = TURN.replace("rained", "was dry")
SAID = """\
content/turns/001.yaml, line 3, column 30: error D001: turn 1 has changed for `everyone` since it \
was published
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
    assert run("deploy", "--record-only", "--without-orders").code == 0


def test_turns_are_published_one_after_another(here: Path) -> None:
    ran = run("deploy", "--record-only", "--without-orders", "--through", "1")
    missing = "turn {} has no orders of The Oru (oru), House Vael (vael)\n"
    paths = "content/published.yaml, content/published/{}.json, content/published/lines.json"
    published = "turn {} published and locked\nwritten: " + paths + "\n"
    said = missing.format(1) + published.format(1, "001")
    assert (ran.code, ran.out, ran.err) == (0, "", said)
    ran = run("deploy", "--record-only", "--without-orders", "content")
    said = missing.format(2) + published.format(2, "002")
    assert (ran.code, ran.err) == (0, said)
    before = files_in(here)
    said = "already published and unchanged; nothing written\n"
    amended = "no published turn has changed; nothing to amend\n"
    for words, before_it in (
        ((), ""),
        (("--through", "1"), ""),
        (("--amend", "So it was."), amended),
    ):
        ran = run("deploy", "--record-only", "--without-orders", *words)
        assert (ran.code, ran.err) == (0, before_it + said)
    assert files_in(here) == before
    assert not (here / "output").exists()


@pytest.mark.usefixtures("published")
def test_all_lines_that_have_changed_are_listed_on_request() -> None:
    told = ", ".join(f"{{for: everyone, text: Rain {number}.}}" for number in range(20))
    lay(Path("content"), {"turns/001.yaml": f"turn: 1\nnews: [{told}]\n"})
    words = ("deploy", "--record-only", "--without-orders", "--through", "1")
    cut, every = run(*words), run(*words, "--all")
    assert (cut.code, every.code) == (5, 5)
    assert "more; `chronicle deploy content --all` lists all\n" in cut.err
    assert "Rain 19." not in cut.err
    assert "--all" not in every.err
    assert [number for number in range(20) if f"Rain {number}." not in every.err] == []


def test_changes_to_published_turns_are_refused_unless_amended(published: Path) -> None:
    here = published
    lay(here / "content", {"turns/001.yaml": DRY, "turns/002.yaml": "turn: 2\n"})
    before = files_in(here)
    for command in (["build"], ["deploy", "--record-only", "--without-orders", "--through", "1"]):
        ran = run(*command)
        assert (ran.code, ran.out) == (5, "")
        assert ran.err.startswith(SAID)
        assert "~ news: text: “It rained.” → “It was dry.”" in ran.err
    assert files_in(here) == before
    ran = run("deploy", "--record-only", "--amend", "  A dry\n season. ")
    assert ran.code == 0
    assert "turn 1 corrected for everyone; these readers are told why\n" in ran.err
    assert run("build").code == 0
    page = here / "output" / "site" / "turns" / "1.html"
    assert "A dry season." in page.read_text(encoding="utf-8")
    assert "because: A dry season.\n" in (here / "content" / "published.yaml").read_text()
    before = files_in(here)
    assert run("build").code == 0
    assert files_in(here) == before


def test_an_amendment_goes_online_with_its_reason(here: Path) -> None:
    words = ("--to", "www", "--yes", "--without-orders")
    assert run("deploy", *words).code == 0
    lay(here / "content", {"turns/001.yaml": DRY, "turns/002.yaml": "turn: 2\n"})
    assert run("deploy", *words).code == 5
    dry = run("deploy", *words, "--amend", "A dry season.", "--dry-run", "--json")
    assert (dry.code, "A dry season." in dry.out) == (0, True)
    assert "A dry season." not in (here / "content" / "published.yaml").read_text()
    assert run("deploy", *words, "--amend", "A dry season.").code == 0
    assert "A dry season." in (here / "www/turns/1.html").read_text(encoding="utf-8")
    assert "because: A dry season.\n" in (here / "content" / "published.yaml").read_text()
    assert run("build").code == 0


@pytest.mark.usefixtures("complete_builds")
def test_a_turn_with_a_mistake_or_leak_is_not_published(here: Path) -> None:
    lay(here / "content", {"turns/001.yaml": "turn: one\n"})
    assert run("deploy", "--record-only", "--without-orders").code == 1
    lay(here / "content", {"turns/001.yaml": f"{TURN}notes: Ommerin Deepwell.\n"})
    page = here / "content" / "themes" / "annals" / "about.html"
    page.parent.mkdir(parents=True)
    page.write_text('{% extends "layout.html" %}{% block main %}Ommerin Deepwell{% endblock %}')
    assert run("deploy", "--record-only", "--without-orders").code == 3
    assert not (here / "content" / "published.yaml").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["deploy", "--record-only", "--without-orders", "--through", "3"],
            "the last turn of the campaign is 2",
        ),
        (["deploy", "--record-only", "--without-orders", "--through", "0"], "--through"),
        (["deploy", "--record-only", "--without-orders", "--amend", ""], "give a reason"),
        (["deploy", "--to", "www", "--yes", "--amend", " \n"], "give a reason"),
        (["deploy", "--record-only", "--amend", "\x07bell"], "give a reason"),
        (["deploy", "--record-only", "--to", "www"], "--record-only can't be combined with --to"),
        (["deploy", "--record-only", "--json"], "--record-only can't be combined with --json"),
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
    ran = run("deploy", "--record-only", "--without-orders")
    assert (ran.code, ran.err) == (0, "the campaign has no turns yet; nothing written\n")
    assert (
        "the campaign has no turns"
        in run("deploy", "--record-only", "--without-orders", "--through", "1").err
    )


def test_turns_of_several_campaigns_are_published_and_amended_one_by_one(here: Path) -> None:
    (here / "shelf").mkdir()
    (here / "content").rename(here / "shelf" / "crowns")
    lay(here / "shelf" / "bells", {"turns/001.yaml": TURN})
    assert run("deploy", "shelf", "--record-only", "--without-orders").code == 0
    assert (here / "shelf" / "crowns" / "published.yaml").is_file()
    for name in ("bells", "crowns"):
        lay(here / "shelf" / name, {"turns/001.yaml": DRY})
    ran = run("build", "shelf")
    assert ran.code == 5
    # The command is for the folder that was built: one that deploys all is still enough.
    assert '`chronicle deploy shelf --amend "why"`' in ran.err
    words = ("--record-only", "--without-orders", "--amend", "A dry season.")
    ran = run("deploy", "shelf", *words)
    assert ran.code == 2
    assert "turns of bells and crowns have changed, each for a reason of its own" in ran.err
    assert "first `chronicle deploy shelf/bells --record-only --amend REASON`" in ran.err
    assert run("deploy", "shelf/crowns", *words).code == 0
    assert run("deploy", "shelf", *words).code == 0
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
    run("deploy", "--record-only", "--without-orders", "--through", "1")
    before = files_in(here)
    replace = transaction._replace

    def full(path: Path, content: bytes, stage: Path) -> None:
        if path.name == "published.yaml":
            raise OSError(28, "No space left on device")
        replace(path, content, stage)

    monkeypatch.setattr(transaction, "_replace", full)
    ran = run("deploy", "--record-only", "--without-orders")
    assert ran.code == 1
    assert "can't write content/published.yaml: No space left on device" in ran.err
    assert files_in(here) == before
    monkeypatch.undo()
    monkeypatch.chdir(here)
    assert run("deploy", "--record-only", "--without-orders").code == 0


def test_the_lock_file_keeps_its_mode(here: Path) -> None:
    run("deploy", "--record-only", "--without-orders", "--through", "1")
    record = here / "content" / "published.yaml"
    record.chmod(0o640)
    assert run("deploy", "--record-only", "--without-orders").code == 0
    assert record.read_text().count("- turn:") == 2
    assert record.stat().st_mode & 0o777 == 0o640


def test_a_failed_deploy_does_not_amend_the_lock(published: Path) -> None:
    lay(published / "content", {"turns/001.yaml": DRY})
    before = files_in(published / "content")
    (published / "www").mkdir()
    (published / "www" / "mine.txt").write_text("x")
    assert run("deploy", "--to", "www", "--yes", "--amend", "Why.").code == 4
    assert files_in(published / "content") == before
