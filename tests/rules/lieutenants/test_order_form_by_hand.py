"""What a form offers and with which chances, worked out by hand from the rules.

Kess (level 3, force 2, sneak 1) and Ada (level 2, sneak 2, charm 3, lore 1) are in the town, with
Brother Ash (2, lore and force), the Blades (6, force and sneak), the Moles (3, sneak), the Boats
(4, sneak) and Silk (3, charm). Known at the mill are Old Fox (level 3, force 1, sneak 2) and the
Giants (5, force).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final, Literal

import pytest

from chronicle.model.facts import Facts
from chronicle.records import replace
from chronicle.rules.lieutenants import LIEUTENANTS
from chronicle.rules.lieutenants.state import Asset, Lieutenant, Stance
from chronicle.rules.order_form import (
    ActionChoice,
    ActionField,
    Condition,
    FieldChoice,
    FixedField,
    Form,
    MultiSelectField,
    ProbabilityRange,
    SelectField,
    walk_parts,
)
from tests.known_things import EVERYTHING
from tests.rules.lieutenants.full_board import board, form_of, form_on, memory, stocked

ADA, KESS, WREN = "Ada Quill", "Captain Kess", "Wren"


def acting(form: Form, who: str) -> ActionField | None:
    """What somebody may do."""
    return next((it for it in form.parts if isinstance(it, ActionField) and it.who == who), None)


def cases(who: str, code: str, *, of: str = "vael", **facts: str) -> list[ActionChoice]:
    """The cases of somebody under a code that have these facts."""
    part = acting(form_of(of), who)
    assert part is not None
    found = [case for case in part.cases if case.code == code]
    return [it for it in found if facts.items() <= dict(it.facts).items()]


def case(who: str, code: str, **facts: str) -> ActionChoice:
    """The first of them; they differ in what they say of the target, and not in their blanks."""
    return cases(who, code, **facts)[0]


def choices(case: ActionChoice, key: str) -> dict[str, FieldChoice]:
    """What a key of a case may hold, by value."""
    parts = walk_parts(case.parts)
    found = (it for it in parts if isinstance(it, SelectField | MultiSelectField) and it.key == key)
    return {choice.value: choice for part in found for choice in part.choices}


def chances(least: int, most: int, provided: Condition | Literal[""] = "") -> ProbabilityRange:
    """Of 36 throws so many come off, at worst and at best."""
    return ProbabilityRange(Fraction(least, 36), Fraction(most, 36), provided=provided)


def test_an_attack_is_as_likely_as_both_sides_make_it() -> None:
    """L-CHK-2, L-CHK-6, L-CMB-3.

    Kess alone: 3 + 2 against 5 + 1, so that it takes 8. The Blades make it 6 + 2, and it takes 5.
    """
    for code in ("aggressive-attack", "cautious-attack"):
        assert choices(case(KESS, code), "against")["oru"].likely == chances(15, 30, "as-known")


def test_there_are_no_odds_against_an_unknown_target() -> None:
    assert choices(case(KESS, "cautious-attack"), "against")["watch"].likely is None
    (watch,) = cases("the Serjeant", "cautious-attack", of="watch")
    assert {it.likely for it in choices(watch, "against").values()} == {None}


def test_targets_use_last_seen_values() -> None:
    """L-ACT-RAID: five coins were seen at the mill, defended as in an attack."""
    mill = choices(case(KESS, "raid", kind="capital"), "at")["mill"]
    assert mill.facts["stash"] == 5
    assert mill.likely == chances(15, 30, "as-known")


def test_odds_of_a_strike_include_its_stealth_check() -> None:
    """L-AST-STRIKES-ONE, L-STL-1.

    Unseen in 26 of 36 throws (sneak 1), and then 6 + 2 − 3 against Fox' 3 + 1 alone: it takes 6.
    Seen, it goes against the Giants as well, 5 + 1, and takes 8.
    """
    fox = choices(case(KESS, "cautious-strike", unit="The blades"), "strike")["fox"]
    exact = Fraction(26, 36) * Fraction(26, 36) + Fraction(10, 36) * Fraction(15, 36)
    assert fox.likely == ProbabilityRange(exact, exact, provided="as-known")


def test_hiding_fails_only_completely() -> None:
    """L-ACT-CONCEAL, L-CHK-3: Kess' sneak of 1 needs a 3, Ada's of 2 nothing."""
    assert case(KESS, "conceal").likely == chances(35, 35)
    assert case(ADA, "conceal").likely == chances(36, 36)


def test_a_purchase_goes_against_the_level() -> None:
    """L-CHK-4, L-CMB-1: a thief pack is of level 4; Ada has 2 + 3, and with Silk 4 + 3."""
    types = choices(case(ADA, "purchase", kind="unit"), "type")
    assert types["thief-pack"].likely == chances(26, 33)
    assert types["thief-pack"].facts["cost"] == Facts(amount=4, currency="capital")


def test_a_sale_goes_against_the_price() -> None:
    """L-ACT-SELL: Kess has 3 + 0 against the chest's 3, and with Silk 5 + 0."""
    chest = choices(case(KESS, "sell", kind="item"), "item")["chest"]
    assert chest.likely == chances(21, 30)
    # It brings its price, which takes nothing of the funds.
    assert chest.facts["brings"] == Facts(amount=3, currency="capital")
    assert "cost" not in chest.facts


