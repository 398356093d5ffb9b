"""Check a faction's upkeep choices: the order of payment, and who leaves (L-TURN-6)."""

from __future__ import annotations

from chronicle.diagnostics.report import Report
from chronicle.files.source import Span
from chronicle.rules.lieutenants.catalogue import NO_PRICE, Price
from chronicle.rules.lieutenants.diagnostics import orders as problems
from chronicle.rules.lieutenants.inputs import FactionOrdersInput
from chronicle.rules.lieutenants.state import Information, Item, State, owners
from chronicle.rules.shared.parser import check_known


def check_upkeep_choices(
    faction: str, entry: FactionOrdersInput, state: State, report: Report
) -> None:
    """Report all problems with `upkeep_priority:` and `leaves:`.

    ``state`` is the expected board after the faction's orders, so their gains can be named too.
    """
    for key in ("upkeep_priority", "leaves"):
        names = getattr(entry, key) or []
        for index, name in enumerate(names):
            at = entry.at(key, index)
            if name in names[:index]:
                report.add(problems.RepeatedName(at=at, name=name))
            elif _check_payable(faction, name, state, at, report) and key == "leaves":
                price = _upkeep_price(name, state)
                if price.currency != "respect" or not price.amount:
                    report.add(problems.CostsNoRespect(at=at, name=name))


def _check_payable(faction: str, name: str, state: State, at: Span, report: Report) -> bool:
    """Return whether the faction can pay for the asset or place named; report it if not."""
    own = [
        *(id for id, asset in state.assets.items() if faction in owners(asset)),
        *(id for id, place in state.places.items() if place.owner == faction),
    ]
    if name in own:
        return True
    if name in state.assets or name in state.places:
        report.add(problems.NotOwn(at=at, name=name, faction=faction))
        return False
    return check_known("asset", name, own, at, report)


def _upkeep_price(name: str, state: State) -> Price:
    asset = state.assets.get(name)
    if asset is None:
        return state.places[name].upkeep
    return NO_PRICE if isinstance(asset, Item | Information) else asset.upkeep
