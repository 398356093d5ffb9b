"""Turns of the sound campaign, short to write: the orders of each faction, and what the GM does."""

from __future__ import annotations

from textwrap import indent
from typing import Final

from chronicle.diagnostics.report import Report
from chronicle.rules.wwn.order_parser import parse_orders
from chronicle.rules.wwn.orders import FactionOrders, Orders
from tests.rules.wwn.setup_boards import opened

TURN: Final = "turns/001.yaml"
SECOND: Final = "turns/002.yaml"


def turn(
    vael: str = "", oru: str = "", kell: str = "", *, gm: tuple[str, ...] = (), number: int = 1
) -> str:
    """A turn: what stands under each faction, and adjustments that only the GM sees."""
    changes = "".join(f"  - {{for: gm, because: a test, {change}}}\n" for change in gm)
    blocks = {"vael": vael, "oru": oru, "kell": kell}
    given = "".join(
        f"  {faction}:\n{indent(block.rstrip(), '    ')}\n"
        for faction, block in blocks.items()
        if block
    )
    return (
        f"turn: {number}\n"
        + (f"adjustments:\n{changes}" if changes else "")
        + (f"orders:\n{given}" if given else "")
    )


def new(faction: str, id: str, kind: str, at: str, *, stealth: bool = False) -> str:
    """An adjustment that gives a faction an asset, ready to be used."""
    more = ", stealth: true" if stealth else ""
    return f"faction: {faction}, new_asset: {{id: {id}, type: {kind}, at: {at}{more}}}"


def listed(key: str, *orders: str) -> str:
    """A list of orders under a key, each the inside of a flow mapping."""
    return f"{key}:\n" + "".join(f"  - {{{order}}}\n" for order in orders)


def abilities(*orders: str) -> str:
    return listed("abilities", *orders)


def read(text: str, files: dict[str, str] | None = None) -> Orders:
    """The orders of a turn that must be sound, without even a warning."""
    found = opened({**(files or {}), TURN: text})
    assert found.state is not None, found.findings
    report = Report()
    made = parse_orders(found.campaign.turns[0], found.state, report)
    assert report.findings == ()
    assert made is not None
    return made


def read_for(faction: str, text: str) -> FactionOrders:
    """The orders of one faction in a turn that must be sound."""
    return read(text).factions[faction]
