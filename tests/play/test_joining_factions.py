"""A faction that joins in a later turn changes nothing of the turns before it, by any ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.model.audience import EVERYONE, faction_audience
from chronicle.model.publication import DisclosedItem
from chronicle.pipeline import BuildOptions, PlayedCampaign, build_campaign
from chronicle.project import audiences_of, project
from chronicle.project.disclosure import disclosed_items
from tests.rules.freeform.small_campaign import SOUND as FREEFORM
from tests.rules.lieutenants.small_campaign import SOUND as LIEUTENANTS
from tests.rules.wwn.small_campaign import SOUND as WWN
from tests.small_campaign import SOUND as SHADOW
from tests.small_campaign import findings_of, play_files, tree_of

HEAD: Final = """\
name: The Newcomers
for: everyone
colors: ["#112233", "#efe6c8"]
sigil: anchor
joins: 3
opening:
"""
CAMPAIGNS: Final[Mapping[str, Mapping[str, str]]] = {
    "freeform": FREEFORM,
    "shadow": {
        **SHADOW,
        "campaign.yaml": SHADOW["campaign.yaml"].replace("[vael, oru]", "[vael, new, oru]"),
    },
    "lieutenants": LIEUTENANTS,
    "wwn": WWN,
}
OPENINGS: Final = {
    "freeform": "  counters: {crowns: 7}\n",
    "shadow": "  actor: {name: Grey, sphere: marsh}\n  influence: {marsh: 2}\n  dd: 4\n",
    "lieutenants": (
        "  capital: 5\n  lieutenants:\n    - {id: grey, name: Grey, level: 2, at: ford}\n"
    ),
    "wwn": (
        "  force: 3\n  cunning: 2\n  wealth: 1\n"
        "  bases: [{id: den, at: crag, headquarters: true}]\n"
    ),
}
TURNS: Final = {
    f"turns/00{number}.yaml": f"turn: {number}\nnews:\n  - {{for: everyone, text: Rain.}}\n"
    for number in (1, 2)
}
LETTERS: Final = """\
turn: 3
news:
  - {for: new, from: A friend, text: Welcome.}
"""


def told(
    played: PlayedCampaign, turn: int, readers: tuple[str, ...]
) -> dict[str, tuple[DisclosedItem, ...]]:
    """What audiences were told in a turn, as the record of published turns has it."""
    audiences = (EVERYONE, *map(faction_audience, readers))
    return {
        it.word: disclosed_items(
            project(played.campaign, played.history, played.ruleset, it), turn, readers
        )
        for it in audiences
    }


@pytest.mark.parametrize("ruleset", CAMPAIGNS)
def test_published_turns_stay_as_they_are_when_a_faction_joins_later(ruleset: str) -> None:
    over = CAMPAIGNS[ruleset]
    alone = {**over, **{path: text for path, text in SHADOW.items() if ruleset == "shadow"}}
    newcomer = {"factions/new.yaml": HEAD + OPENINGS[ruleset]}
    before = play_files(TURNS, over=alone)
    waiting = play_files({**TURNS, **newcomer}, over=over)
    joined = play_files({**TURNS, **newcomer, "turns/003.yaml": LETTERS}, over=over)
    readers = tuple(faction.id for faction in before.campaign.factions)
    for turn in (1, 2):
        for after in (waiting, joined):
            assert told(after, turn, readers) == told(before, turn, readers)
    for own in (waiting.history.last, joined.history.turns[1]):
        assert "new" not in waiting.ruleset.playing(own.after)
    # It can give its orders as soon as the turn begins.
    assert ("new" in waiting.ruleset.playing(waiting.history.eve.after)) == (
        "oru" in waiting.ruleset.playing(waiting.history.eve.after)
    )
    assert "new" in joined.ruleset.playing(joined.history.last.after)
    assert any(item["kind"] == "letter" for item in told(joined, 3, (*readers, "new"))["new"])


@pytest.mark.parametrize("ruleset", CAMPAIGNS)
def test_a_faction_that_is_there_from_the_start_would_change_them(ruleset: str) -> None:
    """Without `joins:`, so that the test above says something."""
    over = CAMPAIGNS[ruleset]
    newcomer = {"factions/new.yaml": HEAD.replace("joins: 3\n", "") + OPENINGS[ruleset]}
    played = play_files({**TURNS, **newcomer}, over=over)
    assert "new" in played.ruleset.playing(played.history.turns[0].before)


@pytest.mark.parametrize("ruleset", CAMPAIGNS)
def test_no_page_of_others_knows_of_a_faction_before_it_joins(ruleset: str) -> None:
    over = CAMPAIGNS[ruleset]
    alone = {**over, **{path: text for path, text in SHADOW.items() if ruleset == "shadow"}}
    newcomer = {"factions/new.yaml": HEAD + OPENINGS[ruleset]}
    pages = []
    for files, on in ((TURNS, alone), ({**TURNS, **newcomer}, over)):
        built = build_campaign(tree_of(files, over=on), Report(), BuildOptions())
        assert built is not None
        pages.append(
            {
                path: content
                for path, content in built.files.items()
                if not path.startswith(("private/gm/", "private/new/"))
            }
        )
    assert pages[0] == pages[1]


def test_a_newcomer_reads_nothing_that_was_for_the_factions_before_it_came() -> None:
    plan = "turn: 1\nnews:\n  - {for: factions, text: The plan.}\n"
    letter = """\
