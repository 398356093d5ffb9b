"""The lieutenant that an order form is for, and the fields common to all orders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, get_args

from chronicle.model.facts import Fact, Facts, faction_ref, place_ref
from chronicle.records import Record, replace
from chronicle.rules.lieutenants.action_definitions import ACTION_DEFINITIONS, KEYWORDS
from chronicle.rules.lieutenants.board_view import price_facts
from chronicle.rules.lieutenants.catalogue import Price, Skill
from chronicle.rules.lieutenants.known_state import UNKNOWN_CAPTOR, KnownState
from chronicle.rules.lieutenants.orders import Command, Order
from chronicle.rules.lieutenants.refusals import (
    ActingLieutenant,
    admission_refusals,
    asset_refusals,
    away_refusals,
    near_refusals,
    unit_refusals,
    use_refusals,
)
from chronicle.rules.lieutenants.state import (
    Asset,
    FactionState,
    Item,
    Lieutenant,
    PlaceState,
    State,
    Unit,
)
from chronicle.rules.lieutenants.terms import ActionName, PropertyKind, rule_of
from chronicle.rules.lieutenants.validation.order_context import ASSET_CLASSES
from chronicle.rules.order_form import (
    ActionChoice,
    ActionField,
    FieldChoice,
    FieldGroup,
    FixedField,
    FormPart,
    IntegerField,
    ListItem,
    MultiSelectField,
    ProbabilityRange,
    SelectField,
    TextField,
    merge_ranges,
)


def asset_choice(asset: Asset, likely: ProbabilityRange | None = None) -> FieldChoice:
    """Return a choice for another's asset, with its faction and where it was last seen."""
    facts = Facts(
        faction=faction_ref(asset.faction) if asset.faction else None,
        at=place_ref(asset.at) if asset.at else None,
    )
    return FieldChoice(asset.id, asset.name, facts, likely)


def target_group(kind: str, choices: Iterable[FieldChoice]) -> FieldGroup:
    """Return the fields for a target of one kind."""
    return FieldGroup("target", optional_select(kind, choices, needed=True))


ALL_SKILLS: Final[tuple[Skill, ...]] = get_args(Skill)


#: Rules that allow special choices, by the code of the choice.
_RULES: Final[Mapping[str, str]] = {
    "aggressive-strike": "L-AST-STRIKES-ONE",
    "cautious-strike": "L-AST-STRIKES-ONE",
    "slip": "L-AST-MOVES-UNSEEN",
    "go-below": "L-AST-LINK",
}


class UnitSelection(Record):
    """The units that can accompany a lieutenant.

    Those in ``led`` always take part. ``units`` are those to choose from; None means all in the
    locale. ``most`` is the maximum number, including ``led``; None means the faction's cohesion.
    """

    led: tuple[Unit, ...] = ()
    units: tuple[Unit, ...] | None = None
    most: int | None = None

    def settled(self) -> Iterator[FixedField]:
        """Yield the fixed field for the units that always take part."""
        if self.led:
            yield FixedField("units", tuple(unit.id for unit in self.led))


#: No choice of further units: the action has another field for them.
NO_OTHER_UNITS: Final = UnitSelection(units=())


class OddsFunctions(Record):
    """What computes chances; it carries orders out, so it is handed in from above.

    ``range_of`` returns the chances of an order alone and with all help, None without a check;
    ``success_of`` the chance of one whose check depends on other rolls.
    """

    range_of: Callable[[State, Order, Order, Sequence[Unit], int], ProbabilityRange | None]
    success_of: Callable[[State, Order, int], Fraction]


