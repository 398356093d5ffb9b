"""The board of `chronicle desk`: to-dos that are done there, the next step, undo and redo."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest

from chronicle.cli.desk import DeskCampaign
from chronicle.serve.desk.board import Task, TaskForm
from tests.cli.command_runner import CREEP, lay, run
from tests.cli.test_desk import CAMPAIGN, TURN, Asked, opened

_SHIELD: Final = "for: everyone\ncolors: ['#101010', '#f0f0f0']\n"
#: A turn in words with an order without a result, and drafts of rumors.
WORDS: Final[Mapping[str, str]] = {
    "campaign.yaml": "title: Crowns\nruleset: freeform\nseed: one\n",
    "factions/vael.yaml": f"name: Vael\n{_SHIELD}sigil: wheel\n",
    "factions/oru.yaml": f"name: Oru\n{_SHIELD}sigil: eye\n",
    "places.yaml": "places:\n  marsh: {name: The Marsh, for: everyone}\n",
    TURN: """\
turn: 1
# Of the players.
orders:
  vael:
    actions:
      - {id: boat, order: We take the boat.}  # by night
news:
  - {for: everyone, text: It rained.}
rumors:
  - id: fire
    # Mine.
    draft: true  # or not
    heard_by: everyone
    truth: true
    text: There was a fire.
  - {heard_by: everyone, draft: true, truth: true, text: There was none.}
