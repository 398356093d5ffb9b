"""What a faction, or one of its people or assets, can be ordered to do in the coming turn."""

from __future__ import annotations

from chronicle.authoring.turn_file import turn_path
from chronicle.diagnostics.report import did_you_mean
from chronicle.model.campaign import Faction, find_faction, names_of_things
from chronicle.outline.order_stubs.options import actor_ids, orders_of_actor, write_options
from chronicle.outline.order_stubs.possible_orders import possible_orders
from chronicle.pipeline import PlayedCampaign
from chronicle.project import next_order_form


class UnknownFactionError(ValueError):
    """There is no such faction, or it gives no orders; the message says what to type."""


class UnknownActorError(ValueError):
    """Nobody of this name can be given an order; the message says what to type."""


def order_options(played: PlayedCampaign, faction: str, actor: str) -> str:
    """The orders that a faction can give in the coming turn, as far as it knows, as YAML to copy.

    With an ``actor``, by id or name, only those that it can be given. The coming turn is the first
    one that is not played. Raises :class:`UnknownFactionError` and :class:`UnknownActorError`.
    """
    campaign = played.campaign
    own = _faction(campaign.factions, faction)
    form = next_order_form(campaign, played.history, played.ruleset, own.id)
    if form is None:
        raise UnknownFactionError(f"{own.name} can give no orders now")
    names = names_of_things(campaign)
    orders = orders_of_actor(form, actor, names) if actor else possible_orders(form)
    if not orders:
        known = actor_ids(form)
        advice = did_you_mean(actor, known, otherwise=f"choose one of {', '.join(known)}")
        raise UnknownActorError(f"{own.name} has no `{actor}` that can be given orders; {advice}")
    number = len(campaign.turns) + 1
    head = (
        f"#: What {own.name} can do in turn {number}, as far as it knows. Copy what you order,"
        f"\n#: with its indentation, to the section `{own.id}:` of {turn_path(number)}.\n"
    )
    return f"{head}{write_options(form, names, orders)}"


def _faction(factions: tuple[Faction, ...], named: str) -> Faction:
    """The faction with an id or a name."""
    if (faction := find_faction(factions, named)) is not None:
        return faction
    advice = did_you_mean(named, [it.id for it in factions])
    raise UnknownFactionError(f"unknown faction `{named}`; {advice}")
