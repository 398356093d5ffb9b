"""New bases, as the action Expand or a tag's free action, and attacks on them (W-ACT-4)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterator
from fractions import Fraction
from math import prod
from typing import Annotated, ClassVar, Final

from chronicle.model.audience import visibility_of_factions
from chronicle.model.dice import Dice
from chronicle.model.facts import Fact, Facts, FactsOf, PieceName, Ref, faction_ref, place_ref
from chronicle.rules import order_form
from chronicle.rules.kit.projector import OWN, declared_facts
from chronicle.rules.kit.refusals import first_reason
from chronicle.rules.protocol import Chance, Disclosure, Reason
from chronicle.rules.wwn.action import Action, order_item
from chronicle.rules.wwn.action_context import ActionContext, ActionResult, refused_result
from chronicle.rules.wwn.board_view import BoardView, visibility_of_piece
from chronicle.rules.wwn.changes import BaseAdded, Cloaked, Paid, Used, fold
from chronicle.rules.wwn.diagnostics import orders as problems
from chronicle.rules.wwn.diagnostics import setup
from chronicle.rules.wwn.dice_checks import CheckSide, opposed_check
from chronicle.rules.wwn.distance import tag_effects
from chronicle.rules.wwn.effects import ExpandsFreely
from chronicle.rules.wwn.events import Acted, Attacked, Details
from chronicle.rules.wwn.fights.attack import resolve_attack
from chronicle.rules.wwn.fights.defenders import choose_defender
from chronicle.rules.wwn.fights.fight import AttackOrigin
from chronicle.rules.wwn.inputs import AbilityInput, ExpansionInput
from chronicle.rules.wwn.known_state import KnownState
from chronicle.rules.wwn.orders import Command, Order, Orders
from chronicle.rules.wwn.policies import contests_new_bases
from chronicle.rules.wwn.probability import chance_facts, enumerate_outcomes, fraction_fact
from chronicle.rules.wwn.refusals import Refusal
from chronicle.rules.wwn.rolls import rolls_for_rival
from chronicle.rules.wwn.setup.name_checks import name_from_id
from chronicle.rules.wwn.state import Asset, Base, State
from chronicle.rules.wwn.telling_facts import ContestRow, RivalRow, action_facts
from chronicle.rules.wwn.terms import RefusalReason
from chronicle.rules.wwn.validation import common
from chronicle.rules.wwn.validation.order_context import OrderContext, ParsedAction, exact_range
from chronicle.rules.wwn.witnesses import told


class ExpandOrder(Command):
    """A new base at a place; ``declares`` are Stealthed assets that reveal themselves."""

    ACTION = "expand"
    RULE = "W-ACT-4"

    base: Base
    declares: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        return self.base.at


class Founding(Details):
    """A base founded: its price, and who may contest it: (rival, won, attacks)."""

    CODE: ClassVar[str] = "expand"
    NAMES_NO_RIVAL: ClassVar[bool] = False

    base: str
    name: Annotated[str, OWN]
    hp: Annotated[int, OWN]
    rivals: tuple[tuple[str, bool, bool], ...]

    def subjects(self, asset: str) -> tuple[str, ...]:
        del asset
        return (self.base,)

    def facts(self, view: BoardView, event: Acted) -> dict[str, Fact]:
        rows = (
            Facts(faction=view.who(rival), won=won, attacks=attacks)
            for rival, won, attacks in self.rivals
        )
        paid = (it for it in event.changes if isinstance(it, Paid) and it.faction == event.faction)
        spent = -sum(change.amount for change in paid)
        return {**super().facts(view, event), "paid": spent, "rivals": tuple(rows)}

    def to_target(self, view: BoardView, event: Acted) -> Disclosure | None:
        """Return the new base for a rival that may contest it."""
        mine = next((it for it in self.rivals if it[0] == view.faction), None)
        if mine is None:
            return None
        _, won, attacks = mine
        facts = self._seen(view, event, Facts(won=won, attacks=attacks))
        rolls = rolls_for_rival(view, event, (rival for rival, _, _ in self.rivals))
        return told(view, event, "seen-expand", facts, Reason("contests", event.rule), rolls=rolls)

    def to_onlooker(self, view: BoardView, event: Acted) -> Disclosure | None:
        if not view.sees(self.base):
            return None
        return told(view, event, "seen-expand", self._seen(view, event, None), seen=(self.base,))

    def _seen(self, view: BoardView, event: Acted, ours: Facts | None) -> dict[str, Fact]:
        who, at = view.who(event.faction), view.place(event.at)
        return {"who": who, "at": at, "name": self.name, "ours": ours}


_OWN_FACTS: Final = action_facts(
    "FoundingFacts", Founding, paid=int, rivals=tuple[FactsOf[RivalRow], ...]
)
_SEEN_FACTS: Final = declared_facts(
    "SeenExpandFacts",
    {"who": Ref | None, "at": Ref | None, "name": str, "ours": FactsOf[ContestRow] | None},
)


def parse_free_expand(
    context: OrderContext, entry: AbilityInput, expansion: ExpansionInput
) -> ParsedAction:
    """Parse a new base as a free action, which some tags allow once per turn (W-TAG)."""
    if not context.refuse(entry, _tag_refusals(context.board, context.faction)):
        at = entry.key_at("expand")
        context.check_once(context.faction, "can make only one free Expand", at)
    return parse_expand(context, expansion)


def parse_expand(context: OrderContext, entry: ExpansionInput) -> ParsedAction:
    """Parse a new base, and add it to the board."""
    errors = context.report.errors
    is_new = common.claim_new_id(context, entry.base, entry.at("base"))
    place = common.find_place(context, entry.where, entry.at("at"))
    if place is not None:
        _check_ground(context, entry)
    if entry.hp > context.own.maximum:
        most = context.own.maximum
        context.report.add(setup.BaseTooStrong(at=entry.at("hp"), maximum=most))
    context.purse.pay(exact_range(entry.hp), entry.at("hp"), context.report)
    name = PieceName(entry.name) if entry.name else name_from_id(entry.base)
    base = Base(entry.base, name, context.faction, entry.where, entry.hp, entry.hp)
    if is_new:
        # Even if it can't be founded, later orders assume a board with it.
        context.apply(BaseAdded(base))
    if context.report.errors > errors:
        return None
    context.apply(*(Cloaked(id, "") for id in entry.declares))
    return "", ExpandOrder(base, tuple(entry.declares))


def _check_ground(context: OrderContext, entry: ExpansionInput) -> None:
    """Report what prevents a new base at a place."""
    errors = context.report.errors
    refusals = tuple(ground_refusals(context.board, context.faction, entry.where, entry.declares))
    if not any(refusal.reason == "base-there" for refusal in refusals):
        _parse_declared(context, entry)
    if context.report.errors == errors:
        context.refuse(entry, refusals)


def ground_refusals(
    state: State, faction: str, place: str, declares: Container[str]
) -> Iterator[Refusal]:
    """Yield why a faction can't have a new base at a place: an existing one, or no asset there."""
    for base in state.own_bases(faction):
        if base.at == place:
            there = problems.HasBase(at=None, place=place, base=base.id)
            yield Refusal(there, ("at",), "base-there")
            return
    present = tuple(_working_assets_at(state, faction, place))
    if not any(asset.id in declares or not asset.stealth for asset in present):
        hidden = tuple(asset.id for asset in present)
        nobody = problems.NoAssetThere(at=None, place=place, hidden=hidden)
        yield Refusal(nobody, ("at",), "no-asset-there")