class LieutenantContext(Record, dict=True):
    """A lieutenant on the board that the faction knows.

    ``earlier`` are the orders before his that his order can depend on.
    """

    seen: KnownState
    lieutenant: Lieutenant
    odds: OddsFunctions
    earlier: tuple[FieldChoice, ...] = ()

    # ── Assets and places ────────────────────────────────────────────────────────────────────────

    @property
    def state(self) -> State:
        return self.seen.state

    @property
    def faction(self) -> FactionState:
        return self.state.factions[self.seen.faction]

    @property
    def here(self) -> str:
        return self.lieutenant.at

    @property
    def locale(self) -> str:
        return self.state.locale(self.here)

    @property
    def neighbours(self) -> tuple[str, ...]:
        """The locales next to the lieutenant's."""
        return self.state.places[self.locale].neighbours if self.locale else ()

    @property
    def new_id(self) -> str:
        """An id for the project or asset that the order creates."""
        return f"{self.lieutenant.id}-{self.seen.turn}"

    @cached_property
    def actor(self) -> ActingLieutenant:
        """Who acts, on the board that the faction knows."""
        return ActingLieutenant(self.state, self.faction.id, self.lieutenant)

    def units(self, locale: str = "") -> tuple[Unit, ...]:
        """Return the units that he can lead from a locale, by default his own (L-TURN-3).

        A double agent can also lead units of its host, if they were last seen there.
        """
        if locale not in self._units:
            self._units[locale] = self._units_from(locale)
        return self._units[locale]

    @cached_property
    def _units(self) -> dict[str, tuple[Unit, ...]]:
        return {}

    @cached_property
    def _own(self) -> dict[PropertyKind, tuple[Asset, ...]]:
        return {}

    def _units_from(self, locale: str) -> tuple[Unit, ...]:
        actor = self.actor
        return tuple(
            it
            for it in (*self.seen.own, *self.seen.others)
            if isinstance(it, Unit) and not any(asset_refusals(actor, it))
            if not any(unit_refusals(actor, it, locale))
        )

    def near(self, asset: Asset, locale: str = "") -> bool:
        """Return whether an asset is in a locale, by default the lieutenant's."""
        where = self.state.at(asset)
        return not any(near_refusals(self.actor, asset.id, where, locale=locale))

    def locations(self, locale: str = "") -> tuple[PlaceState, ...]:
        """Return the known locations of a locale, by default the lieutenant's."""
        locale = locale or self.locale
        return tuple(it for it in self.seen.locations() if it.within and it.within == locale)

    def open_to(self, minions: Iterable[Asset]) -> tuple[PlaceState, ...]:
        """Return the locations of his locale that are open to all of these minions (L-MOVE)."""
        actor, company = self.actor, tuple(minions)
        return tuple(
            place
            for place in self.locations()
            if not any(any(admission_refusals(actor, place, one)) for one in company)
        )

    def own(self, kind: PropertyKind) -> Iterator[Asset]:
        """Yield the faction's own usable assets of a kind in the lieutenant's locale."""
        if kind not in self._own:
            self._own[kind] = tuple(self._own_of(kind))
        yield from self._own[kind]

    def _own_of(self, kind: PropertyKind) -> Iterator[Asset]:
        for asset in self.seen.own:
            if not isinstance(asset, ASSET_CLASSES[kind]) or not self.near(asset):
                continue
            if not any((*use_refusals(self.actor, asset), *away_refusals(self.actor, asset))):
                yield asset

    def others(self, kind: PropertyKind, *, near: bool = True) -> Iterator[Asset]:
        """Yield others' assets of a kind, where last seen; only those in the locale if ``near``."""
        for asset in self.seen.others:
            if not isinstance(asset, ASSET_CLASSES[kind]) or (near and not self.near(asset)):
                continue
            if not any(asset_refusals(self.actor, asset)):
                yield asset

    def captives(self, kind: PropertyKind) -> Iterator[Asset]:
        """Yield the faction's own assets of a kind that are prisoners of others, place unknown."""
        for asset in self.seen.own:
            if isinstance(asset, ASSET_CLASSES[kind]) and asset.held_by == UNKNOWN_CAPTOR:
                yield asset

    def factions(self, *, npc: bool = False) -> tuple[FactionState, ...]:
        """Return all other factions; only NPC factions if ``npc``."""
        others = (it for id, it in sorted(self.state.factions.items()) if id != self.faction.id)
        return tuple(it for it in others if it.npc or not npc)

    def elsewhere(
        self, key: str, minions: Iterable[Asset], now: str = ""
    ) -> tuple[SelectField, ...]:
        """Return a field for a location open to these minions; empty if only his own is."""
        found = tuple(map(place_choice, self.open_to(minions)))
        if all(choice.value == self.here for choice in found):
            return ()
        held = {choice.value for choice in found}
        return optional_select(key, found, now=now if now in held else "")

    def targets(
        self, action: ActionName, *, captives: bool = False
    ) -> Iterator[tuple[PropertyKind, tuple[Asset, ...]]]:
        """Yield the known assets that an action may have as its target, by kind.

        With ``captives``, these include the faction's own that are prisoners of others.
        """
        definition = ACTION_DEFINITIONS[action].target
        for kind in ASSET_CLASSES:
            if definition is None or kind not in definition.kinds:
                continue
            if definition.owner == "own":
                found = tuple(self.own(kind))
            else:
                held = self.captives(kind) if captives else ()
                found = (*self.others(kind, near=definition.near), *held)
            if found:
                yield kind, found

    # ── Orders ───────────────────────────────────────────────────────────────────────────────────

    def order(self, action: ActionName, command: Command, **more: Any) -> Order:
        """Return an order to this lieutenant, by default at his location."""
        id = self.lieutenant.id
        return Order(self.faction.id, id, id, action, command, **{"at": self.here, **more})

    def likely(self, order: Order, *, influence: int = 0) -> ProbabilityRange | None:
        """Return the chances of an order: alone, and with the best units, items and influence.

        With ``influence`` to spend they are also by the points that are spent (L-CHK-7).
        """
        if not influence:
            return self._likely(order)
        steps = [self._likely(replace(order, influence=spent)) for spent in range(influence + 1)]
        if (overall := merge_ranges(steps)) is None:
            return None
        return replace(overall, by_stake=tuple(step for step in steps if step is not None))

    def likely_against(self, order: Order) -> ProbabilityRange | None:
        """Return the chances against those whom the faction has seen where the order is given.

        It cannot know whether others of theirs are there, or whether they still are.
        """
        likely = self.likely(order)
        if likely is None:
            return None
        guards = (it for it in self.state.minions(order.at) if it.faction == order.against)
        seen = order.against and any(True for _ in guards)
        return replace(likely, provided="as-known" if seen else "unguarded")

    def _likely(self, order: Order) -> ProbabilityRange | None:
        items = tuple(item.id for item in self.items(order.action))
        full = replace(order, items=items)
        most = self.faction.cohesion if ACTION_DEFINITIONS[order.action].with_units else 0
        units = [unit for unit in self.units() if unit.id not in order.units]
        return self.odds.range_of(self.state, order, full, units, most - len(order.units))

    def items(self, action: ActionName) -> Iterator[Item]:
        """Yield the usable items in the locale with a bonus for an action (L-CHK-7)."""
        for item in self.own("item"):
            if isinstance(item, Item) and _item_bonus(item, action):
                yield item

    # ── Choices ──────────────────────────────────────────────────────────────────────────────────

    def case(
        self,
        action: ActionName,
        *parts: FormPart,
        code: str = "",
        facts: Facts | None = None,
        likely: ProbabilityRange | None = None,
        company: UnitSelection | None = None,
        price: int | None = None,
    ) -> ActionChoice:
        """Return one choice for him, with its fields and those common to all actions."""
        company = company or UnitSelection()
        id = self.lieutenant.id
        settled = (FixedField("id", id), FixedField("lieutenant", id), FixedField("action", action))
        most = self.faction.cohesion if company.most is None else company.most
        most -= len(company.led)
        along = self.units() if company.units is None else company.units
        along = tuple(it for it in along if it not in company.led)
        units = optional_multi_select("units", map(unit_choice, along), most=most)
        entry = (
            *settled,
            *parts,
            *_keyword_fields(action, parts),
            *company.settled(),
            *(units if most > 0 and ACTION_DEFINITIONS[action].with_units else ()),
            *self._rest(action, parts),
        )
        facts = facts or Facts()
        code = code or action
        rule = _RULES.get(code, rule_of(action))
        return ActionChoice(code, rule, (ListItem("actions", entry),), facts, likely, price)

    def _rest(self, action: ActionName, parts: Iterable[FormPart]) -> Iterator[FormPart]:
        """Yield the optional fields of the action that ``parts`` does not have yet."""
        said = {part.key for part in parts if not isinstance(part, ActionField)}
        keys = ACTION_DEFINITIONS[action].keys
        if "at" in keys and "at" not in said:
            yield from optional_select("at", map(place_choice, self.locations()), now=self.here)
        if "end_at" in keys:
            yield from self.elsewhere("end_at", (self.lieutenant, *self.units()))
        bonuses = (
            FieldChoice(it.id, it.name, Facts(bonus=_item_bonus(it, action)))
            for it in self.items(action)
        )
        yield from optional_multi_select("items", bonuses)
        if "stealthy" not in said and action != "move":
            yield from optional_select(
                "stealthy", keyword_choices(*ACTION_DEFINITIONS[action].stealth)
            )
        for key in ("if_ambushed", "if_blocked"):
            words, default = KEYWORDS[key]
            yield from optional_select(key, keyword_choices(*words), now=default)
        yield TextField("plan", long=True)
        if self.earlier:
            parts = (
                SelectField("needs", self.earlier, needed=True),
                FixedField("otherwise", "nothing"),
            )
            yield ActionField("needs", (ActionChoice("needs", "L-TURN-4", parts),))


