"""The boards on which the table of who learns what is played, deed by deed.

Vael acts at the ford, and what it does is aimed at the Oru, whose guard stands there. The Kell have
a spy within one move, the Far are nowhere near. The turn is played whole, as in a campaign.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final, Literal

from chronicle.audience import FOR_EVERYONE, Audience, Circle
from chronicle.dice import Dice
from chronicle.facts import Ref
from chronicle.rules.system import Moment, Sheet, Sighting, Step, Telling
from chronicle.rules.wwn.apply import fold
from chronicle.rules.wwn.changes import Added, Change, Cloaked, Lost, Paid
from chronicle.rules.wwn.effects import WORDS
from chronicle.rules.wwn.events import Event
from chronicle.rules.wwn.orders import (
    Aim,
    Alteration,
    FactionOrders,
    Order,
    Orders,
    ToAttack,
    ToCreate,
    ToExpand,
    ToHide,
    ToMove,
    ToRepair,
    ToSell,
    ToUse,
)
from chronicle.rules.wwn.sheets import sheet
from chronicle.rules.wwn.state import Asset, Base, Faction, Goal, Mark, Piece, Place, Policy, State
from chronicle.rules.wwn.tellings import tell
from chronicle.rules.wwn.terms import Action
from chronicle.rules.wwn.turn import resolve
from tests.wwn.boards import SHIPPED, TURN, asset, base, board, faction

House = Literal["public", "rumored", "owner"]
HOUSES: Final[tuple[House, ...]] = ("public", "rumored", "owner")
#: Of each faction, its ratings; Vael's and the Oru's are high enough for whatever they have.
_FIGURES: Final[Mapping[str, Mapping[str, Any]]] = {
    "vael": {"force": 8, "cunning": 8, "wealth": 8, "magic": "high", "treasure": 60},
    "oru": {"force": 8, "cunning": 8, "wealth": 8, "magic": "high", "treasure": 60},
}
_KEY: Final = "vael/go"
#: A check that Vael wins, and one that it loses, whatever the ratings.
WON: Final = {f"{_KEY}/check": (10,), f"{_KEY}/defence": (1,)}
LOST: Final = {f"{_KEY}/check": (1,), f"{_KEY}/defence": (10,)}


@dataclass(frozen=True, slots=True)
class Scene:
    """A deed: the board before it, the orders, the dice that matter, and the event it makes."""

    state: State
    orders: tuple[FactionOrders, ...]
    event: str
    table: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    more: Mapping[str, Any] = field(default_factory=dict)


def stage(*pieces: Piece, **more: Any) -> State:
    """The board: Vael's things and the guard of the Oru at the ford, the spy of the Kell near."""
    figures = {**_FIGURES, **more.pop("figures", {})}
    factions = [faction(id, **figures.get(id, {})) for id in ("vael", "oru", "kell")]
    guard = asset("infantry", "oru", "ford", id="guard")
    spy = asset("informers", "kell", "castle", id="spy")
    state = board(guard, spy, *pieces, factions=factions, **more)
    far = Faction("far", 1, 1, 1, "none", 9, 3)
    seat = Base("far-hall", "Hall", "far", "isle", 3, 3, headquarters=True)
    return state.with_faction(far).with_base(seat)


def mine(of: str, **fields: Any) -> Asset:
    """An asset of Vael's at the ford, called by its type."""
    return asset(of, "vael", fields.pop("at", "ford"), **fields)


def order(aim: Aim, asset: str = "", *, free: bool = False) -> Order:
    return Order("vael", "go", asset, aim, free)


def _uses(state: State, id: str, word: str, **aim: str) -> Order:
    found = state.type_of(state.assets[id]).effects
    position = next(n for n, effect in enumerate(found) if isinstance(effect, WORDS[word]))
    return order(ToUse(position, **aim), id, free=True)


def _ability(state: State, id: str, word: str, **aim: str) -> tuple[FactionOrders, ...]:
    return (FactionOrders("vael", abilities=(_uses(state, id, word, **aim),)),)


