"""What an order costs by its form is what play takes of the faction's funds when it succeeds.

What a form cannot know it foretells as a limit, and play takes no more than that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import pytest

from chronicle.diagnostics.report import Report
from chronicle.model.campaign import Turn
from chronicle.model.dice import Dice
from chronicle.outline.order_stubs.yaml_text import cost_of
from chronicle.pipeline import PlayedCampaign
from chronicle.play.turns import dice_of
from chronicle.records import replace
from chronicle.rules.lieutenants import state as lieutenants
from chronicle.rules.lieutenants.changes import Paid as CapitalPaid
from chronicle.rules.lieutenants.events import Acted as TradeOrAct
from chronicle.rules.order_form import ActionChoice, FieldChoice
from chronicle.rules.shadow.events import Conspired
from chronicle.rules.wwn import state as wwn
from chronicle.rules.wwn.changes import Paid as TreasurePaid
from chronicle.rules.wwn.events import Acted
from tests.filled_order_forms import Filled, as_node, as_text, fillings
from tests.rules.contract.test_known_boards import form_of, game
from tests.rules.contract.test_offered_orders import GAMES, SAID, keys_of, next_turn
from tests.thorough import beginning

#: What changes funds.
PAYMENTS: Final = (CapitalPaid, TreasurePaid)
#: How often an order is tried with other dice until it succeeds.
THROWS: Final = 12
#: Enough to pay for every order of a form.
RICH: Final = 5_000
#: How many orders of one kind are tried until one is neither refused nor fails.
TRIES: Final = 3
#: Keys with which an order costs something else, or the same for another reason.
PRICED: Final = {
    "helped_by",
    "upgrades",
    "abilities",
    "pay",
    "from",
    "value",
    "times",
    "new_resource",
}
#: What is better than a success costs less.
BEST: Final = "complete-success"
#: The reasons of payments that an order makes; others are for upkeep, or a rival's doing. What
#: those ask who are recruited nobody knows before.
ORDERED: Final = {
    *("repair", "hiding", "purchase", "founding", "free-action", "affliction", "lavish"),
    *("bought", "bargain", "sent-away"),
}


class Cost(NamedTuple):
    amount: int
    is_limit: bool


def foretold(way: Filled) -> Cost:
    """What a form says that an order costs; the form on a page adds it up in the same way."""
    amount, factor, is_limit = 0, 1, False
    for one in way.chosen:
        paid = one.price if isinstance(one, ActionChoice) and one.price is not None else None
        amount += (cost_of(one.facts) or 0) if paid is None else paid
        factor *= one.factor if isinstance(one, FieldChoice) else 1
        is_limit |= one.at_most
    for part, count in way.counts:
        rise = getattr(part, "rise", 0)
        amount += part.price * count + rise * (count - 1) * (count + 2) // 2
    return Cost(amount * factor, is_limit)


def rich(state: Any, faction: str, *, repairs: bool = False) -> Any:
    """The board with enough for every order, and much to repair; ``repairs`` are free actions."""
    if isinstance(state, lieutenants.State):
        return state.with_faction(replace(state.factions[faction], capital=RICH))
    if isinstance(state, wwn.State):
        own = replace(state.factions[faction], treasure=RICH, earmarked=RICH * repairs)
        hurt = {id: replace(it, hp=1) for id, it in state.assets.items()}
        return replace(state.with_faction(own), assets=hurt)
    return state


def taken(events: list[Any], faction: str) -> int | None:
    """What a faction paid for its order; None if the order does not succeed."""
    paid, is_done = 0, False
    for event in events:
        match event:
            case Conspired(power=power, outcome="success", stakes=stakes) if power == faction:
                return sum(stake.dice for stake in stakes if stake.power == faction)
            # Paid double, what failed is done too.
            case TradeOrAct(faction=by, outcome="done", part="") if event.result != BEST:
                is_done |= by == faction
            case Acted(faction=by, outcome="done"):
                is_done |= by == faction
            case _:
                pass
        for change in getattr(event, "changes", ()):
            if getattr(change, "faction", "") == faction and reason_of(change) in ORDERED:
                paid -= change.amount
                is_done |= reason_of(change) == "lavish"
    return paid if is_done else None


def reason_of(change: Any) -> str:
    """Why something is paid; empty for other changes."""
    return str(getattr(change, "reason", "")) if isinstance(change, PAYMENTS) else ""


def costs(found: PlayedCampaign, faction: str, way: Filled) -> int | None:
    """What play takes for an order that succeeds; None if it is refused, or never does."""
    report = Report()
    turn: Turn = next_turn(found, faction, as_node(way.written))
    state = rich(found.history.last.after, faction, repairs="abilities" in way.written)
    orders = found.ruleset.orders(turn, state, dice_of(found.campaign, turn), report)
    if orders is None or report.errors:
        return None
    for seed in range(THROWS):
        events = list(found.ruleset.resolve(state, orders, Dice(bytes([seed]), turn.number)))
        if (paid := taken(events, faction)) is not None:
            return paid
    return None


def mistakes(found: PlayedCampaign, faction: str) -> Iterator[tuple[str, Cost, int]]:
    form = form_of(found, faction, rich(found.history.last.after, faction))
    if form is None or form.funds is None:
        return
    tries: Counter[tuple[object, ...]] = Counter()
    for way in fillings(form, SAID):
        codes = tuple(it.code for it in way.chosen if isinstance(it, ActionChoice))
        cost = foretold(way)
        # Orders of one kind that cost as much for the same are alike.
        factors = tuple(it.factor for it in way.chosen if isinstance(it, FieldChoice))
        counts = tuple(count for part, count in way.counts if part.key in PRICED)
        kind = (codes, cost, factors, counts, tuple(sorted(keys_of(way.written) & PRICED)))
        if not codes or tries[kind] >= TRIES:
            continue
        paid = costs(found, faction, way)
        tries[kind] += 1 if paid is None else TRIES
        if paid is not None and (paid > cost.amount if cost.is_limit else paid != cost.amount):
            yield as_text(way.written), cost, paid


@pytest.mark.parametrize(("kind", "name", "seed"), beginning(GAMES, 4))
def test_play_takes_what_was_foretold(kind: str, name: str, seed: int) -> None:
    found = game(kind, name, seed)
    for faction in found.ruleset.playing(found.history.last.after):
        assert list(mistakes(found, faction)) == []