def _item_bonus(item: Item, action: ActionName) -> int:
    return sum(bonus.value for bonus in item.bonuses if action in bonus.actions)


def _keyword_fields(action: ActionName, parts: Iterable[FormPart]) -> Iterator[SelectField]:
    """Yield the fields of an action for words with a default, without those in ``parts``."""
    said = {part.key for part in parts if not isinstance(part, ActionField)}
    definition = ACTION_DEFINITIONS[action]
    for key in definition.keys:
        if key in KEYWORDS and key not in said:
            words, default = KEYWORDS[key]
            choices = keyword_choices(*(definition.pay if key == "pay" else words))
            yield from optional_select(key, choices, now=default)


def keyword_choices(*values: str) -> tuple[FieldChoice, ...]:
    """Return choices for values that have theme texts; some multiply the capital that is paid."""
    return tuple(
        FieldChoice(it, factor=_CAPITAL_FACTORS.get(it, 1), at_most=it == "double") for it in values
    )


#: By how much the capital that an order takes is multiplied; ``double`` is only paid if need be.
_CAPITAL_FACTORS: Final[Mapping[str, int]] = {"influence": 0, "double": 2}


def optional_select(
    key: str, choices: Iterable[FieldChoice], *, now: str = "", needed: bool = False
) -> tuple[SelectField, ...]:
    """Return a field for one of these choices; empty if there are no choices."""
    found = tuple(choices)
    return (SelectField(key, found, now=now, needed=needed),) if found else ()


