"""Watch or investigate something (L-ACT-SURVEIL, L-ACT-INVESTIGATE)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Final, Literal

from chronicle.model.dice import Modifier
from chronicle.model.facts import Facts, Ref, faction_ref, place_ref
from chronicle.records import Record, replace
from chronicle.rules.kit.projector import OWN, FactionId, PlaceId, Readers, Told
from chronicle.rules.lieutenants import check_sides, state, terms
from chronicle.rules.lieutenants.action import Action, SeenMore
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.action_definitions import PEOPLE, THINGS, TargetDefinition
from chronicle.rules.lieutenants.action_events import ActionResult, outcome_of, result_without_check
from chronicle.rules.lieutenants.board_view import BoardView
from chronicle.rules.lieutenants.changes import Burdened, Change, Found, Learnt, Watched
from chronicle.rules.lieutenants.diagnostics import orders as problems
from chronicle.rules.lieutenants.dice_checks import Check, roll_opposed_check
from chronicle.rules.lieutenants.events import Acted, Details, PromptKind
from chronicle.rules.lieutenants.fact_rows import seen_person
from chronicle.rules.lieutenants.form_context import (
    LieutenantContext,
    asset_choice,
    optional_select,
    place_choice,
    target_group,
)
from chronicle.rules.lieutenants.orders import Command, Order
from chronicle.rules.lieutenants.state import (
    OUT_OF_ACTION,
    Asset,
    Facility,
    Information,
    Item,
    Lieutenant,
    Minion,
    PlaceState,
    StandingModifier,
    State,
    Unit,
    Watch,
    kind_of,
    owners,
)
from chronicle.rules.lieutenants.stealth import resolve_stealth
from chronicle.rules.lieutenants.telling_facts import STATISTICS, AssetIds, PlaceIds, TypeId
from chronicle.rules.lieutenants.terms import SUCCESSES, AssetKind, rule_of
from chronicle.rules.lieutenants.validation import common
from chronicle.rules.lieutenants.validation.order_context import OrderContext, ParsedAction
from chronicle.rules.lieutenants.watches import secrets_shown
from chronicle.rules.order_form import (
    ActionChoice,
    FieldChoice,
    FieldGroup,
    ProbabilityRange,
    TextField,
)


class SpyOrder(Command):
    """Watch or investigate something; ``other`` is a matter in words, with its obscurity."""

    kind: terms.AssetKind | Literal["other"]
    subject: str
    obscurity: int = 1


class Discovery(Record):
    """What a watcher or investigator learns about one asset; unknown parts are None or empty."""

    asset: str
    name: Annotated[str, OWN]
    kind: Annotated[terms.AssetKind, OWN]
    faction: Annotated[FactionId, OWN]
    at: Annotated[PlaceId, OWN]
    condition: Annotated[
        state.Condition | None, Told("word", state.Condition | Literal[""]), OWN
    ] = None
    level: Annotated[int | None, OWN] = None
    statistics: Annotated[state.Statistics | None, STATISTICS, OWN] = None
    type: Annotated[TypeId, OWN] = ""
    agent_of: Annotated[str | None, Told("who", Ref | None), OWN] = None
    capital: Annotated[int | None, OWN] = None
    units: Annotated[AssetIds, OWN] = ()

    @property
    def agent(self) -> Annotated[Literal["unknown", "yes", "no"], OWN]:
        if self.agent_of is None:
            return "unknown"
        return "yes" if self.agent_of else "no"


class SpyDetails(Details):
    """A surveillance or investigation (L-ACT-SURVEIL, L-ACT-INVESTIGATE) with all that it finds."""

    kind: Annotated[terms.AssetKind | Literal["other"], OWN]
    subject: str
    name: Annotated[str, OWN]
    finds: Annotated[tuple[Discovery, ...], OWN] = ()
    places: Annotated[PlaceIds, OWN] = ()
    text: Annotated[str, OWN] = ""
    chose: Annotated[terms.SuccessChoice | Literal[""], OWN] = ""

    @property
    def place(self) -> Annotated[PlaceId, OWN]:
        return self.subject if self.kind == "location" else ""

    @property
    def subjects(self) -> tuple[str, ...]:
        return (self.subject,)

    def locations(self, at: str) -> tuple[str, ...]:
        return (at,) if self.kind == "location" else ()


def parse_surveil(context: OrderContext) -> ParsedAction | None:
    """Parse a surveillance; that of a location is against its owner by default."""
    target = common.parse_target(context)
    doing = context.action_input
    if target is not None and target.kind != "location" and doing.against is not None:
        context.report.add(
            problems.UnusedKey(
                at=doing.key_at("against"),
                key="against",
                what=f"`surveil` of a {target.kind}",
                takes=("target", "choose"),
            )
        )
        return None
    against = common.parse_opponent(context, _other_owner(context, target))
    if target is None or target.kind == "capital":
        return None
    return ParsedAction(SpyOrder(target.kind, target.name), target.at, against)


def parse_investigate(context: OrderContext) -> ParsedAction | None:
    """Parse an investigation: at a target in the locale, else where the lieutenant is."""
    target = common.parse_target(context)
    entry = context.action_input.target
    if target is None or entry is None or target.kind == "capital":
        return None
    obscurity = 1 if entry.obscurity is None else entry.obscurity
    is_here = bool(target.at) and context.board.locale(target.at) == context.locale != ""
    return ParsedAction(
        SpyOrder(target.kind, target.name, obscurity),
        target.at if is_here else context.here,
        _other_owner(context, target),
    )


def _other_owner(context: OrderContext, target: common.OrderTarget | None) -> str:
    """Return the owner of a target; empty if it is the faction's own."""
    owner = target.owner if target is not None else ""
    return owner if owner != context.faction else ""


