"""The order form of a shadow power: placements, and the possible actions of each resource."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from chronicle.model.facts import Facts, faction_ref, place_ref
from chronicle.rules.order_form import (
    ActionChoice,
    ActionField,
    FieldChoice,
    FieldGroup,
    FixedField,
    Form,
    FormPart,
    FormVocabulary,
    IntegerField,
    ListItem,
    ProbabilityRange,
    SelectField,
    TextField,
)
from chronicle.rules.shadow import dice_pool, probability
from chronicle.rules.shadow.order_form.known_state import KnownState
from chronicle.rules.shadow.setup import RESERVE_WORD
from chronicle.rules.shadow.state import (
    MAX_INFLUENCE,
    MAX_STRENGTH,
    Power,
    Resource,
    State,
)

#: Everything that needs words in a theme.
FORM_VOCABULARY = FormVocabulary(
    asks=("act", "assist"),
    cases=("raise", "mobilize", "attack-resource", "attack-actor", "help", "block", "assist"),
    keys=(
        *("place", "to", "stake", "target", "conspiracy", "sphere", "request", "defend"),
        *("narrative", "new_resource", "id", "name", "type", "assist"),
    ),
    values={"": (RESERVE_WORD,), "to": tuple(str(level) for level in range(1, MAX_INFLUENCE + 1))},
    facts=dict.fromkeys(("type", "strength", "successes", "power"), ()),
)
#: The actions that a new turn suggests, the most useful first.
_SUGGESTED: Final = ("raise", "attack-resource", "attack-actor", "mobilize")


def build_form(known: KnownState) -> Form:
    """Return what a power may order in a turn, on the board as the power last saw it."""
    board, power = known.board, known.power
    parts: list[FormPart] = [
        FieldGroup(
            "place", tuple(_placement_field(board, item) for item in power.resources.values())
        )
    ]
    if power.actor.active:
        parts.append(
            SelectField("actor", _spheres(board), now=power.actor.sphere, name=power.actor.name)
        )
    parts += [_action_field(board, power, item) for item in power.resources.values()]
    strongest = max((item.strength for item in power.resources.values()), default=0)
    parts.append(IntegerField("defend", 0, strongest, usual=strongest))
    if power.assisted != board.story_of(known.turn):
        parts.append(_assistance(board))
    return Form(power.id, tuple(parts), _SUGGESTED)


def _spheres(board: State) -> tuple[FieldChoice, ...]:
    return tuple(FieldChoice(sphere, place_ref(sphere)) for sphere in board.neighbours)


def _placement_field(board: State, item: Resource) -> SelectField:
    """Return the field for a resource's sphere (S-ROUND-1)."""
    choices = (*_spheres(board), FieldChoice(RESERVE_WORD))
    return SelectField(item.id, choices, now=item.sphere or RESERVE_WORD, name=item.name)


def _action_field(board: State, power: Power, item: Resource) -> ActionField:
    facts = Facts(type=item.type, strength=item.strength)
    return ActionField("act", tuple(_action_choices(board, power, item)), item.name, facts)


def _action_choices(board: State, power: Power, item: Resource) -> Iterator[ActionChoice]:
    yield from _raise_choices(board, power, item)
    if item.strength < MAX_STRENGTH:
        yield ActionChoice(
            "mobilize",
            "S-ACT-2",
            (_conspiracy_item(item, "mobilize", TextField("narrative", long=True)),),
        )
    if targets := tuple(_resource_targets(board, power, item)):
        parts = (SelectField("target", targets, needed=True), _stake(power, item), _narrative())
        yield ActionChoice(
            "attack-resource", "S-ACT-3", (_conspiracy_item(item, "attack-resource", *parts),)
        )
    if targets := tuple(_actor_targets(board, power, item)):
        parts = (SelectField("target", targets, needed=True), _stake(power, item), _narrative())
        yield ActionChoice(
            "attack-actor", "S-ACT-4", (_conspiracy_item(item, "attack-actor", *parts),)
        )
    if len(board.powers) > 1:
        for side in ("help", "block"):
            stake = IntegerField("stake", 1, item.strength, usual=1)
            which = TextField("conspiracy", needed=True)
            entry = ListItem(side, (FixedField("resource", item.id), which, stake))
            yield ActionChoice(side, "S-STAKE-5", (entry,))


def _conspiracy_item(item: Resource, action: str, *parts: FormPart) -> ListItem:
    settled = (
        FixedField("id", item.id),
        FixedField("action", action),
        FixedField("resource", item.id),
    )
    return ListItem("conspiracies", (*settled, *parts))


