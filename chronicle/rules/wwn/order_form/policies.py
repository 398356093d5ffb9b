"""What a faction may say of others' turns: who defends, whom it bars, what it has thrown again."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.model.facts import Facts
from chronicle.model.facts import place as place_ref
from chronicle.rules.order_form import (
    Case,
    Choice,
    Count,
    Entry,
    Group,
    OneOf,
    Part,
    Pick,
    Picks,
    Settled,
    Words,
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


def for_the_turn(seen: Seen) -> Iterator[Part]:
    """Who meets attacks and whose new bases are attacked, in this turn alone (W-ACT-1, W-ACT-4)."""
    defenders = _defenders(seen)
    if defenders:
        yield Picks("defend", defenders)
    if seen.foes():
        yield Picks("contest", seen.foes())


def _defenders(seen: Seen) -> tuple[Choice, ...]:
    assets = (asset for asset in seen.eve.own(seen.id) if asset.mark("rogue") is None)
    pieces: tuple[Piece, ...] = (*assets, *seen.eve.own_bases(seen.id))
    return tuple(Choice(it.id, it.name, Facts(hp=it.hp)) for it in pieces)


def sheds(seen: Seen) -> Iterator[Part]:
    """W-TURN-3: as many as there are too many."""
    board = seen.eve
    found = (it for it in board.own(seen.id) if sheddable(board, seen.id, it))
    choices = tuple(Choice(it.id, it.name) for it in found)
    if choices:
        most = sum(excess(board, seen.id, attribute) for attribute in ATTRIBUTES)
        yield Picks("sheds", choices, most=most)


def standing(seen: Seen) -> Group:
    """What holds until the faction says otherwise."""
    policy = seen.own.policy
    parts: list[Part] = []
    defenders = _defenders(seen)
    if defenders:
        parts.append(Picks("defend", defenders))
    if seen.foes():
        parts.append(Picks("at_war", _held(seen, policy.at_war)))
        parts.append(_contest(seen))
    parts += [
        Pick("sacrifice", tuple(Choice(word) for word in _HARD), now=policy.sacrifice),
        yes_or_no("step_in", now=policy.step_in),
        yes_or_no("restore", now=policy.restore),
        yes_or_no("take_over", now=policy.take_over),
        Count("rerolls", 0, _MOST_REROLLS, usual=policy.rerolls),
        yes_or_no("pays", now=policy.pays),
    ]
    return Group("standing", tuple(parts))


def _contest(seen: Seen) -> OneOf:
    """Whose new bases are attacked: by a word, or by name (W-ACT-4)."""
    policy = seen.own.policy
    now = "" if policy.contest else policy.contests
    words = Pick("contest", tuple(Choice(word) for word in _CONTESTS), now=now, needed=True)
    named = Picks("contest", _held(seen, policy.contest), needed=True)
    cases = (
        Case("contest-some", "W-ACT-4", (words,)),
        Case("contest-named", "W-ACT-4", (named,)),
    )
    return OneOf("contest", cases)


def _held(seen: Seen, now: frozenset[str]) -> tuple[Choice, ...]:
    """The rivals, with whether they are among those that hold now."""
    return tuple(Choice(it.value, it.name, Facts(now=it.value in now)) for it in seen.foes())


# ── Bans ─────────────────────────────────────────────────────────────────────────────────────────


def bans(seen: Seen) -> Iterator[Group]:
    """Whom the faction lets into the places that it rules (W-ACT-2)."""
    ruled = [it for _, it in sorted(seen.eve.places.items()) if it.ruler == seen.id]
    if ruled:
        yield Group("forbids", tuple(_ban(seen, place) for place in ruled))


def _ban(seen: Seen, place: Place) -> OneOf:
    cases: list[Case] = []
    if not place.closed:
        cases.append(Case("forbid-everyone", "W-ACT-2", (Settled(place.id, "everyone"),)))
    if seen.foes():
        where = place_ref(place.id)
        barred = Picks(place.id, _held(seen, place.forbids), needed=True, name=where)
        cases.append(Case("forbid-some", "W-ACT-2", (barred,)))
    if place.closed or place.forbids:
        cases.append(Case("forbid-nobody", "W-ACT-2", (Settled(place.id, ()),)))
    return OneOf("forbid", tuple(cases), place_ref(place.id))


# ── Rivals' rolls ────────────────────────────────────────────────────────────────────────────────


def redoing(seen: Seen) -> Iterator[OneOf]:
    """W-FX-REDOES: the roll is called ``faction/order/purpose``, which the player has to know."""
    for asset in seen.able():
        if bears(seen.board, asset, Redoes):
            keep = Pick("keep", (Choice("lower"), Choice("higher")), now="lower")
            parts = (Settled("asset", asset.id), Words("roll", needed=True), keep)
            yield by(seen, "redo", asset, Case("redo", "W-FX-REDOES", (Entry("redo", parts),)))
