"""Attack a faction at a location (L-ACT-AGGRESSIVE-ATTACK, L-ACT-CAUTIOUS-ATTACK)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Final

from chronicle.model.facts import Facts, faction_ref, place_ref
from chronicle.records import replace
from chronicle.rules.kit.parser import check_known
from chronicle.rules.kit.projector import FIGURES, OWN, Readers, Told
from chronicle.rules.lieutenants import check_sides
from chronicle.rules.lieutenants.action import Action, SeenMore, no_choices
from chronicle.rules.lieutenants.action_context import ActionContext, result_of_roll
from chronicle.rules.lieutenants.action_events import ActionResult, outcome_of, result_without_check
from chronicle.rules.lieutenants.actions.combat import combat_of, deal_damage
from chronicle.rules.lieutenants.board_view import BoardView
from chronicle.rules.lieutenants.changes import Answered, Change
from chronicle.rules.lieutenants.damage import DamageGrade
from chronicle.rules.lieutenants.diagnostics import orders as problems
from chronicle.rules.lieutenants.dice_checks import roll_opposed_check
from chronicle.rules.lieutenants.events import Acted, Details
from chronicle.rules.lieutenants.fact_rows import casualty_rows
from chronicle.rules.lieutenants.form_context import (
    LieutenantContext,
    UnitSelection,
    optional_select,
    place_choice,
)
from chronicle.rules.lieutenants.orders import Command
from chronicle.rules.lieutenants.refusals import asset_refusals, not_to_be_found
from chronicle.rules.lieutenants.state import (
    Asset,
    AttackStyle,
    Minion,
    PlaceState,
    Unit,
)
from chronicle.rules.lieutenants.stealth import resolve_stealth, roll_stealth
from chronicle.rules.lieutenants.telling_facts import MINIONS, OrderedId
from chronicle.rules.lieutenants.terms import SUCCESSES, ActionName, RollResult
from chronicle.rules.lieutenants.validation import common
from chronicle.rules.lieutenants.validation.order_context import OrderContext, ParsedAction
from chronicle.rules.order_form import (
    ActionChoice,
    FieldChoice,
    FixedField,
    ProbabilityRange,
    merge_ranges,
)


class AttackOrder(Command):
    """Attack a faction at the order's location; ``strike`` is the one asset to kill."""

    style: AttackStyle
    strike: str = ""
    answers: str = ""


class AttackDetails(Details):
    """An attack on a faction at a location (L-ACT-AGGRESSIVE-ATTACK, L-ACT-CAUTIOUS-ATTACK)."""

    style: Annotated[AttackStyle, OWN]
    strike: Annotated[OrderedId, OWN] = ""
    rally: Annotated[str, Told("given", bool), OWN] = ""
    faced: Annotated[tuple[str, ...], MINIONS, OWN] = ()

    @property
    def defenders(self) -> tuple[str, ...]:
        return self.faced


def parse_attack(context: OrderContext) -> ParsedAction:
    """Parse an attack on a faction at a location; by default, on the location's owner."""
    style: AttackStyle = "aggressive" if context.action == "aggressive-attack" else "cautious"
    at = common.parse_place(context)
    owner = common.location_owner(context, at)
    against = common.parse_opponent(context, owner if owner != context.faction else "")
    if not against and context.action_input.against is None and at:
        context.report_missing_key("against")
    if context.action_input.strike is not None:
        _check_strike(context, context.action_input.strike, against)
    if context.action_input.answers is not None:
        _check_answers(context, context.action_input.answers, against)
    return ParsedAction(
        AttackOrder(style, context.action_input.strike or "", context.action_input.answers or ""),
        at,
        against,
    )


