"""The facts of an action or an attack, for those who learn of it."""

from __future__ import annotations

from typing import Literal

from chronicle.model.facts import FactsOf
from chronicle.rules.wwn import events, telling_facts
from chronicle.rules.wwn.board_view import BoardView
from chronicle.rules.wwn.fact_rows import reaction_rows
from chronicle.rules.wwn.rolls import check_total
from chronicle.rules.wwn.state import PieceSnapshot
from chronicle.rules.wwn.terms import HarmKind


def undone_facts(view: BoardView, event: events.Acted) -> telling_facts.UndoneFacts:
    """Return the facts of an order that was not carried out at all."""
    return telling_facts.UndoneFacts(
        action=event.action,
        who=view.who(event.faction),
        asset=event.name,
        at=view.place(event.at),
        against=None,
        reason=event.reason,
    )


def action_facts(view: BoardView, event: events.Acted) -> telling_facts.ActionFacts:
    """Return what is told of all orders that were carried out, to those who may know all of it."""
    return telling_facts.ActionFacts(
        action=event.action,
        who=view.who(event.faction),
        asset=event.name,
        at=view.place(event.at),
        outcome=event.outcome,
        reactions=reaction_rows(view, event.reactions),
    )


def unmasked_facts(
    public: BoardView, event: events.Acted, details: events.Details
) -> telling_facts.UnmaskedFacts:
    """Return what a reveal tells of an action: who did it, with which asset, to whom."""
    return telling_facts.UnmaskedFacts(
        action=details.code(event.action),
        who=public.who(event.faction),
        asset=event.name,
        at=public.place(event.at),
        against=public.who(details.rival),
        name=details.object_name,
        done=event.outcome == "done",
    )


# ── Attacks ──────────────────────────────────────────────────────────────────────────────────────


def fighter_facts(view: BoardView, event: events.Attacked) -> telling_facts.ClashFacts:
    """Return an attack as either fighter knows it: with the damage, and what both have left."""
    met = event.defender
    return telling_facts.ClashFacts(
        side=_side(view, event),
        **_common_attack_facts(view, event),
        attacker=_fighter_row(view, event.attacker, event.ours, event.attacker_harm),
        defender=_fighter_row(view, met, event.theirs, event.defender_harm) if met else None,
        attribute=(met and event.attribute) or "",
        target=(met and event.target) or "",
        massive=event.massive,
        total=check_total(event, "check"),
        against_total=check_total(event, "defence"),
        base_damage=event.base_damage,
        looted=event.looted,
        mark=event.mark,
        reactions=reaction_rows(view, event.reactions),
    )


def attack_facts_for_others(
    view: BoardView, event: events.Attacked
) -> telling_facts.SeenClashFacts:
    """Return an attack as all others know it: the two sides, and the result; no figures."""
    met = event.defender
    return telling_facts.SeenClashFacts(
        **_common_attack_facts(view, event),
        attacker=_fighter_row_for_others(view, event.attacker, event.attacker_harm),
        defender=_fighter_row_for_others(view, met, event.defender_harm) if met else None,
        reactions=reaction_rows(view, event.reactions),
    )


def undone_attack_facts(view: BoardView, event: events.Attacked) -> telling_facts.UndoneFacts:
    """Return an attack that was not carried out at all."""
    return telling_facts.UndoneFacts(
        action="attack",
        who=view.who(event.faction),
        asset=event.attacker.name,
        at=view.place(event.at),
        against=view.who(event.against),
        reason=event.reason,
    )


def unmasked_attack_facts(public: BoardView, event: events.Attacked) -> telling_facts.UnmaskedFacts:
    """Return what a reveal tells of an attack."""
    return telling_facts.UnmaskedFacts(
        action="attack",
        who=public.who(event.faction),
        asset=event.attacker.name,
        at=public.place(event.at),
        against=public.who(event.against),
        name=event.defender.name if event.defender is not None else "",
        done=bool(event.won),
    )


def _side(view: BoardView, event: events.Attacked) -> Literal["attacker", "defender", "gm"]:
    if view.gm:
        return "gm"
    return "defender" if view.faction == event.against else "attacker"


def _common_attack_facts(view: BoardView, event: events.Attacked) -> telling_facts.AttackFacts:
    return telling_facts.AttackFacts(
        part=event.part,
        who=view.who(event.faction),
        against=view.who(event.against),
        at=view.place(event.at),
        won=event.won,
        taken=event.taken,
        nobody=event.outcome == "nobody-there",
    )


def _fighter_row(
    view: BoardView, of: PieceSnapshot, damage: int, harm: HarmKind
) -> FactsOf[telling_facts.FighterRow]:
    """Return one side of a fight; a rival base's capacity would reveal its faction's ratings."""
    open_figure = view.is_of(of.faction) or not of.base
    row = telling_facts.FighterRow(
        **view.row(of),
        hp=of.hp,
        maximum=of.maximum if open_figure else None,
        damage=damage,
        harm=harm,
    )
    return FactsOf(row)


def _fighter_row_for_others(
    view: BoardView, of: PieceSnapshot, harm: HarmKind
) -> FactsOf[telling_facts.SeenFighterRow]:
    return FactsOf(telling_facts.SeenFighterRow(**view.row(of), harm=harm))
