"""The fights that follow when a move meets those who lie in wait (L-ACT-AMBUSH, L-ACT-BLOCK)."""

from __future__ import annotations

from chronicle.model.audience import FOR_EVERYONE, FOR_GM, GM, faction_audience
from chronicle.model.facts import Facts
from chronicle.records import replace
from chronicle.rules.lieutenants.changes import Hid, Moved, Struck
from chronicle.rules.lieutenants.events import Acted, Intercepted, MoveDetails
from chronicle.rules.lieutenants.orders import GmModifier, MoveOrder
from chronicle.rules.lieutenants.state import HiddenStatus
from tests.rules.lieutenants.ford_encounter import FIGHT, GO, KNIVES, STANCE, WAIT, board_of, went
from tests.rules.lieutenants.told import tell
from tests.rules.lieutenants.two_faction_boards import unit


def test_an_ambush_that_succeeds_is_an_attack_on_those_who_come() -> None:
    """The Fox and the giants (5, Force 1) against Kess (2, Force 2): +2 on a 3 makes a failure.

    Cautious, failed: both are dinged. The only unit of each side is damaged, each lieutenant
    checks: Kess with Force 2 makes 4 of a 2, the Fox with Force 1 makes 3, a complete failure.
    """
    faces = {
        STANCE: (6, 3),
        FIGHT: (1, 2),
        f"{FIGHT}-hurt-kess": (1, 1),
        f"{FIGHT}-hurt-fox": (1, 1),
    }
    met, fight, moved = went(board_of(), GO, faces)
    assert isinstance(met, Intercepted)
    assert isinstance(fight, Acted)
    assert (fight.id, fight.order, fight.part) == ("1/vael/go/fight-fox", "go", "fight")
    assert (fight.at, fight.result, fight.outcome) == ("ford", "failure", "failed")
    assert (fight.helped, fight.idle) == (("giants",), ())
    assert (fight.known, fight.seen) == (FOR_EVERYONE, FOR_GM)
    assert [roll.id for roll in fight.rolls] == [
        "1/vael/go/fight-fox",
        "1/vael/go/fight-fox-hurt-kess",
        "1/vael/go/fight-fox-hurt-fox",
    ]
    assert [part.value for part in fight.rolls[0].modifiers] == [5, 1, -2, -2]
    assert fight.changes == (
        Struck("knives", "damaged", "L-DMG-DINGED"),
        Struck("giants", "damaged", "L-DMG-DINGED"),
        Struck("fox", "damaged", "L-DMG-DINGED"),
    )
    assert isinstance(moved, Acted)
    assert moved.changes == ()


def test_those_who_come_attack_with_what_their_order_brings() -> None:
    """Kess (2, Force 2) against the Fox and the giants (5, Force 1), 2 more, and 1 from the GM."""
    order = replace(GO, if_ambushed="aggressive", modifiers=(GmModifier(1, "rain"),))
    met, fight, _ = went(board_of(), order, {STANCE: (1, 1)})
    assert isinstance(fight, Acted)
    assert [(part.value, part.reason) for part in fight.rolls[0].modifiers] == [
        (2, "level"),
        (2, "statistic"),
        (-5, "opposing-level"),
        (-1, "opposing-statistic"),
        (2, "stance"),
        (1, "gm"),
    ]
    assert (fight.helped, fight.idle) == ((), ("knives",))
    assert "gm" not in [part.reason for part in met.rolls[0].modifiers]


def test_units_that_come_alone_fight_without_a_statistic() -> None:
    order = replace(
        GO, command=MoveOrder((("thugs", "ford"),)), units=("thugs",), if_ambushed="cautious"
    )
    thugs = unit("thugs", 4, "force")
    _, fight, _ = went(board_of(over=[thugs]), order, {STANCE: (1, 2)})
    assert isinstance(fight, Acted)
    assert [part.value for part in fight.rolls[0].modifiers][:2] == [4, 0]


def test_who_fights_is_hidden_no_more() -> None:
    hidden = replace(KNIVES, hiding=HiddenStatus(2))
    _, fight, _ = went(board_of(over=[hidden]), GO, {STANCE: (6, 6)})
    assert Hid("knives", None) in fight.changes


def test_a_company_without_its_lieutenant_goes_no_further() -> None:
    """Kess is destroyed at the ford, so the knives do not go to the inn."""
    order = replace(GO, command=MoveOrder((("kess", "ford"), ("knives", "inn"))))
    faces = {STANCE: (6, 6), FIGHT: (6, 6), f"{FIGHT}-fate-kess": (1, 1)}
    state = board_of(replace(WAIT, style="aggressive"))
    _, fight, moved = went(state, order, faces)
    assert Struck("kess", "destroyed", "L-DMG-DESTROYED") in fight.changes
    assert isinstance(moved, Acted)
    assert moved.details == MoveDetails(
        (("kess", "field", "ford", False), ("knives", "field", "inn", False))
    )
    assert (moved.outcome, moved.changes) == ("stopped", ())


def test_a_lieutenant_who_is_only_hurt_leads_on() -> None:
    order = replace(GO, command=MoveOrder((("kess", "ford"), ("knives", "inn"))))
    faces = {STANCE: (6, 6), FIGHT: (1, 1), f"{FIGHT}-hurt-kess": (1, 1)}
    moved = went(board_of(), order, faces)[-1]
    assert isinstance(moved, Acted)
    assert moved.changes == (Moved("knives", "inn"),)


def test_of_two_units_of_one_name_only_the_one_that_came_has_fought() -> None:
    """Kess and her knives come to the ford; the other knives have stayed in the field."""
    others = replace(unit("others", 3, "force"), name="Knives")
    state = board_of(over=[unit("knives", 2, "force"), others])
    _, fight, _ = went(state, GO, {STANCE: (6, 3), FIGHT: (1, 2)})
    assert isinstance(fight, Acted)
    assert fight.defenders == ("kess", "knives")
    for reader in (faction_audience("oru"), GM):
        telling = tell(state, fight, reader)
        assert telling is not None
        faced = telling.facts["faced"]
        assert isinstance(faced, tuple)
        assert [row["name"] for row in faced if isinstance(row, Facts)] == ["Kess", "Knives"]