turn: 2
news:
  - for: everyone
    text: |
      Rain.

      ::: secret factions
      Fire.
      :::
"""
    files = {
        "turns/001.yaml": plan,
        "turns/002.yaml": letter,
        "turns/003.yaml": LETTERS,
        "factions/new.yaml": HEAD + OPENINGS["shadow"],
    }
    played = play_files(files, over=CAMPAIGNS["shadow"])
    one, two = (told(played, turn, ("oru", "new")) for turn in (1, 2))
    assert "The plan." in str(one["oru"])
    assert "The plan." not in str(one["new"])
    assert "Fire." in str(two["oru"])
    assert "Fire." not in str(two["new"])
    assert "Rain." in str(two["new"])
    assert [it.word for it in audiences_of(played.campaign)] == [
        "everyone",
        "new",
        "oru",
        "vael",
        "gm",
    ]


def test_who_joins_later_sits_last_unless_the_seating_says_otherwise() -> None:
    files = {**TURNS, "factions/new.yaml": HEAD + OPENINGS["shadow"], "turns/003.yaml": LETTERS}
    for over, seats in (
        (SHADOW, ("vael", "oru", "new")),
        (CAMPAIGNS["shadow"], ("vael", "new", "oru")),
    ):
        played = play_files(files, over=over)
        assert played.history.turns[1].after.seating == ("vael", "oru")
        assert played.history.turns[2].before.seating == seats


def test_a_faction_gives_no_orders_before_it_joins() -> None:
    files = {**TURNS, "factions/new.yaml": HEAD + OPENINGS["shadow"]}
    files["turns/002.yaml"] += "orders:\n  new: {conspiracies: []}\n"
    (finding,) = findings_of(files, over=CAMPAIGNS["shadow"])
    assert finding.code == "N017"
    assert finding.message == "`new` joins in turn 3, so it gives no orders in turn 2"


def test_a_place_may_belong_to_a_faction_that_joins_later() -> None:
    places = LIEUTENANTS["places.yaml"].replace(
        "ford: {name: The Ford, within: road}",
        "ford: {name: The Ford, within: road, opening: {owner: new, capital: 2}}",
    )
    assert places != LIEUTENANTS["places.yaml"]
    files = {**TURNS, "places.yaml": places, "turns/003.yaml": LETTERS}
    files["factions/new.yaml"] = HEAD + OPENINGS["lieutenants"]
    played = play_files(files, over=LIEUTENANTS)
    assert played.history.turns[1].after.places["ford"].owner == ""
    assert played.history.turns[2].before.places["ford"].owner == "new"