def _tag_refusals(state: State, faction: str) -> Iterator[Refusal]:
    """Yield that no tag lets a faction found a base as a free action."""
    if not any(True for _ in tag_effects(state, faction, ExpandsFreely)):
        problem = problems.NoFreeExpand(at=None, faction=faction)
        yield Refusal(problem, ("expand",), "barred", on_key=True)


def _parse_declared(context: OrderContext, entry: ExpansionInput) -> None:
    """Report Stealthed assets to reveal that are not hidden there."""
    for name in common.distinct_names(context, entry.declares, entry, "declares"):
        at = entry.at("declares", entry.declares.index(name))
        asset = common.find_own_asset(context, name, at)
        if asset is None:
            continue
        if asset.at != entry.where:
            context.report.add(problems.UnusableAsset(at=at, name=name, why=f"is in `{asset.at}`"))
        elif not asset.stealth:
            context.report.add(
                problems.UnusableAsset(at=at, name=name, why="is already in the open")
            )


def expand(context: ActionContext, order: Order, command: ExpandOrder) -> ActionResult:
    """Found a base, and check the founder against each rival there."""
    before, base = context.state, command.base
    reason = _expand_refusal(before, order, command)
    if reason:
        return refused_result(reason)
    # Each hit point of the new base costs 1 Treasure.
    if not context.pay(order.faction, base.maximum, "founding", ExpandOrder.RULE, base.id):
        return refused_result("no-treasure")
    if order.free:
        context.apply(Used(_key(order)))
    for id in _declared(before, order, command):
        context.reveal_asset(id)
    context.apply(BaseAdded(base))
    rivals = tuple(_contest_with_rivals(context, order, base))
    visibility = visibility_of_piece(context.state, base) | visibility_of_factions(
        rival for rival, _, _ in rivals
    )
    return ActionResult(Founding(base.id, base.name, base.maximum, rivals), visibility)


