"""What assets may do as the turn's action: attack, go, be repaired, hidden, or sold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from chronicle.model.facts import Facts, faction_ref, place_ref
from chronicle.rules.order_form import (
    ActionChoice,
    ActionField,
    FieldChoice,
    FixedField,
    FormPart,
    IntegerField,
    ProbabilityRange,
    SelectField,
)
from chronicle.rules.wwn.actions.attack import instead
from chronicle.rules.wwn.actions.attack import sides as afflicting
from chronicle.rules.wwn.actions.hide import CUNNING, PRICE
from chronicle.rules.wwn.actions.move import hindrance, leads_itself
from chronicle.rules.wwn.catalogue.records import Attack
from chronicle.rules.wwn.distance import bears, within
from chronicle.rules.wwn.effects import Leads, Unsellable, Waterborne
from chronicle.rules.wwn.fights.attack_check import sides as attacking
from chronicle.rules.wwn.fights.defender import candidates
from chronicle.rules.wwn.formulas import faction_repair, repair, sale
from chronicle.rules.wwn.order_form.fields import by, called, entry
from chronicle.rules.wwn.order_form.free_actions import brought, whither
from chronicle.rules.wwn.order_form.known_state import Seen
from chronicle.rules.wwn.state import Asset, Policy
from chronicle.rules.wwn.terms import RULE_OF, Action


def actions(seen: Seen) -> Iterator[ActionChoice]:
    """The actions that are taken with assets, each with all that may be done by it (W-TURN-5)."""
    kinds: dict[Action, Iterator[ActionField]] = {
        "attack": _attacks(seen),
        "move": _moves(seen),
        "repair": _repairs(seen),
        "hide": _hidings(seen),
        "sell": _sales(seen),
    }
    for action, parts in kinds.items():
        found = tuple(parts)
        if found:
            yield ActionChoice(action, RULE_OF[action], found)


# ── Attack ───────────────────────────────────────────────────────────────────────────────────────


def _attacks(seen: Seen) -> Iterator[ActionField]:
    ways = brought(seen)
    for asset in seen.able():
        cases = (*_assaults(seen, asset, ways), *_afflictions(seen, asset))
        if cases:
            yield by(seen, "attack", asset, *cases)


def _assaults(
    seen: Seen, asset: Asset, ways: Mapping[str, tuple[str, ...]]
) -> Iterator[ActionChoice]:
    """W-ACT-1, where the asset is and where it may be brought first."""
    made = seen.board.type_of(asset)
    if made.attack is None or not made.attacks:
        return
    places = dict.fromkeys((asset.at, *ways.get(asset.id, ())))
    foes = tuple(
        choice for place in places for choice in _foes(seen, replace(asset, at=place), made.attack)
    )
    if foes:
        damage = str(made.attack.damage) if made.attack.damage is not None else ""
        facts = Facts(attribute=made.attack.attribute, target=made.attack.target, damage=damage)
        order = entry(
            "attack",
            called(asset.id, "attack"),
            FixedField("asset", asset.id),
            SelectField("against", foes, needed=True),
        )
        yield ActionChoice("attack", RULE_OF["attack"], (order,), facts)


def _foes(seen: Seen, asset: Asset, attack: Attack) -> Iterator[FieldChoice]:
    """The rivals that are known to have something which may meet an attack at a place."""
    board = seen.board
    if bears(board, asset, Waterborne) and not board.places[asset.at].water:
        return
    for rival in seen.rivals():
        met = tuple(candidates(board, Policy(), asset, rival, attack.target))
        if met:
            fights = (seen.likely(*attacking(board, asset, it, attack, seen.id)) for it in met)
            facts = Facts(at=place_ref(asset.at))
            yield FieldChoice(rival, faction_ref(rival), facts, _whoever(fights))


def _whoever(fights: Iterator[ProbabilityRange | None]) -> ProbabilityRange | None:
    """The chances whoever of some meets an attack."""
    found = tuple(fights)
    known = tuple(likely for likely in found if likely is not None)
    if len(known) < len(found):
        return None
    return ProbabilityRange(min(it.least for it in known), max(it.most for it in known))


def _afflictions(seen: Seen, asset: Asset) -> Iterator[ActionChoice]:
    """W-FX-AFFLICTS, in place of an attack."""
    effect = instead(seen.board, asset)
    if effect is None:
        return
    targets = tuple(
        seen.target(it, seen.likely(*afflicting(seen.board, asset, it)) if effect.check else None)
        for it in seen.others()
        if within(seen.board, asset.at, it.at, effect.reach)
    )
    if targets:
        cost = str(effect.price) if effect.price is not None else ""
        order = entry(
            "attack",
            called(asset.id, effect.mark),
            FixedField("asset", asset.id),
            SelectField("target", targets, needed=True),
        )
        yield ActionChoice(effect.mark, "W-FX-AFFLICTS", (order,), Facts(cost=cost))


# ── Move ─────────────────────────────────────────────────────────────────────────────────────────


def _moves(seen: Seen) -> Iterator[ActionField]:
    """W-ACT-2."""
    for asset in seen.able():
        places = tuple(_places(seen, asset))
        if places:
            to = SelectField("to", places, needed=True)
            yield _done(seen, "move", asset, to)


def _places(seen: Seen, asset: Asset) -> Iterator[FieldChoice]:
    board = seen.board
    for place in sorted(board.places):
        if not hindrance(board, asset, place, led=leads_itself(board, asset)):
            yield whither(seen, asset, place)
        elif not hindrance(board, asset, place, led=True):
            # Past a ban with one that leads others the same way, and not alone (W-FX-LEADS).
            leader = next(_leaders(seen, asset, place), None)
            if leader is not None:
                yield whither(seen, asset, place, led_by=leader.name)


def _leaders(seen: Seen, asset: Asset, place: str) -> Iterator[Asset]:
    board = seen.board
    for other in seen.able():
        takes = any(effect.companions for effect in board.type_of(other).having(Leads))
        along = takes and other.id != asset.id and other.at == asset.at
        if along and not hindrance(board, other, place, led=True):
            yield other


# ── Repair ───────────────────────────────────────────────────────────────────────────────────────


def _repairs(seen: Seen) -> Iterator[ActionField]:
    """W-ACT-3, and W-ENT-4 for bases."""
    board, own = seen.board, seen.own
    for asset in seen.serving():
        made = board.type_of(asset)
        heals = repair(own.rating(made.attribute))
        enough = -(-(made.hp - asset.hp) // heals)
        if enough > 0:
            facts = Facts(heals=heals, lacking=made.hp - asset.hp, cost=1)
            times = IntegerField("times", 1, min(enough, 20), usual=1)
            order = entry(
                "repair", called(asset.id, "repair"), FixedField("asset", asset.id), times
            )
            yield by(
                seen, "repair", asset, ActionChoice("repair", RULE_OF["repair"], (order,), facts)
            )
    heals = faction_repair(own.ratings)
    for base in board.own_bases(seen.id):
        lacking = board.maximum(base) - base.hp
        if lacking > 0 and not base.headquarters:
            order = entry("repair", called(base.id, "repair"), FixedField("base", base.id))
            facts = Facts(heals=heals, lacking=lacking, cost=1)
            case = ActionChoice("repair", "W-ENT-4", (order,), facts)
            yield ActionField(
                "repair", (case,), base.name, Facts(hp=base.hp, of=board.maximum(base))
            )
    seat = board.headquarters(seen.id)
    lacking = own.maximum - min(own.hp, seat.hp if seat is not None else own.hp)
    if lacking > 0:
        order = entry("repair", "repair", FixedField("faction", True))
        facts = Facts(heals=heals, lacking=lacking, cost=1)
        case = ActionChoice("repair", RULE_OF["repair"], (order,), facts)
        yield ActionField("repair", (case,), None, Facts(hp=own.hp, of=own.maximum))


# ── Hide and sell ────────────────────────────────────────────────────────────────────────────────


def _hidings(seen: Seen) -> Iterator[ActionField]:
    """W-ACT-6."""
    if seen.own.cunning < CUNNING:
        return
    lairs = {base.at for base in seen.board.bases.values() if base.faction != seen.id}
    for asset in seen.able():
        if asset.stealth != "hidden" and asset.at not in lairs:
            yield _done(seen, "hide", asset, facts=Facts(cost=PRICE))


def _sales(seen: Seen) -> Iterator[ActionField]:
    """W-ACT-7."""
    for asset in seen.serving():
        made = seen.board.type_of(asset)
        if seen.board.working(asset) and not bears(seen.board, asset, Unsellable):
            brings = sale(made.cost) if asset.hp >= made.hp else 0
            yield _done(seen, "sell", asset, facts=Facts(brings=brings))


def _done(
    seen: Seen, action: Action, asset: Asset, *parts: FormPart, facts: Facts | None = None
) -> ActionField:
    """An action with one asset."""
    order = entry(action, called(asset.id, action), FixedField("asset", asset.id), *parts)
    return by(
        seen, action, asset, ActionChoice(action, RULE_OF[action], (order,), facts or Facts())
    )
