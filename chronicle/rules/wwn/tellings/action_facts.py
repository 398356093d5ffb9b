"""The facts of an action or an attack, for those who learn of it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from chronicle.model.facts import Facts, FactsOf
from chronicle.rules.wwn import events, telling_facts
from chronicle.rules.wwn.board_view import BoardView
from chronicle.rules.wwn.changes import Paid
from chronicle.rules.wwn.fact_rows import leg_rows, reaction_rows
from chronicle.rules.wwn.state import Base
from chronicle.rules.wwn.tellings.rolls import check_total

_RivalAction: TypeAlias = events.Search | events.Demand | events.Affliction
_OwnAction: TypeAlias = events.Carrying | events.Profit | events.Mending | events.Cloaking
_TradeAction: TypeAlias = events.Purchase | events.Sale | events.Founding


def code_of(details: events.ActionDetails, action: str) -> str:
    """Return the code of an action for the acting faction.

    An action of the turn's action uses the action's name, even where a free action does the same.
    """
    match details:
        case events.Carrying():
            return "move" if action == "move" else "carries"
        case events.Profit():
            return "yields"
        case events.Mending():
            return "repair" if action == "repair" else "mends"
        case events.Cloaking():
            return "hide" if action == "hide" else "cloaks"
        case events.Search():
            return "exposes"
        case events.Demand():
            return "demands"
        case events.Affliction():
            return "afflicts"
        case events.Purchase():
            return "create"
        case events.Sale():
            return "sell"
        case events.Founding():
            return "expand"


def undone_facts(view: BoardView, event: events.Acted) -> telling_facts.UndoneFacts:
    """Return the facts of an order that was not carried out at all."""
    return telling_facts.UndoneFacts(
        action=event.action,
        who=view.who(event.faction),
        asset=event.name,
        at=view.at(event.at),
        against=None,
        reason=event.reason,
    )


def action_facts(view: BoardView, event: events.Acted, details: events.ActionDetails) -> Facts:
    """Return the facts of an action for those who may know all of it."""
    common = telling_facts.ActionFacts(
        action=event.action,
        who=view.who(event.faction),
        asset=event.name,
        at=view.at(event.at),
        outcome=event.outcome,
        reactions=reaction_rows(view, event.reactions),
    )
    match details:
        case events.Carrying() | events.Profit() | events.Mending() | events.Cloaking():
            return _own_action_facts(view, common, details, event.asset)
        case events.Search() | events.Demand() | events.Affliction():
            return _rival_action_facts(view, common, details)
        case events.Purchase() | events.Sale() | events.Founding():
            return _trade_facts(view, common, details, treasure_spent(event))


def _own_action_facts(
    view: BoardView, common: telling_facts.ActionFacts, details: _OwnAction, actor: str
) -> Facts:
    match details:
        case events.Carrying():
            carrying = telling_facts.CarryingFacts(
                **common,
                itself=any(leg.asset == actor for leg in details.legs),
                legs=leg_rows(view, details.legs, own=True),
                paid=details.paid,
                grants=details.grants,
            )
            return FactsOf(carrying)
        case events.Profit():
            profit = telling_facts.ProfitFacts(
                **common,
                amount=details.amount,
                hurt=details.hurt,
                only=details.only,
                owing=details.owing,
            )
            return FactsOf(profit)
        case events.Mending():
            mending = telling_facts.MendingFacts(
                **common,
                name=details.name,
                base=isinstance(view.piece(details.subject), Base),
                healed=details.healed,
                paid=details.paid,
                times=details.times,
            )
            return FactsOf(mending)
        case events.Cloaking():
            cloaking = telling_facts.CloakingFacts(
                **common,
                itself=details.subject == actor,
                name=details.name,
                quality=details.quality,
                paid=details.paid,
            )
            return FactsOf(cloaking)


def _rival_action_facts(
    view: BoardView, common: telling_facts.ActionFacts, details: _RivalAction
) -> Facts:
    against = view.who(details.against)
    match details:
        case events.Search():
            found = view.rows(details.found, met=True)
            return FactsOf(
                telling_facts.SearchFacts(**common, against=against, found=found, paid=details.paid)
            )
        case events.Demand():
            demand = telling_facts.DemandFacts(
                **common,
                name=details.name,
                against=against,
                asked=details.asked,
                paid=details.paid,
                unpaid=details.unpaid,
            )
            return FactsOf(demand)
        case events.Affliction():
            affliction = telling_facts.AfflictionFacts(
                **common, name=details.name, against=against, mark=details.mark, paid=details.paid
            )
            return FactsOf(affliction)


def _trade_facts(
    view: BoardView, common: telling_facts.ActionFacts, details: _TradeAction, spent: int
) -> Facts:
    match details:
        case events.Purchase():
            helped = (
                telling_facts.HelperRow(name=view.name(id), by=by, hurt=hurt)
                for id, by, hurt in details.helped
            )
            purchase = telling_facts.PurchaseFacts(
                **common,
                name=details.name,
                type=view.type_name(details.type),
                price=details.price,
                helped=tuple(map(FactsOf, helped)),
                hidden=details.hidden,
            )
            return FactsOf(purchase)
        case events.Sale():
            type_name = view.type_name(details.type)
            return FactsOf(
                telling_facts.SaleFacts(
                    **common, name=details.name, type=type_name, gained=details.gained
                )
            )
        case events.Founding():
            rivals = (
                telling_facts.RivalRow(faction=view.who(rival), won=won, attacks=attacks)
                for rival, won, attacks in details.rivals
            )
            founding = telling_facts.FoundingFacts(
                **common,
                name=details.name,
                hp=details.hp,
                paid=spent,
                rivals=tuple(map(FactsOf, rivals)),
            )
            return FactsOf(founding)


def treasure_spent(event: events.Acted) -> int:
    """Return the Treasure that the acting faction has spent on it."""
    return -sum(
        change.amount
        for change in event.changes
        if isinstance(change, Paid) and change.faction == event.faction
    )


def unmasked_facts(
    public: BoardView, event: events.Acted, details: events.ActionDetails
) -> telling_facts.UnmaskedFacts:
    """Return what a reveal tells of an action: who did it, with which asset, to whom."""
    name, against = _object_of(details)
    return telling_facts.UnmaskedFacts(
        action=code_of(details, event.action),
        who=public.who(event.faction),
        asset=event.name,
        at=public.at(event.at),
        against=public.who(against),
        name=name,
        done=event.outcome == "done",
    )


def _object_of(details: events.ActionDetails) -> tuple[str, str]:
    """Return the object of an action and the rival it was aimed at; either may be empty."""
    match details:
        case events.Carrying() | events.Profit():
            return "", ""
        case events.Search():
            return "", details.against
        case events.Demand() | events.Affliction():
            return details.name, details.against
        case (
            events.Mending()
            | events.Cloaking()
            | events.Purchase()
            | events.Sale()
            | events.Founding()
        ):
            return details.name, ""


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
        at=view.at(event.at),
        against=view.who(event.against),
        reason=event.reason,
    )


def unmasked_attack_facts(public: BoardView, event: events.Attacked) -> telling_facts.UnmaskedFacts:
    """Return what a reveal tells of an attack."""
    return telling_facts.UnmaskedFacts(
        action="attack",
        who=public.who(event.faction),
        asset=event.attacker.name,
        at=public.at(event.at),
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
        at=view.at(event.at),
        won=event.won,
        taken=event.taken,
        nobody=event.outcome == "nobody-there",
    )


def _fighter_row(
    view: BoardView, of: events.PieceSnapshot, damage: int, harm: events.HarmKind
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
    view: BoardView, of: events.PieceSnapshot, harm: events.HarmKind
) -> FactsOf[telling_facts.SeenFighterRow]:
    return FactsOf(telling_facts.SeenFighterRow(**view.row(of), harm=harm))
