"""What an event of assets shows of the rules, in words of our own."""

from __future__ import annotations

from chronicle.rules.wwn import events as e
from chronicle.rules.wwn.actions.arrival import Carrying
from chronicle.rules.wwn.actions.create import Purchase
from chronicle.rules.wwn.actions.demands import Demand
from chronicle.rules.wwn.actions.expand import Founding
from chronicle.rules.wwn.actions.exposes import Search
from chronicle.rules.wwn.actions.yields import Profit


def of_event(event: e.Event) -> list[str]:
    """The words for one event: its kind, its changes, and how it went."""
    found = [type(event).__name__, *(type(change).__name__ for change in event.changes)]
    found += [f"{roll.source} dice" for roll in event.rolls]
    match event:
        case e.Acted():
            found += [f"{event.action or event.rule} {event.outcome}", f"reason {event.reason}"]
            found += [type(event.details).__name__, *_reactions(event), *_of_details(event.details)]
        case e.Attacked():
            found += [*_reactions(event), *_of_clash(event)]
        case e.Unveiled():
            when = "at the start" if event.id.split("/")[2] == "start" else "on arrival"
            found += [f"found {when}" for _ in event.found]
            found += [f"missed {when}" for _ in event.missed]
        case e.GoalChecked():
            found += _of_goal(event)
        case _:
            found += _of_frame(event)
    return found


def _reactions(event: e.Acted | e.Attacked) -> list[str]:
    return [one.kind for one in event.reactions]


def _of_clash(event: e.Attacked) -> list[str]:
    found = [f"{event.part or 'attack'} {event.outcome}"]
    found += [f"defender {event.defender_harm}", f"attacker {event.attacker_harm}"]
    found += [f"mark {event.mark}"] + ["taken"] * event.taken + ["massive"] * event.massive
    return found + ["looted"] * (event.looted > 0) + ["base hit"] * (event.base_damage > 0)


def _of_details(details: e.Details | None) -> list[str]:
    match details:
        case Carrying():
            return ["toll" for leg in details.legs if leg.toll_to] + [f"grants {details.grants}"]
        case Demand():
            return [f"unpaid {details.unpaid}", "paid" if details.paid else "not paid"]
        case Search():
            return ["exposed" for _ in details.found]
        case Founding():
            return [
                f"rival {'attacks' if attacks else 'waits'}" for _, _, attacks in details.rivals
            ]
        case Purchase():
            dearer = ["dearer" for _, by, _ in details.helped if by < 0]
            return dearer + ["cheaper" for _, by, _ in details.helped if by > 0]
        case Profit():
            return [f"only {details.only}"] + ["owing"] * bool(details.owing)
        case _:
            return []


def _of_goal(event: e.GoalChecked) -> list[str]:
    goal = [f"goal {event.goal.kind}"] if event.goal is not None else []
    ends = {
        "met": event.met,
        "goal failed": event.failed,
        "abandoned": event.abandoned,
        "lavished": event.lavished > 0,
        "chosen": event.chosen is not None,
        "raised": bool(event.raised),
    }
    return goal + [word for word, holds in ends.items() if holds]


def _of_frame(event: e.Event) -> list[str]:
    match event:
        case e.UpkeepPaid():
            bills = [f"{it.reason} {'paid' if it.paid else 'unpaid'}" for it in event.bills]
            return bills + [f"left {fate}" for _, fate in event.left]
        case e.Altered():
            return [f"{'news' if event.by_news else 'adjustment'} of {event.what}"]
        case e.Started():
            return ["arrived late" for _ in event.arrived] + ["harried" for _ in event.harried]
        case e.TurnEnded():
            return ["forfeit" for _ in event.forfeit] + ["uncovered" for _ in event.uncovered]
        case e.Collapsed():
            return ["brought down" if event.by else "fell"]
        case e.Declared():
            return ["bans" for _ in event.places]
        case e.Sequenced():
            return ["stated" if event.stated else "thrown"]
        case e.Earned():
            return ["more income" for _ in event.lines]
        case _:
            return []
