"""Lying in wait (L-ACT-AMBUSH, L-ACT-BLOCK, L-TURN-5): what each result means to those who come.

The Oru's Fox waits at the ford with the giants, Vael's Kess comes from the field with the knives.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

import pytest

from chronicle.model.audience import FOR_EVERYONE, FOR_GM, visibility_of_factions
from chronicle.records import replace
from chronicle.rules.lieutenants.apply import apply_changes
from chronicle.rules.lieutenants.catalogue import UnitPower
from chronicle.rules.lieutenants.changes import Moved, StanceEnded, Stood
from chronicle.rules.lieutenants.events import Acted, Intercepted, MoveDetails
from chronicle.rules.lieutenants.orders import MoveOrder, Order, StanceOrder, WorkOrder
from chronicle.rules.lieutenants.state import Asset, AttackStyle, HiddenStatus, Stance, StanceKind
from chronicle.rules.lieutenants.terms import StanceReply
from tests.rules.lieutenants.ford_encounter import (
    FACES,
    FOX,
    GIANTS,
    GO,
    KESS,
    KNIVES,
    STANCE,
    WAIT,
    board_of,
    even,
    went,
)
from tests.rules.lieutenants.two_faction_boards import board, lieutenant, unit

Who = Literal["", "those in wait", "those who come"]
Row = tuple[StanceKind, str, StanceReply, str, Who, int]
#: Stance, result, reply of those who come; what befalls them, who attacks, and at what bonus.
RESULTS: Final[list[Row]] = [
    # Spotted: they attack at +2, or go round.
    ("ambush", "complete-failure", "none", "round", "", 0),
    ("ambush", "complete-failure", "aggressive", "attack", "those who come", 2),
    ("ambush", "complete-failure", "cautious", "attack", "those who come", 2),
    # Spotted: they attack or not, but stop.
    ("ambush", "failure", "none", "stopped", "", 0),
    ("ambush", "failure", "cautious", "attack", "those who come", 0),
    # You attack as declared, they stop.
    ("ambush", "success", "none", "attacked", "those in wait", 0),
    ("ambush", "success", "aggressive", "attacked", "those in wait", 0),
    # The same at +2.
    ("ambush", "complete-success", "none", "attacked", "those in wait", 2),
    # They attack, or pass unnoticed.
    ("block", "complete-failure", "none", "pass", "", 0),
    ("block", "complete-failure", "aggressive", "attack", "those who come", 0),
    # They attack, or pass and you know.
    ("block", "failure", "none", "pass", "", 0),
    ("block", "failure", "cautious", "attack", "those who come", 0),
    # Stopped; they may attack.
    ("block", "success", "none", "stopped", "", 0),
    ("block", "success", "aggressive", "attack", "those who come", 0),
    # Stopped; if they attack you have +2, which is 2 less on their check.
    ("block", "complete-success", "none", "stopped", "", 0),
    ("block", "complete-success", "cautious", "attack", "those who come", -2),
]


def replying(reply: StanceReply, kind: StanceKind) -> Order:
    """The move with a reply to one kind of stance, and the contrary one to the other."""
    other: StanceReply = "none" if reply != "none" else "aggressive"
    if kind == "ambush":
        return replace(GO, if_ambushed=reply, if_blocked=other)
    return replace(GO, if_blocked=reply, if_ambushed=other)


@pytest.mark.parametrize(
    "row",
    RESULTS,
    ids=[f"L-ACT-{kind.upper()} {result} {reply}" for kind, result, reply, *_ in RESULTS],
)
def test_a_stance_does_what_its_result_says(row: Row) -> None:
    kind, result, reply, outcome, attacker, bonus = row
    state = even(board_of(replace(WAIT, kind=kind, style="aggressive")))
    met, *fight, moved = went(state, replying(reply, kind), {STANCE: FACES[result]})
    assert isinstance(met, Intercepted)
    assert (met.result, met.outcome) == (result, outcome)
    assert isinstance(moved, Acted)
    free = outcome in ("round", "pass")
    assert moved.outcome == ("done" if free else "stopped")
    assert moved.details == MoveDetails(
        (("kess", "field", "ford", free), ("knives", "field", "ford", free))
    )
    if not attacker:
        assert fight == []
        return
    (attack,) = fight
    assert isinstance(attack, Acted)
    ambushers = attacker == "those in wait"
    assert (attack.faction, attack.lieutenant) == (
        ("oru", "fox") if ambushers else ("vael", "kess")
    )
    assert attack.against == ("vael" if ambushers else "oru")
    style: AttackStyle = "aggressive" if ambushers or reply == "aggressive" else "cautious"
    assert attack.action == f"{style}-attack"
    parts = [
        (part.value, part.rule) for part in attack.rolls[0].modifiers if part.reason == "stance"
    ]
    assert parts == ([(bonus, f"L-ACT-{kind.upper()}")] if bonus else [])


KNOWN: Final = [
    ("ambush", "complete-failure", FOR_EVERYONE),
    ("ambush", "failure", FOR_EVERYONE),
    ("ambush", "success", FOR_EVERYONE),
    ("ambush", "complete-success", FOR_EVERYONE),
    ("block", "complete-failure", visibility_of_factions(["vael"])),
    ("block", "failure", visibility_of_factions(["vael", "oru"])),
    ("block", "success", FOR_EVERYONE),
    ("block", "complete-success", FOR_EVERYONE),
]


@pytest.mark.parametrize(("kind", "result", "known"), KNOWN)
def test_a_sprung_stance_is_public_and_one_that_is_passed_is_not(
    kind: StanceKind, result: str, known: object
) -> None:
    state = even(board_of(replace(WAIT, kind=kind)))
    met = went(state, GO, {STANCE: FACES[result]})[0]
    assert isinstance(met, Intercepted)
    assert (met.known, met.seen) == (known, FOR_GM)


def test_whom_double_agents_serve_knows_who_passed() -> None:
    state = even(board_of(replace(WAIT, kind="block")))
    state = state.with_asset(replace(KNIVES, level=0, agent_of="watch"))
    met = went(state, GO, {STANCE: FACES["complete-failure"]})[0]
    assert isinstance(met, Intercepted)
    assert met.known == visibility_of_factions(["vael", "watch"])


# The two checks, figure by figure


def test_an_ambush_is_sneak_against_sneak() -> None:
    """The Fox alone (3, Sneak 2): giants don't sneak. The knives (2) join Kess (2) to 4."""
    fox = lieutenant("fox", 3, sneak=2, at="ford", faction="oru")
    kess = lieutenant("kess", 2, sneak=1)
    (met, *_) = went(board_of(over=[fox, kess]), GO, {STANCE: (6, 6)})
    (roll,) = met.rolls
    assert roll.id == "1/vael/go/stance-fox"
    parts = [(part.value, part.reason, part.facts.get("skill")) for part in roll.modifiers]
    assert parts == [
        (3, "level", None),
        (2, "statistic", "sneak"),
        (-4, "opposing-level", None),
        (-1, "opposing-statistic", "sneak"),
    ]
    assert roll.result["total"] == 12


