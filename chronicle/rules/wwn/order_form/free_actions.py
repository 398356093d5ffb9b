"""The free actions of assets: carrying, healing, searching, hiding and demanding."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final, get_args

from chronicle.model.facts import Fact, Facts, faction_ref, place_ref
from chronicle.rules.order_form import (
    ActionChoice,
    ActionField,
    FieldChoice,
    FixedField,
    FormPart,
    SelectField,
)
from chronicle.rules.wwn import effects
from chronicle.rules.wwn.action_events import rule_of_effect
from chronicle.rules.wwn.actions.arrival import toll_taker
from chronicle.rules.wwn.actions.carry import carry_refusal
from chronicle.rules.wwn.actions.demand import demand_sides
from chronicle.rules.wwn.actions.search import search_sides
from chronicle.rules.wwn.actions.support import cloak_refusal
from chronicle.rules.wwn.distance import is_within
from chronicle.rules.wwn.fights.attack_effects import half_cost
from chronicle.rules.wwn.order_form.fields import asset_action_field, order_id, order_item
from chronicle.rules.wwn.order_form.known_state import KnownState
from chronicle.rules.wwn.state import Asset
from chronicle.rules.wwn.validation.free_actions import OrderableFreeAction

_WORD_OF: Final = {kind: word for word, kind in effects.EFFECT_BY_WORD.items()}


def ability_fields(seen: KnownState) -> Iterator[ActionField]:
    """Yield each asset's free actions; those limited to one a turn are one choice (W-TURN-4)."""
    for asset in seen.usable_assets():
        if asset.mark("hobbled") is not None:
            continue
        capped: list[ActionChoice] = []
        for use in _free_actions(seen, asset):
            cases = tuple(use.cases())
            if isinstance(use.effect, effects.Carries) and not use.effect.capped:
                yield from (asset_action_field(seen, "ability", asset, case) for case in cases)
            else:
                capped += cases
        if capped:
            yield asset_action_field(seen, "ability", asset, *capped)