def _narrative() -> TextField:
    """Return the narrative field; an order that needs a roll fails without one (S-DICE-4)."""
    return TextField("narrative", long=True, needed=True)


def _stake(power: Power, item: Resource) -> IntegerField:
    """Return the stake field, up to the resource's strength (S-DICE-1).

    It may exceed the pool: dice can be won before the order's place in the round.
    """
    most = min(item.strength, power.dice)
    return IntegerField("stake", 0, item.strength, usual=0, suggested=most, sets_odds=True)


def _pool_size(board: State, power: Power, sphere: str) -> int:
    return dice_pool.size(dice_pool.base_dice(board, power, sphere)) if sphere else 0


def _raise_choices(board: State, power: Power, item: Resource) -> Iterator[ActionChoice]:
    """Yield levels to raise to (S-ACT-1).

    Chances are for the resource's sphere, without help or blocks: without a stake, with a full one,
    and by stake.
    """
    present = power.standing(item.sphere) if item.sphere else 0
    if present == MAX_INFLUENCE:
        return
    own = _pool_size(board, power, item.sphere)
    best = own + min(item.strength, power.dice)
    levels = tuple(
        FieldChoice(
            str(level),
            facts=Facts(successes=level),
            likely=ProbabilityRange(
                probability.at_least(own, level),
                probability.at_least(best, level),
                tuple(_success_chance(own + stake, level) for stake in _stakes(item)),
            )
            if item.sphere
            else None,
        )
        for level in range(present + 1, MAX_INFLUENCE + 1)
    )
    gift = FieldGroup("new_resource", (TextField("id"), TextField("name"), TextField("type")))
    parts = (SelectField("to", levels, needed=True), _stake(power, item), _narrative(), gift)
    yield ActionChoice("raise", "S-ACT-1", (_conspiracy_item(item, "raise", *parts),))


def _resource_targets(board: State, power: Power, item: Resource) -> Iterator[FieldChoice]:
    """Yield others' resources, with chances for those last seen in this one's sphere (S-ACT-3)."""
    for other in board.powers.values():
        for target in other.resources.values() if other.id != power.id else ():
            near = bool(item.sphere) and target.sphere == item.sphere
            likely = _contest_range(board, power, item, other, target.strength) if near else None
            facts = Facts(power=faction_ref(other.id), strength=target.strength)
            yield FieldChoice(f"{other.id}/{target.id}", target.name, facts, likely)


def _actor_targets(board: State, power: Power, item: Resource) -> Iterator[FieldChoice]:
    """Yield others' actors; only a resource in the actor's sphere can stake for it (S-ACT-4)."""
    for other in board.powers.values():
        if other.id == power.id or not other.actor.active:
            continue
        near = bool(item.sphere) and other.actor.sphere == item.sphere
        guard = other.at(item.sphere) if near else None
        stake = guard.strength if guard is not None else 0
        likely = _contest_range(board, power, item, other, stake) if near else None
        yield FieldChoice(other.id, other.actor.name, Facts(power=faction_ref(other.id)), likely)


def _contest_range(
    board: State, power: Power, item: Resource, other: Power, guard: int
) -> ProbabilityRange:
    own, against = _pool_size(board, power, item.sphere), _pool_size(board, other, item.sphere)
    guarded = against + min(guard, other.dice)
    return ProbabilityRange(
        _attack_chance(own, guarded),
        _attack_chance(own + min(item.strength, power.dice), against),
        tuple(
            ProbabilityRange(
                _attack_chance(own + stake, guarded), _attack_chance(own + stake, against)
            )
            for stake in _stakes(item)
        ),
    )


def _stakes(item: Resource) -> range:
    """Return the dice that a resource can stake (S-DICE-1)."""
    return range(item.strength + 1)


def _success_chance(dice: int, successes: int) -> ProbabilityRange:
    chance = probability.at_least(dice, successes)
    return ProbabilityRange(chance, chance)


def _attack_chance(own: int, against: int) -> Fraction:
    """Return the chance of an attack; without dice it fails (S-DICE-1)."""
    return probability.attack_win_chance(own, against) if own else Fraction(0)


def _assistance(board: State) -> ActionField:
    """Return the field for assistance (S-ROUND-7)."""
    parts = (SelectField("sphere", _spheres(board), needed=True), TextField("request"))
    return ActionField(
        "assist", (ActionChoice("assist", "S-ROUND-7", (FieldGroup("assist", parts),)),)
    )
