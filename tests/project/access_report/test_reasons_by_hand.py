"""Why each audience learns of each event: worked out by hand from the rules, not from output."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest

from chronicle.model.audience import Audience, faction_audience
from chronicle.pipeline import PlayedCampaign
from tests.rules.lieutenants.small_campaign import SOUND as FORDS
from tests.rules.wwn.small_campaign import SOUND as BANNERS
from tests.small_campaign import SOUND as CROWNS
from tests.small_campaign import play_files

#: Vael does all there is; the Oru have nothing to do with it but what is done to them.
SHADOW: Final = """\
turn: 1
news:
  - {id: flood, for: vael, text: Wet., effects: [{power: oru, dd: -1}]}
adjustments:
  - {for: oru, because: A debt., power: vael, dd: +4}
orders:
  vael:
    place: {eyes: harbour, knives: marsh}
    conspiracies:
      - {id: grow, action: mobilize, resource: eyes, narrative: They listen., public: Doors open.}
      - {id: burn, action: attack-resource, resource: knives, target: oru/giants, narrative: Fire.}
    assist: {sphere: harbour, request: A boat}
  oru:
    conspiracies:
      - {id: stand, action: mobilize, resource: giants, narrative: They eat., public: false}
"""
SHADOW_TABLE: Final = """
event                vael                        oru                         everyone
adjustment/1/1       open-figures     S-ENT      adjustment-for   S-ENT      not-for-street   S-ENT
vael/orders/place    own-order        S-ROUND-1  not-yet-revealed S-ROUND-1  not-for-street   S-ROUND-1
reveal               revealed         S-ROUND-3  revealed         S-ROUND-3  not-for-street   S-ROUND-3
news/flood/1         news-for         S-ROUND-4  open-figures     S-ROUND-4  not-for-street   S-ROUND-4
sequence             open-figures     S-ROUND-5  open-figures     S-ROUND-5  not-for-street   S-ROUND-5
vael/grow            own-order        S-ACT-2    before-all-powers S-ROUND-5 public-line      -
vael/burn            own-order        S-ACT-3    aimed-at         S-ACT-3    draft            S-ROUND-5
oru/stand            before-all-powers S-ROUND-5 own-order        S-ACT-2    not-given        -
dominance            open-figures     S-ROUND-6  open-figures     S-ROUND-6  not-for-street   S-ROUND-6
vael/orders/assist   own-order        S-ROUND-7  not-own-story    S-ROUND-7  not-for-street   S-ROUND-7
"""  # noqa: E501  one line for each row

#: The Oru's informers sit in the town at the mill; Wren, who is theirs, serves Vael in secret.
LIEUTENANTS: Final = """\
turn: 1
adjustments:
  - {for: vael, because: a word in time, asset: adept, at: market}
orders:
  vael:
    actions:
      - {id: earn, lieutenant: kess, action: work, at: manor, units: [guards]}
      - {id: ask, lieutenant: ada, action: investigate, target: {lieutenant: fox}}
  oru:
    actions:
      - id: lift
        lieutenant: fox
        action: steal
        at: manor
        take: {item: chest}
        against: vael
        stealthy: true
        modifiers: [{value: 9, because: a good day}]
      - {id: study, lieutenant: wren, action: work, at: ford, units: [spies]}
rolls: {vael/ask/check: [6, 6], oru/lift/check: [6, 6], oru/lift/stealth: [6, 6]}
"""
LIEUTENANTS_TABLE: Final = """
event            vael                           oru                            everyone
adjustment/1/1   adjustment-for        L-ENT    not-adjustment   L-ENT         not-adjustment   L-ENT
vael/income      own-accounts          L-TURN-1 not-own-accounts L-TURN-1      not-own-accounts L-TURN-1
vael/earn        own-order   L-ACT-WORK         informers L-AST-WATCHES-LOCALE not-watching     L-STL-5
vael/ask         own-order L-ACT-INVESTIGATE    aimed-at         L-STL-5       not-aimed-at     L-STL-5
oru/lift         aimed-at-unidentified L-STL-4  own-order        L-ACT-STEAL   unidentified     L-STL-4
oru/study        serves-in-secret   L-ACT-WORK  own-order        L-ACT-WORK    not-watching     L-STL-5
vael/upkeep      own-accounts          L-TURN-6 not-own-accounts L-TURN-6      not-own-accounts L-TURN-6
over             not-own-project       L-ENT    not-own-project  L-ENT         not-own-project  L-ENT
"""  # noqa: E501  one line for each row

#: Vael has influence in the watch, but learns of dealings that nobody noticed from Wren.
UNNOTICED: Final = """\
turn: 1
orders:
  oru:
    actions:
      - {id: woo, lieutenant: wren, action: gain-influence, npc: watch, stealthy: true}
