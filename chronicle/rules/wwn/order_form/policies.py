"""Policies on others' turns in the order form: defenders, bans, and rerolls of rivals."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.model.facts import Facts, place_ref
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
    SelectField,
    TextField,
)
from chronicle.rules.wwn import effects
from chronicle.rules.wwn.action import asset_action_field, boolean_field
from chronicle.rules.wwn.distance import has_effect, tag_effects
from chronicle.rules.wwn.fights.defenders import possible_defenders
from chronicle.rules.wwn.known_state import KnownState
from chronicle.rules.wwn.state import Piece, PlaceState
from chronicle.rules.wwn.terms import ATTRIBUTES, MAX_REROLLS
from chronicle.rules.wwn.upkeep import can_shed, excess

_SACRIFICE_WORDS = ("never", "lethal", "always")
_CONTESTS = ("at-war", "never", "always")


def turn_policy_parts(seen: KnownState) -> Iterator[FormPart]:
    """Yield what the faction decides about events of this turn only (W-ACT-1, W-ACT-4, W-FX).

    What is decided for single events is a list of the assets and bases that they are about.
    """
    defenders = _defenders(seen)
    if defenders:
        yield MultiSelectField("defend", defenders)
    attackers = tuple(_attacker_fields(seen))
    if attackers:
        yield FieldGroup("met_by", attackers)
    if seen.rival_choices():
        yield MultiSelectField("contest", seen.rival_choices())
    own = tuple(FieldChoice(it.id, it.name) for it in seen.obedient_assets())
    if own and _has(seen, effects.Sacrifices):
        yield MultiSelectField("sacrifice", defenders)
    if _has(seen, effects.StepsIn):
        yield boolean_field("step_in", now=seen.own.policy.step_in)
    if own and _has(seen, effects.Restores):
        yield MultiSelectField("restore", own)
    others = tuple(seen.target(it) for it in seen.others())
    if others and _has(seen, effects.Converts):
        yield MultiSelectField("take_over", others)
    if _has(seen, effects.Rerolls) or any(
        True for _ in tag_effects(seen.board, seen.id, effects.Retries)
    ):
        yield IntegerField("rerolls", 0, MAX_REROLLS, usual=seen.own.policy.rerolls)
    if own and seen.rivals():
        yield MultiSelectField("pays", own)


def _has(seen: KnownState, kind: type[effects.Effect]) -> bool:
    return any(has_effect(seen.board, asset, kind) for asset in seen.obedient_assets())


def _attacker_fields(seen: KnownState) -> Iterator[SelectField]:
    """Yield who meets the attack of each rival asset known beside something of the faction's."""
    for asset in seen.others():
        attack = seen.board.type_of(asset).attack
        if attack is not None:
            own = tuple(piece.id for piece in seen.board.own(seen.id))
            able = possible_defenders(seen.board, own, asset, seen.id, attack.target)
            choices = tuple(FieldChoice(it.id, it.name, Facts(hp=it.hp)) for it in able)
            if choices:
                yield SelectField(asset.id, choices, name=asset.name)


def _defenders(seen: KnownState) -> tuple[FieldChoice, ...]:
    assets = (asset for asset in seen.eve.own(seen.id) if asset.mark("rogue") is None)
    pieces: tuple[Piece, ...] = (*assets, *seen.eve.own_bases(seen.id))
    return tuple(FieldChoice(it.id, it.name, Facts(hp=it.hp)) for it in pieces)


def shed_parts(seen: KnownState) -> Iterator[FormPart]:
    """Yield the choice of assets to give up: as many as are in excess (W-TURN-3)."""
    board = seen.eve
    found = (it for it in board.own(seen.id) if can_shed(board, seen.id, it))
    choices = tuple(FieldChoice(it.id, it.name) for it in found)
    if choices:
        most = sum(len(excess(board, seen.id, attribute)) for attribute in ATTRIBUTES)
        yield MultiSelectField("sheds", choices, most=most)