#: The penalty on watching a target that has caught the lieutenant before (L-ACT-SURVEIL).
CAUGHT_PENALTY = -3
#: The change to the opposition of a unit without the sneak competency (L-ACT-INVESTIGATE).
UNWARY_PENALTY = -2


def surveil(context: ActionContext, command: SpyOrder) -> ActionResult:
    """Watch a unit, a lieutenant or a location for the whole turn (L-ACT-SURVEIL)."""
    state, order = context.state, context.order
    at = _target_location(context, command)
    target = state.assets.get(command.subject)
    if target is not None and (state.locale(at) != context.locale or state.away(target.id)):
        details = SpyDetails(command.kind, command.subject, _target_name(context, command))
        return result_without_check(context, details, "not-there")
    other = check_sides.defending_side(state, order.against, at, "sneak", against=order.faction)
    own = check_sides.acting_side(context, "sneak")
    check = roll_opposed_check(context, "sneak", own, other, _hiding_modifier(context, target))
    eye = Observer(context, check.total, more=_chose_more(context, check))
    finds = eye.on(command) if check.result in SUCCESSES else ()
    changes: list[Change] = [*learning_changes(context, finds)]
    if check.result in SUCCESSES:
        changes += _past_discoveries(context, command.subject, changes)
        changes.append(Watched(Watch(order.faction, command.subject)))
    if check.result == "complete-failure":
        changes.append(Burdened(_caught_modifier(context, command)))
    prompt: PromptKind = "crumb" if check.result == "failure" else _prompt(context, check)
    return _spy_result(context, command, check, finds, changes, prompt)


def investigate(context: ActionContext, command: SpyOrder) -> ActionResult:
    """Investigate anything anywhere, from the lieutenant's place (L-ACT-INVESTIGATE, L-MOVE)."""
    target = context.state.assets.get(command.subject)
    own = check_sides.acting_side(context, "charm")
    more = (*_unwary_modifier(target), *_hiding_modifier(context, target))
    # The target opposes with Sneak.
    check = roll_opposed_check(
        context, "charm", own, opposing_side(target, command), more, opposing_skill="sneak"
    )
    eye = Observer(
        context,
        check.total,
        asking=True,
        complete=check.result == "complete-success",
        more=_chose_more(context, check),
    )
    finds = eye.on(command) if check.result in SUCCESSES else ()
    prompt = _prompt(context, check)
    if check.result in SUCCESSES and command.kind == "other" and not prompt:
        prompt = "answer"
    return _spy_result(
        context, command, check, finds, list(learning_changes(context, finds)), prompt
    )


