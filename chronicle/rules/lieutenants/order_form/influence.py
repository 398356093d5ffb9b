"""Dealings with NPC factions (L-ACT-GAIN-INFLUENCE, -ALLY, -CLAIM, -RALLY, L-INF-3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from chronicle.model.facts import Facts, faction_ref
from chronicle.rules.lieutenants.actions.influence import PRICES
from chronicle.rules.lieutenants.order_form.actors import Doer, figures, pick, place_choice, words
from chronicle.rules.lieutenants.order_form.espionage import asset_choice
from chronicle.rules.lieutenants.order_form.patrons import patrons, spendable
from chronicle.rules.lieutenants.orders import ToCourt
from chronicle.rules.lieutenants.state import Faction
from chronicle.rules.lieutenants.terms import Action, Kind
from chronicle.rules.order_form import (
    ActionChoice,
    FieldChoice,
    FieldGroup,
    FormPart,
    ProbabilityRange,
)

_CLAIMED: Final[tuple[Kind, ...]] = ("lieutenant", "unit", "item", "information", "facility")


def courting(doer: Doer) -> Iterator[ActionChoice]:
    """What may be asked of the NPC factions."""
    npcs = doer.factions(npc=True)
    yield from _asked(doer, "gain-influence", npcs)
    yield from _asked(doer, "ally", [it for it in npcs if it.id not in doer.faction.allies])
    for kind in _CLAIMED:
        others = map(asset_choice, doer.others(kind, near=False))
        yield from _claimed(doer, npcs, kind, others)
    strange = (it for it in doer.seen.locations() if it.owner != doer.faction.id)
    yield from _claimed(doer, npcs, "location", map(place_choice, strange))
    for npc in npcs:
        targets = (FieldChoice(it.id, faction_ref(it.id)) for it in doer.factions() if it != npc)
        if against := pick("against", targets, needed=True):
            yield from _asked(doer, "rally", [npc], *against, *_pay())


def _claimed(
    doer: Doer, npcs: Iterable[Faction], kind: Kind, choices: Iterable[FieldChoice]
) -> Iterator[ActionChoice]:
    """A claim to what has been heard of and is not one's own, wherever it is."""
    if target := pick(kind, choices, needed=True):
        yield from _asked(doer, "claim", npcs, FieldGroup("target", target), *_pay(), kind=kind)


def _pay() -> Iterator[FormPart]:
    """A success that is not paid for is none."""
    yield from pick("pay", words("influence", "capital"), needed=True)


def _asked(
    doer: Doer, action: Action, npcs: Iterable[Faction], *parts: FormPart, kind: str = ""
) -> Iterator[ActionChoice]:
    prices = PRICES.get(action, {})
    facts = figures(
        kind=kind,
        price=prices.get("success", 0),
        price_at_best=prices.get("complete-success", 0),
    )
    for way in patrons(doer, "npc", npcs, lambda npc: _likely(doer, action, npc)):
        yield doer.case(
            action,
            way.patron,
            *parts,
            *way.influence,
            *pick("hush", words("none", "public", "all"), now="none"),
            facts=Facts({**way.facts, **facts}),
            likely=way.likely,
        )


def _likely(doer: Doer, action: Action, npc: Faction) -> ProbabilityRange | None:
    # What is claimed, and who is to be attacked, changes nothing about the check.
    aim = ToCourt(npc.id, target=doer.faction.id if action == "rally" else "")
    return doer.likely(doer.order(action, aim, against=npc.id), influence=spendable(doer, npc))
