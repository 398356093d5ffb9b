"""What a shadow power may order: legal, whole, and made of nothing that it does not know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Final

import pytest

from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import Source
from chronicle.model.audience import faction_audience
from chronicle.pipeline import PlayedCampaign
from chronicle.play.turns import dice_of
from chronicle.project import next_order_form
from chronicle.project.projection import sightings_by_turn
from chronicle.records import replace
from chronicle.rules.order_form import (
    ActionField,
    FieldChoice,
    FieldGroup,
    Form,
    IntegerField,
    ListItem,
    ProbabilityRange,
    SelectField,
    walk_parts,
)
from chronicle.rules.protocol import Sighting
from chronicle.rules.shadow.known_state import known_state_of
from chronicle.rules.shadow.order_form import build_form
from chronicle.rules.shadow.state import State
from chronicle.yaml.parser import compose
from tests.filled_order_forms import Written, as_node, fillings
from tests.known_things import EVERYTHING
from tests.small_campaign import play_files

#: The giants of the Oru went to the harbour, as all have seen.
GIANTS: Final = "turn: 1\norders:\n  oru:\n    place: {giants: harbour}\n    actor: harbour\n"
PLOT: Final = "conspiracies: [{id: dig, action: raise, resource: giants, to: 1, narrative: So.}]"
#: What the keys of words hold where the form can't know what is meant.
SAID: Final = {"conspiracy": "oru/dig", "id": "boots", "name": "Boots", "type": "agents"}
#: What may be found in an order that a form offered, and why that is no fault of the form.
ALLOWED: Final = {
    "C001": "of a new resource all three keys have to be filled in",
    "SH003": "another resource that is there has to be sent away first",
    "SH008": "it has to be placed where the power has less Influence first",
    "SH010": "whoever acts has to be sent out of reserve first",
}


@cache
def game() -> PlayedCampaign:
    return play_files({"turns/001.yaml": GIANTS})


def form_on(state: State, memory: Mapping[str, Sighting]) -> Form:
    """What the Vael may order in the second round on a board."""
    return build_form(known_state_of(state, memory, "vael", 2, EVERYTHING))


def board() -> State:
    after = game().history.turns[-1].after
    assert isinstance(after, State)
    return after


@cache
def form_of(faction: str) -> Form:
    found = next_order_form(game().campaign, game().history, game().ruleset, faction)
    assert found is not None
    return found


def findings_of(faction: str, written: Written) -> tuple[Finding, ...]:
    """What is found in orders of the next turn, beside a conspiracy of the Oru."""
    report = Report()
    last = game().campaign.turns[-1]
    other = compose(Source("turns/other.yaml", PLOT), report) if faction != "oru" else None
    given = {"oru": other} if other is not None else {}
    turn = replace(last, number=2, orders={**given, faction: as_node(written)})
    game().ruleset.orders(turn, board(), dice_of(game().campaign, turn), report)
    return report.findings


def test_every_filled_in_form_is_valid() -> None:
    seen = set()
    for way in fillings(form_of("vael"), SAID):
        for it in findings_of("vael", way.written):
            seen.add(it.code)
            assert it.code in ALLOWED, (way.written, it.message)
    assert seen == ALLOWED.keys()


def cases(faction: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for part in form_of(faction).parts:
        if isinstance(part, ActionField):
            yield str(part.who), tuple(case.code for case in part.cases)


def test_each_resource_has_what_it_may_do_and_the_power_its_help() -> None:
    actions = ("raise", "mobilize", "attack-resource", "attack-actor", "help", "block")
    assert list(cases("vael")) == [
        ("the Eyes", actions),
        ("the Knives", actions),
        ("None", ("assist",)),
    ]
    assert next(cases("oru")) == ("the Giants", actions)


def choices(faction: str, resource: str, action: str, key: str) -> tuple[FieldChoice, ...]:
    for entry in (it for it in walk_parts(form_of(faction).parts) if isinstance(it, ListItem)):
        settled = {getattr(it, "value", None) for it in entry.parts}
        for part in entry.parts:
            if {resource, action} <= settled and isinstance(part, SelectField) and part.key == key:
                return part.choices
    return ()


def test_chances_are_those_of_what_stands_together() -> None:
    """S-ACT-3: the giants are seen at the harbour, where the eyes stand and the knives do not."""
    (near,) = choices("vael", "eyes", "attack-resource", "target")
    (far,) = choices("vael", "knives", "attack-resource", "target")
    assert (near.value, far.value) == ("oru/giants", "oru/giants")
    assert near.likely is not None
    assert 0 < near.likely.least < near.likely.most < 1
    assert far.likely is None


def test_to_raise_influence_asks_for_as_many_successes_as_it_shall_be() -> None:
    found = choices("vael", "eyes", "raise", "to")
    # At the harbour the power has Influence 1, elsewhere none: there it can be raised to 1, too.
    assert [(it.value, it.facts["successes"]) for it in found] == [("2", 2), ("3", 3), ("1", 1)]
    assert found[2].likely is None
    likely = [it.likely or ProbabilityRange(Fraction(0), Fraction(0)) for it in found]
    assert likely[0].least > likely[1].least
    assert likely[0].most > likely[1].most


def thrown(dice: int) -> list[tuple[int, int]]:
    """The successes and sixes of every throw of some dice (S-DICE-2)."""
    throws = product(range(1, 7), repeat=dice)
    return [(sum(face >= 4 for face in faces), faces.count(6)) for faces in throws]


def won(own: int, against: int) -> Fraction:
    """The share of throws in which so many dice win a contest that they began (S-DICE-2)."""
    pairs = Counter(mine >= theirs for mine in thrown(own) for theirs in thrown(against))
    return Fraction(pairs[True], pairs.total())


def test_each_stake_has_its_own_chance() -> None:
    """S-DICE-1: the eyes, with strength 1, stand by Lady Vael at the harbour: 1 + 1 dice.

    Against them stands Old Oru alone, or with the giants and both Destiny Dice of the Oru.
    """
    (fight,) = choices("vael", "eyes", "attack-resource", "target")
    assert fight.likely is not None
    assert [(it.least, it.most) for it in fight.likely.by_stake] == [
        (won(2, 1 + 2), won(2, 1)),
        (won(3, 1 + 2), won(3, 1)),
    ]
    for level in choices("vael", "eyes", "raise", "to")[:2]:
        assert level.likely is not None
        shares = [
            Fraction(sum(shown >= int(level.value) for shown, _ in throws), len(throws))
            for throws in (thrown(2), thrown(3))
        ]
        assert [(it.least, it.most) for it in level.likely.by_stake] == [(n, n) for n in shares]
    entries = [it for it in walk_parts(form_of("vael").parts) if isinstance(it, IntegerField)]
    # What defends or helps others is no stake in an own order.
    assert [(it.key, it.least, it.most) for it in entries if it.sets_odds] == (
        [("stake", 0, 1)] * 3 + [("stake", 0, 2)] * 3
    )


def test_positions_default_to_the_current_ones() -> None:
    (placing,) = (it for it in form_of("vael").parts if isinstance(it, FieldGroup))
    now = {it.key: it.now for it in placing.parts if isinstance(it, SelectField)}
    assert now == {"eyes": "harbour", "knives": "reserve"}


# ── What it does not know ────────────────────────────────────────────────────────────────────────


def test_unseen_resources_have_no_position_in_a_form() -> None:
    """Without a memory of the giants there is no chance of anything against them."""
    *_, memory = sightings_by_turn(game().history, game().ruleset, faction_audience("vael"))
    assert form_on(board(), memory) != form_on(board(), {})
    blind = form_on(board(), {})
    targets = [
        it
        for part in walk_parts(blind.parts)
        if isinstance(part, SelectField) and part.key == "target"
        for it in part.choices
    ]
    assert targets
    assert all(it.likely is None for it in targets)


def test_true_positions_of_others_do_not_change_a_form() -> None:
    *_, memory = sightings_by_turn(game().history, game().ruleset, faction_audience("vael"))
    oru = board().powers["oru"]
    gone = {id: replace(it, sphere="vale") for id, it in oru.resources.items()}
    elsewhere = replace(oru, resources=gone, actor=replace(oru.actor, sphere="vale"))
    other = replace(board(), powers={**board().powers, "oru": elsewhere})
    assert form_on(other, memory) == form_on(board(), memory)


#: The actor of the Oru, who was seen in the harbour, is gone after the second round.
GONE: Final = {
    "by news": """turn: 2
news:
  - {for: everyone, text: A fever., effects: [{power: oru, actor: eliminated}]}
""",
    "by an attack": """turn: 2
orders:
  vael:
    conspiracies:
      - {id: hit, action: attack-actor, resource: eyes, target: oru, narrative: So.}
  oru: {defend: 0}
rolls: {vael/hit/attack: [6, 6], vael/hit/defence: [1]}
""",
}


@pytest.mark.parametrize("gone", [pytest.param(it, id=name) for name, it in GONE.items()])
def test_an_actor_who_comes_back_is_not_where_it_was_before(gone: str) -> None:
    back = "turn: 3\nadjustments: [{for: gm, because: Luck., power: oru, actor: active}]\n"
    game = play_files({"turns/001.yaml": GIANTS, "turns/002.yaml": gone, "turns/003.yaml": back})
    state = game.history.last.after
    *_, memory = sightings_by_turn(game.history, game.ruleset, faction_audience("vael"))
    known = known_state_of(state, memory, "vael", 4, EVERYTHING).board.powers["oru"]
    assert known.actor.active
    assert known == state.powers["oru"]