def opposing_side(target: Asset | None, command: SpyOrder) -> check_sides.CheckSide:
    """Return what opposes an investigation: the target, or the obscurity of the matter."""
    match target:
        case Lieutenant() | Unit():
            sneak = target.statistics.sneak if isinstance(target, Lieutenant) else 0
            rule = rule_of("investigate")
            return check_sides.CheckSide(target.level, sneak, (target,), (target,), rule=rule)
        case Information(obscurity=obscurity):
            return check_sides.fixed_side(obscurity)
        case _:
            return check_sides.fixed_side(command.obscurity)


def _unwary_modifier(target: Asset | None) -> tuple[Modifier, ...]:
    """Return the bonus against a unit without the sneak competency, which opposes with less."""
    if not isinstance(target, Unit) or "sneak" in target.competencies:
        return ()
    return (Modifier(-UNWARY_PENALTY, "unwary", rule_of("investigate")),)


def _target_location(context: ActionContext, command: SpyOrder) -> str:
    target = context.state.assets.get(command.subject)
    return command.subject if target is None else context.state.at(target)


def _hiding_modifier(context: ActionContext, target: Asset | None) -> tuple[Modifier, ...]:
    """Return the penalty on watching or investigating a hidden asset: its hiding level."""
    if target is None or target.hiding is None or not target.hiding.level:
        return ()
    if not context.state.hidden(target, context.faction):
        return ()
    return (Modifier(-target.hiding.level, "hidden", rule_of("conceal")),)


def _chose_more(context: ActionContext, check: Check) -> bool:
    return check.result == "complete-success" and context.order.choose == "more"


def _prompt(context: ActionContext, check: Check) -> PromptKind:
    return "something-more" if _chose_more(context, check) else ""


def _caught_modifier(context: ActionContext, command: SpyOrder) -> StandingModifier:
    return StandingModifier(
        id=f"{context.id()}/burnt",
        value=CAUGHT_PENALTY,
        rule=rule_of("surveil"),
        faction=context.faction,
        actions=("surveil",),
        lieutenant=context.order.lieutenant,
        target=command.subject,
    )


def learning_changes(context: ActionContext, finds: Iterable[Discovery]) -> Iterable[Change]:
    """Yield the hidden assets and secret places that the faction has now found."""
    state, faction = context.state, context.faction
    places: dict[str, None] = {}
    for find in finds:
        asset = state.assets.get(find.asset)
        if asset is not None and asset.hiding and state.hidden(asset, faction):
            yield Found(find.asset, faction)
        places[find.at] = None
    for place in places:
        there = state.places.get(place)
        if there is not None and not there.known(faction):
            yield Learnt(place, faction)


def _past_discoveries(
    context: ActionContext, subject: str, known: Iterable[Change]
) -> Iterator[Change]:
    """Yield the secret places where a watched asset was seen earlier in the turn."""
    state, faction = context.state, context.faction
    learnt = {change.place for change in known if isinstance(change, Learnt)}
    shown = (secrets_shown(state, event, subject, faction) for event in context.past)
    for place in dict.fromkeys(place for places in shown for place in places):
        if place not in learnt:
            yield Learnt(place, faction)


def _spy_result(
    context: ActionContext,
    command: SpyOrder,
    check: Check,
    finds: tuple[Discovery, ...],
    changes: list[Change],
    prompt: PromptKind,
) -> ActionResult:
    action = context.order.action
    clean = check.result == "complete-success" and context.order.choose == "stealth"
    stealth, rolls = resolve_stealth(
        context, check.result, automatic_rule=rule_of(action) if clean else ""
    )
    complete = check.result == "complete-success"
    details = SpyDetails(
        kind=command.kind,
        subject=command.subject if command.kind != "other" else "",
        name=_target_name(context, command),
        finds=finds,
        places=tuple(change.place for change in changes if isinstance(change, Learnt)),
        text=command.subject if command.kind == "other" else "",
        chose=context.order.choose if complete else "",
    )
    return ActionResult(
        details, outcome_of(check.result), check, stealth, tuple(changes), rolls, prompt=prompt
    )


def _target_name(context: ActionContext, command: SpyOrder) -> str:
    asset = context.state.assets.get(command.subject)
    return asset.name if asset is not None else ""


#: The lowest total that succeeds; the amount above it also finds hidden things (L-CHK-1).
_LOWEST_SUCCESS = 7