def _key(order: Order) -> str:
    """Return the key that records that a faction has used its free Expand."""
    return f"{order.faction}/expands"


def _expand_refusal(state: State, order: Order, command: ExpandOrder) -> RefusalReason:
    """Return why no base can be founded."""
    if order.free:
        reason = first_reason(_tag_refusals(state, order.faction))
        if reason or _key(order) in state.used:
            return reason or "used-already"
    at, declares = command.base.at, command.declares
    reason = first_reason(ground_refusals(state, order.faction, at, declares))
    taken: RefusalReason = "" if state.piece(command.base.id) is None else "barred"
    return reason or taken


def _working_assets_at(state: State, faction: str, place: str) -> Iterator[Asset]:
    """Yield a faction's working assets at a place, including Stealthed ones."""
    return (asset for asset in state.own(faction) if asset.at == place and state.working(asset))


def _declared(state: State, order: Order, command: ExpandOrder) -> Iterator[str]:
    """Yield the Stealthed assets that reveal themselves to count as present (W-ENT-5)."""
    for asset in _working_assets_at(state, order.faction, command.base.at):
        if asset.stealth and asset.id in command.declares:
            yield asset.id


def _contest_with_rivals(
    context: ActionContext, order: Order, base: Base
) -> Iterator[tuple[str, bool, bool]]:
    """Yield the check against every rival there, in order of id (:func:`contest_with_rival`)."""
    for rival in rivals_in_the_open(context.state, order.faction, base.at):
        won, attacks = contest_with_rival(context, rival, base)
        yield rival, won, attacks


def rivals_in_the_open(state: State, founder: str, place: str) -> tuple[str, ...]:
    """Return the factions that a founder is checked against: all with something open there."""
    rivals = (rival for rival in state.living() if rival != founder)
    return tuple(
        rival
        for rival in rivals
        if any(not asset.stealth for asset in _working_assets_at(state, rival, place))
    )


def contest_with_rival(context: ActionContext, rival: str, base: Base) -> tuple[bool, bool]:
    """Return whether a founder beats a rival, and whether the rival attacks; ties go to it."""
    founder = base.faction
    won = opposed_check(context, *expand_sides(founder, rival, base.at), f"-{rival}").won
    willing = contests_new_bases(context.state, context.orders, rival, founder)
    able = any(True for _ in _able_attackers(context.state, context.orders, rival, base))
    return won, not won and willing and able


def expand_sides(founder: str, rival: str, place: str) -> tuple[CheckSide, CheckSide]:
    """Return the two sides of the check of a founder against a rival at a place."""
    return (
        CheckSide(founder, "cunning", "expand", place, rival),
        CheckSide(rival, "cunning", "other", place, founder),
    )


def _able_attackers(state: State, orders: Orders, rival: str, base: Base) -> Iterator[Asset]:
    """Yield a rival's assets that can attack a new base; hidden ones stay hidden."""
    for asset in _working_assets_at(state, rival, base.at):
        made = state.type_of(asset)
        if made.attack is None or not made.attacks:
            continue
        if asset.stealth or not state.usable(asset):
            continue
        if choose_defender(state, orders, asset, base.faction, made.attack.target) is not None:
            yield asset


def contest_attacks(founded: ActionContext, order: Order, details: Founding) -> Iterator[Attacked]:
    """Yield the attacks on a new base, by rival and asset, as long as it lasts."""
    state, orders, dice = founded.state, founded.orders, founded.dice
    for rival, _, attacks in details.rivals:
        base = state.bases.get(details.base)
        if base is None or not attacks:
            continue
        for id in tuple(asset.id for asset in _able_attackers(state, orders, rival, base)):
            still = {asset.id: asset for asset in _able_attackers(state, orders, rival, base)}
            standing = details.base in state.bases and state.factions[order.faction].hp > 0
            if not standing or id not in still:
                continue
            event = resolve_attack(
                state,
                orders,
                dice,
                still[id],
                order.faction,
                AttackOrigin(
                    id=f"{dice.turn}/{order.key}/{rival}/{id}",
                    key=order.key,
                    order=order.id,
                    prefix=f"{rival}-{id}-",
                    part="contest",
                ),
            )
            yield event
            state = fold(state, event.changes)


