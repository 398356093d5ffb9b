"""What a faction plays like: as written, as far as it knows, else by what it knows of itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pytest

from chronicle.model.character import NO_CHARACTER, Aim, Character
from chronicle.model.facts import Facts, Ref, faction_ref, place_ref
from chronicle.proposals.default_character import known_character, last_attackers
from chronicle.proposals.knowledge import knowledge_of
from chronicle.rules import RULESETS
from chronicle.rules.protocol import Telling
from tests.rules.lieutenants.small_campaign import SOUND as LIEUTENANTS
from tests.rules.wwn.small_campaign import SOUND as WWN
from tests.small_campaign import SOUND, play_files

VAEL: Final = faction_ref("vael")


def character(faction: str, files: Mapping[str, str], over: Mapping[str, str] = SOUND) -> Character:
    """The character for which orders are proposed in the turn after the last."""
    played = play_files(files, over=over)
    found = knowledge_of(played.campaign, played.history, played.ruleset, faction)
    assert found is not None
    return found.character


def default(faction: str, files: Mapping[str, str], over: Mapping[str, str]) -> Character:
    """The character that follows from a faction's own figures."""
    played = play_files(files, over=over)
    return played.ruleset.default_character(played.history.eve.after, faction)


def of_oru(opening: str) -> Character:
    """The default of a faction of `wwn` with another goal and tags."""
    path = "factions/oru.yaml"
    lines = [it for it in WWN[path].splitlines() if not it.startswith("  goal:")]
    return default("oru", {path: "\n".join([*lines, f"  {opening}", ""])}, WWN)


# ── From tags, goals and figures ─────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("opening", "temper", "aims"),
    [
        ("tags: [martial]", "bold", ()),
        ("tags: [innovative, rich]", "greedy", ()),
        ("tags: [innovative]", "", ()),
        ("goal: {kind: destroy-the-foe, against: vael}", "vengeful", (Aim("ruin", VAEL),)),
        ("goal: {kind: peaceable-kingdom}", "patient", ()),
        ("goal: {kind: root-out-the-enemy, at: ford}", "bold", (Aim("take", place_ref("ford")),)),
        ("goal: {kind: eliminate-target, asset: guards}", "vengeful", (Aim("ruin", VAEL),)),
    ],
)
def test_in_wwn_it_follows_from_tags_and_the_goal(
    opening: str, temper: str, aims: tuple[Aim, ...]
) -> None:
    found = of_oru(opening)
    assert (found.temper, found.aims) == (temper, aims)


def test_tags_count_before_the_goal() -> None:
    assert of_oru("tags: [concealed]\n  goal: {kind: invincible-valor}").temper == "secretive"


@pytest.mark.parametrize(
    ("skill", "temper"),
    [("force", "bold"), ("sneak", "secretive"), ("charm", "greedy"), ("lore", "patient")],
)
def test_in_lieutenants_it_follows_from_what_lieutenants_are_best_at(
    skill: str, temper: str
) -> None:
    path, key = "factions/vael.yaml", "  lieutenants:\n"
    hero = f"    - {{id: hero, name: the Hero, level: 3, {skill}: 9, at: manor}}\n"
    files = {path: LIEUTENANTS[path].replace(key, key + hero)}
    assert default("vael", files, LIEUTENANTS).temper == temper


def test_in_shadow_the_leader_is_patient_and_the_last_is_bold() -> None:
    # Oru has one level at the marsh, Vael one at the harbour; with two more Vael leads.
    files = {
        "factions/vael.yaml": SOUND["factions/vael.yaml"].replace("harbour: 1", "harbour: 3"),
    }
    leader = Character("patient", (Aim("hold", place_ref("harbour")),))
    last = Character("bold", (Aim("take", place_ref("marsh")),))
    assert character("vael", files) == leader
    assert character("oru", files) == last
    assert character("vael", {}) == NO_CHARACTER


# ── What is written, as far as the faction knows ─────────────────────────────────────────────────


def test_what_is_written_counts_in_place_of_the_default() -> None:
    files = {
        "factions/vael.yaml": SOUND["factions/vael.yaml"].replace("harbour: 1", "harbour: 3")
        + "plays: {temper: greedy, grudges: [oru], never: [raise]}\n"
    }
    assert character("vael", files) == Character(
        "greedy", (Aim("hold", place_ref("harbour")),), ("oru",), ("raise",)
    )


def test_what_a_faction_does_not_know_does_not_count_until_it_does() -> None:
    plays = "plays: {aims: [{find_out: ada}, grow-rich]}\n"
    files = {
        "factions/vael.yaml": SOUND["factions/vael.yaml"] + plays,
        "people/ada.md": "---\nname: Ada\nfor: oru\n---\nHi.\n",
    }
    assert character("vael", files).aims == (Aim("grow-rich"),)
    known = {
        **files,
        "turns/001.yaml": "turn: 1\nreveals: [{person: ada, for: vael}]\n",
    }
    assert character("vael", known).aims == (
        Aim("find-out", Ref("person", "ada")),
        Aim("grow-rich"),
    )


# ── Grudges from history ─────────────────────────────────────────────────────────────────────────


def clash(who: str | None, against: str) -> Telling:
    doer = faction_ref(who) if who else None
    return Telling("clash", facts=Facts(who=doer, against=faction_ref(against)), is_action=True)


def attackers(*turns: tuple[Telling | None, ...]) -> tuple[str, ...]:
    return last_attackers(RULESETS["wwn"], "vael", dict(enumerate(turns, start=1)))


def test_who_attacked_last_is_remembered() -> None:
    assert attackers(
        (clash("oru", "vael"),),
        (
            None,
            clash("kell", "vael"),
        ),
        (),
    ) == ("kell",)
    assert attackers((clash("oru", "vael"), clash("kell", "vael"))) == ("kell", "oru")


def test_an_attack_on_another_or_of_its_own_or_by_nobody_known_is_no_reason() -> None:
    assert attackers((clash("oru", "kell"), clash("vael", "oru"), clash(None, "vael"))) == ()


def test_what_harms_only_who_is_told_of_it_is_an_attack_on_them() -> None:
    demanded = Telling("demanded", facts=Facts(who=faction_ref("oru")))
    assert attackers((demanded,)) == ("oru",)


def test_a_friend_who_attacked_is_forgiven() -> None:
    told: dict[int, Any] = {1: (clash("oru", "vael"),)}
    known = {faction_ref("oru")}

    def grudges(written: Character) -> tuple[str, ...]:
        board = play_files({}, over=WWN).history.eve.after
        return known_character(written, RULESETS["wwn"], board, "vael", told, known).grudges

    assert grudges(NO_CHARACTER) == ("oru",)
    assert grudges(Character(never_against=("oru",))) == ()
    assert grudges(Character(aims=(Aim("befriend", faction_ref("oru")),))) == ()
    assert grudges(Character(grudges=("oru",), never_against=("oru",))) == ("oru",)


def test_an_attack_of_a_real_turn_is_remembered() -> None:
    strike = "{id: strike, action: attack-actor, resource: eyes, target: oru, narrative: N.}"
    files = {
        "turns/001.yaml": f"turn: 1\norders: {{vael: {{conspiracies: [{strike}]}}}}\n",
        "factions/oru.yaml": SOUND["factions/oru.yaml"].replace("Oru}", "Oru, sphere: harbour}"),
    }
    assert character("oru", files).grudges == ("vael",)
    assert character("vael", files).grudges == ()