rolls: {oru/woo/check: [5, 5], oru/woo/stealth: [6, 6]}
"""
UNNOTICED_TABLE: Final = """
event    vael                                  oru                            watch
oru/woo  serves-in-secret L-ACT-GAIN-INFLUENCE own-order L-ACT-GAIN-INFLUENCE not-noticed L-STL-3
"""

#: Assets in the open are seen by all.
WWN: Final = """\
turn: 1
orders:
  vael:
    attack:
      - {id: charge, asset: riders, against: oru}
  oru:
    move:
      - {id: roll, asset: wagons, to: ford}
rolls: {vael/turn/initiative: [8], oru/turn/initiative: [5], kell/turn/initiative: [2]}
"""
WWN_TABLE: Final = """
event            vael                       oru                        everyone
sequence         in-play          W-TURN-1  in-play          W-TURN-1  not-in-play      W-TURN-1
vael/income      own-accounts     W-TURN-2  not-own-accounts W-TURN-2  not-own-accounts W-TURN-2
vael/goal        own-accounts     W-TURN-6  not-own-accounts W-TURN-6  not-own-accounts W-TURN-6
vael/charge      own-order        W-ACT-1   aimed-at         W-ACT-1   open-to-all      W-ACT-1
oru/roll         in-the-open      W-ENT-3   own-order        W-ACT-2   in-the-open      W-ENT-3
oru/income       not-own-accounts W-TURN-2  own-accounts     W-TURN-2  not-own-accounts W-TURN-2
"""

#: Vael's eyes go from hiding to hiding; the rest is for its owners alone, as this campaign has it.
CLOSED: Final = {
    **BANNERS,
    "campaign.yaml": "title: B\nruleset: wwn\nseed: one\nrules: {assets: owner}\n",
}
HIDDEN: Final = """\
turn: 1
orders:
  vael: {move: [{id: slip, asset: eyes, to: ford}]}
  oru: {move: [{id: roll, asset: wagons, to: ford}]}
"""
HIDDEN_TABLE: Final = """
event       vael                      oru                   everyone
vael/slip   own-order        W-ACT-2  not-stealthed W-ENT-5 not-stealthed    W-ENT-5
oru/roll    not-owners-alone W-ENT-3  own-order     W-ACT-2 not-owners-alone W-ENT-3
"""


def rows(table: str) -> dict[str, dict[str, tuple[str, str]]]:
    """A table as reasons: by event, by audience, the code and the rule."""
    head, *lines = (line.split() for line in table.strip().splitlines())
    found = {}
    for event, *cells in lines:
        pairs = zip(cells[::2], cells[1::2], strict=True)
        found[event] = {
            audience: (code, "" if rule == "-" else rule)
            for audience, (code, rule) in zip(head[1:], pairs, strict=True)
        }
    return found


def reasons(played: PlayedCampaign) -> dict[str, dict[str, tuple[str, str]]]:
    """What the program gives as reasons in the first turn, in the same shape."""
    found: dict[str, dict[str, tuple[str, str]]] = {}
    factions = (faction_audience(one.id) for one in played.campaign.factions)
    audiences = (*factions, Audience("everyone"))
    for step in played.history.turns[0].steps:
        given = {it: played.ruleset.tell(step, it).reason for it in audiences}
        event = step.event.id.partition("/")[2]
        found[event] = {it.word: (why.code, why.rule) for it, why in given.items()}
    return found


@pytest.mark.parametrize(
    ("over", "turn", "table", "complete"),
    [
        (CROWNS, SHADOW, SHADOW_TABLE, True),
        (FORDS, LIEUTENANTS, LIEUTENANTS_TABLE, False),
        (FORDS, UNNOTICED, UNNOTICED_TABLE, False),
        (BANNERS, WWN, WWN_TABLE, False),
        (CLOSED, HIDDEN, HIDDEN_TABLE, False),
    ],
    ids=["shadow", "lieutenants", "unnoticed", "wwn", "wwn from hiding"],
)
def test_the_reported_reason_matches_the_rules(
    over: Mapping[str, str], turn: str, table: str, complete: bool
) -> None:
    found = reasons(play_files({"turns/001.yaml": turn}, over=over))
    wanted = rows(table)
    assert {
        event: {audience: found[event][audience] for audience in told}
        for event, told in wanted.items()
    } == wanted
    assert not complete or found.keys() == wanted.keys()
