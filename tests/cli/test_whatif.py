"""`whatif` says what would have been with other dice or orders, and writes nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest

from chronicle.authoring.what_if import WhatIfError, what_if
from chronicle.diagnostics.report import Report
from chronicle.model.campaign import TableRoll
from chronicle.model.dice import roll_name
from chronicle.play.turns import play
from chronicle.records import replace
from tests.cli.command_runner import CREEP, TITEL, TITEL_SAID, lay, run
from tests.folders import files_in
from tests.sample_campaigns import SAMPLES, play_sample

ROLL: Final = "vael/creep/pool"
TURN: Final = Path("content/turns/001.yaml")
#: Both dice are successes, so House Vael has 2 Influence in the harbour; it began with 1.
RAISED: Final = CREEP + f"rolls: {{{ROLL}: [6, 6]}}\n"
#: Without a success, all is as it was at the start.
FAILED: Final = f"""\
Turn 1 would have been otherwise with
  {ROLL}: 1, 1 instead of 6, 6

The Oru
  Dice in the Chalice: 6 instead of 3
  - In the Chalice: 3
  + In the Chalice: 6

House Vael
  Influence: 1 instead of 2
  Destiny Dice: 2 instead of 5
  Dice in the Chalice: 6 instead of 3
  Income: 0 instead of 3
  - House Vael: Raise Influence in the Harbour to 2. Succeeded
  + House Vael: Raise Influence in the Harbour to 2. Failed
  - Total Influence: 2
  - In the Chalice: 3
  + Total Influence: 1
  + In the Chalice: 6
  - Influence of House Vael: The Harbour, 2
  + Influence of House Vael: The Harbour, 1

Beside the factions
  - Dominance: House Vael
  + No power is dominant