""",
}


def words(here: Path) -> None:
    for path, text in WORDS.items():
        target = here / CAMPAIGN / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


@pytest.fixture
def desk(here: Path) -> Iterator[Asked]:
    words(here)
    with opened() as asked:
        yield asked


def written() -> str:
    return (CAMPAIGN / TURN).read_text(encoding="utf-8")


def board(desk: Asked) -> str:
    return desk.get(f"/{desk.token}/").body


def tasks() -> tuple[Task, ...]:
    return DeskCampaign(CAMPAIGN).board().tasks


def first_step() -> tuple[str, str]:
    """The label of the button that is meant first, and where it leads or what it runs."""
    action = DeskCampaign(CAMPAIGN).board().actions[0]
    return action.label, action.name or action.page


def test_a_draft_is_accepted_by_a_click(desk: Asked) -> None:
    before = written()
    assert TaskForm("accept", 1, "fire") in [it.form for it in tasks()]
    assert 'data-post="accept/1"' in board(desk)
    assert desk.send("accept/1", {"about": "fire"}).json["said"] == ""
    assert written() == before.replace("    draft: true  # or not\n", "    # or not\n")
    assert "fire" in desk.get(f"/{desk.other}/everyone/turns/1.html", host="localhost").body
    assert "fire" not in " ".join(it.text for it in tasks())
    # It is a draft no longer.
    assert desk.send("accept/1", {"about": "fire"}).json["said"] != ""
    desk.send("undo", {})
    assert written() == before


def test_a_draft_without_an_id_leads_to_its_line(desk: Asked) -> None:
    (draft,) = [it for it in tasks() if "There was none" in it.text]
    assert (draft.form, draft.help) == (None, "Remove `draft: true`.")
    assert draft.at is not None
    assert f"files/{TURN}?line=16" in board(desk)


def test_a_result_is_worded_and_the_to_do_is_gone(desk: Asked) -> None:
    before = written()
    form = TaskForm("result", 1, "vael/boat", "vael")
    (task,) = [it for it in tasks() if it.form == form]
    assert task.text == "Vael, boat: “We take the boat.” What comes of it?"
    nothing = {"about": "vael/boat", "result": " ", "outcome": "\n"}
    assert desk.send("result/1", nothing).json["said"] == "Not written: the result is missing."
    given = {"about": "vael/boat", "result": "success", "outcome": "The boat is theirs."}
    assert desk.send("result/1", given).json["said"] == ""
    said = 'We take the boat., result: success, outcome: "The boat is theirs."}  # by night\n'
    assert written() == before.replace("We take the boat.}  # by night\n", said)
    assert form not in [it.form for it in tasks()]
    desk.send("undo", {})
    assert written() == before
    assert desk.send("result/1", {**given, "about": "vael/ship"}).json["said"] != ""
    assert written() == before


def test_news_answer_a_decision(here: Path) -> None:
    lay(here / CAMPAIGN, {TURN: f"{CREEP}    assist: {{sphere: harbour, request: A boat}}\n"})
    with opened() as desk:
        (form,) = [it.form for it in tasks() if it.form is not None]
        assert form.kind == "news"
        given = {"about": form.about, "for": ["vael"], "text": "A lamp was seen."}
        assert desk.send("add/news", given).json["said"] == ""
        assert [it.form for it in tasks()] == []


def test_what_was_undone_is_done_again(desk: Asked) -> None:
    before = written()
    desk.send("accept/1", {"about": "fire"})
    accepted = written()
    desk.send("result/1", {"about": "vael/boat", "result": "success"})
    after = written()
    assert desk.send("redo", {}).json["said"] == "There is nothing to redo."
    for text in (accepted, before):
        assert desk.send("undo", {}).json["said"] == f"Undone in {TURN}."
        assert written() == text
    for text in (accepted, after):
        assert desk.send("redo", {}).json["said"] == f"Redone in {TURN}."
        assert written() == text
    desk.send("undo", {})
    desk.send("add/news", {"for": "everyone", "text": "Snow."})
    # What was done since stands.
    assert desk.send("redo", {}).json["said"] == "There is nothing to redo."


def test_redo_loses_nothing_that_was_written_elsewhere(desk: Asked) -> None:
    desk.send("accept/1", {"about": "fire"})
    desk.send("undo", {})
    theirs = f"{written()}# later\n"
    (CAMPAIGN / TURN).write_text(theirs, encoding="utf-8")
    assert "Nothing was redone" in desk.send("redo", {}).json["said"]
    assert written() == theirs


def test_each_step_has_its_button(here: Path) -> None:
    words(here)
    text = written().replace("turn: 1\n", "turn: 1\nstate: open\n")

    def lay_turn(text: str) -> None:
        (CAMPAIGN / TURN).write_text(text, encoding="utf-8")

    lay_turn(text)
    assert first_step() == ("Take in orders", "orders")
    lay_turn(text.replace("  vael:", "  oru:\n    actions: [{id: a, order: We wait.}]\n  vael:"))
    assert first_step() == ("Play the turn", "close")
    lay_turn(text.replace("state: open\n", ""))
    assert first_step() == ("Go through the list", "#todo")
    lay_turn("turn: 1\n")
    assert first_step() == ("Write what happened", "writing")
    lay_turn("turn: 1\nnews: [{for: everyone, text: It rained.}]\n")
    assert first_step() == ("Publish the turn", "out?plan")
    assert DeskCampaign(CAMPAIGN).board().actions[2].shown == "gm/turns/1.html"
    lay_turn("turn: 1\ntitel: x\n")
    assert first_step() == ("Go to the first error", f"files/{TURN}?line=2")
    lay_turn("turn: 1\n")
    assert run("deploy", "--to", "site", "--yes", "--without-orders").code == 0
    assert first_step() == ("Tell the players", "out#players")
    assert [it.name for it in DeskCampaign(CAMPAIGN).board().actions] == ["", "new", ""]


def test_the_board_links_to_each_step(desk: Asked) -> None:
    (link,) = re.findall(r'<a class="button main" href="([^"]*)"', board(desk))
    assert link == "#todo"


def test_who_throws_the_dice_is_kept_in_the_turn(here: Path) -> None:
    text = CREEP.replace("turn: 1\n", "turn: 1\nstate: open\n")
    lay(here / CAMPAIGN, {TURN: f"# Mine.\n{text}"})
    before = written()
    with opened() as desk:
        assert 'value="computed" checked' in desk.get(f"/{desk.token}/dice").body
        assert desk.send("dice", {"dice": "ask"}).json["said"] == ""
        assert written() == before.replace("turn: 1\n", "turn: 1\ndice: ask\n")
        assert 'value="ask" checked' in desk.get(f"/{desk.token}/dice").body
        # Without the dice the turn can't be played, and the board leads to them.
        assert DeskCampaign(CAMPAIGN).board().actions[1].page == "dice"
        assert "waits for the dice" in desk.send("run/close-without-orders", {}).json["err"]
        sheet = json.loads(desk.send("run/dice", {}).json["out"])
        needed = {it["id"]: [3] * it["dice"][0]["count"] for it in sheet["rolls"] if it["dice"]}
        assert desk.send("rolls", needed).json["said"] == ""
        assert DeskCampaign(CAMPAIGN).board().actions[1].name == "close-without-orders"
        assert desk.send("run/close-without-orders", {}).json["code"] == 0
        assert desk.send("run/new", {}).json["code"] == 0
        assert "dice: ask" in (CAMPAIGN / "turns/002.yaml").read_text(encoding="utf-8")
        assert desk.send("dice", {"dice": "computed"}).json["said"] == ""
        assert "dice: ask" not in (CAMPAIGN / "turns/002.yaml").read_text(encoding="utf-8")


@pytest.mark.usefixtures("here")
def test_the_first_deadline_is_given_with_a_time_zone() -> None:
    (CAMPAIGN / TURN).unlink()
    with opened() as desk:
        assert 'name="zone"' in desk.get(f"/{desk.token}/").body
        # A zone without a deadline changes nothing.
        assert desk.send("run/new", {"deadline": "", "zone": "Europe/Paris"}).json["code"] == 0
        desk.send("undo", {})
        given = {"deadline": "2031-12-01 20:00", "zone": "Europe/Paris"}
        assert desk.send("run/new", given).json["code"] == 0
        body = desk.get(f"/{desk.token}/").body
        assert "deadline 2031-12-01 20:00 (Europe/Paris)" in body
        assert desk.send("run/close-without-orders", {}).json["code"] == 0
        assert 'name="zone"' not in desk.get(f"/{desk.token}/").body


def test_who_gave_no_orders_is_said_before_a_turn_goes_online(here: Path) -> None:
    words(here)
    with opened() as desk:
        assert "Put the turns online? Without orders: Oru." in desk.get(f"/{desk.token}/out").body
        ran = desk.send("run/deploy-to", {"to": str(here / "site")}).json
        assert (ran["code"], (here / "site/index.html").exists()) == (0, True)
