"""Scenes for the table of who learns what: watchers, the frame of a turn, the GM's changes."""

from __future__ import annotations

from typing import Any, Final

from chronicle.model.audience import FOR_EVERYONE, Visibility
from chronicle.records import replace
from chronicle.rules.shared.adjustment_events import Alteration
from chronicle.rules.wwn.changes import Added, Change, Cloaked, Lost, Paid
from chronicle.rules.wwn.orders import FactionOrders, MoveOrder
from chronicle.rules.wwn.state import Goal, Mark, PlaceState, Policy
from tests.rules.wwn.boards import TURN, asset
from tests.rules.wwn.visibility_boards import (
    FIGURES,
    GO,
    KEY,
    Make,
    Scene,
    action,
    listed,
    mine,
    order,
    stage,
)
from tests.rules.wwn.visibility_scenes_actions import attacks

SCENES: Final[dict[str, Make]] = {}
listed_scene = listed(SCENES)


# ── Watchers ─────────────────────────────────────────────────────────────────────────────────────

_SPOT: Final = f"{KEY}/spot-watch-knights"


def _watched(found: bool, **fields: Any) -> Scene:
    watch = asset("vigilant-agents", "oru", "mill", id="watch", **fields)
    state = stage(mine("knights", stealth="hidden", at="castle"), watch)
    faces = {f"{_SPOT}-check": (10 if found else 1,), f"{_SPOT}-defence": (1 if found else 10,)}
    given = action("move", order(MoveOrder("ford"), "knights"))
    return Scene(state, given, f"{GO}/watch", faces)


@listed_scene
def _spotted() -> Scene:
    return _watched(True)


@listed_scene
def _spotted_from_hiding() -> Scene:
    return _watched(True, stealth="hidden")


@listed_scene
def _not_spotted() -> Scene:
    return _watched(False)


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


@listed_scene
def _seen_through_() -> Scene:
    return _seen_through(True)


@listed_scene
def _not_seen_through() -> Scene:
    return _seen_through(False)


# ── The frame of a turn ──────────────────────────────────────────────────────────────────────────


@listed_scene
def _sequence() -> Scene:
    return Scene(stage(), (), f"{TURN}/sequence")


@listed_scene
def _income() -> Scene:
    return Scene(stage(mine("court-patronage")), (), f"{TURN}/vael/income")


@listed_scene
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


@listed_scene
def _upkeep_unpaid() -> Scene:
    return _unpaid(1)


@listed_scene
def _upkeep_unpaid_of_the_hidden() -> Scene:
    return _unpaid(1, stealth="hidden")


@listed_scene
def _goes_rogue() -> Scene:
    return _unpaid(6)


@listed_scene
def _rogue_attacks() -> Scene:
    """What obeys Vael no more attacks the wealthiest at the ford."""
    scene = _unpaid(6)
    return replace(scene, event=f"{TURN}/vael/rogue/legion")


@listed_scene
def _forfeits() -> Scene:
    """An asset is lost for a debt that is not paid by the end of the turn."""
    poor = {**FIGURES, "vael": {"force": 1, "cunning": 1, "wealth": 1, "treasure": 0}}
    state = stage(mine("manufactory", marks=(Mark("owing", amount=40),)), figures=poor)
    return Scene(state, (), f"{TURN}/over")


@listed_scene
def _forfeits_the_hidden() -> Scene:
    scene = _forfeits()
    hidden = replace(scene.state.assets["manufactory"], stealth="hidden")
    return replace(scene, state=scene.state.with_asset(hidden))


@listed_scene
def _uncovered() -> Scene:
    shut = PlaceState("ford", ruler="oru", closed=True)
    return Scene(stage(mine("knights"), barred=(shut,)), (), f"{TURN}/over")


@listed_scene
def _collapses() -> Scene:
    scene = attacks({f"{KEY}/check": (10,), f"{KEY}/defence": (1,), f"{KEY}/damage": (8, 8)})
    state = scene.state
    seat = replace(state.bases["oru-hall"], at="ford", hp=1)
    weak = replace(state.factions["oru"], hp=1, policy=Policy(defend=("oru-hall",)))
    state = state.with_base(seat).with_faction(weak)
    return replace(scene, state=state, event=f"{TURN}/oru/collapse")


@listed_scene
def _declares_bans() -> Scene:
    state = stage(barred=(PlaceState("ford", ruler="vael"),))
    shut = replace(state.places["ford"], forbids=frozenset({"oru"}))
    return Scene(state, (FactionOrders("vael", bans=(shut,)),), f"{TURN}/vael/declares")


@listed_scene
def _declares_policy() -> Scene:
    given = FactionOrders("vael", standing=Policy(pays=False))
    return Scene(stage(), (given,), f"{TURN}/vael/declares")


# ── The GM's changes ─────────────────────────────────────────────────────────────────────────────

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


@listed_scene
def _altered_for_all() -> Scene:
    return _altered(FOR_EVERYONE, "treasure", "", _PURSE)


@listed_scene
def _altered_for_the_gm() -> Scene:
    return _altered(_FOR_GM, "treasure", "", _PURSE)


@listed_scene
def _altered_out_of_sight() -> Scene:
    """For everybody, of something that nobody but its owner sees."""
    return _altered(FOR_EVERYONE, "lost", "knights", Lost("knights"), stealth="hidden")


@listed_scene
def _altered_into_hiding() -> Scene:
    return _altered(FOR_EVERYONE, "stealth", "knights", Cloaked("knights", "hidden"))


@listed_scene
def _altered_anew() -> Scene:
    new = asset("scouts", "vael", "ford")
    return _altered(FOR_EVERYONE, "new_asset", "scouts", Added(new))
