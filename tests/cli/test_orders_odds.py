"""`chronicle orders odds` says how likely each outcome of an order is."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.command_runner import CREEP, lay, run
from tests.sample_campaigns import CHECKOUT

MUSTER = "      - {id: muster, action: mobilize, resource: knives, narrative: Drums.}\n"
PLACED = "    place: {eyes: harbour, knives: marsh}\n"


def test_odds_match_hand_calculation(here: Path) -> None:
    # Influence 1 and the actor are two dice, each a success in one half: two are needed.
    ran = run("orders", "odds")
    assert ran.code == 0, ran.err
    assert ran.out.splitlines() == [
        "House Vael",
        "  vael/creep: Raise Influence",
        f"    {'succeeds':<46} {'1/4':>17}    25 %",
        f"    {'fails':<46} {'3/4':>17}    75 %",
    ]
    assert here.is_dir()


def test_an_order_without_dice_says_so(here: Path) -> None:
    lay(here / "content", {"turns/001.yaml": CREEP.replace("vael:\n", "vael:\n" + PLACED) + MUSTER})
    out = run("orders", "odds", "--order", "vael/muster").out
    assert out.splitlines()[1:] == ["  vael/muster: Mobilize", "    no dice are rolled for it"]


def test_recorded_dice_do_not_change_odds(here: Path) -> None:
    before = run("orders", "odds").out
    lay(here / "content", {"turns/001.yaml": CREEP + "rolls: {vael/creep/pool: [6, 6, 6, 6]}\n"})
    assert run("check").code == 1, "there are two dice"
    assert run("orders", "odds").out == before


def test_later_turns_need_not_be_playable(here: Path) -> None:
    lay(here / "content", {"turns/002.yaml": CREEP.replace("turn: 1", "turn: 2")})
    assert "vael/creep" in run("orders", "odds", "--turn", "1").out
    broken = CREEP.replace("turn: 1", "turn: 2").replace("eyes", "eyse")
    lay(here / "content", {"turns/002.yaml": broken})
    assert run("orders", "odds", "--turn", "1").code == 0
    ran = run("orders", "odds")
    assert ran.code == 1
    assert "did you mean `eyes`?" in ran.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--order", "vael/crep"), "did you mean `vael/creep`?"),
        (("--turn", "2"), "the last turn of the campaign is 1"),
    ],
)
def test_an_unknown_name_is_a_usage_error(here: Path, words: tuple[str, ...], said: str) -> None:
    ran = run("orders", "odds", *words)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert here.is_dir()


def test_a_campaign_without_turns_has_no_odds(here: Path) -> None:
    (here / "content/turns/001.yaml").unlink()
    ran = run("orders", "odds")
    assert ran.code == 2
    assert "no turns yet" in ran.err


def test_odds_are_written_in_the_campaigns_language(here: Path) -> None:
    head = (here / "content/campaign.yaml").read_text(encoding="utf-8")
    lay(here / "content", {"campaign.yaml": head + "language: de\n", "turns/001.yaml": CREEP})
    assert "gelingt" in run("orders", "odds").out


@pytest.mark.parametrize("campaign", ["vaime", "cauvenne", "orrow"])
def test_json_odds_of_every_order_sum_to_one(campaign: str) -> None:
    content = str(CHECKOUT / "content" / campaign)
    shape = json.loads(run("orders", "odds", content, "--turn", "2", "--json").out)
    assert (shape["format"], shape["version"], shape["turn"]) == ("chronicle-odds", 1, 2)
    sums = [
        sum(Fraction(one["times"], one["of"]) for one in order["chances"])
        for order in shape["orders"]
        if order["chances"]
    ]
    assert sums
    assert set(sums) == {1}
    said = [one["words"] for order in shape["orders"] for one in order["chances"]]
    assert all(said)
    assert not any("<" in words or "%" in words for words in said)


@pytest.mark.parametrize("campaign", ["orrow"])
def test_output_fits_eighty_columns(campaign: str) -> None:
    out = run("orders", "odds", str(CHECKOUT / "content" / campaign), "--turn", "5").out
    assert max(len(line) for line in out.splitlines()) <= 80
    assert "expected" in out