def _check_strike(context: OrderContext, name: str, against: str) -> None:
    """Check a strike at one asset, and the units that it needs (L-AST-STRIKES-ONE)."""
    at = context.action_input.at("strike")
    asset = context.board.assets.get(name)
    if asset is None:
        enemy = [
            id
            for id, other in context.board.assets.items()
            if isinstance(other, Minion) and other.faction == against
        ]
        check_known("lieutenant or unit", name, enemy, at, context.report)
    elif not isinstance(asset, Minion):
        common.find_asset(context, "unit", name, at)
    elif context.actor.owns(asset):
        # A double agent does not defend against the faction that it serves (L-CHK-6).
        common.report_own_target(context, name, at)
    else:
        hidden = asset_refusals(context.actor, asset, unseen=context.sees(asset))
        context.refused(hidden, at)
        if against and asset.faction != against:
            context.refused([not_to_be_found(name, f"does not belong to `{against}`")], at)
    if not context.has_power("strikes-one"):
        key = context.action_input.key_at("strike")
        context.report.add(
            problems.NoCapableUnit(at=key, deed="strike at one asset", who="assassins")
        )
    if not context.action_input.stealthy:
        context.report.add(problems.OpenStrike(at=context.action_input.key_at("strike")))
    for unit in context.units:
        if "sneak" not in unit.competencies:
            span = context.action_input.at("units", context.action_input.units.index(unit.id))
            context.report.add(problems.StrikeWithoutSneak(at=span, name=unit.id))


def _check_answers(context: OrderContext, name: str, against: str) -> None:
    """Check that the answered rally asks this faction to attack the same one (L-ACT-RALLY)."""
    at = context.action_input.at("answers")
    open_now = {id: (rally.npc, rally.target) for id, rally in context.board.rallies.items()}
    rallies = {**open_now, **context.reservations.rallies}
    if not check_known("rally", name, rallies, at, context.report):
        return
    npc, target = rallies[name]
    if npc != context.faction or (against and target != against):
        context.report.add(problems.WrongRally(at=at, name=name, npc=npc, target=target))


#: The damage of each result: theirs, then ours (L-ACT-AGGRESSIVE-ATTACK, L-ACT-CAUTIOUS-ATTACK).
ATTACK_DAMAGE: Final[Mapping[AttackStyle, Mapping[RollResult, tuple[DamageGrade, DamageGrade]]]] = {
    "aggressive": {
        "complete-failure": ("dinged", "defeated"),
        "failure": ("damaged", "damaged"),
        "success": ("defeated", "damaged"),
        "complete-success": ("destroyed", "dinged"),
    },
    "cautious": {
        "complete-failure": ("", "damaged"),
        "failure": ("dinged", "dinged"),
        "success": ("damaged", "dinged"),
        "complete-success": ("defeated", ""),
    },
}


def attack(context: ActionContext, command: AttackOrder) -> ActionResult:
    """Attack all unhidden minions of a faction at a location, or one named asset."""
    order, state = context.order, context.state
    struck = _strike_target(context, command)
    details = AttackDetails(command.style, command.strike if struck else "", command.answers)
    # The attack closes the rally that it answers, whoever is there (L-ACT-RALLY).
    open_rally = command.answers in state.rallies
    answered: tuple[Change, ...] = (Answered(command.answers),) if open_rally else ()
    them = check_sides.defenders_present(
        state, order.against, order.at, "force", against=order.faction, only=struck
    )
    enemy = check_sides.resisting_side(state, them, "force", against_group=bool(context.units))
    details = replace(details, faced=tuple(minion.id for minion in enemy.minions))
    if not enemy.minions:
        return result_without_check(context, details, "nobody-there", answered)
    own = check_sides.acting_side(context, "force", against_group=len(enemy.minions) > 1)
    check = roll_opposed_check(context, "force", own, enemy)
    theirs, ours = ATTACK_DAMAGE[command.style][check.result]
    changes, rolls = deal_damage(combat_of(context, enemy), theirs, ours)
    stealth, more = resolve_stealth(context, check.result)
    return ActionResult(
        details,
        outcome_of(check.result),
        check,
        stealth,
        (*changes, *answered),
        (*more, *rolls),
    )


def _strike_target(context: ActionContext, command: AttackOrder) -> str:
    """Return the asset to strike at if the assassins go unseen (L-AST-STRIKES-ONE)."""
    units = context.units
    able = any(unit.power("strikes-one") is not None for unit in units)
    quiet = all("sneak" in unit.competencies for unit in units)
    if not (command.strike and able and quiet and context.order.stealth):
        return ""
    return command.strike if result_of_roll(roll_stealth(context)) in SUCCESSES else ""


