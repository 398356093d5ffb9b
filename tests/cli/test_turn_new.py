"""`chronicle turn new` begins the next turn: its file and the deadline, both or neither."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from chronicle.cli import clock
from chronicle.publish import transaction
from chronicle.rules import RULESETS
from tests.cli.command_runner import CREEP, TITEL, TITEL_SAID, lay, run
from tests.folders import files_in
from tests.small_campaign import SOUND

HEAD = SOUND["campaign.yaml"]
NEXT = (
    "next: # when all is in\n  deadline: '2026-11-28 20:00'  # a Saturday\n  zone: Europe/Berlin\n"
)
LINES_OF_OTHERS = "# mine\r\n" + HEAD.replace("\n", "\r\n")
SECOND = Path("content/turns/002.yaml")
WHEN = ("--deadline", "2026-12-05 19:30")


@pytest.fixture(autouse=True)
def in_november(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is before all deadlines that are typed."""
    monkeypatch.setattr(clock, "now", lambda: datetime(2026, 11, 26, tzinfo=UTC))


@pytest.mark.usefixtures("here")
def test_the_next_turn_is_written_with_next_steps() -> None:
    before = files_in(Path())
    ran = run("turn", "new")
    assert (ran.code, ran.out) == (0, "")
    assert ran.err.splitlines() == [
        "written: content/turns/002.yaml",
        (
            "Next: chronicle orders import FILE content adds what players send;"
            " chronicle status content shows who is missing"
        ),
        "Then: chronicle turn close content plays the turn",
    ]
    text = SECOND.read_text(encoding="utf-8")
    assert "\nturn: 2\nstate: open " in text
    assert "\n  vael:  #: House Vael\n" in text
    assert "      #   action: mobilize\n      #   resource: eyes\n" in text
    assert {**before, SECOND.as_posix(): text.encode()} == files_in(Path())
    assert run("check").code == 0
    assert "House Vael  no orders" in run("status").out


@pytest.mark.usefixtures("here")
def test_uncommenting_a_stub_gives_the_order() -> None:
    assert run("turn", "new").code == 0
    text = SECOND.read_text(encoding="utf-8")
    order = re.search(r"      # - id: eyes.*\n      #   action: mobilize\n.*\n", text)
    assert order is not None
    given = order[0].replace("      # ", "      ")
    SECOND.write_text(text.replace(order[0], given), encoding="utf-8")
    assert run("check").code == 0
    assert "House Vael  orders" in run("status").out
    assert run("turn", "close", "--without-orders").code == 0
    assert run("turn", "new").code == 0
    assert Path("content/turns/003.yaml").exists()


@pytest.mark.usefixtures("here")
def test_a_dry_run_prints_the_file_and_writes_nothing() -> None:
    before = files_in(Path())
    ran = run("turn", "new", "--dry-run", *WHEN, "--zone", "UTC")
    assert ran.code == 0
    assert ran.out.startswith("#: ")
    assert files_in(Path()) == before


@pytest.mark.usefixtures("here")
def test_no_turn_is_started_while_one_is_open() -> None:
    assert run("turn", "new").code == 0
    before = files_in(Path())
    ran = run("turn", "new", *WHEN, "--zone", "UTC")
    assert ran.code == 2
    said = " ".join(ran.err.split())
    assert "turn 2 is still open: chronicle turn close content plays it" in said
    assert "edit `next:` in content/campaign.yaml" in said
    assert files_in(Path()) == before


@pytest.mark.usefixtures("here")
def test_a_mistake_in_the_campaign_prevents_writing() -> None:
    lay(Path("content"), {"turns/001.yaml": TITEL})
    ran = run("turn", "new")
    assert (ran.code, ran.err) == (1, TITEL_SAID)
    assert not SECOND.exists()


@pytest.mark.usefixtures("here")
def test_an_existing_path_is_not_overwritten() -> None:
    SECOND.mkdir()
    ran = run("turn", "new")
    assert ran.code != 0
    assert "002.yaml" in ran.err
    assert list(SECOND.iterdir()) == []


