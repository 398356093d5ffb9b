"""`chronicle turn close` plays the open turn, `chronicle turn reopen` takes that back."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from chronicle.cli import clock, missing_orders, output
from chronicle.publish import transaction
from tests.cli.command_runner import CREEP, lay, run
from tests.cli.test_status import ORU
from tests.folders import files_in
from tests.small_campaign import SOUND

HEAD = SOUND["campaign.yaml"]
NEXT = "next:\n  deadline: 2026-11-28 20:00  # a Saturday\n  zone: Europe/Berlin  # ours\n"
OPEN = CREEP.replace("turn: 1", "# mine\nturn: 1\nstate: open  # until Saturday")
TURN = Path("content/turns/001.yaml")
#: Nobody can muster what is not there.
WRONG = OPEN.replace("resource: eyes", "resource: ears") + ORU


@pytest.fixture(autouse=True)
def before_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is Thursday, two and a half days before the deadline."""
    monkeypatch.setattr(clock, "now", lambda: datetime(2026, 11, 26, 6, 55, tzinfo=UTC))


@pytest.fixture
def opened(here: Path) -> Path:
    """The campaign's first turn is open, and has the orders of all."""
    lay(here / "content", {"campaign.yaml": HEAD + NEXT, "turns/001.yaml": OPEN + ORU})
    return here


@pytest.mark.usefixtures("opened")
def test_closing_changes_the_state_and_moves_the_deadline_and_nothing_else() -> None:
    ran = run("turn", "close")
    assert (ran.code, ran.out) == (0, "")
    assert ran.err.splitlines() == [
        "the deadline 2026-11-28 20:00 (Europe/Berlin) is in 2 days and 12 hours",
        "turn 1 is played",
        "changed: content/turns/001.yaml, content/campaign.yaml",
        (
            "Next: write what happened in content/turns/001.yaml;"
            " chronicle serve content shows the result"
        ),
        "Then: chronicle deploy content",
    ]
    kept = "played: 2026-11-26\ndeadline: 2026-11-28 20:00\n"
    assert TURN.read_text() == (OPEN + ORU).replace(
        "state: open  # until Saturday\n", f"state: played  # until Saturday\n{kept}"
    )
    # A comment of the author's stays, also one about what is gone.
    kept = f"{HEAD}next:\n  # a Saturday\n  zone: Europe/Berlin  # ours\n"
    assert Path("content/campaign.yaml").read_text() == kept
    assert run("turn", "new", "--deadline", "2026-12-05 20:00").code == 0


@pytest.mark.usefixtures("opened")
def test_a_closed_turn_can_be_reopened_until_it_is_published() -> None:
    before = TURN.read_bytes()
    assert run("turn", "close").code == 0
    ran = run("turn", "reopen")
    assert ran.code == 0
    assert ran.err.splitlines() == [
        "turn 1 is open",
        "changed: content/turns/001.yaml, content/campaign.yaml",
        (
            "the deadline 2026-11-28 20:00 (Europe/Berlin) is in 2 days and 12 hours;"
            " --deadline sets another"
        ),
        "Next: chronicle status content",
    ]
    assert TURN.read_bytes() == before
    assert "deadline 2026-11-28 20:00 (Europe/Berlin)" in run("status").out
    assert run("turn", "close").code == 0
    ran = run("turn", "reopen", "--deadline", "2026-12-05 20:00")
    assert (ran.code, "the deadline" in ran.err) == (0, False)
    assert "deadline 2026-12-05 20:00 (Europe/Berlin)" in run("status").out
    assert run("turn", "close").code == 0
    assert run("deploy", "--record-only").code == 0
    ran = run("turn", "reopen")
    assert ran.code == 2
    assert "turn 1 is published: chronicle deploy content --undo takes" in " ".join(ran.err.split())