_STYLES: Final[tuple[tuple[ActionName, AttackStyle], ...]] = (
    ("aggressive-attack", "aggressive"),
    ("cautious-attack", "cautious"),
)


def attack_choices(context: LieutenantContext) -> Iterator[ActionChoice]:
    """Yield attacks and strikes (L-ACT-AGGRESSIVE-ATTACK, L-ACT-CAUTIOUS-ATTACK)."""
    for action, style in _STYLES:
        enemies = tuple(
            FieldChoice(
                it.id, faction_ref(it.id), likely=_attack_range(context, action, style, it.id)
            )
            for it in context.factions()
        )
        if enemies:
            yield context.case(action, *optional_select("against", enemies, needed=True))
    for action, style in _STYLES:
        yield from _strike_choices(context, action, style)


def _attack_range(
    context: LieutenantContext, action: ActionName, style: AttackStyle, enemy: str
) -> ProbabilityRange | None:
    """Return the range of chances over the locale's locations; None if figures at any are unknown.

    Where nobody is known to be, there is no check.
    """
    found = []
    for place in context.locations():
        if not context.seen.knows_figures_at(enemy, place.id):
            return None
        order = context.order(action, AttackOrder(style), at=place.id, against=enemy)
        found.append(context.likely_against(order))
    return merge_ranges(found)


def _strike_choices(
    context: LieutenantContext, action: ActionName, style: AttackStyle
) -> Iterator[ActionChoice]:
    """Yield strikes at one asset; all units need the competency sneak (L-AST-STRIKES-ONE)."""
    quiet = tuple(unit for unit in context.units() if "sneak" in unit.competencies)
    for unit in quiet:
        for enemy in context.factions() if unit.power("strikes-one") is not None else ():
            victims = [
                it
                for it in (*context.others("lieutenant"), *context.others("unit"))
                if it.faction == enemy.id and it.at in context.state.places
            ]
            if not victims:
                continue
            struck = (
                FieldChoice(
                    it.id,
                    it.name,
                    Facts(at=place_ref(it.at)),
                    _strike_range(context, action, style, it, unit),
                )
                for it in victims
            )
            yield context.case(
                action,
                FixedField("against", enemy.id),
                *optional_select("strike", struck, needed=True),
                FixedField("stealthy", "unidentified"),
                *optional_select(
                    "at", map(place_choice, _places_with(context, victims)), needed=True
                ),
                code=f"{style}-strike",
                facts=Facts(unit=unit.name, against=faction_ref(enemy.id)),
                company=UnitSelection((unit,), quiet),
            )


def _places_with(context: LieutenantContext, assets: list[Asset]) -> Iterator[PlaceState]:
    there = {asset.at for asset in assets}
    return (place for place in context.locations() if place.id in there)


def _strike_range(
    context: LieutenantContext, action: ActionName, style: AttackStyle, victim: Asset, unit: Unit
) -> ProbabilityRange | None:
    """Return the chances of an assassin with only the lieutenant."""
    if not context.seen.knows_figures_of(victim):
        return None
    order = context.order(
        action,
        AttackOrder(style, victim.id),
        at=context.state.at(victim),
        against=victim.faction,
        units=(unit.id,),
        stealth="unidentified",
    )
    items = tuple(item.id for item in context.items(action))
    ways = (order, replace(order, items=items))
    least, most = (context.odds.success_of(context.state, way, context.seen.turn) for way in ways)
    return ProbabilityRange(least, most, provided="as-known")


def seen_attack(
    view: BoardView, event: Acted, _details: AttackDetails, readers: Readers
) -> SeenMore:
    """Return the casualties, for those who learn figures."""
    return {"losses": casualty_rows(view, event.changes) if FIGURES in readers else None}


AGGRESSIVE_ATTACK: Final = Action(
    name="aggressive-attack",
    details=AttackDetails,
    keys=("at", "against", "strike", "answers", "end_at"),
    skill="force",
    stealth=("unidentified",),
    noticed_by="public",
    witness_code="seen-attack",
    target_code="suffered",
    parse=parse_attack,
    resolve=attack,
    choices=attack_choices,
    seen=seen_attack,
)
CAUTIOUS_ATTACK: Final = replace(AGGRESSIVE_ATTACK, name="cautious-attack", choices=no_choices)
