"""Orders by what a faction saw last: they stand, find nothing, and only the GM reads why.

L-TURN-4: "A thing that has moved is looked for where the order says, and not found."
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pytest

from chronicle.authoring.order_options import order_options
from chronicle.diagnostics.report import Report
from chronicle.pipeline import PlayedCampaign, resolve_campaign
from tests.properties.editable_campaign import tree_of

#: A town with two houses, and a marsh beside it.
_WORLD: Final[Mapping[str, str]] = {
    "campaign.yaml": "title: Case\nruleset: lieutenants\nseed: fresh\n",
    "places.yaml": """\
for: everyone
places:
  land: {name: Land}
  town: {name: Town, within: land, neighbours: [marsh]}
  marsh: {name: Marsh, within: land}
  t1: {name: One, within: town}
  t2: {name: Two, within: town}
  m1: {name: Hut, within: marsh}
""",
    "factions/red.yaml": """\
name: Red
for: everyone
colors: ["#8f1f1f", "#ffffff"]
sigil: flame
opening:
  lieutenants: [{id: ann, name: Ann, level: 5, sneak: 5, at: t1}]
  units: [{id: s, name: the S, type: saboteurs, at: t1, upkeep: "0"}]
""",
}
_BLUE: Final = """\
name: Blue
for: everyone
colors: ["#1f3a8f", "#ffffff"]
sigil: wave
opening:
  reach: 2
  capital: 0