def _action(kind: Action, given: Order) -> tuple[FactionOrders, ...]:
    return (FactionOrders("vael", action=kind, orders=(given,)),)


_GO: Final = f"{TURN}/{_KEY}"
Make = Callable[[], Scene]
DEEDS: Final[dict[str, Make]] = {}


def _deed(make: Make) -> Make:
    DEEDS[make.__name__.strip("_").replace("_", "-")] = make
    return make


# ── Moves ────────────────────────────────────────────────────────────────────────────────────────


def _moves(**fields: Any) -> Scene:
    state = stage(mine("knights", **fields))
    return Scene(state, _action("move", order(ToMove("mill"), "knights")), _GO)


@_deed
def _move() -> Scene:
    return _moves()


@_deed
def _move_hidden() -> Scene:
    return _moves(stealth="hidden")


@_deed
def _move_undone() -> Scene:
    return _moves(marks=(Mark("pinned", by="guard"),))


@_deed
def _toll() -> Scene:
    """The Oru take a toll of who comes to the mill."""
    state = stage(mine("knights"), asset("interrupted-logistics", "oru", "mill"))
    return Scene(state, _action("move", order(ToMove("mill"), "knights")), _GO)


def _carried(of: str, *others: Piece, **aim: str) -> Scene:
    state = stage(mine(of), *others)
    return Scene(state, _ability(state, of, "carries", **aim), _GO)


@_deed
def _carries() -> Scene:
    return _carried("caravan", mine("farmers"), target="farmers", to="mill")


@_deed
def _carries_into_hiding() -> Scene:
    return _carried("covert-transport", mine("farmers"), target="farmers", to="mill")


@_deed
def _arrives_late() -> Scene:
    state = stage(mine("knights", bound_for="mill"))
    return Scene(state, (), f"{TURN}/vael/start")


@_deed
def _perishes_uncovered() -> Scene:
    mark = Mark("uncovered", turn=TURN - 2)
    shut = Place("ford", ruler="oru", closed=True)
    state = stage(mine("knights", hp=1, marks=(mark,)), barred=(shut,))
    return Scene(state, (), f"{TURN}/vael/start")


# ── For one's own ────────────────────────────────────────────────────────────────────────────────


@_deed
def _yields() -> Scene:
    state = stage(mine("farmers"))
    return Scene(state, _ability(state, "farmers", "yields"), _GO)


@_deed
def _yields_its_last() -> Scene:
    state = stage(mine("trade-company", hp=1))
    return Scene(state, _ability(state, "trade-company", "yields"), _GO)


@_deed
def _mends() -> Scene:
    state = stage(mine("magical-logistics"), mine("knights", hp=3))
    return Scene(state, _ability(state, "magical-logistics", "mends", target="knights"), _GO)


@_deed
def _repair() -> Scene:
    state = stage(mine("knights", hp=3))
    return Scene(state, _action("repair", order(ToRepair("knights"))), _GO)


@_deed
def _cloaks() -> Scene:
    state = stage(mine("shapeshifters"))
    return Scene(state, _ability(state, "shapeshifters", "cloaks"), _GO)


@_deed
def _hide() -> Scene:
    state = stage(mine("knights"))
    return Scene(state, _action("hide", order(ToHide(), "knights")), _GO)


def _buys(of: str) -> Scene:
    bought = Asset(of, f"The {of}", "vael", "ford", of, SHIPPED.assets[of].hp)
    state = stage(base("lodge"))
    return Scene(state, _action("create", order(ToCreate(bought))), _GO)


@_deed
def _create() -> Scene:
    return _buys("knights")


@_deed
def _create_hidden() -> Scene:
    return _buys("occult-infiltrators")


def _sells(**fields: Any) -> Scene:
    state = stage(mine("knights", **fields))
    return Scene(state, _action("sell", order(ToSell(), "knights")), _GO)


@_deed
def _sell() -> Scene:
    return _sells()


@_deed
def _sell_hidden() -> Scene:
    return _sells(stealth="hidden")