def test_a_block_is_force_against_sneak() -> None:
    """The Fox and the giants (3+3→5, Force 1) against Kess and the knives (2+2→4, Sneak -1)."""
    kess = lieutenant("kess", 2, force=5, sneak=-1)
    block = replace(WAIT, kind="block")
    (met, *_) = went(board_of(block, over=[kess]), GO, {STANCE: (1, 2)})
    parts = [(part.value, part.reason, part.facts.get("skill")) for part in met.rolls[0].modifiers]
    assert parts == [
        (5, "level", None),
        (1, "statistic", "force"),
        (-4, "opposing-level", None),
        (1, "opposing-statistic", "sneak"),
    ]


def test_only_those_who_go_there_are_met() -> None:
    """Kess goes to the inn; the knives, alone, have level 2 and no statistic."""
    order = replace(GO, command=MoveOrder((("kess", "inn"), ("knives", "ford"))))
    kess = lieutenant("kess", 6, sneak=5)
    met, moved = went(board_of(over=[kess]), order, {STANCE: (1, 4)})
    assert isinstance(met, Intercepted)
    assert met.movers == ("knives",)
    assert [part.value for part in met.rolls[0].modifiers] == [3, 0, -2]
    assert met.outcome == "stopped"
    assert isinstance(moved, Acted)
    assert moved.details == MoveDetails(
        (("kess", "field", "inn", True), ("knives", "field", "ford", False))
    )
    assert moved.changes == (Moved("kess", "inn"),)
    assert moved.outcome == "done"


def test_those_of_the_stance_who_are_elsewhere_do_not_count() -> None:
    away = replace(GIANTS, at="inn")
    (met, *_) = went(board_of(replace(WAIT, kind="block"), over=[away]), GO, {STANCE: (1, 1)})
    assert [part.value for part in met.rolls[0].modifiers][:2] == [3, 1]


# Which stances interrupt


def second(at: str = "ford", **fields: Any) -> tuple[Stance, Sequence[Asset]]:
    """A stance of the watch's serjeant."""
    serjeant = lieutenant("serjeant", 3, at=at, faction="watch")
    stance = Stance("serjeant", "watch", "ambush", at, (), ("vael",), "cautious")
    return replace(stance, **fields), [serjeant]


def test_stances_meet_movers_in_the_order_in_which_they_were_set() -> None:
    other, over = second()
    faces = {STANCE: (1, 1), "stance-serjeant": (1, 1)}
    order = replace(GO, if_ambushed="none")
    first_fox = went(board_of(WAIT, other, over=over), order, faces)
    first_serjeant = went(board_of(other, WAIT, over=over), order, faces)
    names = [
        [event.lieutenant for event in events if isinstance(event, Intercepted)]
        for events in (first_fox, first_serjeant)
    ]
    assert names == [["fox", "serjeant"], ["serjeant", "fox"]]


def test_who_is_stopped_by_one_stance_meets_no_other() -> None:
    other, over = second()
    events = went(board_of(WAIT, other, over=over), GO, {STANCE: (2, 4)})
    assert [event.id.rsplit("/", 1)[-1] for event in events] == ["stance-fox", "go"]