"""
_BOB: Final = "  lieutenants: [{id: bob, name: Bob, level: 2, at: t2}]\n"
_CREW: Final = "  units: [{id: crew, name: the Crew, type: guard-squad, at: t2, upkeep: 2c}]\n"
_SHOP: Final = "  facilities: [{id: shop, name: the Shop, type: craftsmen, at: t2}]\n"
_LOOK: Final = (
    "turn: {turn}\norders:\n  red: {{actions: [{{id: spy, lieutenant: ann, action: surveil, "
    "target: {{{target}}}}}]}}\n{more}rolls: {{red/spy/check: [4, 4]}}\n"
)
_GO: Final = (
    "turn: 2\norders:\n  blue: {actions: [{id: go, lieutenant: bob, action: move, to: m1}]}\n"
)
_HIDE: Final = (
    "turn: 2\norders:\n  blue: {actions: [{id: hide, lieutenant: bob, action: conceal, "
    "target: {lieutenant: bob}}]}\nrolls: {blue/hide/check: [6, 6]}\n"
)


def played(
    *turns: str, blue: str, places: str = _WORLD["places.yaml"]
) -> tuple[PlayedCampaign, Report]:
    files = {**_WORLD, "factions/blue.yaml": _BLUE + blue, "places.yaml": places}
    files |= {f"turns/{number:03}.yaml": text for number, text in enumerate(turns, start=1)}
    report = Report()
    found = resolve_campaign(tree_of(files), report)
    assert found is not None, [it.message for it in report.findings]
    return found, report


@pytest.mark.parametrize(
    ("target", "blue", "between", "why"),
    [
        ("lieutenant: bob", _BOB, _GO, "`bob` is in `marsh`"),
        ("unit: crew", _CREW, "turn: 2\n", "`crew` has left and belongs to nobody"),
    ],
)
def test_who_has_gone_unseen_is_offered_looked_for_and_not_found(
    target: str, blue: str, between: str, why: str
) -> None:
    first = _LOOK.format(turn=1, target=target, more="")
    before, _ = played(first, between, blue=blue)
    options = order_options(before, "red", "ann")
    assert f"action: surveil\n        target:\n          {target}" in options
    last = _LOOK.format(turn=3, target=target, more="").partition("rolls:")[0]
    found, report = played(first, between, last, blue=blue)
    assert [(it.code, it.severity) for it in report.findings] == [("LT082", "warning")]
    assert report.findings[0].message.startswith(why)
    (event,) = (it for it in events_of(found) if it.id == "3/red/spy")
    assert (event.outcome, event.reason, event.rolls) == ("not-carried-out", "target-gone", ())


def test_who_has_hidden_is_not_found() -> None:
    """L-ACT-CONCEAL; watching is looking for what is hidden, robbing and winning over is not."""
    lure = (
        "turn: 3\norders:\n  red: {actions: [{id: win, lieutenant: ann, action: recruit, "
        "target: {lieutenant: bob}}]}\n"
    )
    first = _LOOK.format(turn=1, target="lieutenant: bob", more="")
    found, report = played(first, _HIDE, lure, blue=_BOB)
    assert [it.message for it in report.findings] == [
        "`bob` is hidden from `red`, so this will not be carried out"
    ]
    (event,) = (it for it in events_of(found) if it.id == "3/red/win")
    assert (event.outcome, event.reason) == ("not-carried-out", "target-gone")


def test_a_double_agent_looks_for_who_has_left_its_host() -> None:
    agent = _BOB.replace("at: t2", "at: t2, agent_of: red") + _CREW
    lead = (
        "turn: 2\norders:\n  red: {actions: [{id: go, lieutenant: bob, action: move, to: m1, "
        "units: [crew]}]}\n"
    )
    _, report = played("turn: 1\n", lead, blue=agent)
    assert {(it.code, it.severity) for it in report.findings} == {("LT082", "warning")}


@pytest.mark.parametrize("to", ["m1", "{crew: m1}"])
def test_a_double_agent_leads_its_hosts_unit_to_where_it_is_already(to: str) -> None:
    agent = (_BOB.replace("at: t2", "at: m1, agent_of: red") + _CREW).replace("at: t2", "at: m1")
    lead = (
        "turn: 1\norders:\n  red: {actions: [{id: go, lieutenant: bob, action: move, "
        f"to: {to}, units: [crew]}}]}}\n"
    )
    _, report = played(lead, blue=agent)
    found = {(it.code, it.message) for it in report.findings if "already" in it.message}
    assert found == {("LT082", "`crew` is already at `m1`, so this will not be carried out")}


def test_a_double_agent_buys_where_its_host_is_at_home() -> None:
    """L-ACT-RECRUIT: what is bought comes to where the lieutenant may be."""
    home = _WORLD["places.yaml"].replace("Two,", "Two, opening: {owner: blue},")
    buy = (
        "turn: 1\norders:\n  red: {actions: [{id: buy, lieutenant: bob, action: purchase, "
        "buy: {unit: cats, type: thief-pack, name: Cats, at: t2}}]}\n"
    )
    agent = _BOB.replace("at: t2", "at: t2, agent_of: red")
    _, report = played(buy, blue=agent, places=home)
    assert report.findings == ()


def test_what_one_has_sabotaged_can_be_sabotaged_again() -> None:
    theft = (
        "turn: {}\norders:\n  red: {{actions: [{{id: x, lieutenant: ann, action: steal, "
        "take: {{facility: shop}}, units: [s], modifiers: [{{value: -3, because: x}}]}}]}}\n"
    )
    first = theft.format(1) + "rolls: {red/x/check: [1, 1]}\n"
    found, _ = played(first, blue=_SHOP)
    (event,) = (it for it in events_of(found) if it.id == "1/red/x")
    assert event.changes
    options = order_options(found, "red", "ann")
    assert "take:\n          facility: shop  #: shop" in options
    # L-CHK-4: nobody was seen there, and so nobody knows what would oppose the theft.
    said = "action: steal\n        take:\n          facility: shop"
    assert f"{said}  #: shop (100 % if nobody guards it)" in options
    _, report = played(first, theft.format(2), blue=_SHOP)
    assert report.findings == ()


def events_of(found: PlayedCampaign) -> list[Any]:
    return [step.event for turn in found.history.turns for step in turn.steps]
