"""Turns of the sound campaign, short to write: the orders of one or two factions."""

from __future__ import annotations

from chronicle.diagnostics.report import Report
from chronicle.rules.lieutenants.order_parser import parse_orders
from chronicle.rules.lieutenants.orders import Orders
from tests.rules.lieutenants.setup_boards import opened

TURN = "turns/001.yaml"


def actions(*orders: str) -> str:
    """The orders of a faction, each the inside of a flow mapping."""
    return "    actions:\n" + "".join(f"      - {{{order}}}\n" for order in orders)


def turn(vael: str = "", oru: str = "", watch: str = "", *, gm: tuple[str, ...] = ()) -> str:
    """A first turn: what stands under each faction, and adjustments that only the GM sees."""
    changes = "".join(f"  - {{for: gm, because: a test, {change}}}\n" for change in gm)
    blocks = {"vael": vael, "oru": oru, "watch": watch}
    orders = "".join(f"  {faction}:\n{block}" for faction, block in blocks.items() if block)
    return (
        "turn: 1\n"
        + (f"adjustments:\n{changes}" if changes else "")
        + (f"orders:\n{orders}" if orders else "")
    )


def unit(id: str, made: str, at: str = "manor", *, faction: str = "vael") -> str:
    """An adjustment that gives a faction a unit."""
    return f"faction: {faction}, unit: {{id: {id}, name: The {id}, type: {made}, at: {at}}}"


def read(text: str) -> Orders:
    """The orders of a turn that must be sound, without even a warning."""
    found = opened({TURN: text})
    assert found.state is not None
    report = Report()
    made = parse_orders(found.campaign.turns[0], found.state, report)
    assert report.findings == ()
    assert made is not None
    return made
