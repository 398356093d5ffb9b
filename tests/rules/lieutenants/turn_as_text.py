"""A turn of lieutenants as plain text: every event, what it changes, its dice and who learns of it.

The cases are written in this notation. It leaves out the players' own words and the defenders whose
level did not count, which the tellings show, and nothing else: since the board changes by the
changes of events alone, they tell it all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from chronicle.model.audience import FOR_GM
from chronicle.model.dice import Modifier, Roll
from chronicle.rules.lieutenants.actions.attack import AttackDetails
from chronicle.rules.lieutenants.actions.conceal import ConcealDetails
from chronicle.rules.lieutenants.actions.custom import CustomDetails
from chronicle.rules.lieutenants.actions.espionage import SpyDetails
from chronicle.rules.lieutenants.actions.influence import InfluenceDetails
from chronicle.rules.lieutenants.actions.purchase import TradeDetails
from chronicle.rules.lieutenants.actions.raid import TakeDetails
from chronicle.rules.lieutenants.actions.recruit import RecruitDetails, SeduceDetails
from chronicle.rules.lieutenants.actions.research import ProjectDetails
from chronicle.rules.lieutenants.actions.stance import StanceDetails
from chronicle.rules.lieutenants.actions.travel import MoveDetails
from chronicle.rules.lieutenants.actions.work import WorkDetails
from chronicle.rules.lieutenants.catalogue import Price
from chronicle.rules.lieutenants.changes import Change, TurnOver
from chronicle.rules.lieutenants.events import (
    Acted,
    Altered,
    Details,
    Earned,
    Event,
    Intercepted,
    StealthResult,
    TurnEnded,
    Upkeep,
)
from chronicle.rules.lieutenants.state import State
from chronicle.rules.protocol import Step
from tests.rules.notation import Notation, visibility_as_text

ARROW = "→"
#: What the cases call each kind of action.
_DETAILS_WORDS: Final = {
    AttackDetails: "assault",
    TakeDetails: "grab",
    ConcealDetails: "hiding",
    SpyDetails: "spying",
    TradeDetails: "trade",
    RecruitDetails: "recruitment",
    SeduceDetails: "seduction",
    WorkDetails: "labour",
    ProjectDetails: "effort",
    StanceDetails: "stand",
    InfluenceDetails: "courting",
    CustomDetails: "custom",
}

#: Actions whose units stand with what is done.
_ACTIONS_WITH_UNITS: Final = ("work", "ambush", "block", "move")


#: The names of assets by id.
Names: TypeAlias = Mapping[str, str]


def events_as_text(steps: Iterable[Step[State, Event]]) -> str:
    """All events, a paragraph each; what belongs to one is indented under it."""
    lines = []
    for step in steps:
        assets = {**step.after.assets, **step.before.assets}
        names = {id: asset.name for id, asset in assets.items()}
        lines += [f"{line}\n" for line in _event(step.event, names)]
    return "".join(lines)


def _event(event: Event, names: Names) -> Iterator[str]:
    match event:
        case Acted():
            yield from _acted(event)
        case Intercepted():
            who = f"{event.faction}/{event.lieutenant}"
            came = f"{event.mover}/{event.order} ({', '.join(event.movers)})"
            where = f"between {' and '.join(event.way)}" if event.way else f"at {event.at}"
            met = f"{event.kind} {who} {where} meets {came}"
            yield f"{met}: {event.result}, {event.outcome} [{event.rule}]"
        case Earned():
            lines = ", ".join(f"{source} {amount}" for source, amount in event.lines)
            yield f"income {event.faction}: {lines} [{event.rule}]"
        case Upkeep():
            yield _upkeep(event)
        case Altered():
            source = "news" if event.by_news else f"adjustment ({event.because})"
            subject = " ".join(part for part in (event.faction, event.subject) if part)
            what = f"{event.what} {subject} {event.before}{ARROW}{event.after}"
            yield f"{source}: {what} [{event.rule}]"
        case TurnEnded():
            lost = ", ".join(f"{faction}/{project}" for project, faction in event.lapsed)
            yield f"over{': lost ' + lost if lost else ''} [{event.rule}]"
    if isinstance(event, Acted | Intercepted):
        yield f"  known {visibility_as_text(event.known)}" + (
            f", seen {visibility_as_text(event.seen)}" if event.seen != FOR_GM else ""
        )
    yield from (_roll(roll, names) for roll in event.rolls)
    yield from (f"  {change_as_text(change)}" for change in event.changes if not _routine(change))


def _routine(change: Change) -> bool:
    """The turn's end is in every turn."""
    return isinstance(change, TurnOver)