@_deed
def _expand() -> Scene:
    state = stage(mine("knights"))
    return Scene(state, _action("expand", order(ToExpand(base("lodge")))), _GO, _EXPANDED)


_EXPANDED: Final = {f"{_KEY}/check-oru": (1,), f"{_KEY}/defence-oru": (10,)}


@_deed
def _contest() -> Scene:
    """The Oru are at war with Vael, and fall upon its new base."""
    state = stage(mine("knights"))
    oru = replace(state.factions["oru"], policy=Policy(at_war=frozenset({"vael"})))
    given = _action("expand", order(ToExpand(base("lodge"))))
    return Scene(state.with_faction(oru), given, f"{_GO}/oru/guard", _EXPANDED)


# ── Against others ───────────────────────────────────────────────────────────────────────────────


def _attacks(table: Mapping[str, tuple[int, ...]], against: str = "oru", **fields: Any) -> Scene:
    state = stage(mine("knights", **fields))
    return Scene(state, _action("attack", order(ToAttack(against), "knights")), _GO, table)


@_deed
def _attack_won() -> Scene:
    return _attacks(WON)


@_deed
def _attack_lost() -> Scene:
    return _attacks(LOST)


@_deed
def _attack_from_hiding() -> Scene:
    return _attacks(WON, stealth="hidden")


@_deed
def _attack_on_nobody() -> Scene:
    scene = _attacks(WON)
    guard = replace(scene.state.assets["guard"], stealth="hidden")
    return replace(scene, state=scene.state.with_asset(guard))


@_deed
def _attack_undone() -> Scene:
    return _attacks(WON, marks=(Mark("unusable", by="guard"),))


@_deed
def _afflicts() -> Scene:
    state = stage(mine("cryptomancers"))
    given = order(ToAttack("oru", target="guard"), "cryptomancers")
    return Scene(state, _action("attack", given), _GO, WON)


@_deed
def _afflicts_in_vain() -> Scene:
    return replace(_afflicts(), table=LOST)


def _demanded(
    of: str, table: Mapping[str, tuple[int, ...]], *, pays: bool = False, **fields: Any
) -> Scene:
    state = stage(mine(of, **fields))
    state = state.with_faction(replace(state.factions["oru"], policy=Policy(pays=pays)))
    return Scene(state, _ability(state, of, "demands", target="guard"), _GO, table)


@_deed
def _demands_met() -> Scene:
    return _demanded("monopoly", {}, pays=True)


@_deed
def _demands_refused() -> Scene:
    return _demanded("monopoly", {})


@_deed
def _demands_withheld() -> Scene:
    return _demanded("supply-interruption", WON)


@_deed
def _demands_in_vain() -> Scene:
    return _demanded("supply-interruption", LOST)


@_deed
def _demands_from_hiding_met() -> Scene:
    return _demanded("monopoly", {}, pays=True, stealth="hidden")


@_deed
def _demands_from_hiding_refused() -> Scene:
    return _demanded("monopoly", {}, stealth="hidden")


@_deed
def _demands_from_hiding_in_vain() -> Scene:
    return _demanded("supply-interruption", LOST, stealth="hidden")


def _exposed(table: Mapping[str, tuple[int, ...]], *hidden: Piece, **fields: Any) -> Scene:
    state = stage(mine("informers", **fields), *hidden)
    return Scene(state, _ability(state, "informers", "exposes", against="oru"), _GO, table)


_LURKERS: Final = asset("knights", "oru", "ford", id="lurkers", stealth="hidden")


@_deed
def _exposes() -> Scene:
    return _exposed(WON, _LURKERS)


@_deed
def _exposes_from_hiding() -> Scene:
    return _exposed(WON, _LURKERS, stealth="hidden")


@_deed
def _exposes_nobody() -> Scene:
    return _exposed(WON)


@_deed
def _exposes_in_vain() -> Scene:
    return _exposed(LOST, _LURKERS)


# ── Watchers ─────────────────────────────────────────────────────────────────────────────────────

_SPOT: Final = f"{_KEY}/spot-watch-knights"