def test_a_turn_without_a_deadline_can_be_reopened(here: Path) -> None:
    lay(here / "content", {"turns/001.yaml": f"{OPEN}{ORU}played: 2026-11-21\n"})
    assert run("turn", "close").err.startswith("turn 1 is played\n")
    assert "played: 2026-11-21\n" in TURN.read_text(), "the day that its author wrote"
    assert "there is no deadline; --deadline sets one\n" in run("turn", "reopen").err
    assert "played:" not in TURN.read_text(), "it will be played on another day"


@pytest.mark.usefixtures("opened")
def test_whether_to_close_a_turn_early_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "can_prompt", lambda: True)
    questions: list[str] = []

    def refuse(text: str, **_: object) -> bool:
        questions.append(text)
        return False

    monkeypatch.setattr("click.confirm", refuse)
    before = files_in(Path())
    ran = run("turn", "close")
    assert ran.err.splitlines()[-1] == "nothing changed"
    assert questions == ["Close turn 1 before its deadline?"]
    assert files_in(Path()) == before
    # One question is enough where orders are missing.
    whole = TURN.read_text()
    TURN.write_text(OPEN)
    monkeypatch.setattr(missing_orders, "can_prompt", lambda: True)

    def accept(text: str, **_: object) -> bool:
        questions.append(text)
        return True

    monkeypatch.setattr("click.confirm", accept)
    ran = run("turn", "close")
    assert "the deadline 2026-11-28 20:00" in ran.err.splitlines()[0]
    assert questions[1:] == ["Close the turn without them?"]
    assert run("turn", "reopen").code == 0
    TURN.write_text(whole)
    # A quarter past the deadline.
    monkeypatch.setattr(clock, "now", lambda: datetime(2026, 11, 28, 19, 15, tzinfo=UTC))
    ran = run("turn", "close")
    assert (ran.code, "deadline" in ran.err.splitlines()[0]) == (0, False)
    # It is late in the evening where the campaign is played, and the next day elsewhere.
    monkeypatch.setattr(clock, "now", lambda: datetime(2026, 11, 28, 23, 15, tzinfo=UTC))
    assert "(Europe/Berlin) was 4 hours and 15 minutes ago" in run("turn", "reopen").err
    assert run("turn", "close").code == 0
    assert "played: 2026-11-29\n" in TURN.read_text()
    # On a day after the deadline, which the turn has all the same.
    assert run("turn", "reopen").code == 0
    assert "  deadline: 2026-11-28 20:00\n" in Path("content/campaign.yaml").read_text()


@pytest.mark.usefixtures("opened")
def test_whether_a_deadline_may_have_passed_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("turn", "close").code == 0
    before = files_in(Path())
    # On the day on which the turn was played, two hours ago.
    past = ("--deadline", "2026-11-26 05:55")
    said = "the deadline 2026-11-26 05:55 (Europe/Berlin) was 2 hours ago"
    for command in ("reopen", "new"):
        ran = run("turn", command, *past)
        assert (ran.code, files_in(Path()) == before) == (2, True)
        told = f"{said}; type a later one, or add --yes to take it all the same"
        assert told in " ".join(ran.err.split())
    monkeypatch.setattr(output, "can_prompt", lambda: True)
    questions: list[str] = []

    def refuse(text: str, **_: object) -> bool:
        questions.append(text)
        return False

    monkeypatch.setattr("click.confirm", refuse)
    for command in ("reopen", "new"):
        ran = run("turn", command, *past)
        assert (ran.code, ran.err, files_in(Path()) == before) == (0, "nothing changed\n", True)
    assert questions == [f"{said}. Take it all the same?"] * 2
    assert run("turn", "new", *past, "--yes").code == 0
    assert "deadline 2026-11-26 05:55" in run("status").out


def test_a_turn_without_a_state_is_played_and_can_be_opened(here: Path) -> None:
    assert run("turn", "reopen").code == 0
    assert (here / TURN).read_text() == "turn: 1\nstate: open\n" + CREEP.removeprefix("turn: 1\n")


