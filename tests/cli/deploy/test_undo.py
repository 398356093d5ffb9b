"""`chronicle deploy --undo` takes the newest publication back, and says who may have read it."""

from __future__ import annotations

from pathlib import Path

import pytest

from chronicle.cli.deploy import undo
from chronicle.cli.deploy.undo import KEPT_ELSEWHERE
from chronicle.publish import transaction
from tests.cli.command_runner import CREEP, lay, prepared, run
from tests.cli.git_repositories import bare
from tests.folders import files_in
from tests.small_campaign import SOUND

HEAD = SOUND["campaign.yaml"]
#: Only House Vael is played.
ORU = SOUND["factions/oru.yaml"] + "played: false\n"
SECOND = """\
turn: 2
orders:
  vael:
    conspiracies:
      - {id: crawl, action: mobilize, resource: eyes, narrative: They crawl.}
"""
RECORD = Path("content/published.yaml")


@pytest.fixture
def published(here: Path) -> Path:
    """Two turns are published; the record has comments, and an amendment of each turn."""
    return prepared(here, _publish)


def _publish(here: Path) -> None:
    files = {"factions/oru.yaml": ORU, "turns/001.yaml": CREEP, "turns/002.yaml": SECOND}
    lay(here / "content", files)
    assert run("deploy", "--record-only").code == 0
    for turn, text in (("turns/001.yaml", CREEP), ("turns/002.yaml", SECOND)):
        told = text + "news: [{for: everyone, text: It rained.}]\n"
        (here / "content" / turn).write_text(told, encoding="utf-8")
        assert run("deploy", "--record-only", "--amend", f"It rained in {turn}").code == 0
    text = RECORD.read_text().replace("  - turn: 2\n", "  # The flood.\n  - turn: 2\n")
    RECORD.write_text(f"# Ours.\n{text}", encoding="utf-8")


@pytest.mark.usefixtures("published")
def test_the_newest_turn_and_its_amendments_leave_the_record_and_nothing_else() -> None:
    before = files_in(Path())
    assert "published/002.json" in " ".join(before)
    ran = run("deploy", "--undo", "--yes")
    assert (ran.code, ran.out) == (0, "")
    after = files_in(Path())
    assert set(before) - set(after) == {"content/published/002.json"}
    assert [path for path in after if after[path] != before[path]] == [str(RECORD)]
    text = RECORD.read_text()
    assert text.startswith("# Ours.\n")
    assert "turn: 2" not in text
    assert "It rained in turns/001.yaml" in text
    assert "It rained in turns/002.yaml" not in text
    assert ran.err.splitlines()[-3:] == [
        "turn 2 is no longer published",
        (
            "Next: change content/turns/002.yaml, or chronicle turn reopen content to wait for"
            " orders"
        ),
        "Then: chronicle deploy content replaces what is online",
    ]
    assert run("status").out.splitlines()[1] == "played, not published"
    (Path("content/turns/002.yaml")).write_text(SECOND, encoding="utf-8")
    assert run("deploy", "--record-only").code == 0
    assert run("status").out.splitlines()[1] == "published"


@pytest.mark.usefixtures("published")
def test_all_publications_can_be_taken_back_one_by_one() -> None:
    assert run("deploy", "--undo", "--yes").code == 0
    assert run("deploy", "--undo", "--yes").code == 0
    assert "turn:" not in RECORD.read_text()
    ran = run("deploy", "--undo", "--yes")
    assert (ran.code, "no turn is published, so there is nothing to take back" in ran.err) == (
        2,
        True,
    )
    assert run("check").code == 0


@pytest.mark.usefixtures("published")
def test_it_works_on_a_campaign_with_errors() -> None:
    """The published turn may have been opened by mistake."""
    Path("content/turns/002.yaml").write_text(
        SECOND.replace("turn: 2", "turn: 2\nstate: open"), encoding="utf-8"
    )
    ran = run("check")
    assert (ran.code, "error D008" in ran.err) == (1, True)
    assert run("deploy", "--undo", "--yes").code == 0
    assert run("check").code == 0


@pytest.mark.usefixtures("published")
def test_a_record_that_cannot_be_read_is_left_alone() -> None:
    RECORD.write_text("format: 1\nturns: [{turn: 2}]\n", encoding="utf-8")
    before = files_in(Path())
    ran = run("deploy", "--undo", "--yes")
    assert (ran.code, "content/published.yaml, line 2" in ran.err) == (1, True)
    assert files_in(Path()) == before