def _watched(found: bool, **fields: Any) -> Scene:
    watch = asset("vigilant-agents", "oru", "mill", id="watch", **fields)
    state = stage(mine("knights", stealth="hidden", at="castle"), watch)
    faces = {f"{_SPOT}-check": (10 if found else 1,), f"{_SPOT}-defence": (1 if found else 10,)}
    given = _action("move", order(ToMove("ford"), "knights"))
    return Scene(state, given, f"{_GO}/watch", faces)


@_deed
def _spotted() -> Scene:
    return _watched(True)


@_deed
def _spotted_from_hiding() -> Scene:
    return _watched(True, stealth="hidden")


@_deed
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


@_deed
def _seen_through_() -> Scene:
    return _seen_through(True)


@_deed
def _not_seen_through() -> Scene:
    return _seen_through(False)


# ── The frame of a turn ──────────────────────────────────────────────────────────────────────────


@_deed
def _sequence() -> Scene:
    return Scene(stage(), (), f"{TURN}/sequence")


@_deed
def _income() -> Scene:
    return Scene(stage(mine("court-patronage")), (), f"{TURN}/vael/income")


@_deed
def _goal() -> Scene:
    state = stage()
    own = replace(state.factions["vael"], goal=Goal("peaceable-kingdom", since=1, progress=3))
    return Scene(state.with_faction(own), (), f"{TURN}/vael/goal")


def _unpaid(face: int, **fields: Any) -> Scene:
    """Vael has less than nothing coming in, and can't keep its mercenaries."""
    poor = {**_FIGURES, "vael": {"force": 1, "cunning": 1, "wealth": 1, "treasure": 0}}
    company = mine("free-company", marks=(Mark("rogue", amount=9),), **fields)
    if face > 3:
        company = replace(company, id="legion", type="hired-legion", marks=(), hp=20)
    state = stage(company, figures=poor)
    faces = {f"vael/upkeep/rogue-{company.id}": (face,)}
    return Scene(state, (), f"{TURN}/vael/upkeep", faces)


@_deed
def _upkeep_unpaid() -> Scene:
    return _unpaid(1)


@_deed
def _upkeep_unpaid_of_the_hidden() -> Scene:
    return _unpaid(1, stealth="hidden")


@_deed
def _goes_rogue() -> Scene:
    return _unpaid(6)


@_deed
def _rogue_attacks() -> Scene:
    """What obeys Vael no more attacks the wealthiest at the ford."""
    scene = _unpaid(6)
    return replace(scene, event=f"{TURN}/vael/rogue/legion")


@_deed
def _forfeits() -> Scene:
    """An asset is lost for a debt that is not paid by the end of the turn."""
    poor = {**_FIGURES, "vael": {"force": 1, "cunning": 1, "wealth": 1, "treasure": 0}}
    state = stage(mine("manufactory", marks=(Mark("owing", amount=40),)), figures=poor)
    return Scene(state, (), f"{TURN}/over")


@_deed
def _forfeits_the_hidden() -> Scene:
    scene = _forfeits()
    hidden = replace(scene.state.assets["manufactory"], stealth="hidden")
    return replace(scene, state=scene.state.with_asset(hidden))


@_deed
def _uncovered() -> Scene:
    shut = Place("ford", ruler="oru", closed=True)
    return Scene(stage(mine("knights"), barred=(shut,)), (), f"{TURN}/over")


@_deed
def _collapses() -> Scene:
    scene = _attacks({f"{_KEY}/check": (10,), f"{_KEY}/defence": (1,), f"{_KEY}/damage": (8, 8)})
    state = scene.state
    seat = replace(state.bases["oru-hall"], at="ford", hp=1)
    weak = replace(state.factions["oru"], hp=1, policy=Policy(defend=("oru-hall",)))
    state = state.with_base(seat).with_faction(weak)
    return replace(scene, state=state, event=f"{TURN}/oru/collapse")


