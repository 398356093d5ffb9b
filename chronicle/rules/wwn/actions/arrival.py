"""Arrivals: what all movements have in common, and tolls that delay them (W-FX-TOLLS)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Final, Literal

from chronicle.model.audience import FOR_GM, Visibility, visibility_of_factions
from chronicle.model.facts import Fact, Facts, FactsOf, Ref, place_ref
from chronicle.rules.kit.projector import OWN, declared_facts
from chronicle.rules.order_form import FieldChoice
from chronicle.rules.protocol import Disclosure
from chronicle.rules.wwn.action_context import ActionContext
from chronicle.rules.wwn.board_view import BoardView, visibility_of_piece
from chronicle.rules.wwn.changes import Bound, Moved, Paid
from chronicle.rules.wwn.effects import Tolls
from chronicle.rules.wwn.events import Acted, Details, Leg
from chronicle.rules.wwn.fact_rows import leg_rows
from chronicle.rules.wwn.known_state import KnownState
from chronicle.rules.wwn.policies import agrees_to_pay
from chronicle.rules.wwn.state import Asset, State
from chronicle.rules.wwn.telling_facts import LegRow, action_facts
from chronicle.rules.wwn.witnesses import told

_RULE = "W-FX-TOLLS"


class Carrying(Details):
    """Assets moved by a free action or a Move (W-ACT-2); ``paid`` is the price of the action."""

    CODE: ClassVar[str] = "carries"
    FATE: ClassVar[Literal[""]] = ""

    legs: tuple[Leg, ...]
    paid: Annotated[int, OWN] = 0
    grants: Annotated[Literal["", "stealth", "subtle"], OWN] = ""

    @property
    def arrived(self) -> tuple[str, ...]:
        return tuple(leg.asset for leg in self.legs if leg.arrived)

    def subjects(self, asset: str) -> tuple[str, ...]:
        del asset
        return tuple(leg.asset for leg in self.legs)

    def facts(self, view: BoardView, event: Acted) -> dict[str, Fact]:
        """Return the movements; that of the asset itself is then the first."""
        itself = any(leg.asset == event.asset for leg in self.legs)
        legs = leg_rows(view, self.legs, own=True)
        return {"itself": itself, "legs": legs, **super().facts(view, event)}

    def to_onlooker(self, view: BoardView, event: Acted) -> Disclosure | None:
        """Return movements, and who moves the assets: their owner, or an ally that doesn't hide.

        An owner always learns which ally it was; for others the carrier has to be seen.
        """
        shown = leg_rows(view, self.legs)
        if not shown:
            return None
        pieces = (view.piece(leg.asset) for leg in self.legs)
        owners = {piece.faction for piece in pieces if piece is not None}
        named = event.faction in owners or view.faction in owners or view.sees(event.asset)
        return told(
            view,
            event,
            "seen-move",
            {"who": view.who(event.faction) if named else None, "legs": shown},
            seen=tuple(leg.asset for leg in self.legs if view.follows(leg.asset)),
            hides_position=not named,
        )


CARRYING_FACTS: Final = action_facts(
    "CarryingFacts", Carrying, itself=bool, legs=tuple[FactsOf[LegRow], ...]
)
SEEN_MOVE_FACTS: Final = declared_facts(
    "SeenMoveFacts", {"who": Ref | None, "legs": tuple[FactsOf[LegRow], ...]}
)


def enter_place(context: ActionContext, id: str, to: str, *, late: bool = False) -> Leg | None:
    """Move an asset to a place, or on its way there; None if it stays because a toll is unpaid.

    An asset that pays a toll, or is ``late`` for another reason, arrives at the start of its
    owner's next turn.
    """
    asset = context.asset(id)
    taker = toll_taker(context.state, asset, to)
    if taker is None:
        context.apply(Bound(id, to) if late else Moved(id, to))
        return Leg(id, asset.name, asset.at, to, arrived=not late)
    toll = _pay_toll(context, asset, *taker)
    if toll is None:
        return None
    context.apply(Bound(id, to))
    return Leg(id, asset.name, asset.at, to, False, toll, taker[0].faction, taker[0].id)


def toll_taker(state: State, asset: Asset, to: str) -> tuple[Asset, Tolls] | None:
    """Return the rival's asset that takes a toll from another at a place: the first by id."""
    if asset.stealth:
        return None
    for rival in sorted(state.assets_with(Tolls), key=lambda asset: asset.id):
        hostile = not state.friendly(rival.faction, asset.faction)
        if not hostile or rival.at != to or not state.working(rival):
            continue
        for effect in state.type_of(rival).effects_of(Tolls):
            return rival, effect
    return None


def _pay_toll(context: ActionContext, asset: Asset, rival: Asset, effect: Tolls) -> int | None:
    """Return the toll paid to a rival for an asset; None if its owner did not pay."""
    asked = context.roll_amount(f"toll-{asset.id}", rival.faction, effect.price)
    willing = agrees_to_pay(context.state, context.orders, asset.faction, "pays", asset.id)
    if not willing or not context.pay(asset.faction, asked, "toll", _RULE, asset.id):
        return None
    if asked:
        context.apply(Paid(rival.faction, asked, "toll-taken", _RULE, rival.id))
    return asked


def visibility_of_move(before: State, after: State, legs: Iterable[Leg], mover: str) -> Visibility:
    """Return who sees assets move: those who saw them at either end, unless they hide.

    The faction that takes a toll always learns of the move, and so does an owner other than the
    ``mover``.
    """
    visibility = FOR_GM
    for leg in legs:
        if leg.toll_to:
            visibility = visibility | visibility_of_factions([leg.toll_to])
        old, new = before.assets.get(leg.asset), after.assets.get(leg.asset)
        if old is not None and old.faction != mover:
            visibility = visibility | visibility_of_factions([old.faction])
        if old is not None and new is not None and not new.stealth:
            visibility = (
                visibility | visibility_of_piece(before, old) | visibility_of_piece(after, new)
            )
    return visibility


def destination_choice(seen: KnownState, asset: Asset, place: str, **facts: Fact) -> FieldChoice:
    """Return a destination, with the toll known to be taken there."""
    toll = toll_taker(seen.board, asset, place)
    if toll is not None:
        facts["toll"] = str(toll[1].price)
    return FieldChoice(place, place_ref(place), Facts(facts))
