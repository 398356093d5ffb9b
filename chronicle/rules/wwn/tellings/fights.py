"""What is told about an attack: to those who fought, and to everybody else (W-ACT-1)."""

from __future__ import annotations

from chronicle.model.facts import Fact, Facts
from chronicle.rules.wwn.board_view import BoardView
from chronicle.rules.wwn.events import Clash, PieceSnapshot
from chronicle.rules.wwn.fact_rows import reaction_rows
from chronicle.rules.wwn.tellings.rolls import check_total


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