@_deed
def _declares_bans() -> Scene:
    state = stage(barred=(Place("ford", ruler="vael"),))
    shut = replace(state.places["ford"], forbids=frozenset({"oru"}))
    return Scene(state, (FactionOrders("vael", bans=(shut,)),), f"{TURN}/vael/declares")


@_deed
def _declares_policy() -> Scene:
    given = FactionOrders("vael", standing=Policy(pays=False))
    return Scene(stage(), (given,), f"{TURN}/vael/declares")


# ── The GM's changes ─────────────────────────────────────────────────────────────────────────────

_FOR_GM: Final = Circle(public=False, factions=frozenset())


def _altered(circle: Circle, what: str, subject: str, *changes: Change, **fields: Any) -> Scene:
    change = Alteration(
        id=f"{TURN}/adjustment/1/1",
        by_news=False,
        because="found a purse",
        circle=circle,
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


@_deed
def _altered_for_all() -> Scene:
    return _altered(FOR_EVERYONE, "treasure", "", _PURSE)


@_deed
def _altered_for_the_gm() -> Scene:
    return _altered(_FOR_GM, "treasure", "", _PURSE)


@_deed
def _altered_out_of_sight() -> Scene:
    """For everybody, of something that nobody but its owner sees."""
    return _altered(FOR_EVERYONE, "lost", "knights", Lost("knights"), stealth="hidden")


@_deed
def _altered_into_hiding() -> Scene:
    return _altered(FOR_EVERYONE, "stealth", "knights", Cloaked("knights", "hidden"))


@_deed
def _altered_anew() -> Scene:
    new = asset("scouts", "vael", "ford")
    return _altered(FOR_EVERYONE, "new_asset", "scouts", Added(new))


# ── Playing ──────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Played:
    """A scene after its turn: all steps, and the one that it is about."""

    steps: tuple[Step[State, Event], ...]
    event: str

    def step(self) -> Step[State, Event]:
        return next(step for step in self.steps if step.event.id == self.event)

    def told(self, audience: Audience) -> Telling | None:
        step = self.step()
        return tell(step.before, step.event, audience)

    def moment(self) -> Moment[State, Orders, Event]:
        """The whole turn."""
        first, last = self.steps[0], self.steps[-1]
        after = fold(last.before, last.event.changes)
        return Moment(TURN, first.before, after, None, self.steps)

    def tellings(self, audience: Audience) -> list[Telling]:
        """All that a reader is told in the turn, as it comes upon it."""
        told = (tell(step.before, step.event, audience) for step in self.steps)
        found = [telling for telling in told if telling is not None]
        return sorted(found, key=lambda one: (one.astray, repr(one) if one.astray else ""))

    def memory(self, audience: Audience) -> dict[str, Sighting]:
        """What a reader has seen by the end of the turn."""
        return {
            sighting.subject: replace(sighting, turn=TURN)
            for telling in self.tellings(audience)
            for sighting in telling.sightings
        }

    def sheet(self, audience: Audience, subject: Ref) -> Sheet:
        """A reader's sheet of a faction or a place at the end of the turn."""
        found = sheet(self.moment(), self.memory(audience), audience, subject)
        assert found is not None
        return found


@cache
def played(deed: str, house: House) -> Played:
    """A deed played in a campaign that shows so much of its assets."""
    return play(DEEDS[deed](), house)


def play(scene: Scene, house: House) -> Played:
    """A scene played in a campaign that shows so much of its assets."""
    state = replace(scene.state, house=replace(scene.state.house, assets=house))
    return Played(tuple(steps(scene, state)), scene.event)


def steps(scene: Scene, state: State) -> Iterator[Step[State, Event]]:
    """The steps of a scene's turn on a board; Vael acts first, so that none is before it."""
    given = {one.faction: one for one in scene.orders}
    sequence = () if scene.event.endswith("/sequence") else ("vael", "oru", "kell", "far")
    orders = Orders(TURN, given, **{"sequence": sequence, **scene.more})
    for event in resolve(state, orders, Dice(b"stage", TURN, scene.table)):
        yield Step(state, event)
        state = fold(state, event.changes)