def _acted(event: Acted) -> Iterator[str]:
    key = f"{event.faction}/{event.order}" + (f"/{event.part}" if event.part else "")
    against = f" against {event.against}" if event.against else ""
    instead = "instead " if event.instead else ""
    what = (
        f"{instead}{event.action} {key} by {event.lieutenant} at {event.at or 'nowhere'}{against}"
    )
    result = f"{event.result}, " if event.result else ""
    reason = f" ({event.reason})" if event.reason else ""
    yield f"{what}: {result}{event.outcome}{reason} [{event.rule}]"
    if event.details is not None:
        yield f"  {_action(event.details)}"
    if event.helped or event.idle:
        idle = f"; idle {', '.join(event.idle)}" if event.idle else ""
        yield f"  helped {', '.join(event.helped) or 'nobody'}{idle}"
    if set(event.units) - {*event.helped, *event.idle} and event.action not in _ACTIONS_WITH_UNITS:
        yield f"  with {', '.join(event.units)}"
    if event.watches:
        yield f"  watched {', '.join(f'{it.subject} by {it.faction}' for it in event.watches)}"
    if event.lent:
        yield f"  lent {', '.join(event.lent)}"
    if event.stealth.how:
        yield f"  {_stealth(event.stealth)}"
    if event.prompt:
        yield f"  the gm: {event.prompt}"


def _action(details: Details) -> str:
    if isinstance(details, MoveDetails):
        ways = (f"{id} {origin}{ARROW}{to}" for id, origin, to, _ in details.legs)
        legs = zip(ways, (leg[3] for leg in details.legs), strict=True)
        gone = [way if arrived else f"{way} (halted)" for way, arrived in legs]
        return f"march {', '.join(gone)}".rstrip()
    return f"{_DETAILS_WORDS[type(details)]} {_DETAILS_NOTATION.fields(details)}".rstrip()


def _stealth(stealth: StealthResult) -> str:
    held = "held" if stealth.held else "failed"
    return f"stealth {stealth.kind or 'untried'} {held} by {stealth.how} [{stealth.rule}]"


def _upkeep(event: Upkeep) -> str:
    paid = [f"{id} {_price(price)}{'' if done else ' unpaid'}" for id, price, done in event.lines]
    left = [f"{id} for {why}" for id, why in event.left]
    gone = f"; left {', '.join(left)}" if left else ""
    respect = f"respect {event.respect} of {event.reach}"
    return f"upkeep {event.faction}: {', '.join(paid)}{gone}; {respect} [{event.rule}]"


def _price(price: Price) -> str:
    return f"{price.amount}{price.currency[0]}"


def _roll(roll: Roll, names: Names) -> str:
    parts = ", ".join(_part(part, names) for part in roll.modifiers)
    purpose = roll.id.split("/", 3)[-1]
    faces = " ".join(str(face) for face in roll.faces)
    if "total" in roll.result:
        shown = f"{roll.result['total']} {roll.result['result']}"
    else:
        shown = names[str(roll.result["hit"])]
    return f"  {purpose} {len(roll.faces)}d{roll.sides} ({parts}): {faces} = {shown}, {roll.source}"


def _part(part: Modifier, names: Names) -> str:
    """A modifier; the names of those who joined their levels stand together, before how."""
    words = [f"{part.value:+}", part.reason]
    for key, fact in part.facts.items():
        match key, fact:
            case "minions", tuple(ids):
                words.append("&".join(names[str(id)] for id in ids))
            case "asset", str(id):
                words.append(names[id])
            case _:
                words.append(str(fact))
    return f"{' '.join(word for word in words if word)} [{part.rule}]"


def _own(value: object) -> str:
    return _price(value) if isinstance(value, Price) else ""


#: What changes say as well, and whom a fight met, which the tellings show.
_SAID_ELSEWHERE: Final = frozenset({"must_stay", "moved_to", "itself", "hidden", "faced", "met"})
_NOTATION: Final = Notation(_own, (None,))
_DETAILS_NOTATION: Final = Notation(_own, (None,), _SAID_ELSEWHERE)
change_as_text = _NOTATION.change
