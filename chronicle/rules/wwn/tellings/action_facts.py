"""The facts of an action or an attack, for those who learn of it."""

from __future__ import annotations

from typing import TypeAlias

from chronicle.model.facts import Fact, Facts
from chronicle.rules.wwn.board_view import BoardView
from chronicle.rules.wwn.changes import Paid
from chronicle.rules.wwn.events import (
    Acted,
    Affliction,
    Carrying,
    Clash,
    Cloaking,
    Demand,
    Founding,
    Mending,
    PieceSnapshot,
    Profit,
    Purchase,
    Sale,
    Search,
)
from chronicle.rules.wwn.fact_rows import leg_rows, reaction_rows
from chronicle.rules.wwn.state import Base
from chronicle.rules.wwn.tellings.rolls import check_total

_RivalAction: TypeAlias = Search | Demand | Affliction
_OwnAction: TypeAlias = Carrying | Profit | Mending | Cloaking
_TradeAction: TypeAlias = Purchase | Sale | Founding


def code_of(event: Acted) -> str:
    """Return the code of a deed for the acting faction; empty where nothing was carried out.

    A deed of the turn's action uses the action's name, even where a free action does the same.
    """
    match event.deed:
        case None:
            return ""
        case Carrying():
            return "move" if event.action == "move" else "carries"
        case Profit():
            return "yields"
        case Mending():
            return "repair" if event.action == "repair" else "mends"
        case Cloaking():
            return "hide" if event.action == "hide" else "cloaks"
        case Search():
            return "exposes"
        case Demand():
            return "demands"
        case Affliction():
            return "afflicts"
        case Purchase():
            return "create"
        case Sale():
            return "sell"
        case Founding():
            return "expand"


def common_facts(eyes: BoardView, event: Acted) -> dict[str, Fact]:
    """Return what all orders have: faction, asset, place, and outcome."""
    return {
        "action": event.action,
        "who": eyes.who(event.faction),
        "asset": event.name,
        "at": eyes.at(event.at),
        "outcome": event.outcome,
        "reactions": reaction_rows(eyes, event.reactions),
    }


def undone_facts(eyes: BoardView, event: Acted) -> Facts:
    """Return the facts of an order that was not carried out at all."""
    return Facts(
        action=event.action,
        who=eyes.who(event.faction),
        asset=event.name,
        at=eyes.at(event.at),
        against=None,
        reason=event.reason,
    )


def deed_facts(eyes: BoardView, event: Acted) -> dict[str, Fact]:
    """Return the facts of a deed for those who may know all of it."""
    match event.deed:
        case None:
            return {}
        case Carrying() | Profit() | Mending() | Cloaking():
            return _own_action_facts(eyes, event.deed)
        case Search() | Demand() | Affliction():
            return _rival_action_facts(eyes, event.deed)
        case Purchase() | Sale() | Founding():
            return _trade_facts(eyes, event, event.deed)


def _own_action_facts(eyes: BoardView, deed: _OwnAction) -> dict[str, Fact]:
    match deed:
        case Carrying():
            return {"legs": leg_rows(eyes, deed.legs), "paid": deed.paid, "grants": deed.grants}
        case Profit():
            return {
                "amount": deed.amount,
                "hurt": deed.hurt,
                "only": deed.only,
                "owing": deed.owing,
            }
        case Mending():
            return {
                "name": deed.name,
                "base": isinstance(eyes.piece(deed.subject), Base),
                "healed": deed.healed,
                "paid": deed.paid,
                "times": deed.times,
            }
        case Cloaking():
            return {"name": deed.name, "quality": deed.quality, "paid": deed.paid}


def _rival_action_facts(eyes: BoardView, deed: _RivalAction) -> dict[str, Fact]:
    match deed:
        case Search():
            return {
                "against": eyes.who(deed.against),
                "found": eyes.rows(deed.found, met=True),
                "paid": deed.paid,
            }
        case Demand():
            return {
                "name": deed.name,
                "against": eyes.who(deed.against),
                "asked": deed.asked,
                "paid": deed.paid,
                "unpaid": deed.unpaid,
            }
        case Affliction():
            return {
                "name": deed.name,
                "against": eyes.who(deed.against),
                "mark": deed.mark,
                "paid": deed.paid,
            }