def places_reachable_before(seen: KnownState) -> Mapping[str, tuple[str, ...]]:
    """Return where each own asset may be moved for free before the action, other than its place."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for asset in seen.usable_assets():
        for use in _free_actions(seen, asset) if asset.mark("hobbled") is None else ():
            if isinstance(use.effect, effects.Carries):
                for passenger, places in use.ways(use.effect):
                    if use.effect.who != "passenger":
                        found[asset.id] |= set(places)
                    if passenger is not None:
                        found[passenger.id] |= set(places)
    return {id: tuple(sorted(places)) for id, places in found.items()}


def _free_actions(seen: KnownState, asset: Asset) -> Iterator[_FreeActionForm]:
    """Yield the free actions of an asset that have different words."""
    first: dict[str, effects.Effect] = {}
    for effect in seen.board.type_of(asset).effects:
        if isinstance(effect, get_args(OrderableFreeAction)):
            first.setdefault(_WORD_OF[type(effect)], effect)
    for word, effect in first.items():
        yield _FreeActionForm(seen, asset, word, effect, several=len(first) > 1)


class _FreeActionForm:
    """One free action of an asset, by its word; named if the asset has ``several``."""

    def __init__(
        self, seen: KnownState, asset: Asset, word: str, effect: effects.Effect, *, several: bool
    ) -> None:
        self.seen = seen
        self.asset = asset
        self.word = word
        self.effect = effect
        self.several = several

    def cases(self) -> Iterator[ActionChoice]:
        """Yield the variants in which it may be used."""
        match self.effect:
            case effects.Carries() as effect:
                yield from self._carries(effect)
            case effects.Yields() as effect:
                yield self._case(facts=_profit_facts(effect))
            case effects.Mends(amount=amount) as effect:
                yield from self._aimed("target", self._hurt(effect), {"heals": amount})
            case effects.Exposes(price=price):
                yield from self._aimed("against", self._sought(), {"cost": price})
            case effects.Cloaks(who="self", price=price) as effect:
                if self._lacks(self.asset, effect):
                    yield self._case(facts={"cost": price})
            case effects.Cloaks(price=price) as effect:
                yield from self._aimed("target", self._bare(effect), {"cost": price})
            case effects.Demands() as effect:
                yield from self._aimed("target", self._pressed(effect), {})
            case _:
                pass

    def ways(self, effect: effects.Carries) -> Iterator[tuple[Asset | None, tuple[str, ...]]]:
        """Yield who may be taken, None for nobody, and the places (W-FX-CARRIES)."""
        others: list[Asset | None] = [
            it for it in self.seen.friendly_assets() if it is not self.asset
        ]
        if effect.who != "passenger":
            others = [None] if effect.who == "self" else [None, *others]
        for other in others:
            places = tuple(
                place
                for place in sorted(self.seen.board.places)
                if not carry_refusal(self.seen.board, self.asset, other, place, effect)
            )
            if places:
                yield other, places

    def _carries(self, effect: effects.Carries) -> Iterator[ActionChoice]:
        for other, places in self.ways(effect):
            moved = self.asset if other is None else other
            to = SelectField(
                "to", tuple(destination_choice(self.seen, moved, it) for it in places), needed=True
            )
            facts: dict[str, Fact] = {"cost": effect.price}
            if other is None:
                yield self._case(to, facts=facts)
            else:
                parts = (FixedField("target", other.id), to)
                facts = {"passenger": other.name, **facts}
                yield self._case(*parts, facts=facts, of=other.id)

    def _hurt(self, effect: effects.Mends) -> Iterator[FieldChoice]:
        for asset in self.seen.friendly_assets():
            made = self.seen.board.type_of(asset)
            if made.attribute in effect.kinds and asset.hp < made.hp:
                yield FieldChoice(asset.id, asset.name, Facts(hp=asset.hp, of=made.hp))

    def _sought(self) -> Iterator[FieldChoice]:
        for rival in self.seen.rivals():
            likely = self.seen.likely(*search_sides(self.asset, rival))
            yield FieldChoice(rival, faction_ref(rival), likely=likely)

    def _bare(self, effect: effects.Cloaks) -> Iterator[FieldChoice]:
        for asset in self.seen.obedient_assets():
            if self._lacks(asset, effect):
                yield FieldChoice(asset.id, asset.name)

    def _lacks(self, asset: Asset, effect: effects.Cloaks) -> bool:
        """Return whether an own asset can be given the quality and does not have it."""
        board = self.seen.board
        subtle = board.subtle(asset) and asset.mark("smuggled") is None
        if effect.quality == "subtle" and subtle:
            return False
        return not cloak_refusal(board, self.asset, asset, effect)

    def _pressed(self, effect: effects.Demands) -> Iterator[FieldChoice]:
        board = self.seen.board
        for asset in self.seen.others():
            if not is_within(board, self.asset.at, asset.at, effect.reach):
                continue
            likely = None
            if effect.attributes is not None:
                likely = self.seen.likely(*demand_sides(self.asset, asset, effect.attributes))
            target = self.seen.target(asset, likely)
            asked = effect.price or half_cost(board.type_of(asset).cost)
            yield FieldChoice(target.value, target.name, Facts(target.facts, asked=asked), likely)

    def _aimed(
        self, key: str, choices: Iterator[FieldChoice], facts: Mapping[str, Fact]
    ) -> Iterator[ActionChoice]:
        found = tuple(choices)
        if found:
            yield self._case(SelectField(key, found, needed=True), facts=facts)

    def _case(self, *parts: FormPart, facts: Mapping[str, Fact], of: str = "") -> ActionChoice:
        name = order_id(*filter(None, (self.asset.id, self.word, of)))
        said = (FixedField("use", self.word),) if self.several else ()
        order = order_item("abilities", name, FixedField("asset", self.asset.id), *said, *parts)
        told = {word: fact for word, fact in facts.items() if fact}
        return ActionChoice(self.word, rule_of_effect(self.effect), (order,), Facts(told))


def _profit_facts(effect: effects.Yields) -> dict[str, Fact]:
    """Return the Treasure that a free action gains, and its cost for the bearer in hit points."""
    amount = str(effect.amount) if effect.amount is not None else ""
    return {
        "amount": amount,
        "least": str(min(effect.table)) if effect.table else "",
        "most": str(max(effect.table)) if effect.table else "",
        "hurts": str(effect.hurts) if effect.hurts is not None else "",
        "repairs": effect.only == "repairs",
    }


def destination_choice(seen: KnownState, asset: Asset, place: str, **facts: Fact) -> FieldChoice:
    """Return a destination, with the toll known to be taken there (W-FX-TOLLS)."""
    toll = toll_taker(seen.board, asset, place)
    if toll is not None:
        facts["toll"] = str(toll[1].price)
    return FieldChoice(place, place_ref(place), Facts(facts))