"""
IDLE: Final = "orders:\n  vael: {}\n"


@pytest.fixture(autouse=True)
def _raised(here: Path) -> None:
    lay(here / "content", {"turns/001.yaml": RAISED})


def test_other_dice_are_told_in_words_and_figures_and_nothing_is_written() -> None:
    before = files_in(Path())
    ran = run("whatif", "1", "--roll", f"{ROLL}=1,1")
    assert (ran.code, ran.out, ran.err) == (0, FAILED, "")
    assert files_in(Path()) == before


def test_the_same_dice_make_no_difference() -> None:
    out = run("whatif", "1", "--roll", f"{ROLL}=6,6").out
    assert out.endswith("\n\nNo difference for The Oru, House Vael.\n")


def test_other_orders_replace_those_of_their_factions(here: Path) -> None:
    (here / "idle.yaml").write_text(IDLE, encoding="utf-8")
    ran = run("whatif", "1", "--orders", "idle.yaml")
    # The file's dice for an order that is not given are nobody's mistake.
    assert (ran.code, ran.err) == (0, "")
    out = ran.out
    assert "  other orders of House Vael\n" in out
    assert "  Influence: 1 instead of 2\n" in out
    assert "  - House Vael: Raise Influence in the Harbour to 2. Succeeded\n" in out
    refused = run("whatif", "1", "--orders", "idle.yaml", "--roll", f"{ROLL}=6,6")
    assert (refused.code, "turn 1 makes no rolls then" in refused.err) == (2, True)


def test_dice_that_do_not_fit_another_order_are_thrown_anew(here: Path) -> None:
    """With a staked die the pool has three, and the file has faces for two."""
    staked = CREEP.partition("\n")[2].replace("to: 2,", "to: 2, stake: 1,")
    (here / "staked.yaml").write_text(staked, encoding="utf-8")
    ran = run("whatif", "1", "--orders", "staked.yaml", "--roll", f"{ROLL}=1,1,1")
    assert (ran.code, ran.err) == (0, "")
    assert f"  {ROLL}: 1, 1, 1 instead of 6, 6\n" in ran.out
    assert run("whatif", "1", "--orders", "staked.yaml").code == 0


def test_the_open_turn_can_be_tried(here: Path) -> None:
    files = {"turns/001.yaml": CREEP.replace("turn: 1\n", "turn: 1\nstate: open\ndice: ask\n")}
    lay(here / "content", files)
    out = run("whatif", "1", "--roll", f"{ROLL}=1,1").out
    assert "  + House Vael: Raise Influence in the Harbour to 2. Failed\n" in out


def test_it_is_printed_as_json() -> None:
    shape = json.loads(run("whatif", "1", "--roll", f"{ROLL}=1,1", "--json").out)
    assert (shape["format"], shape["turn"]) == ("chronicle-whatif", 1)
    assert shape["rolls"] == [{"id": ROLL, "was": [6, 6], "faces": [1, 1]}]
    by_faction = {it["faction"]: it for it in shape["factions"]}
    figure = by_faction["vael"]["figures"][0]
    assert figure == {"name": "influence", "words": "Influence", "was": 2, "would_be": 1}
    lines = {"was": ["Dominance: House Vael"], "would_be": ["No power is dominant"]}
    assert by_faction[""]["events"] == [lines]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["1"], "--roll ID=FACES with an id that chronicle dice sheet lists"),
        (["2", "--roll", f"{ROLL}=1,1"], "Invalid value for TURN: the last turn of the campaign"),
        (["1", "--roll", "vael/creap/pool=1,1"], f"did you mean `{ROLL}`?"),
        (["1", "--roll", "x=1"], f"choose one of `{ROLL}`"),
        (["1", "--roll", f"{ROLL}=1,7"], f"`{ROLL}` is 2d6: type faces from 1 to 6, as in"),
        (["1", "--roll", f"{ROLL}=1"], f"`{ROLL}` is 2d6"),
        (["1", "--roll", f"{ROLL}=six"], "is not a roll with faces"),
        (["1", "--roll", ROLL], "is not a roll with faces"),
        (["1", "--orders", "none.yaml"], "no such file: none.yaml"),
    ],
)
def test_what_is_mistyped_is_answered_with_what_to_type(words: list[str], said: str) -> None:
    ran = run("whatif", *words)
    assert (ran.code, ran.out) == (2, "")
    assert said in " ".join(ran.err.split())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("orders:\n  veal: {}\n", "line 2, column 3: error N001: unknown faction `veal`"),
        ("- orders\n", "line 1, column 1: error C008"),
        ("order: {}\n", "line 1, column 1: error C001: missing key `orders`"),
        ("orders:\n", "line 1, column 1: error C001: missing key `orders`"),
        ("orders: {vael: {conspiracy: []}}\n", "line 1, column 17: error C002"),
        ("orders: [\n", "line 1, column 9: error R007"),
    ],
)
def test_mistakes_in_a_file_of_orders_are_shown_at_their_place(
    here: Path, text: str, said: str
) -> None:
    (here / "other.yaml").write_text(text, encoding="utf-8")
    ran = run("whatif", "1", "--orders", "other.yaml")
    assert (ran.code, ran.out) == (1, "")
    assert f"other.yaml, {said}" in ran.err


def test_mistakes_in_the_campaign_are_reported(here: Path) -> None:
    lay(here / "content", {"turns/001.yaml": TITEL})
    ran = run("whatif", "1", "--roll", f"{ROLL}=1,1")
    assert (ran.code, ran.out, ran.err) == (1, "", TITEL_SAID)


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_turn_is_played_as_if_its_file_had_the_faces(sample: str) -> None:
    played = play_sample(sample)
    turn = played.campaign.turns[-1]
    rolls = [roll for step in played.history.last.steps for roll in step.event.rolls if roll.faces]
    tried = 0
    for roll in rolls[:6]:
        name, faces = roll_name(roll), (1,) * len(roll.faces)
        span = played.campaign.at
        given = TableRoll(faces, span, (span,) * len(faces))
        written = replace(turn, rolls={**turn.rolls, name: given}, digest="")
        campaign = replace(played.campaign, turns=(*played.campaign.turns[:-1], written))
        history = play(campaign, played.ruleset, Report())
        if history is None:
            continue
        found = what_if(played.campaign, played.ruleset, turn.number, {name: faces}, {}, Report())
        assert found is not None
        assert found.was == played.history.last
        assert found.would_be.after == history.last.after
        tried += 1
    assert tried > 0


def test_a_roll_that_other_dice_prevent_is_refused() -> None:
    """An attack that misses makes no damage."""
    played = play_sample("orrow")
    hit = {"warden/last-arch/damage": (2, 6)}
    found = what_if(played.campaign, played.ruleset, 11, hit, {}, Report())
    assert found is not None
    assert found.would_be.after == found.was.after
    missed = {"warden/last-arch/check": (1, 1), **hit}
    with pytest.raises(WhatIfError, match="no roll `warden/last-arch/damage` then"):
        what_if(played.campaign, played.ruleset, 11, missed, {}, Report())
