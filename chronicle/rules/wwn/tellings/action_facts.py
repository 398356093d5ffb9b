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
    Carrying,
    Clash,
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
    AfflictionFacts,
    AttackFacts,
    CarryingFacts,
    ClashFacts,
    CloakingFacts,
    DeedFacts,
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


def code_of(deed: ActionDetails, action: str) -> str:
    """Return the code of a deed for the acting faction.

    A deed of the turn's action uses the action's name, even where a free action does the same.
    """
    match deed:
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


def deed_facts(view: BoardView, event: Acted, deed: ActionDetails) -> Facts:
    """Return the facts of a deed for those who may know all of it."""
    common = DeedFacts(
        action=event.action,
        who=view.who(event.faction),
        asset=event.name,
        at=view.at(event.at),
        outcome=event.outcome,
        reactions=reaction_rows(view, event.reactions),
    )
    match deed:
        case Carrying() | Profit() | Mending() | Cloaking():
            return _own_action_facts(view, common, deed, event.asset)
        case Search() | Demand() | Affliction():
            return _rival_action_facts(view, common, deed)
        case Purchase() | Sale() | Founding():
            return _trade_facts(view, common, deed, treasure_spent(event))


def _own_action_facts(view: BoardView, common: DeedFacts, deed: _OwnAction, actor: str) -> Facts:
    match deed:
        case Carrying():
            carrying = CarryingFacts(
                **common,
                itself=any(leg.asset == actor for leg in deed.legs),
                legs=leg_rows(view, deed.legs, own=True),
                paid=deed.paid,
                grants=deed.grants,
            )
            return FactsOf(carrying)
        case Profit():
            profit = ProfitFacts(
                **common,
                amount=deed.amount,
                hurt=deed.hurt,
                only=deed.only,
                owing=deed.owing,
            )
            return FactsOf(profit)
        case Mending():
            mending = MendingFacts(
                **common,
                name=deed.name,
                base=isinstance(view.piece(deed.subject), Base),
                healed=deed.healed,
                paid=deed.paid,
                times=deed.times,
            )
            return FactsOf(mending)
        case Cloaking():
            cloaking = CloakingFacts(
                **common,
                itself=deed.subject == actor,
                name=deed.name,
                quality=deed.quality,
                paid=deed.paid,
            )
            return FactsOf(cloaking)


def _rival_action_facts(view: BoardView, common: DeedFacts, deed: _RivalAction) -> Facts:
    against = view.who(deed.against)
    match deed:
        case Search():
            found = view.rows(deed.found, met=True)
            return FactsOf(SearchFacts(**common, against=against, found=found, paid=deed.paid))
        case Demand():
            demand = DemandFacts(
                **common,
                name=deed.name,
                against=against,
                asked=deed.asked,
                paid=deed.paid,
                unpaid=deed.unpaid,
            )
            return FactsOf(demand)
        case Affliction():
            affliction = AfflictionFacts(
                **common, name=deed.name, against=against, mark=deed.mark, paid=deed.paid
            )
            return FactsOf(affliction)


def _trade_facts(view: BoardView, common: DeedFacts, deed: _TradeAction, spent: int) -> Facts:
    match deed:
        case Purchase():
            helped = (
                HelperRow(name=view.name(id), by=by, hurt=hurt) for id, by, hurt in deed.helped
            )
            purchase = PurchaseFacts(
                **common,
                name=deed.name,
                type=view.type_name(deed.type),
                price=deed.price,
                helped=tuple(map(FactsOf, helped)),
                hidden=deed.hidden,
            )
            return FactsOf(purchase)
        case Sale():
            type_name = view.type_name(deed.type)
            return FactsOf(SaleFacts(**common, name=deed.name, type=type_name, gained=deed.gained))
        case Founding():
            rivals = (
                RivalRow(faction=view.who(rival), won=won, attacks=attacks)
                for rival, won, attacks in deed.rivals
            )
            founding = FoundingFacts(
                **common,
                name=deed.name,
                hp=deed.hp,
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


def unmasked_facts(public: BoardView, event: Acted, deed: ActionDetails) -> UnmaskedFacts:
    """Return what a reveal tells of a deed: who did it, with which asset, to whom."""
    name, against = _object_of(deed)
    return UnmaskedFacts(
        action=code_of(deed, event.action),
        who=public.who(event.faction),
        asset=event.name,
        at=public.at(event.at),
        against=public.who(against),
        name=name,
        done=event.outcome == "done",
    )


def _object_of(deed: ActionDetails) -> tuple[str, str]:
    """Return what a deed was done to, and the rival that it was aimed at; either may be empty."""
    match deed:
        case Carrying() | Profit():
            return "", ""
        case Search():
            return "", deed.against
        case Demand() | Affliction():
            return deed.name, deed.against
        case Mending() | Cloaking() | Purchase() | Sale() | Founding():
            return deed.name, ""


# ── Attacks ──────────────────────────────────────────────────────────────────────────────────────


def fighter_facts(view: BoardView, event: Clash) -> ClashFacts:
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


def attack_facts_for_others(view: BoardView, event: Clash) -> SeenClashFacts:
    """Return an attack as all others know it: the two sides, and the result; no figures."""
    met = event.defender
    return SeenClashFacts(
        **_common_attack_facts(view, event),
        attacker=_fighter_row_for_others(view, event.attacker, event.attacker_harm),
        defender=_fighter_row_for_others(view, met, event.defender_harm) if met else None,
        reactions=reaction_rows(view, event.reactions),
    )


def undone_attack_facts(view: BoardView, event: Clash) -> UndoneFacts:
    """Return an attack that was not carried out at all."""
    return UndoneFacts(
        action="attack",
        who=view.who(event.faction),
        asset=event.attacker.name,
        at=view.at(event.at),
        against=view.who(event.against),
        reason=event.reason,
    )


def unmasked_attack_facts(public: BoardView, event: Clash) -> UnmaskedFacts:
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


def _side(view: BoardView, event: Clash) -> Literal["attacker", "defender", "gm"]:
    if view.gm:
        return "gm"
    return "defender" if view.faction == event.against else "attacker"


def _common_attack_facts(view: BoardView, event: Clash) -> AttackFacts:
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
