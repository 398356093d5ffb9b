"""What a faction may say of others' turns: who defends, whom it bars, what it has thrown again."""

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
from chronicle.rules.wwn.distance import bears
from chronicle.rules.wwn.effects import Redoes
from chronicle.rules.wwn.order_form.fields import by, yes_or_no
from chronicle.rules.wwn.order_form.known_state import Seen
from chronicle.rules.wwn.state import Piece, Place
from chronicle.rules.wwn.terms import ATTRIBUTES
from chronicle.rules.wwn.validation.expected_state import excess, sheddable

_MOST_REROLLS = 20
_HARD = ("never", "lethal", "always")
_CONTESTS = ("at-war", "never", "always")


def for_the_turn(seen: Seen) -> Iterator[FormPart]:
    """Who meets attacks and whose new bases are attacked, in this turn alone (W-ACT-1, W-ACT-4)."""
    defenders = _defenders(seen)
    if defenders:
        yield MultiSelectField("defend", defenders)
    if seen.foes():
        yield MultiSelectField("contest", seen.foes())


def _defenders(seen: Seen) -> tuple[FieldChoice, ...]:
    assets = (asset for asset in seen.eve.own(seen.id) if asset.mark("rogue") is None)
    pieces: tuple[Piece, ...] = (*assets, *seen.eve.own_bases(seen.id))
    return tuple(FieldChoice(it.id, it.name, Facts(hp=it.hp)) for it in pieces)


def sheds(seen: Seen) -> Iterator[FormPart]:
    """W-TURN-3: as many as there are too many."""
    board = seen.eve
    found = (it for it in board.own(seen.id) if sheddable(board, seen.id, it))
    choices = tuple(FieldChoice(it.id, it.name) for it in found)
    if choices:
        most = sum(excess(board, seen.id, attribute) for attribute in ATTRIBUTES)
        yield MultiSelectField("sheds", choices, most=most)


def standing(seen: Seen) -> FieldGroup:
    """What holds until the faction says otherwise."""
    policy = seen.own.policy
    parts: list[FormPart] = []
    defenders = _defenders(seen)
    if defenders:
        parts.append(MultiSelectField("defend", defenders))
    if seen.foes():
        parts.append(MultiSelectField("at_war", _held(seen, policy.at_war)))
        parts.append(_contest(seen))
    parts += [
        SelectField("sacrifice", tuple(FieldChoice(word) for word in _HARD), now=policy.sacrifice),
        yes_or_no("step_in", now=policy.step_in),
        yes_or_no("restore", now=policy.restore),
        yes_or_no("take_over", now=policy.take_over),
        IntegerField("rerolls", 0, _MOST_REROLLS, usual=policy.rerolls),
        yes_or_no("pays", now=policy.pays),
    ]
    return FieldGroup("standing", tuple(parts))


def _contest(seen: Seen) -> ActionField:
    """Whose new bases are attacked: by a word, or by name (W-ACT-4)."""
    policy = seen.own.policy
    now = "" if policy.contest else policy.contests
    words = SelectField(
        "contest", tuple(FieldChoice(word) for word in _CONTESTS), now=now, needed=True
    )
    named = MultiSelectField("contest", _held(seen, policy.contest), needed=True)
    cases = (
        ActionChoice("contest-some", "W-ACT-4", (words,)),
        ActionChoice("contest-named", "W-ACT-4", (named,)),
    )
    return ActionField("contest", cases)


def _held(seen: Seen, now: frozenset[str]) -> tuple[FieldChoice, ...]:
    """The rivals, with whether they are among those that hold now."""
    return tuple(FieldChoice(it.value, it.name, Facts(now=it.value in now)) for it in seen.foes())


# ── Bans ─────────────────────────────────────────────────────────────────────────────────────────


def bans(seen: Seen) -> Iterator[FieldGroup]:
    """Whom the faction lets into the places that it rules (W-ACT-2)."""
    ruled = [it for _, it in sorted(seen.eve.places.items()) if it.ruler == seen.id]
    if ruled:
        yield FieldGroup("forbids", tuple(_ban(seen, place) for place in ruled))


def _ban(seen: Seen, place: Place) -> ActionField:
    cases: list[ActionChoice] = []
    if not place.closed:
        cases.append(
            ActionChoice("forbid-everyone", "W-ACT-2", (FixedField(place.id, "everyone"),))
        )
    if seen.foes():
        where = place_ref(place.id)
        barred = MultiSelectField(place.id, _held(seen, place.forbids), needed=True, name=where)
        cases.append(ActionChoice("forbid-some", "W-ACT-2", (barred,)))
    if place.closed or place.forbids:
        cases.append(ActionChoice("forbid-nobody", "W-ACT-2", (FixedField(place.id, ()),)))
    return ActionField("forbid", tuple(cases), place_ref(place.id))


# ── Rivals' rolls ────────────────────────────────────────────────────────────────────────────────


def redoing(seen: Seen) -> Iterator[ActionField]:
    """W-FX-REDOES: the roll is called ``faction/order/purpose``, which the player has to know."""
    for asset in seen.able():
        if bears(seen.board, asset, Redoes):
            keep = SelectField("keep", (FieldChoice("lower"), FieldChoice("higher")), now="lower")
            parts = (FixedField("asset", asset.id), TextField("roll", needed=True), keep)
            yield by(
                seen, "redo", asset, ActionChoice("redo", "W-FX-REDOES", (ListItem("redo", parts),))
            )
