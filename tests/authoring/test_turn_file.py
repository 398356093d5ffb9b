"""The file of a turn yet to be played: its dates, what is carried over, and what is legal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Final, NamedTuple

import pytest

from chronicle.authoring.turn_file import turn_file_text, turn_path
from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import Source
from chronicle.leaks.yaml_comments import comment_texts
from chronicle.load import read_tree
from chronicle.outline.order_stubs import LINE_WIDTH
from chronicle.pipeline import PlayedCampaign, resolve_campaign
from chronicle.play.turns import dice_of
from chronicle.yaml.parser import compose
from tests.cli.command_runner import CREEP
from tests.sample_campaigns import SAMPLES
from tests.small_campaign import SOUND, play_files

CALENDAR: Final = """\
calendar:
  year: 1
  months: [{name: Frost, days: 30}, {name: Thaw, days: 20}]
"""
#: Sentences of the file's own, in words that no page has.
OWN: Final = (
    "an order",
    "remove the `# `",
    "explanations",
    "range of chances",
    "can stay",
    "check",
)
#: What may be found in an order that stands alone, and why the file is right to offer it.
ALLOWED: Final = {
    "SH009": "whoever acts is to be sent there first",
    "SH010": "whoever acts is to be sent out of reserve first",
    "N001": "it names another order, which is to be filled in",
    "LT041": "it is gone by now, and the faction has not heard of it",
    "LT045": "it has gone elsewhere since it was seen last",
    "LT080": "it has hidden since it was seen last",
    "WN017": "it is hurt by now, and the faction has not heard of it",
    "WN087": "the price is paid in upkeep",
    "WN088": "the faction may have the XP by then",
    "WN093": "it is sold for nothing, as is said beside it",
    "WN096": "it names another's roll, which is to be filled in",
    "WN097": "the goal that it has is to be given up first",
}


def played(**turns: str) -> PlayedCampaign:
    head = SOUND["campaign.yaml"] + CALENDAR
    files = {f"turns/{name.removeprefix('t')}.yaml": text for name, text in turns.items()}
    return play_files({"campaign.yaml": head, **files})


def file_of(game: PlayedCampaign) -> str:
    return turn_file_text(game.campaign, game.system, game.history)


def date_in(game: PlayedCampaign) -> str:
    found = re.search(r"^date: (.*?)(?:  #.*)?$", file_of(game), re.MULTILINE)
    assert found is not None
    return found[1]


# ── Dates ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("dates", "then"),
    [
        ((), "1 Frost"),
        (("5 Frost",), "6 Frost"),
        (("5 Frost", "12 Frost"), "19 Frost"),
        (("12 Frost", "12 Frost"), "13 Frost"),
        (("25 Frost", "5 Thaw"), "15 Thaw"),
        (("5 Thaw", "15 Thaw"), "5 Frost 2"),
        (("20 Thaw",), "1 Frost 2"),
    ],
)
def test_the_next_date_keeps_the_interval_of_the_last_two_turns(
    dates: tuple[str, ...], then: str
) -> None:
    turns = {f"t{n:03}": f"turn: {n}\ndate: {date}\n" for n, date in enumerate(dates, 1)}
    assert date_in(played(**turns)) == then


def test_without_a_calendar_the_last_date_is_given_in_a_comment() -> None:
    game = play_files({"turns/001.yaml": "turn: 1\ndate: the first frost\n"})
    assert 'date: ""  #: turn 1: the first frost\n' in file_of(game)
    assert "date:" not in file_of(play_files({}))


def test_an_untouched_turn_file_resolves_without_events() -> None:
    game = play_files({"turns/001.yaml": CREEP})
    stub = file_of(game).replace("state: open", "state: played")
    after = play_files({"turns/001.yaml": CREEP, turn_path(2): stub})
    before, then = (moment.after for moment in after.history.turns)
    for id, power in before.powers.items():
        assert then.powers[id] == replace(power, dice=then.powers[id].dice)
    assert not any(step.event.rolls for step in after.history.turns[-1].steps)


# ── What holds is carried over ───────────────────────────────────────────────────────────────────


def test_shadow_positions_are_carried_over() -> None:
    text = file_of(play_files({}))
    assert "    place: {eyes: harbour, knives: reserve}\n    actor: harbour\n" in text
    assert "    place: {giants: marsh}\n" in text


@pytest.mark.parametrize(
    ("sample", "lines"),
    [
        ("cauvenne", ["    upkeep_priority: [night-mules, potboys]"]),
        (
            "cauvenne",
            ["      #: Overseer Vidal: level 2, force 2, sneak 1, charm -1, condition damaged, "],
        ),
        (
            "orrow",
            [
                "    standing: {contest: [warden], sacrifice: lethal,",
                "    # abandon: true  #: W-GOAL, goal peaceable-kingdom",
            ],
        ),
    ],
)
def test_standing_orders_of_the_samples_are_carried_over(sample: str, lines: list[str]) -> None:
    text = text_of(sample)
    for line in lines:
        assert f"\n{line}" in text, line


def test_a_stance_is_carried_over_until_a_new_order() -> None:
    (about,) = re.findall(r"#: Overseer Vidal: (.*(?:\n +#: .*)?)", text_of("cauvenne"))
    assert "ambush until ordered otherwise" in re.sub(r"\n +#: +", " ", about)


# ── Each order is legal as it stands ─────────────────────────────────────────────────────────────


class Offer(NamedTuple):
    """An order in a comment: whose it is, and what stands under the faction with it alone."""

    faction: str
    text: str


def offers(text: str) -> Iterator[Offer]:
    faction, key = "", ""
    for line in re.sub(r"\n +#    (?=\S)", " ", text).splitlines():
        if re.match(r"[a-z]", line):
            faction = ""
        elif found := re.match(r"  ([a-z][\w-]*):", line):
            faction = found[1]
        elif found := re.match(r"    ([a-z][\w-]*):", line):
            key = found[1]
        elif faction and (found := re.match(r"( +)# (.*)", line)):
            yield Offer(faction, found[2] if len(found[1]) == 4 else f"{key}:\n  {found[2]}")


@cache
def game_of(sample: str) -> PlayedCampaign:
    game = resolve_campaign(read_tree(SAMPLES[sample], sample), Report())
    assert game is not None
    return game


@cache
def text_of(sample: str) -> str:
    return file_of(game_of(sample))


def findings_in(game: PlayedCampaign, offer: Offer) -> tuple[Finding, ...]:
    report = Report()
    node = compose(Source("turns/next.yaml", offer.text), report)
    assert node is not None, offer
    last = game.campaign.turns[-1]
    turn = replace(
        last,
        number=last.number + 1,
        orders={offer.faction: node},
        adjustments=None,
        reveals=(),
        news=(),
    )
    game.system.orders(turn, game.history.turns[-1].after, dice_of(game.campaign, turn), report)
    return report.findings


@pytest.mark.parametrize("sample", sorted(SAMPLES))
def test_every_suggested_order_is_legal(sample: str) -> None:
    game, count = game_of(sample), 0
    for offer in offers(text_of(sample)):
        count += 1
        wrong = [it for it in findings_in(game, offer) if it.code not in ALLOWED]
        assert not wrong, (offer, wrong[0].message)
    assert count > 50


def test_an_illegal_suggested_order_is_detected() -> None:
    wrong = Offer(
        "augers", "conspiracies:\n  - {id: a, action: raise, resource: rats, to: 3, narrative: x}"
    )
    assert [it.code for it in findings_in(game_of("vaime"), wrong)] == ["N001"]


# ── For whoever reads it ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("sample", "most"), [("cauvenne", 600), ("orrow", 464), ("vaime", 213)])
def test_the_turn_file_is_short_and_its_lines_fit(sample: str, most: int) -> None:
    lines = text_of(sample).splitlines()
    assert len(lines) < most
    assert max(map(len, lines)) <= LINE_WIDTH


@pytest.mark.parametrize("sample", sorted(SAMPLES))
def test_the_leak_gate_finds_no_secret_in_its_comments(sample: str) -> None:
    """All of its words are the campaign's, where the gate has them with their readers."""
    names = {faction.name for faction in game_of(sample).campaign.factions} | {"new"}
    found = {said for said, _ in comment_texts(Source("turns/next.yaml", text_of(sample)))}
    assert [it for it in found - names if not any(own in it for own in OWN)] == []