def test_an_offer_may_meet_with_bonds() -> None:
    """L-ACT-RECRUIT.

    Ada has 2 + 3 against Fox' 3 + 0, and −3 as he is a lieutenant. At worst he is bonded: it takes
    11. At best Silk helps, the Crown adds 1, and it takes 5.
    """
    fox = choices(case(ADA, "recruit", kind="lieutenant"), "lieutenant")["fox"]
    assert fox.likely == chances(3, 30, "as-known")


def test_research_goes_against_six() -> None:
    """L-ACT-RESEARCH: Ada has 2 + 1, and with Brother Ash 4 + 1."""
    assert case(ADA, "research").likely == chances(6, 15)
    assert case(ADA, "go-on").likely == chances(6, 15)


def test_influence_is_spent_on_dealings() -> None:
    """L-CHK-3, L-CHK-7: Ada's charm of 3 needs a 4, with a point of influence a 3, with two a 2."""
    steps = (chances(33, 33), chances(35, 35), chances(36, 36))
    assert case(ADA, "gain-influence").likely == replace(chances(33, 36), by_stake=steps)


def test_a_training_goes_by_what_the_trainer_is_good_at() -> None:
    """L-ACT-TRAIN: Ada's core is charm, in which Kess has nothing."""
    drill = next(it for it in cases(KESS, "go-on") if "drill" in choices(it, "project"))
    assert drill.likely == chances(21, 21)


def test_who_teaches_a_unit_a_level_has_one_more() -> None:
    """L-ACT-TRAIN: Ash and the boys are of level 2, as Ada is."""
    assert choices(case(KESS, "train", kind="unit"), "unit").keys() == {"adept", "boys"}
    assert cases(ADA, "train", kind="unit") == []


def test_only_who_has_a_seducer_seduces() -> None:
    """L-AST-SEDUCES."""
    (silk, *_) = cases(ADA, "seduce")
    assert FixedField("units", ("silk",)) in walk_parts(silk.parts)
    assert cases(WREN, "seduce") == []


def test_a_tunnel_leads_from_one_end_to_the_other() -> None:
    """L-AST-LINK: the drain leads from the manor, where Kess is, to the market."""
    assert choices(case(KESS, "go-below"), "to").keys() == {"market"}
    assert cases(ADA, "go-below") == []


def test_smugglers_come_unseen_to_where_their_leader_is() -> None:
    """L-AST-MOVES-UNSEEN, L-MOVE: the Boats are at the manor with Kess, and Ada in the cellar."""
    assert "cellar" in choices(case(ADA, "slip"), "to")
    assert "manor" not in choices(case(KESS, "slip"), "to")


def test_as_many_units_come_along_as_cohesion_allows() -> None:
    """L-TURN-3, L-ACT-MOVE: three, within a locale six, and two beside one who comes anyhow."""
    most = {
        code: _units(case(KESS, code)).most
        for code in ("cautious-attack", "move", "regroup", "slip", "raid")
    }
    assert most == {"cautious-attack": 3, "move": 3, "regroup": 6, "slip": 2, "raid": 3}


def _units(case: ActionChoice) -> MultiSelectField:
    parts = walk_parts(case.parts)
    return next(it for it in parts if isinstance(it, MultiSelectField) and it.key == "units")


def test_a_captive_may_be_looked_for_anywhere() -> None:
    """L-ACT-RAID: the Guard is a prisoner, and its own do not know where."""
    taken = case(KESS, "raid", kind="unit")
    guards = choices(taken, "unit")["guards"]
    assert (guards.facts["at"], guards.likely) == (None, None)
    assert choices(taken, "at").keys() == {"cellar", "manor", "market", "mill"}


def test_a_prisoner_may_be_won_over() -> None:
    """L-ACT-RECRUIT: the Ears are kept at the manor."""
    assert "ears" in choices(case(KESS, "recruit", kind="unit"), "unit")


def test_influence_buys_from_those_with_whom_there_is_some() -> None:
    """L-ACT-PURCHASE: acolytes are had for influence, and from NPC factions."""
    bought = [it for it in cases(ADA, "purchase", kind="unit") if "npc" in it.facts]
    types = {value for it in bought for value in choices(it, "type")}
    assert types == {"pair-of-acolytes", "priest"}


def test_an_order_builds_on_those_before_it() -> None:
    """L-TURN-4: Ada is the first, then Kess, then Wren."""
    found = [set(choices(case(who, "research"), "needs")) for who in (ADA, KESS, WREN)]
    assert found == [set(), {"ada"}, {"ada", "kess"}]


OUT: Final = (
    {"condition": "lost"},
    {"condition": "destroyed"},
    {"held_by": "oru"},
    {"faction": "oru"},
)


@pytest.mark.parametrize("change", OUT, ids=[str(change) for change in OUT])
def test_who_is_out_of_it_is_given_no_order(change: dict[str, Any]) -> None:
    """L-TURN-2."""
    state = board()
    kess: Asset = state.assets["kess"]
    assert isinstance(kess, Lieutenant)
    found = form_on(state.with_asset(replace(kess, **change)), memory("vael"), "vael")
    assert acting(found, ADA) is not None
    assert acting(found, KESS) is None


def test_a_faction_that_is_none_has_no_form() -> None:
    assert LIEUTENANTS.form(stocked().history.last, {}, "nobody", EVERYTHING) is None


def test_who_lies_in_wait_is_said_to() -> None:
    """L-TURN-5."""
    stance = Stance("kess", "vael", "ambush", "manor", (), ("oru",), "cautious")
    found = form_on(replace(board(), stances={"kess": stance}), {}, "vael")
    kess = acting(found, KESS)
    assert kess is not None
    assert kess.facts["stance"] == "ambush"
