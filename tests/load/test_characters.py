"""The character of a faction is loaded from `plays:` as written."""

from __future__ import annotations

from typing import Final

import pytest

from chronicle.diagnostics.catalogue import references
from chronicle.diagnostics.report import Report
from chronicle.load import load_campaign
from chronicle.model.character import NO_CHARACTER, Aim, Character
from chronicle.model.facts import Ref, faction_ref, place_ref
from chronicle.rules import RULESETS
from tests.rules.freeform.small_campaign import SOUND as FREEFORM
from tests.small_campaign import SOUND, findings_of, loaded, tree_of

ORU: Final = "factions/oru.yaml"
THINGS: Final = {
    "people/ada.md": "---\nname: Ada\nfor: gm\n---\nHi.\n",
    "items/cup.md": "---\nname: A Cup\nfor: gm\n---\nGold.\n",
}


def with_character(written: str) -> dict[str, str]:
    """The file of a faction with `plays:`."""
    return {ORU: SOUND[ORU].replace("sigil: moon", f"sigil: moon\nplays: {written}")}


def character(written: str) -> Character:
    return loaded({**THINGS, **with_character(written)}).factions[0].character


def test_a_character_is_loaded_as_written() -> None:
    found = character(
        "{temper: vengeful, aims: [{take: vale}, grow-rich, {hold: marsh}, {ruin: vael}],"
        " grudges: [vael], never: [attack-actor, help], never_against: [vael]}"
    )
    assert found == Character(
        "vengeful",
        (
            Aim("take", place_ref("vale")),
            Aim("grow-rich"),
            Aim("hold", place_ref("marsh")),
            Aim("ruin", faction_ref("vael")),
        ),
        ("vael",),
        ("attack-actor", "help"),
        ("vael",),
    )


def test_a_faction_without_a_character_has_an_empty_one() -> None:
    assert [it.character for it in loaded({}).factions] == [NO_CHARACTER, NO_CHARACTER]
    assert character("{}") == Character() == NO_CHARACTER


def test_a_faction_can_find_out_about_anything_and_befriend_another() -> None:
    aims = (
        "[{befriend: vael}, {find_out: vael}, {find_out: vale}, {find_out: ada}, {find_out: cup}]"
    )
    targets = (faction_ref("vael"), place_ref("vale"), Ref("person", "ada"), Ref("item", "cup"))
    found = character(f"{{aims: {aims}}}").aims
    assert found == (Aim("befriend", targets[0]), *(Aim("find-out", it) for it in targets))


def test_of_several_things_with_an_id_a_faction_comes_first() -> None:
    files = with_character("{aims: [{find_out: vael}]}") | {
        "people/vael.md": THINGS["people/ada.md"],
        "items/vael.md": THINGS["items/cup.md"],
    }
    assert loaded(files).factions[0].character.aims == (Aim("find-out", faction_ref("vael")),)


def test_what_is_wrong_is_left_out_alone() -> None:
    report = Report()
    written = "{temper: bolt, aims: [{take: vael}, {take: vale}], grudges: [vael, kell]}"
    campaign = load_campaign(tree_of(with_character(written)), report)
    assert campaign is not None
    found = campaign.factions[0].character
    assert found == Character("", (Aim("take", place_ref("vale")),), ("vael",))
    assert [it.code for it in report.findings] == ["C005", "N001", "N001"]


@pytest.mark.parametrize(
    ("aim", "message", "hint"),
    [
        (
            "{take: vael}",
            "unknown place `vael`",
            "`vael` is a faction: write `ruin:`, `befriend:` or `find_out:`, or the id of a place",
        ),
        (
            "{ruin: vale}",
            "unknown faction `vale`",
            "`vale` is a place: write `take:`, `hold:` or `find_out:`, or the id of a faction",
        ),
        (
            "{hold: cup}",
            "unknown place `cup`",
            "`cup` is an item: write `find_out:`, or the id of a place",
        ),
        ("{ruin: oru}", "`oru` can't be its own target", "name another faction, or remove it"),
        ("{take: vales}", "unknown place `vales`", "did you mean `vale`?"),
        ("{take: The Vale}", "unknown place `The Vale`", "write the id: `vale`"),
        ("{befriend: House Vael}", "unknown faction `House Vael`", "write the id: `vael`"),
        ("{find_out: adda}", "unknown thing `adda`", "did you mean `ada`?"),
        (
            "{}",
            "an aim must name exactly one thing",
            references.AmbiguousAim.help,
        ),
    ],
)
def test_the_help_says_what_to_write_for_a_wrong_aim(aim: str, message: str, hint: str) -> None:
    (found,) = findings_of({**THINGS, **with_character(f"{{aims: [{aim}]}}")})
    assert (found.message, found.help) == (message, hint)
    assert found.at is not None
    assert (found.at.path, found.at.line) == (ORU, 5)


def test_places_are_not_missed_while_their_file_can_t_be_read() -> None:
    files = {
        **with_character("{aims: [{take: vale}, {find_out: vale}]}"),
        "places.yaml": "places: [",
    }
    assert {it.at.path for it in findings_of(files) if it.at} == {"places.yaml"}


def test_a_missing_faction_is_told_once_with_the_file_that_it_would_have() -> None:
    files = with_character("{aims: [{ruin: night-ferry}], grudges: [night-ferry]}")
    (found,) = findings_of(files)
    assert found.message == (
        "the campaign has no factions/night-ferry.yaml, and 2 lines name `night-ferry`"
    )


def test_every_ruleset_but_freeform_has_actions_that_can_be_ruled_out() -> None:
    assert {id for id in RULESETS if not RULESETS[id].actions} == {"freeform"}


def test_where_orders_are_in_prose_no_action_can_be_ruled_out() -> None:
    path = next(path for path in FREEFORM if path.startswith("factions/"))
    files = {path: FREEFORM[path] + "plays: {never: [fight]}\n"}
    (found,) = findings_of(files, over=FREEFORM)
    assert (found.message, found.help) == (
        "unknown action `fight`",
        "orders of this ruleset name no actions; remove the word",
    )