def _trade_facts(eyes: BoardView, event: Acted, deed: _TradeAction) -> dict[str, Fact]:
    match deed:
        case Purchase():
            return {
                "name": deed.name,
                "type": eyes.type_name(deed.type),
                "price": deed.price,
                "helped": tuple(
                    Facts(name=eyes.name(id), by=by, hurt=hurt) for id, by, hurt in deed.helped
                ),
                "hidden": deed.hidden,
            }
        case Sale():
            return {"name": deed.name, "type": eyes.type_name(deed.type), "gained": deed.gained}
        case Founding():
            return {
                "name": deed.name,
                "hp": deed.hp,
                "paid": treasure_spent(event),
                "rivals": tuple(
                    Facts(faction=eyes.who(rival), won=won, attacks=attacks)
                    for rival, won, attacks in deed.rivals
                ),
            }


def treasure_spent(event: Acted) -> int:
    """Return the Treasure that the acting faction has spent on it."""
    return -sum(
        change.amount
        for change in event.changes
        if isinstance(change, Paid) and change.faction == event.faction
    )


def fighter_facts(eyes: BoardView, event: Clash) -> Facts:
    """Return an attack as either fighter knows it: with the damage, and what both have left."""
    met = event.defender
    return Facts(
        {
            "side": _side(eyes, event),
            **_common_attack_facts(eyes, event),
            "attacker": _fighter_row(eyes, event.attacker, event.ours, event.attacker_harm),
            "defender": _fighter_row(eyes, met, event.theirs, event.defender_harm) if met else None,
            "attribute": event.attribute or "" if met else "",
            "target": event.target or "" if met else "",
            "massive": event.massive,
            "total": check_total(event, "check"),
            "against_total": check_total(event, "defence"),
            "base_damage": event.base_damage,
            "looted": event.looted,
            "mark": event.mark,
            "reactions": reaction_rows(eyes, event.reactions),
        }
    )


def attack_facts_for_others(eyes: BoardView, event: Clash) -> Facts:
    """Return an attack as all others know it: the two sides, and the result; no figures."""
    met = event.defender
    return Facts(
        {
            **_common_attack_facts(eyes, event),
            "attacker": _fighter_row_for_others(eyes, event.attacker, event.attacker_harm),
            "defender": _fighter_row_for_others(eyes, met, event.defender_harm) if met else None,
            "reactions": reaction_rows(eyes, event.reactions),
        }
    )


def undone_attack_facts(eyes: BoardView, event: Clash) -> Facts:
    """Return an attack that was not carried out at all."""
    return Facts(
        action="attack",
        who=eyes.who(event.faction),
        asset=event.attacker.name,
        at=eyes.at(event.at),
        against=eyes.who(event.against),
        reason=event.reason,
    )


def _side(eyes: BoardView, event: Clash) -> str:
    if eyes.gm:
        return "gm"
    return "defender" if eyes.faction == event.against else "attacker"


def _common_attack_facts(eyes: BoardView, event: Clash) -> dict[str, Fact]:
    return {
        "part": event.part,
        "who": eyes.who(event.faction),
        "against": eyes.who(event.against),
        "at": eyes.at(event.at),
        "won": event.won,
        "taken": event.taken,
        "nobody": event.outcome == "nobody-there",
    }


def _fighter_row(eyes: BoardView, of: PieceSnapshot, damage: int, harm: str) -> Facts:
    """Return one side of a fight; a rival base's capacity would reveal its faction's ratings."""
    open_figure = eyes.is_of(of.faction) or not of.base
    return Facts(
        {
            **eyes.row(of),
            "hp": of.hp,
            "maximum": of.maximum if open_figure else None,
            "damage": damage,
            "harm": harm,
        }
    )


def _fighter_row_for_others(eyes: BoardView, of: PieceSnapshot, harm: str) -> Facts:
    return Facts({**eyes.row(of), "harm": harm})