@pytest.mark.parametrize(
    ("files", "words", "said"),
    [
        ({"turns/001.yaml": CREEP}, "close", "no turn is open: turn 1 is played"),
        ({"turns/001.yaml": CREEP}, "close", "chronicle turn new content starts the next"),
        ({"turns/001.yaml": OPEN}, "reopen", "turn 1 is open already"),
        ({"turns/001.yaml": "{turn: 1, state: open}"}, "close --without-orders", ""),
        ({"turns/001.yaml": "{turn: 1}"}, "reopen", "write `state: open` in it"),
        (
            {
                "turns/001.yaml": OPEN + ORU,
                "campaign.yaml": HEAD + "next: {zone: UTC,\n  deadline: 2026-11-28 20:00}\n",
            },
            "close",
            "can't remove `deadline:` from content/campaign.yaml automatically",
        ),
    ],
)
def test_what_cannot_be_done_says_why(
    here: Path, files: dict[str, str], words: str, said: str
) -> None:
    lay(here / "content", files)
    before = files_in(Path())
    ran = run("turn", *words.split())
    assert (ran.code, said in " ".join(ran.err.split())) == (2 if said else 0, True)
    assert (files_in(Path()) == before) == bool(said)


def test_without_turns_there_is_none_to_close_or_reopen(here: Path) -> None:
    (here / TURN).unlink()
    for words in ("close", "reopen"):
        ran = run("turn", words)
        assert ran.code == 2
        assert "no turns yet; chronicle turn new content starts the first" in " ".join(
            ran.err.split()
        )


def test_a_turn_with_errors_stays_open(here: Path) -> None:
    lay(here / "content", {"turns/001.yaml": WRONG})
    before = files_in(Path())
    ran = run("turn", "close")
    assert (ran.code, "content/turns/001.yaml, line" in ran.err) == (1, True)
    assert "ears" in ran.err
    assert files_in(Path()) == before


def test_dice_of_the_table_must_be_thrown_before_a_turn_is_closed(here: Path) -> None:
    lay(here / "content", {"turns/001.yaml": OPEN.replace("turn: 1", "turn: 1\ndice: ask") + ORU})
    assert run("check").code == 0
    ran = run("turn", "close")
    assert (ran.code, "error N" in ran.err) == (1, True)
    sheet = run("dice", "sheet")
    assert (sheet.code, "vael/creep" in sheet.out) == (0, True)


# ── Missing orders ───────────────────────────────────────────────────────────────────────────────