def standing_group(seen: KnownState) -> FieldGroup:
    """Return what holds until the faction orders otherwise."""
    policy = seen.own.policy
    parts: list[FormPart] = []
    defenders = _defenders(seen)
    if defenders:
        parts.append(MultiSelectField("defend", defenders))
    if seen.rival_choices():
        parts.append(MultiSelectField("at_war", _rival_choices(seen, policy.at_war)))
        parts.append(_contest_field(seen))
    parts += [
        SelectField(
            "sacrifice", tuple(FieldChoice(word) for word in _SACRIFICE_WORDS), now=policy.sacrifice
        ),
        boolean_field("step_in", now=policy.step_in),
        boolean_field("restore", now=policy.restore),
        boolean_field("take_over", now=policy.take_over),
        IntegerField("rerolls", 0, MAX_REROLLS, usual=policy.rerolls),
        boolean_field("pays", now=policy.pays),
    ]
    return FieldGroup("standing", tuple(parts))


def _contest_field(seen: KnownState) -> ActionField:
    """Return whose new bases are attacked: by a word, or by name (W-ACT-4)."""
    policy = seen.own.policy
    now = "" if policy.contest else policy.contests
    words = SelectField(
        "contest", tuple(FieldChoice(word) for word in _CONTESTS), now=now, needed=True
    )
    named = MultiSelectField("contest", _rival_choices(seen, policy.contest), needed=True)
    cases = (
        ActionChoice("contest-some", "W-ACT-4", (words,)),
        ActionChoice("contest-named", "W-ACT-4", (named,)),
    )
    return ActionField("contest", cases)


def _rival_choices(seen: KnownState, now: frozenset[str]) -> tuple[FieldChoice, ...]:
    """Return the rivals, with whether they are currently chosen."""
    return tuple(
        FieldChoice(it.value, it.name, Facts(now=it.value in now)) for it in seen.rival_choices()
    )


# ── Bans ─────────────────────────────────────────────────────────────────────────────────────────


def ban_groups(seen: KnownState) -> Iterator[FieldGroup]:
    """Yield whom the faction admits to the places that it rules (W-ACT-2)."""
    ruled = [it for _, it in sorted(seen.eve.places.items()) if it.ruler == seen.id]
    if ruled:
        yield FieldGroup("forbids", tuple(_ban_field(seen, place) for place in ruled))


def _ban_field(seen: KnownState, place: PlaceState) -> ActionField:
    cases: list[ActionChoice] = []
    if not place.closed:
        cases.append(
            ActionChoice("forbid-everyone", "W-ACT-2", (FixedField(place.id, "everyone"),))
        )
    if seen.rival_choices():
        where = place_ref(place.id)
        barred = MultiSelectField(
            place.id, _rival_choices(seen, place.forbids), needed=True, name=where
        )
        cases.append(ActionChoice("forbid-some", "W-ACT-2", (barred,)))
    if place.closed or place.forbids:
        cases.append(ActionChoice("forbid-nobody", "W-ACT-2", (FixedField(place.id, ()),)))
    return ActionField("forbid", tuple(cases), place_ref(place.id))


# ── Rivals' rolls ────────────────────────────────────────────────────────────────────────────────


def redo_fields(seen: KnownState) -> Iterator[ActionField]:
    """Yield rerolls of rivals (W-FX-REDOES); the player must know ``faction/order/purpose``."""
    for asset in seen.usable_assets():
        if has_effect(seen.board, asset, effects.Redoes):
            keep = SelectField("keep", (FieldChoice("lower"), FieldChoice("higher")), now="lower")
            parts = (FixedField("asset", asset.id), TextField("roll", needed=True), keep)
            yield asset_action_field(
                seen, "redo", asset, ActionChoice("redo", "W-FX-REDOES", (ListItem("redo", parts),))
            )
