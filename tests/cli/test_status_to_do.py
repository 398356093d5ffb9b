"""What `chronicle status` lists as to do is listed until it is done, and then no more."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from chronicle.records import Record
from tests.cli.command_runner import CREEP, lay, run
from tests.rules.freeform.small_campaign import SOUND as FREEFORM

TURN: Final = "turns/001.yaml"
ORU: Final = "  oru:\n    assist: {sphere: marsh, request: A boat by night.}\n"
PLAIN: Final = CREEP + ORU
#: News that answers what the power asked for.
ANSWER: Final = "news:\n  - {for: oru, about: oru/orders/assist, text: They have one.}\n"
RUMOR: Final = (
    "rumors:\n  - {id: bells, text: Bells., heard_by: everyone, truth: true, draft: true}\n"
)
IN_WORDS: Final = "orders: {vael: {actions: [{id: buy, order: We buy it all.%s}]}}\n"


class ToDo(Record):
    """One kind: the files, the start of its line, and the files after which it is gone."""

    files: Mapping[str, str]
    line: str
    done: Mapping[str, str]


TO_DO: Final = {
    "what the rules leave to the GM, answered by news": ToDo(
        {TURN: PLAIN}, "1/oru/orders/assist: A boat by night.", {TURN: PLAIN + ANSWER}
    ),
    "the same, answered in a later turn": ToDo(
        {TURN: PLAIN},
        "1/oru/orders/assist: A boat by night.",
        {TURN: PLAIN, "turns/002.yaml": "turn: 2\n" + ANSWER.replace("oru/", "1/oru/")},
    ),
    "an order in words without an outcome": ToDo(
        {**FREEFORM, TURN: "turn: 1\n" + IN_WORDS % ""},
        "1/vael/buy: it has no outcome yet.",
        {TURN: "turn: 1\n" + IN_WORDS % ", outcome: They have it."},
    ),
    "an order in words with a result alone": ToDo(
        {**FREEFORM, TURN: "turn: 1\n" + IN_WORDS % ""},
        "1/vael/buy: it has no outcome yet.",
        {TURN: "turn: 1\n" + IN_WORDS % ", result: Bought."},
    ),
    "a warning": ToDo(
        {TURN: CREEP.replace(", narrative: They creep.", "")},
        "content/turns/001.yaml:5: SH019",
        {TURN: CREEP},
    ),
    "a warning elsewhere": ToDo(
        {TURN: CREEP, "turns/stray.txt": ""}, "1 warning elsewhere", {"turns/stray.txt": "-"}
    ),
    "a draft that becomes a rumor": ToDo(
        {TURN: CREEP + RUMOR},
        "rumor draft: bells",
        {TURN: CREEP + RUMOR.replace(", draft: true", "")},
    ),
    "a draft that is deleted": ToDo({TURN: CREEP + RUMOR}, "rumor draft: bells", {TURN: CREEP}),
    "a draft of an earlier turn": ToDo(
        {TURN: CREEP + RUMOR, "turns/002.yaml": "turn: 2\n"},
        "turn 1 has rumor drafts",
        {TURN: CREEP},
    ),
}


def to_do() -> list[str]:
    """The lines of the to-dos, without what only says how one is done."""
    _, found, rest = run("status", "--turn", "1").out.partition("To do:\n")
    lines = rest.partition("\n\n")[0].split("\n") if found else []
    return [line.strip() for line in lines if not line.strip().startswith("(")]


@pytest.mark.parametrize("kind", TO_DO)
def test_a_to_do_is_gone_once_it_is_done(kind: str, here: Path) -> None:
    case = TO_DO[kind]
    content = here / "content"
    lay(content, case.files)
    if kind == "a draft of an earlier turn":
        assert case.line in run("status").out
    else:
        assert [line for line in to_do() if line.startswith(case.line)]
    lay(content, {**case.files, **case.done})
    for path in (path for path, text in case.done.items() if text == "-"):
        (content / path).unlink()
    assert case.line not in run("status", "--turn", "1").out
    assert case.line not in run("status").out
    assert run("check").code == 0


def test_a_draft_that_would_change_a_published_turn_is_nothing_to_do(here: Path) -> None:
    """One that is heard in a later turn can still become a rumor."""
    later = RUMOR.replace("id: bells", "id: drums, after: 1").partition("\n")[2]
    lay(here / "content", {TURN: CREEP + RUMOR + later, "turns/002.yaml": "turn: 2\n"})
    assert to_do() == ["rumor draft: bells", "rumor draft: drums"]
    assert run("deploy", "--record-only", "--through", "1", "--without-orders").code == 0
    assert to_do() == ["rumor draft: drums"]
    assert "  turn 1 has rumor drafts" in run("status").out.splitlines()
    lay(here / "content", {TURN: CREEP + RUMOR + later.replace(", draft: true", "")})
    assert run("check").code == 0
    assert "turn 1 has rumor drafts" not in run("status").out


def test_a_reveal_of_a_draft_in_a_published_turn_does_not_advise_to_change_it(here: Path) -> None:
    reveal = "turn: 2\nreveals: [{rumor: 1/bells, for: everyone}]\n"
    lay(here / "content", {TURN: CREEP + RUMOR})
    assert run("deploy", "--record-only", "--without-orders").code == 0
    lay(here / "content", {TURN: CREEP + RUMOR, "turns/002.yaml": reveal})
    said = run("check").err
    assert "write it as a new rumor in this turn, or remove the reveal" in said
    assert "draft: true" not in said