def test_a_multi_site_requires_the_campaign_name(here: Path) -> None:
    for name in ("one", "two"):
        lay(here / "shelf" / name, {})
    ran = run("turn", "new", "shelf")
    assert ran.code == 1
    assert "shelf/one, shelf/two" in ran.err


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_it_works_on_a_campaign_made_by_chronicle_new(
    ruleset: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new", "ash", "--ruleset", ruleset, "--title", "Ash", "--seed", "1").code == 0
    assert run("turn", "new", "ash/content", *WHEN, "--zone", "UTC").code == 0
    assert run("check", "ash/content", "-o", "ash/output").code == 0
    assert "no orders" in run("status", "ash/content").out


# ── The deadline ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("before", "words", "after"),
    [
        (
            HEAD,
            (*WHEN, "--zone", "UTC"),
            f"{HEAD}next: {{deadline: 2026-12-05 19:30, zone: UTC}}\n",
        ),
        (HEAD + NEXT, WHEN, HEAD + NEXT.replace("2026-11-28 20:00", "2026-12-05 19:30")),
        (
            f"{LINES_OF_OTHERS}next: {{zone: UTC, deadline: 2026-01-02 10:00}}",
            WHEN,
            f"{LINES_OF_OTHERS}next: {{zone: UTC, deadline: 2026-12-05 19:30}}",
        ),
        (
            f"next:  # none yet\n{HEAD}# the end",
            (*WHEN, "--zone", "UTC"),
            f"next: {{deadline: 2026-12-05 19:30, zone: UTC}}  # none yet\n{HEAD}# the end",
        ),
        (
            f"{HEAD}next: {{zone: UTC}}  # ours\n",
            WHEN,
            f"{HEAD}next: {{deadline: 2026-12-05 19:30, zone: UTC}}  # ours\n",
        ),
        (
            f"{HEAD}next:\n    # ours\n    zone: UTC\n",
            WHEN,
            f"{HEAD}next:\n    # ours\n    deadline: 2026-12-05 19:30\n    zone: UTC\n",
        ),
    ],
    ids=["none yet", "a block", "another line end", "a bare key", "a zone", "a zone in a block"],
)
def test_only_the_deadline_is_changed_in_the_campaign_file(
    here: Path, before: str, words: tuple[str, ...], after: str
) -> None:
    (here / "content/campaign.yaml").write_bytes(before.encode())
    ran = run("turn", "new", *words)
    assert ran.code == 0, ran.err
    assert "changed: content/campaign.yaml, deadline 2026-12-05 19:30" in ran.err
    assert (here / "content/campaign.yaml").read_bytes().decode() == after
    assert "2026-12-05" in run("status").out


@pytest.mark.parametrize(
    ("head", "words", "said"),
    [
        (HEAD, WHEN, "no time zone yet: add --zone with yours, as in --zone Europe/Berlin"),
        (HEAD, ("--zone", "UTC"), "--zone needs --deadline"),
        (HEAD, ("--deadline", "tomorrow"), "tomorrow is not a date and time; write it like '20"),
        (HEAD, ("--deadline", "tomorrow"), "and the campaign has no time zone yet: add --zone"),
        (HEAD + NEXT, ("--deadline", "5.12.2026"), "write it like '2026-12-01 20:00', in quotes"),
        (HEAD + NEXT, ("--deadline", "2026-02-30 20:00"), "is not a date and time"),
        (HEAD + NEXT, ("--deadline", "x, zone: UTC}"), "is not a date and time"),
        (HEAD + NEXT, ("--deadline", "2026-03-29 02:30"), "clocks go forward over it"),
        (HEAD + NEXT, (*WHEN, "--zone", "Europe/Berlni"), "did you mean `Europe/Berlin`"),
        (HEAD + "x: &x {deadline: 2026-01-02 10:00, zone: UTC}\n", WHEN, "unknown key `x`"),
    ],
)
def test_an_invalid_deadline_changes_nothing(
    here: Path, head: str, words: tuple[str, ...], said: str
) -> None:
    (here / "content/campaign.yaml").write_text(head, encoding="utf-8")
    before = files_in(Path())
    ran = run("turn", "new", *words)
    assert ran.code in (1, 2)
    assert said in " ".join(ran.err.split())
    assert files_in(Path()) == before


def test_a_past_deadline_is_refused(here: Path) -> None:
    lay(here / "content", {"turns/001.yaml": f"{CREEP}played: 2027-01-01\n"})
    ran = run("turn", "new", *WHEN, "--zone", "UTC")
    assert ran.code == 2
    assert "is before turn 1 was played" in " ".join(ran.err.split())
    assert not SECOND.exists()


@pytest.mark.usefixtures("here")
def test_both_files_are_written_or_neither(monkeypatch: pytest.MonkeyPatch) -> None:
    before, real = files_in(Path()), transaction._replace

    def full(path: Path, content: bytes, stage: Path) -> None:
        if path.name == "campaign.yaml":
            raise OSError(28, "No space left on device")
        real(path, content, stage)

    monkeypatch.setattr(transaction, "_replace", full)
    ran = run("turn", "new", *WHEN, "--zone", "UTC")
    assert ran.code == 1
    assert "No space left on device" in ran.err
    assert files_in(Path()) == before


UNPLAYED = {"factions/oru.yaml": SOUND["factions/oru.yaml"] + "played: false\n"}


def test_a_faction_that_nobody_plays_has_no_section(here: Path) -> None:
    lay(here / "content", UNPLAYED)
    assert run("turn", "new").code == 0
    text = SECOND.read_text(encoding="utf-8")
    assert "\n  vael:" in text
    assert "\n  oru:" not in text


def test_each_turn_begins_with_another_faction(here: Path) -> None:
    firsts = []
    for number in (1, 2, 3):
        path = here / f"content/turns/{number:03}.yaml"
        path.unlink(missing_ok=True)
        assert run("turn", "new").code == 0
        text = path.read_text(encoding="utf-8")
        firsts.append(min(("oru", "vael"), key=lambda id: text.index(f"\n  {id}:")))
        path.write_text(f"turn: {number}\n", encoding="utf-8")
    assert firsts == ["oru", "vael", "oru"]
