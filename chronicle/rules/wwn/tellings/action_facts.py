"""The facts of an action or an attack, for those who learn of it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from chronicle.model.facts import Facts, FactsOf
from chronicle.rules.wwn.board_view import BoardView
from chronicle.rules.wwn.changes import Paid
from chronicle.rules.wwn.events import (
    Acted,
    ActionDetails,
    Affliction,
    Attacked,
    Carrying,
    Cloaking,
    Demand,
    Founding,
    HarmKind,
    Mending,
    PieceSnapshot,
    Profit,
    Purchase,
    Sale,
    Search,
)
from chronicle.rules.wwn.fact_rows import leg_rows, reaction_rows
from chronicle.rules.wwn.state import Base
from chronicle.rules.wwn.telling_facts import (
    ActionFacts,
    AfflictionFacts,
    AttackFacts,
    CarryingFacts,
    ClashFacts,
    CloakingFacts,
    DemandFacts,
    FighterRow,
    FoundingFacts,
    HelperRow,
    MendingFacts,
    ProfitFacts,
    PurchaseFacts,
    RivalRow,
    SaleFacts,
    SearchFacts,
    SeenClashFacts,
    SeenFighterRow,
    UndoneFacts,
    UnmaskedFacts,
)
from chronicle.rules.wwn.tellings.rolls import check_total

_RivalAction: TypeAlias = Search | Demand | Affliction
_OwnAction: TypeAlias = Carrying | Profit | Mending | Cloaking
_TradeAction: TypeAlias = Purchase | Sale | Founding


def code_of(details: ActionDetails, action: str) -> str:
    """Return the code of an action for the acting faction.

    An action of the turn's action uses the action's name, even where a free action does the same.
    """
    match details:
        case Carrying():
            return "move" if action == "move" else "carries"
        case Profit():
            return "yields"
        case Mending():
            return "repair" if action == "repair" else "mends"
        case Cloaking():
            return "hide" if action == "hide" else "cloaks"
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


def undone_facts(view: BoardView, event: Acted) -> UndoneFacts:
    """Return the facts of an order that was not carried out at all."""
    return UndoneFacts(
        action=event.action,
        who=view.who(event.faction),
        asset=event.name,
        at=view.at(event.at),
        against=None,
        reason=event.reason,
    )


def action_facts(view: BoardView, event: Acted, details: ActionDetails) -> Facts:
    """Return the facts of an action for those who may know all of it."""
    common = ActionFacts(
        action=event.action,
        who=view.who(event.faction),
        asset=event.name,
        at=view.at(event.at),
        outcome=event.outcome,
        reactions=reaction_rows(view, event.reactions),
    )
    match details:
        case Carrying() | Profit() | Mending() | Cloaking():
            return _own_action_facts(view, common, details, event.asset)
        case Search() | Demand() | Affliction():
            return _rival_action_facts(view, common, details)
        case Purchase() | Sale() | Founding():
            return _trade_facts(view, common, details, treasure_spent(event))


def _own_action_facts(
    view: BoardView, common: ActionFacts, details: _OwnAction, actor: str
) -> Facts:
    match details:
        case Carrying():
            carrying = CarryingFacts(
                **common,
                itself=any(leg.asset == actor for leg in details.legs),
                legs=leg_rows(view, details.legs, own=True),
                paid=details.paid,
                grants=details.grants,
            )
            return FactsOf(carrying)
        case Profit():
            profit = ProfitFacts(
                **common,
                amount=details.amount,
                hurt=details.hurt,
                only=details.only,
                owing=details.owing,
            )
            return FactsOf(profit)
        case Mending():
            mending = MendingFacts(
                **common,
                name=details.name,
                base=isinstance(view.piece(details.subject), Base),
                healed=details.healed,
                paid=details.paid,
                times=details.times,
            )
            return FactsOf(mending)
        case Cloaking():
            cloaking = CloakingFacts(
                **common,
                itself=details.subject == actor,
                name=details.name,
                quality=details.quality,
                paid=details.paid,
            )
            return FactsOf(cloaking)


def _rival_action_facts(view: BoardView, common: ActionFacts, details: _RivalAction) -> Facts:
    against = view.who(details.against)
    match details:
        case Search():
            found = view.rows(details.found, met=True)
            return FactsOf(SearchFacts(**common, against=against, found=found, paid=details.paid))
        case Demand():
            demand = DemandFacts(
                **common,
                name=details.name,
                against=against,
                asked=details.asked,
                paid=details.paid,
                unpaid=details.unpaid,
            )
            return FactsOf(demand)
        case Affliction():
            affliction = AfflictionFacts(
                **common, name=details.name, against=against, mark=details.mark, paid=details.paid
            )
            return FactsOf(affliction)


def _trade_facts(view: BoardView, common: ActionFacts, details: _TradeAction, spent: int) -> Facts:
    match details:
        case Purchase():
            helped = (
                HelperRow(name=view.name(id), by=by, hurt=hurt) for id, by, hurt in details.helped
            )
            purchase = PurchaseFacts(
                **common,
                name=details.name,
                type=view.type_name(details.type),
                price=details.price,
                helped=tuple(map(FactsOf, helped)),
                hidden=details.hidden,
            )
            return FactsOf(purchase)
        case Sale():
            type_name = view.type_name(details.type)
            return FactsOf(
                SaleFacts(**common, name=details.name, type=type_name, gained=details.gained)
            )
        case Founding():
            rivals = (
                RivalRow(faction=view.who(rival), won=won, attacks=attacks)
                for rival, won, attacks in details.rivals
            )
            founding = FoundingFacts(
                **common,
                name=details.name,
                hp=details.hp,
                paid=spent,
                rivals=tuple(map(FactsOf, rivals)),
            )
            return FactsOf(founding)


def treasure_spent(event: Acted) -> int:
    """Return the Treasure that the acting faction has spent on it."""
    return -sum(
        change.amount
        for change in event.changes
        if isinstance(change, Paid) and change.faction == event.faction
    )


def unmasked_facts(public: BoardView, event: Acted, details: ActionDetails) -> UnmaskedFacts:
    """Return what a reveal tells of an action: who did it, with which asset, to whom."""
    name, against = _object_of(details)
    return UnmaskedFacts(
        action=code_of(details, event.action),
        who=public.who(event.faction),
        asset=event.name,
        at=public.at(event.at),
        against=public.who(against),
        name=name,
        done=event.outcome == "done",
    )


def _object_of(details: ActionDetails) -> tuple[str, str]:
    """Return the object of an action and the rival it was aimed at; either may be empty."""
    match details:
        case Carrying() | Profit():
            return "", ""
        case Search():
            return "", details.against
        case Demand() | Affliction():
            return details.name, details.against
        case Mending() | Cloaking() | Purchase() | Sale() | Founding():
            return details.name, ""


# ── Attacks ──────────────────────────────────────────────────────────────────────────────────────


def fighter_facts(view: BoardView, event: Attacked) -> ClashFacts:
    """Return an attack as either fighter knows it: with the damage, and what both have left."""
    met = event.defender
    return ClashFacts(
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


def attack_facts_for_others(view: BoardView, event: Attacked) -> SeenClashFacts:
    """Return an attack as all others know it: the two sides, and the result; no figures."""
    met = event.defender
    return SeenClashFacts(
        **_common_attack_facts(view, event),
        attacker=_fighter_row_for_others(view, event.attacker, event.attacker_harm),
        defender=_fighter_row_for_others(view, met, event.defender_harm) if met else None,
        reactions=reaction_rows(view, event.reactions),
    )


def undone_attack_facts(view: BoardView, event: Attacked) -> UndoneFacts:
    """Return an attack that was not carried out at all."""
    return UndoneFacts(
        action="attack",
        who=view.who(event.faction),
        asset=event.attacker.name,
        at=view.at(event.at),
        against=view.who(event.against),
        reason=event.reason,
    )


def unmasked_attack_facts(public: BoardView, event: Attacked) -> UnmaskedFacts:
    """Return what a reveal tells of an attack."""
    return UnmaskedFacts(
        action="attack",
        who=public.who(event.faction),
        asset=event.attacker.name,
        at=public.at(event.at),
        against=public.who(event.against),
        name=event.defender.name if event.defender is not None else "",
        done=bool(event.won),
    )


def _side(view: BoardView, event: Attacked) -> Literal["attacker", "defender", "gm"]:
    if view.gm:
        return "gm"
    return "defender" if view.faction == event.against else "attacker"


def _common_attack_facts(view: BoardView, event: Attacked) -> AttackFacts:
    return AttackFacts(
        part=event.part,
        who=view.who(event.faction),
        against=view.who(event.against),
        at=view.at(event.at),
        won=event.won,
        taken=event.taken,
        nobody=event.outcome == "nobody-there",
    )


def _fighter_row(
    view: BoardView, of: PieceSnapshot, damage: int, harm: HarmKind
) -> FactsOf[FighterRow]:
    """Return one side of a fight; a rival base's capacity would reveal its faction's ratings."""
    open_figure = view.is_of(of.faction) or not of.base
    row = FighterRow(
        **view.row(of),
        hp=of.hp,
        maximum=of.maximum if open_figure else None,
        damage=damage,
        harm=harm,
    )
    return FactsOf(row)


def _fighter_row_for_others(
    view: BoardView, of: PieceSnapshot, harm: HarmKind
) -> FactsOf[SeenFighterRow]:
    return FactsOf(SeenFighterRow(**view.row(of), harm=harm))
