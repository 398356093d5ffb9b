"""Scenes for the table of who learns what: watchers, the frame of a turn, the GM's changes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from chronicle.model.audience import FOR_EVERYONE, Visibility
from chronicle.records import replace
from chronicle.rules.kit.adjustment_events import Alteration
from chronicle.rules.wwn.actions.move import MoveOrder
from chronicle.rules.wwn.changes import Added, Change, Cloaked, Lost, Paid
from chronicle.rules.wwn.orders import FactionOrders
from chronicle.rules.wwn.state import Goal, Mark, PlaceState, Policy
from tests.rules.wwn.boards import TURN, asset
from tests.rules.wwn.visibility_boards import (
    FIGURES,
    GO,
    KEY,
    Make,
    Scene,
    action,
    mine,
    order,
    stage,
)
from tests.rules.wwn.visibility_scenes_actions import attacks

_SPOT: Final = f"{KEY}/spot-watch-knights"


def _watched(found: bool, **fields: Any) -> Scene:
    watch = asset("vigilant-agents", "oru", "mill", id="watch", **fields)
    state = stage(mine("knights", stealth="hidden", at="castle"), watch)
    faces = {f"{_SPOT}-check": (10 if found else 1,), f"{_SPOT}-defence": (1 if found else 10,)}
    given = action("move", order(MoveOrder("ford"), "knights"))
    return Scene(state, given, f"{GO}/watch", faces)


def _seen_through(found: bool) -> Scene:
    """At the start of the Oru's turn Vael's hidden knights must win to stay hidden."""
    watch = asset("omniscient-seers", "oru", "mill", id="watch")
    state = stage(mine("knights", stealth="hidden"), watch)
    spot = "oru/start/spot-watch-knights"
    # Seers throw one die more for what is near them.
    faces = {f"{spot}-check": (1 if found else 10,), f"{spot}-defence": (10, 10)}
    if not found:
        faces[f"{spot}-defence"] = (1, 1)
    return Scene(state, (), f"{TURN}/oru/start/watch/vael", faces)


def _sequence() -> Scene:
    return Scene(stage(), (), f"{TURN}/sequence")


def _income() -> Scene:
    return Scene(stage(mine("court-patronage")), (), f"{TURN}/vael/income")


def _goal() -> Scene:
    state = stage()
    own = replace(state.factions["vael"], goal=Goal("peaceable-kingdom", since=1, progress=3))
    return Scene(state.with_faction(own), (), f"{TURN}/vael/goal")


def _unpaid(face: int, **fields: Any) -> Scene:
    """Vael has less than nothing coming in, and can't keep its mercenaries."""
    poor = {**FIGURES, "vael": {"force": 1, "cunning": 1, "wealth": 1, "treasure": 0}}
    company = mine("free-company", marks=(Mark("rogue", amount=9),), **fields)
    if face > 3:
        company = replace(company, id="legion", type="hired-legion", marks=(), hp=20)
    state = stage(company, figures=poor)
    faces = {f"vael/upkeep/rogue-{company.id}": (face,)}
    return Scene(state, (), f"{TURN}/vael/upkeep", faces)


def _rogue_attacks() -> Scene:
    """What obeys Vael no more attacks the wealthiest at the ford."""
    scene = _unpaid(6)
    return replace(scene, event=f"{TURN}/vael/rogue/legion")


def _forfeits() -> Scene:
    """An asset is lost for a debt that is not paid by the end of the turn."""
    poor = {**FIGURES, "vael": {"force": 1, "cunning": 1, "wealth": 1, "treasure": 0}}
    state = stage(mine("manufactory", marks=(Mark("owing", amount=40),)), figures=poor)
    return Scene(state, (), f"{TURN}/over")


def _forfeits_the_hidden() -> Scene:
    scene = _forfeits()
    hidden = replace(scene.state.assets["manufactory"], stealth="hidden")
    return replace(scene, state=scene.state.with_asset(hidden))


def _uncovered() -> Scene:
    shut = PlaceState("ford", ruler="oru", closed=True)
    return Scene(stage(mine("knights"), barred=(shut,)), (), f"{TURN}/over")


def _collapses() -> Scene:
    scene = attacks({f"{KEY}/check": (10,), f"{KEY}/defence": (1,), f"{KEY}/damage": (8, 8)})
    state = scene.state
    seat = replace(state.bases["oru-hall"], at="ford", hp=1)
    weak = replace(state.factions["oru"], hp=1, policy=Policy(defend=("oru-hall",)))
    state = state.with_base(seat).with_faction(weak)
    return replace(scene, state=state, event=f"{TURN}/oru/collapse")


def _declares_bans() -> Scene:
    state = stage(barred=(PlaceState("ford", ruler="vael"),))
    shut = replace(state.places["ford"], forbids=frozenset({"oru"}))
    return Scene(state, (FactionOrders("vael", bans=(shut,)),), f"{TURN}/vael/declares")


def _declares_policy() -> Scene:
    given = FactionOrders("vael", standing=Policy(pays=False))
    return Scene(stage(), (given,), f"{TURN}/vael/declares")


_FOR_GM: Final = Visibility(public=False, factions=frozenset())


def _altered(
    visibility: Visibility, what: str, subject: str, *changes: Change, **fields: Any
) -> Scene:
    change = Alteration(
        id=f"{TURN}/adjustment/1/1",
        by_news=False,
        because="found a purse",
        visibility=visibility,
        what=what,
        faction="vael",
        subject=subject,
        before=60,
        after=63,
        changes=changes,
    )
    state = stage(mine("knights", **fields))
    return Scene(state, (), change.id, more={"alterations": (change,)})


_PURSE: Final = Paid("vael", 3, "adjustment", "W-ENT-1")


SCENES: Final[Mapping[str, Make]] = {
    # Watchers
    "spotted": partial(_watched, True),
    "spotted-from-hiding": partial(_watched, True, stealth="hidden"),
    "not-spotted": partial(_watched, False),
    "seen-through": partial(_seen_through, True),
    "not-seen-through": partial(_seen_through, False),
    # The frame of a turn
    "sequence": _sequence,
    "income": _income,
    "goal": _goal,
    "upkeep-unpaid": partial(_unpaid, 1),
    "upkeep-unpaid-of-the-hidden": partial(_unpaid, 1, stealth="hidden"),
    "goes-rogue": partial(_unpaid, 6),
    "rogue-attacks": _rogue_attacks,
    "forfeits": _forfeits,
    "forfeits-the-hidden": _forfeits_the_hidden,
    "uncovered": _uncovered,
    "collapses": _collapses,
    "declares-bans": _declares_bans,
    "declares-policy": _declares_policy,
    # The GM's changes
    "altered-for-all": partial(_altered, FOR_EVERYONE, "treasure", "", _PURSE),
    "altered-for-the-gm": partial(_altered, _FOR_GM, "treasure", "", _PURSE),
    # For everybody, of something that nobody but its owner sees.
    "altered-out-of-sight": partial(
        _altered, FOR_EVERYONE, "lost", "knights", Lost("knights"), stealth="hidden"
    ),
    "altered-into-hiding": partial(
        _altered, FOR_EVERYONE, "stealth", "knights", Cloaked("knights", "hidden")
    ),
    "altered-anew": partial(
        _altered, FOR_EVERYONE, "new_asset", "scouts", Added(asset("scouts", "vael", "ford"))
    ),
}