def optional_multi_select(
    key: str, choices: Iterable[FieldChoice], *, needed: bool = False, most: int | None = None
) -> tuple[MultiSelectField, ...]:
    """Return a field for several of these choices; empty if there are no choices."""
    found = tuple(choices)
    return (MultiSelectField(key, found, needed=needed, most=most),) if found else ()


def place_choice(place: PlaceState) -> FieldChoice:
    """Return a choice for a place, without facts."""
    return FieldChoice(place.id, place_ref(place.id))


def unit_choice(unit: Unit) -> FieldChoice:
    """Return a choice for a unit, with its level and competencies."""
    return FieldChoice(
        unit.id, unit.name, nonzero_facts(level=unit.level, competencies=unit.competencies)
    )


def nonzero_facts(**named: int | str | Sequence[str] | Price) -> Facts:
    """Return facts without zero or empty values; only `level` can be 0."""
    found: dict[str, Fact] = {}
    for name, value in named.items():
        match value:
            case Price(amount=amount):
                if amount:
                    found[name] = price_facts(value)
            case int() | str():
                if value or name == "level":
                    found[name] = value
            case _:
                if value:
                    found[name] = tuple(value)
    return Facts(found)


class NpcField(Record):
    """An NPC faction with the influence that can be spent, or a choice of those without any."""

    patron: FixedField | SelectField
    facts: Facts
    influence: tuple[IntegerField, ...] = ()
    likely: ProbabilityRange | None = None


def npc_fields(
    context: LieutenantContext,
    key: str,
    npcs: Iterable[FactionState],
    likely: Callable[[FactionState], ProbabilityRange | None] = lambda _: None,
) -> Iterator[NpcField]:
    """Yield each NPC faction with influence separately, then one choice of all others.

    Facts name the NPC faction where it is the only one.
    """
    strange: list[FieldChoice] = []
    for npc in npcs:
        points = context.faction.influence.get(npc.id, 0)
        if not points:
            strange.append(FieldChoice(npc.id, faction_ref(npc.id), likely=likely(npc)))
            continue
        facts = Facts(npc=faction_ref(npc.id), influence=points)
        most = spendable_influence(context, npc)
        count = (IntegerField("influence", 0, most, usual=0, sets_odds=True),) if most else ()
        yield NpcField(FixedField(key, npc.id), facts, count, likely(npc))
    if strange:
        facts = Facts(npc=strange[0].name) if len(strange) == 1 else Facts()
        yield NpcField(SelectField(key, tuple(strange), needed=True), facts)


def spendable_influence(context: LieutenantContext, npc: FactionState) -> int:
    """Return how much influence with an NPC faction can be spent on a check."""
    return min(context.faction.influence.get(npc.id, 0), context.state.house.influence_limit)