@pytest.mark.usefixtures("published")
def test_it_asks_before_it_changes_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    before = files_in(Path())
    ran = run("deploy", "--undo")
    assert (ran.code, "add --yes to take it back" in ran.err) == (2, True)
    assert files_in(Path()) == before
    monkeypatch.setattr(undo, "can_prompt", lambda: True)
    monkeypatch.setattr("click.confirm", lambda *_, **__: False)
    ran = run("deploy", "--undo")
    assert (ran.code, ran.err.splitlines()[-1]) == (0, "nothing changed")
    assert files_in(Path()) == before


@pytest.mark.usefixtures("published")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--through", "1"), "--undo can't be combined with --through"),
        (("--amend", "x"), "--undo can't be combined with --amend"),
        (("--without-orders",), "--undo can't be combined with --without-orders"),
        (("--workflow",), "--undo can't be combined with --workflow"),
        (("--announce",), "--undo can't be combined with --announce"),
    ],
)
def test_options_that_do_not_belong_together_are_refused(words: tuple[str, ...], said: str) -> None:
    before = files_in(Path())
    ran = run("deploy", "--undo", *words)
    assert (ran.code, said in ran.err) == (2, True)
    assert files_in(Path()) == before


@pytest.mark.usefixtures("published")
def test_both_files_of_the_record_change_or_neither(monkeypatch: pytest.MonkeyPatch) -> None:
    before = files_in(Path())

    unlink = Path.unlink

    def stuck(path: Path, *, missing_ok: bool = False) -> None:
        if path.name == "002.json":
            raise OSError(13, "Permission denied")
        unlink(path, missing_ok=missing_ok)

    with monkeypatch.context() as context:
        context.setattr(Path, "unlink", stuck)
        ran = run("deploy", "--undo", "--yes")
    assert (ran.code, "Permission denied" in ran.err) == (1, True)
    assert files_in(Path()) == before
    real = transaction._replace

    def full(path: Path, content: bytes, stage: Path) -> None:
        if path.name == "published.yaml" and content != before[str(RECORD)]:
            raise OSError(28, "No space left on device")
        real(path, content, stage)

    monkeypatch.setattr(transaction, "_replace", full)
    ran = run("deploy", "--undo", "--yes")
    assert (ran.code, "No space left on device" in ran.err) == (1, True)
    assert files_in(Path()) == before


# ── Who may have read it ─────────────────────────────────────────────────────────────────────────


def readers_text() -> list[str]:
    lines = run("deploy", "--undo").err.splitlines()
    return lines[: next(n for n, line in enumerate(lines) if line.startswith("Usage"))]


def test_without_a_key_and_a_host_only_what_is_known_is_said(published: Path) -> None:
    assert published.is_dir()
    assert readers_text() == [
        "Turn 2 is published. It may have been read by",
        "  everyone, on the public pages: perhaps",
        "  The Oru (oru), if you sent its pages; its dossier is not sealed for the site",
        "  House Vael (vael), if you sent its pages; its dossier is not sealed for the site",
        "Where the site is, is not known: there is no `deploy:`, and no deploy from this computer.",
        *KEPT_ELSEWHERE,
    ]


def test_what_is_online_is_looked_up_at_the_host(here: Path) -> None:
    site = bare(here / "site.git")
    head = HEAD + "deploy: {remote: ../site.git}\nplayers: {ada: vael, bo: [vael]}\n"
    files = {"campaign.yaml": head, "factions/oru.yaml": ORU, "turns/001.yaml": CREEP}
    lay(here / "content", files)
    assert run("keys", "init").code == 0
    assert run("deploy", "--yes").code == 0
    lay(here / "content", {**files, "turns/002.yaml": SECOND})
    assert run("deploy", "--record-only").code == 0
    there = f"Online means: on branch gh-pages of {site}."
    sent = "  The Oru (oru), if you sent its pages; its dossier is not sealed for the site"
    assert readers_text() == [
        "Turn 2 is published. It may have been read by",
        "  everyone, on the public pages: not online now",
        sent,
        "  House Vael (vael), in its dossier, opened by ada and bo: not online now",
        there,
        *KEPT_ELSEWHERE,
    ]
    assert run("deploy", "--yes").code == 0
    assert readers_text() == [
        "Turn 2 is published. It may have been read by",
        "  everyone, on the public pages: online now",
        sent,
        "  House Vael (vael), in its dossier, opened by ada and bo: online now",
        there,
        *KEPT_ELSEWHERE,
    ]
    site.rename(here / "gone.git")
    said = readers_text()
    assert said[1] == "  everyone, on the public pages: perhaps"
    where = said[-1 - len(KEPT_ELSEWHERE)]
    assert where.startswith("What is online can't be read: repository not found")
