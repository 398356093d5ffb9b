"""The twenty actions, and Seduce: what each of them comes to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from chronicle.rules.lieutenants.action_context import Scene
from chronicle.rules.lieutenants.action_events import Done, acted
from chronicle.rules.lieutenants.actions.attack import attack
from chronicle.rules.lieutenants.actions.conceal import conceal
from chronicle.rules.lieutenants.actions.espionage import investigate, surveil
from chronicle.rules.lieutenants.actions.influence import court
from chronicle.rules.lieutenants.actions.move import move
from chronicle.rules.lieutenants.actions.projects import research, train
from chronicle.rules.lieutenants.actions.raid import take
from chronicle.rules.lieutenants.actions.recruit import recruit, seduce
from chronicle.rules.lieutenants.actions.stance import stand
from chronicle.rules.lieutenants.actions.trade import purchase, sell
from chronicle.rules.lieutenants.actions.work import work
from chronicle.rules.lieutenants.events import Event
from chronicle.rules.lieutenants.orders import (
    ToAttack,
    ToBuy,
    ToConceal,
    ToCourt,
    ToMove,
    ToRecruit,
    ToResearch,
    ToSeduce,
    ToSell,
    ToSpy,
    ToStand,
    ToTake,
    ToTrain,
    ToWork,
)


def act(scene: Scene) -> Iterator[Event]:
    """The events of an order that is carried out: one, and before a move those of stances."""
    aim = scene.order.aim
    if isinstance(aim, ToMove):
        yield from move(scene, aim)
    else:
        yield acted(scene, _done(scene, aim))


_Still: TypeAlias = ToAttack | ToTake | ToConceal | ToSpy | ToStand | ToResearch | ToTrain | ToWork
_Dealing: TypeAlias = ToBuy | ToSell | ToRecruit | ToSeduce | ToCourt


def _done(scene: Scene, aim: _Still | _Dealing) -> Done:
    match aim:
        case ToBuy() | ToSell() | ToRecruit() | ToSeduce() | ToCourt():
            return _dealt(scene, aim)
        case ToAttack():
            return attack(scene, aim)
        case ToTake():
            return take(scene, aim)
        case ToConceal():
            return conceal(scene, aim)
        case ToSpy():
            watching = scene.order.action == "surveil"
            return surveil(scene, aim) if watching else investigate(scene, aim)
        case ToStand():
            return stand(scene, aim)
        case ToResearch():
            return research(scene, aim)
        case ToTrain():
            return train(scene, aim)
        case ToWork():
            return work(scene, aim)


def _dealt(scene: Scene, aim: _Dealing) -> Done:
    """What charm brings about."""
    match aim:
        case ToBuy():
            return purchase(scene, aim)
        case ToSell():
            return sell(scene, aim)
        case ToRecruit():
            return recruit(scene, aim)
        case ToSeduce():
            return seduce(scene, aim)
        case ToCourt():
            return court(scene, aim)