def test_missing_orders_are_named_and_asked_about(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(here / "content", {"turns/001.yaml": OPEN})
    before = files_in(Path())
    monkeypatch.setattr(missing_orders, "can_prompt", lambda: True)
    questions: list[str] = []

    def refuse(text: str, **_: object) -> bool:
        questions.append(text)
        return False

    monkeypatch.setattr("click.confirm", refuse)
    ran = run("turn", "close")
    assert ran.err.splitlines() == ["turn 1 has no orders of The Oru (oru)", "nothing changed"]
    assert (ran.code, questions) == (0, ["Close the turn without them?"])
    assert files_in(Path()) == before
    monkeypatch.setattr("click.confirm", lambda *_, **__: True)
    assert run("turn", "close").code == 0
    assert "state: played" in TURN.read_text()


@pytest.mark.parametrize("words", [(), ("--yes",)])
def test_missing_orders_need_an_answer(here: Path, words: tuple[str, ...]) -> None:
    lay(here / "content", {"turns/001.yaml": OPEN})
    before = files_in(Path())
    ran = run("turn", "close", *words)
    assert ran.code == 2
    assert ran.err.startswith("turn 1 has no orders of The Oru (oru)\n")
    assert "to go on without these orders, add --without-orders" in " ".join(ran.err.split())
    assert files_in(Path()) == before
    assert run("turn", "close", *words, "--without-orders").code == 0


def test_nobody_waits_for_a_faction_that_nobody_plays(here: Path) -> None:
    unplayed = SOUND["factions/oru.yaml"] + "played: false\n"
    lay(here / "content", {"turns/001.yaml": OPEN, "factions/oru.yaml": unplayed})
    assert run("turn", "close").code == 0


# ── Before it is closed ──────────────────────────────────────────────────────────────────────────


def test_mistakes_in_its_orders_are_found_by_check_but_stop_no_build(here: Path) -> None:
    lay(here / "content", {"turns/001.yaml": WRONG})
    assert run("build").code == 0
    ran = run("check")
    assert (ran.code, "ears" in ran.err) == (1, True)
    assert "ears" in run("status").out
    assert run("deploy", "--record-only").code == 0
    assert not (here / "content/published.yaml").exists()


@pytest.mark.usefixtures("opened")
def test_a_build_says_that_a_turn_is_open() -> None:
    said = (
        "turn 1 of content is open: no page shows anything of it until chronicle turn close content"
    )
    for _ in range(2):
        assert said in run("build").err.splitlines()
    assert run("turn", "close").code == 0
    assert "is open" not in run("build").err


@pytest.mark.usefixtures("opened")
def test_only_played_turns_can_be_published_or_have_rumors() -> None:
    said = "turn 1 is open, and only played turns are published"
    for words in (("deploy", "--record-only"), ("deploy", "--to", "web", "--yes")):
        ran = run(*words, "--through", "1")
        assert (ran.code, said in " ".join(ran.err.split())) == (2, True)
    assert said in run("deploy", "--record-only").err
    # Only the deadline has been told.
    record = Path("content/published.yaml").read_text()
    assert "  - turn: 1\n    deadline: '2026-11-28T19:00:00Z'\n" in record
    assert "told:" not in record
    for chosen in ((), ("--turn", "1")):
        ran = run("rumors", *chosen)
        assert (ran.code, "turn 1 is open, so nothing has happened" in ran.err) == (2, True)


@pytest.mark.usefixtures("opened")
def test_a_good_open_turn_passes_the_check() -> None:
    ran = run("check")
    assert (ran.code, ran.err) == (0, "no problems found\n")


@pytest.mark.usefixtures("opened")
def test_odds_dice_and_results_can_be_seen_before_a_turn_is_closed() -> None:
    assert "vael/creep" in run("orders", "odds").out
    assert "vael/creep" in run("dice", "sheet").out
    alone = json.loads(run("export", "turns", "--turn", "1").out)
    assert [turn["turn"] for turn in alone["turns"]] == [1]
    everything = json.loads(run("export", "turns").out)
    assert everything["turns"] == []


@pytest.mark.usefixtures("opened")
def test_status_says_that_a_turn_is_open_and_what_to_do_next() -> None:
    lines = run("status").out.splitlines()
    assert lines[1] == "open: orders are awaited"
    assert lines[-1] == "Next: all orders are in; play the turn: chronicle turn close content"
    (shape,) = json.loads(run("status", "--json").out)["campaigns"]
    assert (shape["open"], shape["published"]) == (True, False)
    assert shape["next"] == ["all orders are in; play the turn: chronicle turn close content"]


@pytest.mark.usefixtures("opened")
def test_a_turn_keeps_a_file_name_with_more_zeros() -> None:
    longer = TURN.with_name("0001.yaml")
    TURN.rename(longer)
    Path("ada.txt").write_text("turn: 1\nfaction: vael\norders: {actor: marsh}\n", encoding="utf-8")
    ran = run("orders", "import", "ada.txt", "--yes")
    assert (ran.code, "written: content/turns/0001.yaml" in ran.err) == (0, True), ran.err
    assert run("turn", "close").code == 0
    assert "state: played" in longer.read_text()
    assert not TURN.exists()


@pytest.mark.usefixtures("opened")
def test_both_files_are_changed_or_neither(monkeypatch: pytest.MonkeyPatch) -> None:
    before, real = files_in(Path()), transaction._replace

    def full(path: Path, content: bytes, stage: Path) -> None:
        if path.name == "campaign.yaml":
            raise OSError(28, "No space left on device")
        real(path, content, stage)

    monkeypatch.setattr(transaction, "_replace", full)
    ran = run("turn", "close")
    assert (ran.code, "No space left on device" in ran.err) == (1, True)
    assert files_in(Path()) == before