def expand_chances(state: State, orders: Orders, order: Order) -> tuple[Chance, ...]:
    """Return the chances that a rival, and each one, attacks a new base (W-ACT-4)."""
    if not isinstance(order.command, ExpandOrder):
        return ()
    base = order.command.base
    founded = ActionContext(state, orders, Dice(b"", orders.turn), order.key)
    if not isinstance(expand(founded, order, order.command).details, Founding):
        return ()
    ground = ActionContext(state.with_base(base), orders, founded.dice, order.key)
    attacks: dict[str, Fraction] = {}
    for rival in rivals_in_the_open(ground.state, order.faction, base.at):
        falls = enumerate_outcomes(_contest_with(ground, rival, base), orders.turn)
        attacks[rival] = sum((weight for attacked, weight in falls if attacked), Fraction(0))
    if not attacks:
        return ()
    rows = tuple(
        Facts(faction=faction_ref(rival), chance=fraction_fact(chance))
        for rival, chance in attacks.items()
    )
    left_alone = prod((1 - chance for chance in attacks.values()), start=Fraction(1))
    ways = (("done", left_alone), ("contested", 1 - left_alone))
    return tuple(Chance(word, chance_facts(rivals=rows), weight) for word, weight in ways if weight)


def _contest_with(ground: ActionContext, rival: str, base: Base) -> Callable[[Dice], bool]:
    def run(dice: Dice) -> bool:
        return contest_with_rival(
            ActionContext(ground.state, ground.orders, dice, ground.key), rival, base
        )[1]

    return run


def expand_choices(seen: KnownState) -> Iterator[order_form.ActionChoice]:
    """Yield new bases as the action (W-ACT-4)."""
    for where, declares in _base_places(seen):
        parts = (order_form.FixedField("id", "expand"), *_base_parts(seen, where, declares))
        yield order_form.ActionChoice(
            "expand", ExpandOrder.RULE, (order_form.FieldGroup("expand", parts),), Facts(each=1)
        )


def free_expansion_fields(seen: KnownState) -> Iterator[order_form.ActionField]:
    """Yield a new base once a turn among the abilities (W-FX-EXPANDS-FREELY)."""
    if any(_tag_refusals(seen.board, seen.id)):
        return
    cases = tuple(
        order_form.ActionChoice(
            "expand",
            ExpandsFreely.rule,
            (
                order_item(
                    "abilities",
                    "expand-freely",
                    order_form.FieldGroup("expand", _base_parts(seen, where, declares)),
                ),
            ),
            Facts(each=1),
        )
        for where, declares in _base_places(seen)
    )
    if cases:
        yield order_form.ActionField("ability", cases)


def _base_parts(
    seen: KnownState, where: tuple[str, ...], declares: order_form.MultiSelectField | None
) -> tuple[order_form.FormPart, ...]:
    places = tuple(
        order_form.FieldChoice(
            it, place_ref(it), Facts(rivals=_rivals(seen, it)), _uncontested_range(seen, it)
        )
        for it in where
    )
    parts: tuple[order_form.FormPart, ...] = (
        order_form.TextField("base", needed=True),
        order_form.SelectField("at", places, needed=True),
        order_form.IntegerField("hp", 1, seen.own.maximum, needed=True, price=1),
        order_form.TextField("name"),
    )
    return parts if declares is None else (*parts, declares)


def _base_places(
    seen: KnownState,
) -> Iterator[tuple[tuple[str, ...], order_form.MultiSelectField | None]]:
    """Yield places for a new base.

    First those with no hidden assets, together; then each one where hidden assets may reveal
    themselves.
    """
    board = seen.board
    taken = {base.at for base in board.own_bases(seen.id)}
    present: defaultdict[str, list[Asset]] = defaultdict(list)
    for asset in seen.obedient_assets():
        if board.working(asset) and asset.at not in taken:
            present[asset.at].append(asset)
    plain = tuple(at for at, own in sorted(present.items()) if not any(it.stealth for it in own))
    if plain:
        yield plain, None
    for at, own in sorted(present.items()):
        hidden = tuple(order_form.FieldChoice(it.id, it.name) for it in own if it.stealth)
        if hidden:
            yield (
                (at,),
                order_form.MultiSelectField("declares", hidden, needed=len(hidden) == len(own)),
            )


def _rivals(seen: KnownState, place: str) -> tuple[Fact, ...]:
    return tuple(faction_ref(id) for id in rivals_in_the_open(seen.board, seen.id, place))


def _uncontested_range(seen: KnownState, place: str) -> order_form.ProbabilityRange | None:
    """Return the chance that nobody attacks the new base; None where nothing of others is seen."""
    if seen.board.house.assets == "owner":
        return None
    found = [
        seen.likely(*expand_sides(seen.id, rival, place))
        for rival in rivals_in_the_open(seen.board, seen.id, place)
    ]
    known = [likely.least for likely in found if likely is not None]
    least = prod(known, start=Fraction(1))
    if len(known) < len(found):
        return None
    return order_form.ProbabilityRange(least, Fraction(1), provided="as-known")


EXPAND: Final = Action(
    ExpandOrder,
    parse_expand,
    expand,
    expand_choices,
    contest_attacks,
    expand_chances,
    {"expand": _OWN_FACTS, "seen-expand": _SEEN_FACTS},
    by_asset=False,
)