#: Why somebody is not met: the stance, and what is else on the board.
UNMET: Final[list[tuple[str, Stance, Sequence[Asset], dict[str, Any]]]] = [
    ("lies in wait elsewhere", replace(WAIT, at="inn"), [replace(FOX, at="inn")], {}),
    ("lies in wait for others", replace(WAIT, against=("watch",)), [], {}),
    ("has been taken away", WAIT, [replace(FOX, at="inn")], {}),
    ("is lost", WAIT, [replace(FOX, condition="lost")], {}),
    ("is a prisoner", WAIT, [replace(FOX, held_by="watch")], {}),
    ("is distracted", WAIT, [], {"benched": frozenset({"fox"})}),
]


@pytest.mark.parametrize(
    ("stance", "over", "fields"), [row[1:] for row in UNMET], ids=[row[0] for row in UNMET]
)
def test_a_stance_member_who_cannot_act_meets_nobody(
    stance: Stance, over: Sequence[Asset], fields: dict[str, Any]
) -> None:
    (moved,) = went(board_of(stance, over=over, **fields), GO)
    assert isinstance(moved, Acted)
    assert moved.outcome == "done"


def test_a_lieutenant_already_there_triggers_no_stance() -> None:
    here: list[Asset] = [replace(KESS, at="ford"), replace(KNIVES, at="ford")]
    (moved,) = went(board_of(over=here), GO)
    assert isinstance(moved, Acted)
    assert (moved.outcome, moved.changes) == ("done", ())


def test_a_hidden_mover_who_moves_stealthily_is_met_all_the_same() -> None:
    smugglers = unit(
        "knives", 2, "sneak", powers=(UnitPower("moves-unseen"),), hiding=HiddenStatus(9)
    )
    order = replace(GO, stealth="unnoticed")
    met, *_ = went(board_of(over=(smugglers,)), order, {STANCE: (2, 4), "stealth": (6, 6)})
    assert isinstance(met, Intercepted)
    assert (met.outcome, met.known) == ("stopped", FOR_EVERYONE)


def test_stealth_costs_those_who_fight_nothing() -> None:
    """L-STL-1 takes 3 from the action itself; the attack is another."""
    smugglers = unit("knives", 2, "sneak", powers=(UnitPower("moves-unseen"),))
    order = replace(GO, stealth="unnoticed", if_ambushed="cautious")
    _, fight, _ = went(board_of(over=[smugglers]), order, {STANCE: (2, 3)})
    assert "stealthy" not in [part.reason for part in fight.rolls[0].modifiers]


# How stances begin and end (L-TURN-5)

LURK: Final = Order(
    "oru",
    "lurk",
    "fox",
    "ambush",
    StanceOrder("ambush", ("vael",), "aggressive"),
    at="inn",
    units=("giants",),
)
LURKING: Final = Stance("fox", "oru", "ambush", "inn", ("giants",), ("vael",), "aggressive")


def test_those_who_lie_in_wait_go_there() -> None:
    (event,) = went(board(KESS, KNIVES, FOX, GIANTS), LURK)
    assert event.rolls == ()
    assert event.changes == (Moved("fox", "inn"), Moved("giants", "inn"), Stood(LURKING))


def test_a_stance_is_known_to_its_owner_and_to_watchers() -> None:
    """L-STL-5 has ambushes public; a stance that anybody knows of would catch nobody."""
    (event,) = went(board(KESS, KNIVES, FOX, GIANTS), LURK)
    assert isinstance(event, Acted)
    assert (event.known, event.seen) == (visibility_of_factions(["oru"]), FOR_GM)


def test_a_stance_taken_again_lasts_and_is_the_last() -> None:
    other, over = second()
    state = board_of(
        LURKING, other, over=[replace(FOX, at="inn"), replace(GIANTS, at="inn"), *over]
    )
    (event,) = went(state, LURK)
    assert list(apply_changes(state, event.changes).stances) == ["serjeant", "fox"]


def test_another_action_ends_a_stance() -> None:
    order = Order("oru", "toil", "fox", "work", WorkOrder(), at="ford", units=("giants",))
    state = board_of()
    (event,) = went(state, order)
    assert StanceEnded("fox") in event.changes
    assert apply_changes(state, event.changes).stances == {}


def test_moving_ends_a_stance() -> None:
    own = Stance("kess", "vael", "block", "field", ("knives",), ("oru",), "cautious")
    state = board_of(own)
    (event,) = went(state, GO)
    assert apply_changes(state, event.changes).stances == {}


def test_units_that_go_with_another_leave_the_stance_and_it_lasts() -> None:
    vixen = lieutenant("vixen", 2, at="ford", faction="oru")
    order = Order("oru", "toil", "vixen", "work", WorkOrder(), at="ford", units=("giants",))
    state = board_of(over=[vixen])
    (event,) = went(state, order)
    assert apply_changes(state, event.changes).stances == {"fox": replace(WAIT, units=())}