class Observer(Record):
    """What a successful check reveals; ``asking`` for an investigation.

    ``complete`` if it reveals everything, ``more`` if the order chose more information over
    stealth.
    """

    scene: ActionContext
    total: int
    asking: bool = False
    complete: bool = False
    more: bool = False

    def on(self, command: SpyOrder) -> tuple[Discovery, ...]:
        """Return all discoveries about the target of an order."""
        target = self.scene.state.assets.get(command.subject)
        if target is not None:
            return (self.discovery_of(target), *self.companion_discoveries(target))
        if command.kind == "location":
            return tuple(self.location(command.subject))
        return ()

    def discovery_of(self, asset: Asset) -> Discovery:
        """Return the discovery of one asset: at least where it is, at most everything.

        What a watched asset does is told by the events themselves (:mod:`watches`).
        """
        state = self.scene.state
        telling = not self.asking or self.complete or not state.hidden(asset, self.scene.faction)
        figures = self.more or (self.asking and isinstance(asset, Lieutenant | Unit | Facility))
        all_of_it = self.asking and self.complete
        minion = asset if isinstance(asset, Minion) else None
        return Discovery(
            asset=asset.id,
            name=asset.name,
            kind=kind_of(asset),
            faction=asset.faction,
            at=state.at(asset) if telling else "",
            condition=None if isinstance(asset, Item | Information) else asset.condition,
            level=asset.level if figures and not isinstance(asset, Item | Information) else None,
            statistics=asset.statistics
            if isinstance(asset, Lieutenant) and (all_of_it or self.more)
            else None,
            type=asset.type if isinstance(asset, Unit | Facility) else "",
            agent_of=minion.agent_of if minion is not None and all_of_it else None,
        )

    def companion_discoveries(self, target: Asset) -> Iterator[Discovery]:
        """Yield the units of a watched lieutenant's faction at the same location."""
        if self.asking or not isinstance(target, Lieutenant):
            return
        for minion in self.scene.state.minions(target.at):
            beside = isinstance(minion, Unit) and minion.faction == target.faction
            if beside and self.notices(minion):
                yield self.discovery_of(minion)

    def location(self, place: str) -> Iterator[Discovery]:
        """Yield who is at a location, and for an investigation what is kept there."""
        state, faction = self.scene.state, self.scene.faction
        if self.asking:
            found = state.places[place]
            yield Discovery(
                asset="",
                name="",
                kind="location",
                faction=found.owner,
                at=place,
                capital=found.capital if self.complete else None,
            )
        others = [
            asset
            for _, asset in sorted(state.assets.items())
            if state.at(asset) == place and _is_in_play(asset)
            # Own assets are not discoveries, except those that others hold prisoner.
            if faction not in owners(asset) or asset.held_by not in ("", faction)
            if self.notices(asset)
        ]
        minions = [asset for asset in others if isinstance(asset, Minion)]
        yield from (self.discovery_of(minion) for minion in minions)
        if self.asking:
            things = [asset for asset in others if not isinstance(asset, Minion)]
            # A success reveals only some of what is stored there (L-ACT-INVESTIGATE).
            shown = things if self.complete else things[: (len(things) + 1) // 2]
            yield from (self.discovery_of(thing) for thing in shown)

    def notices(self, asset: Asset) -> bool:
        """Return whether an asset is seen: unhidden, known, or hidden less well than the check.

        A secret location hides nothing from those who look at it.
        """
        if asset.hiding is None or not self.scene.state.hidden(asset, self.scene.faction):
            return True
        return self.total - _LOWEST_SUCCESS >= asset.hiding.level


def _is_in_play(asset: Asset) -> bool:
    return bool(asset.faction) and asset.condition not in OUT_OF_ACTION


def surveil_choices(context: LieutenantContext) -> Iterator[ActionChoice]:
    """Yield the assets and locations that can be watched (L-ACT-SURVEIL)."""
    for kind, others in context.targets("surveil"):
        choices = (asset_choice(it, _surveil_range(context, kind, it)) for it in others)
        yield context.case("surveil", target_group(kind, choices), facts=Facts(kind=kind))
    # Who has a location knows who is there, but may wait for those who come: it is not suggested.
    for code, own in (("surveil", False), ("keep-watch", True)):
        places = [
            FieldChoice(it.id, place_ref(it.id), likely=_surveil_place_range(context, it))
            for it in context.locations()
            if (it.owner == context.faction.id) == own
        ]
        rivals = (FieldChoice(it.id, faction_ref(it.id)) for it in context.factions())
        if places:
            yield context.case(
                "surveil",
                target_group("location", places),
                *optional_select("against", rivals),
                code=code,
                facts=Facts() if own else Facts(kind="location"),
            )


def _surveil_range(
    context: LieutenantContext, kind: AssetKind, target: Asset
) -> ProbabilityRange | None:
    if not target.faction or not context.seen.knows_figures_of(target):
        return None
    command = SpyOrder(kind, target.id)
    order = context.order("surveil", command, at=target.at, against=target.faction)
    return context.likely_against(order)


def _surveil_place_range(context: LieutenantContext, place: PlaceState) -> ProbabilityRange | None:
    """Return the chances against the owner's assets last seen at a location."""
    against = place.owner if place.owner != context.faction.id else ""
    order = context.order("surveil", SpyOrder("location", place.id), at=place.id, against=against)
    if place.owner == context.faction.id:
        return context.likely(order)
    known = context.seen.knows_figures_at(against, place.id)
    return context.likely_against(order) if known else None


def investigate_choices(context: LieutenantContext) -> Iterator[ActionChoice]:
    """Yield what can be investigated: all that is known, in any locale (L-ACT-INVESTIGATE)."""
    for kind, others in context.targets("investigate"):
        choices = (asset_choice(it, _investigate_range(context, kind, it)) for it in others)
        yield context.case("investigate", target_group(kind, choices), facts=Facts(kind=kind))
    strange = tuple(it for it in context.seen.locations() if it.owner != context.faction.id)
    if strange:
        chance = context.likely(context.order("investigate", SpyOrder("location", strange[0].id)))
        yield context.case(
            "investigate",
            target_group("location", map(place_choice, strange)),
            facts=Facts(kind="location"),
            likely=chance,
        )
    other = FieldGroup("target", (TextField("other", needed=True),))
    yield context.case("investigate", other, facts=Facts(kind="other"))


def _investigate_range(
    context: LieutenantContext, kind: AssetKind, target: Asset
) -> ProbabilityRange | None:
    """Return the chances, from the target alone; None for information: its obscurity is unknown."""
    if target.id in context.seen.unsure or kind == "information":
        return None
    likely = context.likely(context.order("investigate", SpyOrder(kind, target.id)))
    return replace(likely, provided="as-known") if likely is not None else None


def spy_gains(state: State, order: Order, command: SpyOrder) -> Iterator[Change]:
    """Yield that the faction has found what it looks for, and learnt where it is."""
    if command.kind == "location":
        yield Learnt(command.subject, order.faction)
    elif command.subject in state.assets:
        yield Found(command.subject, order.faction)
        # One that has been lost is in no place.
        if place := state.at(state.assets[command.subject]):
            yield Learnt(place, order.faction)


def seen_inquiry(
    view: BoardView, _event: Acted, details: SpyDetails, _readers: Readers
) -> SeenMore:
    """Return what is inquired about, as far as the reader sees it."""
    if details.kind in ("other", "location"):
        return {"kind": details.kind, "name": "", "place": view.place(details.place)}
    return seen_person(view, details.subject)


SURVEIL: Final = Action(
    name="surveil",
    details=SpyDetails,
    keys=("target", "against", "choose", "end_at"),
    required=("target",),
    target=TargetDefinition((*PEOPLE, "location"), unseen=True),
    skill="sneak",
    stealth=("unnoticed",),
    strict_stealth=True,
    noticed_by="target",
    witness_code="seen-inquiry",
    target_code="approached",
    parse=parse_surveil,
    resolve=surveil,
    choices=surveil_choices,
    gains=spy_gains,
    seen=seen_inquiry,
    result_shows=False,
)
INVESTIGATE: Final = Action(
    name="investigate",
    details=SpyDetails,
    keys=("target", "choose", "end_at"),
    required=("target",),
    target=TargetDefinition((*PEOPLE, *THINGS, "location", "other"), near=False, unseen=True),
    skill="charm",
    stealth=("unnoticed",),
    strict_stealth=True,
    noticed_by="target",
    witness_code="seen-inquiry",
    target_code="approached",
    parse=parse_investigate,
    resolve=investigate,
    choices=investigate_choices,
    gains=spy_gains,
    seen=seen_inquiry,
    result_shows=False,
)
