"""What a reader was told in a turn, item by item, against `figures_campaign.py`.

A digest that leaves something out notices no change of it, so every item is named here whole.
"""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any, Final

from ruamel.yaml import YAML

from chronicle.model.audience import EVERYONE, GM
from chronicle.model.facts import Facts, place_ref
from chronicle.project.disclosure import digest, disclosed_items
from chronicle.project.edition import Edition, RevealView, Text, TurnView
from chronicle.records import replace
from chronicle.rules.protocol import Telling
from tests.outline.figures_campaign import ORU, VAEL, edition, picture

VAEL_NAME: Final = "House Vael (faction:vael)"
ORU_NAME: Final = "The Oru (faction:oru)"
BOTH: Final = ("oru", "vael")


def items(reader_edition: Edition, turn: int) -> list[dict[str, Any]]:
    """The items of a turn as plain dictionaries."""
    return [dict(item) for item in disclosed_items(reader_edition, turn, BOTH)]


def of_kind(turn: int, *kinds: str) -> list[dict[str, Any]]:
    return [item for item in items(edition(VAEL), turn) if item["kind"] in kinds]


def attack_wins(attack: int, defence: int) -> Fraction:
    """The chance of more successes, then more sixes, then a tie, with so many dice (S-DICE-2)."""

    def pool(dice: int) -> Counter[tuple[int, int]]:
        thrown = product(range(1, 7), repeat=dice)
        return Counter((sum(f > 3 for f in it), sum(f > 5 for f in it)) for it in thrown)

    ours, theirs = pool(attack), pool(defence)
    won = sum(n * m for one, n in ours.items() for two, m in theirs.items() if one >= two)
    return Fraction(won, 6 ** (attack + defence))


def wanted(name: str) -> Any:
    """What is told, from `disclosed.yaml`."""
    text = (Path(__file__).parent / "disclosed.yaml").read_text("utf-8")
    return YAML(typ="safe").load(text.replace("face.png", picture("face.png")))[name]


def plain(told: object) -> Any:
    """The same with lists for tuples."""
    return json.loads(json.dumps(told))


def test_the_words_of_a_turn_are_told_whole() -> None:
    first = of_kind(1, "turn", "news", "letter", "street", "rumor", "relation")
    assert plain(first) == wanted("words of turn 1")
    second = of_kind(2, "turn", "news", "reveal", "relation")
    assert plain(second) == wanted("words of turn 2")


def test_an_order_is_told_with_the_faces_of_its_dice() -> None:
    (attack,) = plain(of_kind(2, "order"))
    chance = attack_wins(3, 4)
    told = attack["facts"].pop("chance")
    assert told == {"of": chance.denominator, "times": chance.numerator}
    assert attack == wanted("order")


def test_figures_and_measures_are_told_whole() -> None:
    assert plain(of_kind(2, "measure", "figures")) == wanted("figures")


def test_events_of_others_are_told_in_order() -> None:
    assert [item["code"] for item in of_kind(2, "event", "order")] == [
        *("placed", "revealed", "adjusted", "adjusted", "sequence", "attack-resource", "dominance"),
    ]
    # For the Oru, the attack is another's order, and what they placed is another event.
    told = [item for item in items(edition(ORU), 2) if item["kind"] in ("event", "order")]
    assert [(item["kind"], item["code"]) for item in told] == [
        ("event", "actor-placed"),
        ("event", "revealed"),
        ("event", "adjusted"),
        ("event", "adjusted"),
        ("event", "sequence"),
        ("event", "attack-resource"),
        ("event", "dominance"),
    ]
    assert [roll["faces"] for roll in told[5]["rolls"]] == [(1, 2, 3), (6, 4, 1, 1)]
    assert [item["kind"] for item in items(edition(EVERYONE), 2)] == [
        *("turn", "news", "rumor", "reveal", "reveal", "relation"),
    ]


def test_only_figures_of_factions_that_existed_are_told() -> None:
    told = [dict(item) for item in disclosed_items(edition(VAEL), 2, ("vael",))]
    named = [item["of"] for item in told if item["kind"] in ("measure", "figures")]
    assert named == [VAEL_NAME, VAEL_NAME, VAEL_NAME]
    # The GM reads the factions' own dossiers.
    assert [item for item in items(edition(GM), 2) if item["kind"] == "figures"] == []


def test_a_digest_tells_other_faces_apart() -> None:
    own = edition(VAEL)
    second = own.turns[1]
    at = next(i for i, it in enumerate(second.events) if it.telling.code == "attack-resource")
    told = second.events[at]
    (attack, defence) = told.telling.rolls
    assert attack.faces == (1, 2, 3)
    other = replace(
        told, telling=replace(told.telling, rolls=(replace(attack, faces=(2, 1, 3)), defence))
    )
    turn = replace(second, events=(*second.events[:at], other, *second.events[at + 1 :]))
    changed = replace(own, turns=(own.turns[0], turn, own.turns[2]))
    assert items(own, 2) != items(changed, 2)
    assert digest(disclosed_items(own, 2, BOTH)) != digest(disclosed_items(changed, 2, BOTH))


def with_turn(**parts: Any) -> list[dict[str, Any]]:
    """The items of the third turn with other parts."""
    own = edition(VAEL)
    third: TurnView = replace(own.turns[2], **parts)
    return items(replace(own, turns=(*own.turns[:2], third)), 3)


def test_links_are_told_as_their_reader_sees_them() -> None:
    written = "[[harbour]], [[harbour|the  port ]], [[nowhere]], [[nowhere|that]]"
    text = Text(written, 3, (("harbour", place_ref("harbour")),))
    news = replace(edition(VAEL).turns[2].news[0], text=text)
    (told,) = [item for item in with_turn(news=(news,)) if item["kind"] == "news"]
    assert told["text"] == (
        "[[place:harbour|The Harbour]], [[place:harbour|the  port]], [[nowhere]], [[nowhere|that]]"
    )


def test_reveals_of_news_and_events_are_told_whole() -> None:
    own = edition(VAEL)
    letter = own.turns[0].news[1]
    telling = Telling("raise", "S-ACT-1", Facts(hidden=False, none=None, empty=(), level=0))
    reveals = (
        RevealView("v1", "news", None, public=False, of_turn=1, news=letter),
        RevealView("v2", "event", None, public=True, of_turn=2, telling=telling),
    )
    told = [item for item in with_turn(reveals=reveals) if item["kind"] == "reveal"]
    assert plain(told) == wanted("reveals")


def test_a_day_is_told_only_in_a_calendar() -> None:
    own = edition(VAEL)
    for changed in (
        replace(own, calendar=None),
        replace(own, turns=(own.turns[0], replace(own.turns[1], day=None), own.turns[2])),
    ):
        assert "day" not in items(changed, 2)[0]


def test_a_dossier_without_a_sheet_tells_the_figures_of_others() -> None:
    own = edition(VAEL)
    bare = replace(own, dossiers={("vael", 2): replace(own.dossiers["vael", 2], sheet=None)})
    assert [item["of"] for item in items(bare, 2) if item["kind"] == "figures"] == [ORU_NAME]
    without = replace(own, dossiers={})
    assert [item["of"] for item in items(without, 2) if item["kind"] == "figures"] == []
