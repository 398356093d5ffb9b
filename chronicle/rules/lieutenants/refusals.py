"""Why something cannot be ordered: asked by the check of orders, by order forms and in play.

Each function judges on the board that it is given: as somebody knows it, or as it is. A refusal
with the reason ``target-gone`` is for the GM alone: its faction may not know it, so the order
stands, and is not carried out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from chronicle.records import Record
from chronicle.rules.kit import refusals
from chronicle.rules.lieutenants.diagnostics import orders as problems
from chronicle.rules.lieutenants.events import NotCarriedOutReason
from chronicle.rules.lieutenants.state import (
    Asset,
    Facility,
    Information,
    Item,
    Lieutenant,
    PlaceState,
    State,
    Unit,
    knowing_factions,
    owners,
)

#: Why an order cannot be done, and the code with which it is not carried out.
Refusal: TypeAlias = refusals.Refusal[NotCarriedOutReason]


class ActingLieutenant(Record):
    """A faction that acts on a board, and its lieutenant who does it, None if he is unknown."""

    state: State
    faction: str
    lieutenant: Lieutenant | None

    @property
    def locale(self) -> str:
        """The lieutenant's locale; empty if unknown."""
        return self.state.locale(self.lieutenant.at) if self.lieutenant is not None else ""

    def owns(self, asset: Asset) -> bool:
        """Return whether the faction can use an asset as its own."""
        return self.faction in owners(asset)

    def sees(self, asset: Asset) -> bool:
        """Return whether an asset is not hidden from the faction (L-ACT-CONCEAL)."""
        knowing = knowing_factions(self.faction, self.lieutenant)
        return any(not self.state.hidden(asset, faction) for faction in knowing)

    def knows(self, place: PlaceState) -> bool:
        """Return whether a place is not secret from the faction."""
        return any(place.known(it) for it in knowing_factions(self.faction, self.lieutenant))

    @property
    def is_double_agent(self) -> bool:
        """Whether the lieutenant serves the faction in another's ranks."""
        return self.lieutenant is not None and self.lieutenant.agent_of == self.faction

    def lends(self, unit: Unit) -> bool:
        """Return whether the lieutenant, a double agent, commands this unit of its host's."""
        leader = self.lieutenant
        return self.is_double_agent and leader is not None and leader.faction == unit.faction


def asset_refusals(
    actor: ActingLieutenant, asset: Asset, *, own: bool = False, unseen: bool = False
) -> Iterator[Refusal]:
    """Yield why an asset cannot be named in an order: whose it is, hidden, or out of play.

    With ``own``, it must be the faction's; with ``unseen``, it may be hidden from the faction.
    """
    if own and not actor.owns(asset):
        yield Refusal(problems.NotOwn(at=None, name=asset.id, faction=actor.faction), ())
        return
    if not unseen and not actor.sees(asset):
        yield not_to_be_found(asset.id, f"is hidden from `{actor.faction}`")
    why = _out_of_play(asset)
    if why and (own or actor.owns(asset)):
        yield _out_of_action(asset, why)
    elif why:
        yield not_to_be_found(asset.id, why)


def captive_refusals(asset: Asset) -> Iterator[Refusal]:
    """Yield that an asset is a prisoner."""
    if asset.held_by:
        yield _out_of_action(asset, f"is a prisoner of `{asset.held_by}`")


def away_refusals(actor: ActingLieutenant, asset: Asset) -> Iterator[Refusal]:
    """Yield that a lieutenant is away with an outside trainer (L-ACT-TRAIN)."""
    if actor.state.away(asset.id):
        yield _out_of_action(asset, "is away with a trainer", "lieutenant-away")


def use_refusals(actor: ActingLieutenant, asset: Asset) -> Iterator[Refusal]:
    """Yield why the faction cannot use one of its own assets, wherever that is."""
    yield from asset_refusals(actor, asset, own=True)
    yield from captive_refusals(asset)


def unit_refusals(actor: ActingLieutenant, unit: Unit, locale: str = "") -> Iterator[Refusal]:
    """Yield why the lieutenant cannot lead a unit from a locale, by default his own (L-TURN-3)."""
    if not (actor.owns(unit) or actor.lends(unit)):
        if actor.is_double_agent:
            # It may have been the host's when the faction saw it last.
            yield not_to_be_found(unit.id, "is not the host's")
        else:
            yield Refusal(problems.NotOwn(at=None, name=unit.id, faction=actor.faction), ())
        return
    captive = tuple(captive_refusals(unit))
    yield from captive or near_refusals(actor, unit.id, unit.at, unit, locale)


def near_refusals(
    actor: ActingLieutenant, name: str, place: str, asset: Asset | None = None, locale: str = ""
) -> Iterator[Refusal]:
    """Yield that a place is in another locale than the lieutenant's (L-MOVE).

    ``name`` is that of the place, or of the asset there; where others' assets are is for the GM to
    know. Without a lieutenant every place is accepted.
    """
    where, wanted = actor.state.locale(place), locale or actor.locale
    if actor.lieutenant is None or (where and where == wanted):
        return
    if asset is not None and not actor.owns(asset):
        yield not_to_be_found(name, f"is in `{where}`" if where else "is in no locale")
        return
    problem = problems.NotInLocale(
        at=None, name=name, where=where, other=actor.lieutenant.id, locale=wanted
    )
    yield Refusal(problem, ())


def admission_refusals(
    actor: ActingLieutenant, place: PlaceState, asset: Asset | None = None
) -> Iterator[Refusal]:
    """Yield that a location is closed to the faction and to the asset (L-MOVE).

    Open are locations without an owner, those of the faction (or of a double agent's host), and
    those that admit one of these.
    """
    if place.welcomes(frozenset({actor.faction, asset.faction if asset else actor.faction})):
        return
    if place.known(actor.faction):
        problem = problems.NotAdmitted(
            at=None, place=place.id, owner=place.owner, faction=actor.faction
        )
        yield Refusal(problem, ())
    else:
        yield not_to_be_found(place.id, f"belongs to `{place.owner}` in secret")


def place_refusals(
    actor: ActingLieutenant, place: PlaceState, asset: Asset | None = None
) -> Iterator[Refusal]:
    """Yield why the faction or an asset cannot go to a location: it is too far, or closed."""
    far = tuple(near_refusals(actor, place.id, place.id))
    yield from far or admission_refusals(actor, place, asset)


def _out_of_play(asset: Asset) -> str:
    """Return why an asset is out of play, in words; empty if it is not.

    Lieutenants and units without a faction are; facilities without one are not.
    """
    if isinstance(asset, Item | Information):
        return ""
    if asset.condition in ("destroyed", "lost"):
        return f"is {asset.condition}"
    left = not asset.faction and not isinstance(asset, Facility)
    return "has left and belongs to nobody" if left else ""


def _out_of_action(
    asset: Asset, why: str, reason: NotCarriedOutReason = "lieutenant-out"
) -> Refusal:
    return Refusal(problems.OutOfAction(at=None, name=asset.id, why=why), (), reason)


def not_to_be_found(name: str, why: str) -> Refusal:
    """Return that something is not as the faction may have seen it last."""
    return Refusal(problems.NotToBeFound(at=None, name=name, why=why), (), "target-gone")
