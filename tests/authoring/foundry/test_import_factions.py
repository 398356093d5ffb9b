"""Actors of Foundry become factions by our catalogue; what is not clearly open is the GM's."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from chronicle.authoring.foundry.documents import has_foundry_files
from chronicle.authoring.import_notes import ImportNotesError
from chronicle.model.audience import EVERYONE
from chronicle.rules.wwn.catalogue import shipped_catalogue
from tests.authoring.foundry.worlds import (
    EMPTY,
    brought,
    guard,
    laid,
    played_with,
    said,
    seat,
    state_with,
    swnr_actor,
    swnr_asset,
    texts,
    wwn_actor,
    wwn_asset,
)
from tests.authoring.import_notes.imported import codes, note_files
from tests.properties.audience_output import shown
from tests.rules.wwn.small_campaign import SOUND
from tests.small_campaign import SOUND as SHADOW

VAEL: Final = "factions/house-vael.yaml"
CANARY: Final = "Quillonbrand"
#: The open level of ownership, "Observer".
OPEN: Final = {"default": 2}


# ── Values ───────────────────────────────────────────────────────────────────────────────────────


def test_an_actor_of_wwn_becomes_a_faction() -> None:
    hurt = guard(health={"value": 3, "max": 4}, stealthed=True)
    tags = [{"name": "Martial", "desc": "…", "effect": ""}]
    goal = "Peaceable Kingdom"
    actor = wwn_actor(items=[seat(), hurt], ownership=OPEN, tags=tags, factionGoal=goal)
    state = state_with(actor)
    (faction,) = state.factions.values()
    assert (faction.id, faction.ratings, faction.magic) == ("house-vael", (3, 2, 1), "low")
    assert (faction.treasure, faction.xp, faction.hp) == (5, 2, 7)
    assert (faction.tags, faction.goal and faction.goal.kind) == (("martial",), "peaceable-kingdom")
    (asset,) = state.assets.values()
    assert (asset.type, asset.at, asset.hp, asset.stealth) == (
        "local-guard",
        "redhaven",
        3,
        "hidden",
    )
    (base,) = state.bases.values()
    assert (base.name, base.at, base.hp, base.headquarters) == ("Red Keep", "redhaven", 7, True)


def test_an_actor_of_swnr_has_no_magic() -> None:
    actor = swnr_actor([seat()])
    (faction,) = state_with(actor).factions.values()
    assert (faction.magic, faction.ratings, faction.treasure) == ("none", (3, 2, 1), 5)
    assert "magic is not in this system: none instead" in said(laid(actor))


def test_values_that_a_pack_has_lost_are_those_of_the_catalogue_and_are_listed() -> None:
    lost = swnr_asset("Infantry", location="Redhaven")
    (asset,) = state_with(swnr_actor([seat(), lost])).assets.values()
    # Infantry by the rules: Force 3, 6 hit points, cost 6, Force against Force 1d8, counter 1d6.
    kind = shipped_catalogue().assets[asset.type]
    assert (kind.name, kind.cost, kind.attribute, asset.hp) == ("Infantry", 6, "force", 6)
    assert (
        "`Infantry` has attribute cunning (force), cost 1 (6), attack none (force against force),"
        " damage none (1d8), counter none (1d6)" in said(laid(swnr_actor([seat(), lost])))
    )


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"img": "worlds/fen/vael.webp"}, "the picture `worlds/fen/vael.webp`"),
        ({"effects": [{"name": "Blessed"}]}, "active effects"),
    ],
)
def test_what_an_actor_has_besides_is_listed(more: dict[str, Any], message: str) -> None:
    assert message in said(laid({**wwn_actor(), **more}))


def test_values_as_in_the_rules_are_not_listed() -> None:
    assert said(laid(wwn_actor(items=[seat(), guard()]))) == ""


def test_the_items_of_a_pack_are_compared_and_counted() -> None:
    pack = laid(swnr_asset("Infantry"), swnr_asset("Moon Base"), {**wwn_actor(), "type": "pc"})
    found, _ = brought(pack)
    assert found is not None
    assert not found.files
    assert "`Infantry` has attribute cunning (force)" in said(pack)
    assert "2 of the type `asset`, which are no faction" in said(pack)
    assert "1 of the type `pc`, which is no faction" in said(pack)


@pytest.mark.parametrize(
    "name", ["infantry", "INFANTRY", "Infantry (3rd)", " Infantry ", "In-fantry"]
)
def test_a_name_is_found_however_it_is_written(name: str) -> None:
    named = wwn_asset(name, location="Redhaven", hp=6)
    (asset,) = state_with(wwn_actor(items=[seat(), named], ownership=OPEN)).assets.values()
    assert (asset.type, asset.name) == ("infantry", name.strip())


def test_a_catalogue_of_the_campaign_counts() -> None:
    own = """\
rules:
  catalogue:
    assets:
      moths: {name: Moths, attribute: force, level: 1, hp: 2, cost: 1}
"""
    over = {**EMPTY, "campaign.yaml": EMPTY["campaign.yaml"] + own}
    moths = wwn_asset("Moths", hp=2, location="Redhaven")
    (asset,) = state_with(wwn_actor(items=[seat(), moths]), over=over).assets.values()
    assert asset.type == "moths"


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"forceRating": 9}, "force is 9: 8 instead"),
        ({"wealthRating": 0}, "wealth is 0: 1 instead"),
        ({"cunningRating": "?"}, "cunning is not a number: 1 instead"),
        ({"facCreds": -3}, "Treasure is -3: 0 instead"),
        ({"health": {"value": 11, "max": 7}}, "hit points is 11: 7 instead"),
        ({"health": {"value": 0, "max": 7}}, "hit points is 0: 1 instead"),
        ({"health": {"value": 7, "temp": 2}}, "temporary hit points"),
        ({"magicRating": "Odd"}, "magic is `odd`: none instead"),
        ({"oddity": "blue"}, "`system.oddity`: not imported"),
        (
            {"tags": [{"name": "Psychic Academy"}]},
            "the tag `Psychic Academy` is not in the catalogue",
        ),
        ({"factionGoal": "Seize Planet"}, "the goal `Seize Planet` is none of the rules"),
        ({"factionGoal": "Destroy the Foe"}, "or needs a subject: a goal of your own"),
    ],
)
def test_what_is_not_understood_is_listed(values: dict[str, Any], message: str) -> None:
    assert message in said(laid(wwn_actor(**values)))
    assert [*state_with(wwn_actor(**values)).factions] == ["house-vael"]


@pytest.mark.parametrize(
    ("item", "message", "kept"),
    [
        (wwn_asset("Moon Base"), "the asset `Moon Base` is not in the catalogue", "Moon Base"),
        ({**guard(), "type": "weapon", "name": "Lance"}, "the weapon `Lance`", "Lance"),
        (
            guard(health={"value": 0, "max": 4}),
            "`Local Guard` has no hit points left",
            "Local Guard",
        ),
        (
            wwn_asset("War Fleet", location="Redhaven"),
            "needs a place with `water: true`",
            "War Fleet",
        ),
    ],
)
def test_what_can_t_be_imported_is_kept_in_the_notes(
    item: dict[str, Any], message: str, kept: str
) -> None:
    world = laid(wwn_actor(items=[seat(), item]))
    assert message in said(world)
    assert kept in texts(world)[VAEL].partition("notes: |")[2]
    assert not state_with(wwn_actor(items=[seat(), item])).assets


# ── Places and bases ─────────────────────────────────────────────────────────────────────────────


def test_a_new_place_is_added_and_gets_the_water_that_its_ships_need() -> None:
    fleet = wwn_asset("War Fleet", location="Port Amber")
    written = texts(laid(wwn_actor(items=[seat(), fleet])))["places.yaml"]
    assert written.startswith(EMPTY["places.yaml"])
    assert "  port-amber:\n    name: Port Amber\n    for: gm\n" in written
    assert state_with(wwn_actor(items=[seat(), fleet])).places["port-amber"].water


@pytest.mark.parametrize(
    ("items", "home", "message", "awake"),
    [
        ([guard(location="")], "Redhaven", "there is no base: a headquarters at `redhaven`", True),
        ([guard(location="")], "", "there is no base and no homeworld: it is asleep", False),
        ([seat(location="")], "Redhaven", "", True),
        ([seat(location="")], "", "`Red Keep` has no place: kept in the notes", False),
    ],
)
def test_a_faction_without_a_headquarters_gets_one_or_is_asleep(
    items: list[dict[str, Any]], home: str, message: str, *, awake: bool
) -> None:
    actor = wwn_actor(items=items, homeworld=home)
    assert message in said(laid(actor))
    state = state_with(actor)
    assert (state.headquarters("house-vael") is not None) == awake
    assert state.factions["house-vael"].asleep != awake


def test_the_base_at_the_homeworld_is_the_headquarters() -> None:
    post = seat(location="The Mill", health={"value": 2, "max": 7})
    state = state_with(wwn_actor(items=[post, seat(health={"value": 7, "max": 7})]))
    held = state.headquarters("house-vael")
    assert held is not None
    assert (held.at, sorted(base.at for base in state.bases.values())) == (
        "redhaven",
        ["mill", "redhaven"],
    )


def test_two_factions_of_one_name_get_two_ids() -> None:
    state = state_with(wwn_actor(), wwn_actor())
    assert sorted(state.factions) == ["house-vael", "house-vael-2"]
    assert len(state.bases) == 2
    assert "the id `house-vael` is taken or none: the id is `house-vael-2`" in said(
        laid(wwn_actor(), wwn_actor())
    )


def test_names_in_any_script_are_kept_apart() -> None:
    names = ["Кий", "Кии", "が", "か", "राम", "रमा"]
    state = state_with(*(wwn_actor(name) for name in names))
    assert len(state.factions) == len(names)
    written = texts(laid(*(wwn_actor(name) for name in names)))
    again = brought(laid(*(wwn_actor(name) for name in names)), over={**EMPTY, **written})
    assert codes(again[1]) == ["V003"] * len(names)


# ── Who may read it ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "ownership",
    [
        *(None, {}, {"default": 0}, {"default": 1}, {"default": -1}, {"default": True}),
        *({"default": "2"}, {"default": None}, {"abcdefghijklmnop": 3}, [2], 3),
    ],
)
def test_an_actor_that_does_not_say_that_all_see_it_is_the_gms(ownership: Any) -> None:
    named = {**guard(), "name": f"Local Guard ({CANARY})"}
    items = [seat(location=f"{CANARY} Hold"), named]
    actor = wwn_actor(CANARY, items, ownership, description=CANARY)
    written = texts(laid(actor), "everyone")
    assert "for: gm" in written["factions/quillonbrand.yaml"]
    assert "for: everyone" not in written["factions/quillonbrand.yaml"]
    assert "for: gm" in written["places.yaml"].partition("quillonbrand-hold:")[2]
    assert CANARY.lower().encode() not in public(actor).lower(), "nor in an id"
    assert f"local-guard: Local Guard ({CANARY})" in written["factions/quillonbrand.yaml"]
    assert "does not say that all players see it: for the GM alone" in said(laid(actor), "everyone")


def public(*actors: dict[str, Any]) -> bytes:
    """All that everyone gets of a campaign with actors imported for everyone, in one."""
    share = shown(played_with(laid(*actors), "everyone"), EVERYONE)
    return b"\n".join(share.files.values())


@pytest.mark.parametrize("level", [2, 3])
def test_what_all_players_see_is_for_the_readers(level: int) -> None:
    actor = wwn_actor(ownership={"default": level}, description="<p>They ride.</p>")
    written = texts(laid(actor), "everyone")[VAEL]
    assert "for: everyone\n" in written
    assert "profile: |\n  They ride.\n" in written
    assert "for: gm\n" in texts(laid(actor))[VAEL], "nobody else was asked for"


@pytest.mark.parametrize(
    "html",
    [
        f'<section class="secret" id="secret-1"><p>{CANARY}</p></section>',
        f'<SECTION CLASS="Secret">{CANARY}</SECTION>',
        f"<section id=x class='block secret'><section>in</section>{CANARY}</section>",
        f'<div class="secret"><section class="secret revealed">{CANARY}</section></div>',
        f'<section class="secret revealed"><p class="secret">{CANARY}</p></section>',
        f'<section class="secret">never closed {CANARY}',
        f'<section class="secret"/>{CANARY}',
        f'<p>x</p><section class="secret"><p>a</p></div>{CANARY}</section>',
        f'<img class="secret" alt="{CANARY}">',
        f"<p hidden>{CANARY}</p>",
        f'<div data-visibility="gm">{CANARY}</div>',
        f'<span style="display: none">{CANARY}</span>',
        f"<!-- {CANARY} -->",
        f'<p class="gm-only">{CANARY}</p>',
    ],
)
def test_secret_sections_are_the_gms(html: str) -> None:
    actor = wwn_actor(ownership=OPEN, description=f"<p>Open.</p>{html}")
    written = texts(laid(actor), "everyone")[VAEL]
    opened, _, notes = written.partition("notes: |")
    assert "Open." in opened
    assert CANARY not in opened
    assert CANARY in notes or html.startswith("<!--")


def test_a_revealed_section_is_open() -> None:
    html = '<section class="secret revealed"><p>They pay.</p></section><p>After.</p>'
    written = texts(laid(wwn_actor(ownership=OPEN, description=html)), "everyone")[VAEL]
    assert "They pay." in written.partition("notes: |")[0]
    assert "notes: |" not in written


@pytest.mark.parametrize(
    "values",
    [
        {"factionGoalDesc": f"<p>{CANARY}</p>"},
        {"log": [f"<b>{CANARY}</b>"]},
        {"tags": [{"name": CANARY, "desc": CANARY, "effect": CANARY}]},
        {"factionGoal": CANARY},
        {"items": [seat(), guard(note=CANARY)]},
        {"items": [seat(), guard(gmNotes=CANARY, showGMNotes=False)]},
        {"items": [seat(), wwn_asset(CANARY)]},
        {"items": [seat(), {**guard(stealthed=True), "name": f"Local Guard ({CANARY})"}]},
        {"items": [seat(), {**guard(stealthed=None), "name": f"Local Guard ({CANARY})"}]},
        {"items": [seat(), guard(stealthed=True, location=CANARY)]},
    ],
)
def test_what_an_open_faction_keeps_to_itself_is_not_public(values: dict[str, Any]) -> None:
    actor = wwn_actor("House Vael", values.pop("items", None), OPEN, **values)
    assert CANARY in "".join(texts(laid(actor), "everyone").values()), "the GM has it"
    share = public(actor)
    assert b"House Vael" in share
    assert CANARY.encode() not in share


def test_unknown_readers_are_refused() -> None:
    with pytest.raises(ImportNotesError):
        brought(laid(wwn_actor()), "oru")


# ── Files ────────────────────────────────────────────────────────────────────────────────────────


def yaml_of(actor: dict[str, Any]) -> str:
    """An actor as `fvtt package unpack --yaml` writes it; JSON is YAML."""
    return json.dumps({**actor, "_id": "c" * 16, "_key": "!actors!cccccccccccccccc"}, indent=1)


@pytest.mark.parametrize(
    "files",
    [
        {"vael.json": json.dumps(wwn_actor())},
        {"vael.JSON": json.dumps(wwn_actor()).encode("utf-8-sig")},
        {"all.json": json.dumps([wwn_actor()])},
        {"packs/_source/House_Vael_cccccccccccccccc.json": yaml_of(wwn_actor())},
        {"packs/_source/House_Vael_cccccccccccccccc.yml": yaml_of(wwn_actor())},
        {"data/actors.db": f"{json.dumps(wwn_actor())}\n\n"},
        {"old.json": json.dumps({**wwn_actor(), "system": None, "data": wwn_actor()["system"]})},
    ],
)
def test_actors_are_read_in_every_form(files: dict[str, str | bytes]) -> None:
    state = played_with(files).history.opening.after
    assert [*state.factions] == ["house-vael"]


def test_yaml_as_a_pack_is_unpacked() -> None:
    text = """\
name: House Vael
type: faction
_id: cccccccccccccccc
_key: '!actors!cccccccccccccccc'
ownership:
  default: 0
  iXDXVi7OlHcRwXw0: 3
system:
  description: >-
    Riders of the fen, who
    hold the mill.
  health:
    value: 6
    temp: 0
  forceRating: 3
  cunningRating: 2
  wealthRating: 1
  facCreds: 4
  homeworld: Redhaven
items: []
"""
    files: dict[str, str | bytes] = {
        "House_Vael.yml": text,
        "_Folder.yml": "name: Fen\ntype: Actor\n",
    }
    written = texts(files)[VAEL]
    assert "hp: 6" in written
    assert "Riders of the fen, who hold the mill." in written


@pytest.mark.parametrize(
    "broken", ["{", "[" * 100_000, '{"a": 1', b"\xff\xfe\x00", '{"a": ' + "9" * 5000 + "}"]
)
def test_one_broken_file_does_not_stop_the_others(broken: str | bytes) -> None:
    files = {**laid(wwn_actor()), "broken.json": broken}
    assert VAEL in texts(files)
    assert "not imported" in said(files)


def test_a_broken_line_of_a_database_is_listed_with_its_line() -> None:
    _, findings = brought({"actors.db": f"{json.dumps(wwn_actor())}\n{{broken\n"})
    (finding,) = findings
    assert finding.at is not None
    assert (finding.code, finding.at.line) == ("V006", 2)


def database(*lines: dict[str, Any]) -> dict[str, str | bytes]:
    """A database until version 10, which has each line at its end."""
    return {"actors.db": "".join(f"{json.dumps(one)}\n" for one in lines)}


def test_the_last_line_of_a_database_counts_for_each_document() -> None:
    before = {**wwn_actor("The Ferry", ownership=OPEN), "_id": "f" * 16}
    after = {**wwn_actor("The Night Ferry", ownership={"default": 0}), "_id": "f" * 16}
    gone = {**wwn_actor("The Crows"), "_id": "g" * 16}
    index = {"$$indexCreated": {"fieldName": "folder"}}
    files = database(index, before, gone, after, {"$$deleted": True, "_id": "g" * 16})
    written = texts(files, "everyone")
    assert [path for path in written if path.startswith("factions/")] == [
        "factions/the-night-ferry.yaml"
    ]
    assert "for: gm" in written["factions/the-night-ferry.yaml"]
    assert "not imported" not in said(files, "everyone")


@pytest.mark.parametrize("last", ["The Ferry", "The Night Ferry"])
def test_the_newest_file_of_a_document_counts(last: str) -> None:
    times = {name: 1_700_000_000_000 + (name == last) for name in ("The Ferry", "The Night Ferry")}
    files: dict[str, str | bytes] = {
        f"{name}.json": json.dumps(
            {**wwn_actor(name), "_key": "!actors!f", "_stats": {"modifiedTime": time}}
        )
        for name, time in times.items()
    }
    (path,) = (it for it in texts(files) if it.startswith("factions/"))
    assert f"name: {last}\n" in texts(files)[path]
    assert f"is the same document as in notes/{last}.json: not imported" in said(files)


@pytest.mark.parametrize("path", ["packs/factions/000005.ldb", "data/actors/MANIFEST-000004"])
def test_a_leveldb_database_is_refused_with_what_to_do(path: str) -> None:
    found, (finding,) = brought({path: b"\x00\x01", "packs/factions/CURRENT": b"MANIFEST-000004\n"})
    assert found is None
    assert finding.code == "V001"
    assert "Export Data" in (finding.help or "")


def test_notes_with_data_beside_them_are_a_vault() -> None:
    assert not has_foundry_files(note_files({"Ada.md": "A pilot.", **laid(wwn_actor())}))
    assert not has_foundry_files(note_files({"world.json": '{"id": "fen", "system": "wwn"}'}))


def test_a_campaign_by_other_rules_is_refused() -> None:
    found, (finding,) = brought(laid(wwn_actor()), over=SHADOW)
    assert found is None
    assert finding.code == "V001"
    assert "ruleset wwn" in finding.message


def test_imported_twice_is_imported_once() -> None:
    once = {**EMPTY, **texts(laid(wwn_actor(items=[seat(location="Amber")])))}
    found, findings = brought(laid(wwn_actor(items=[seat(location="Amber")])), over=once)
    assert found is not None
    assert found.files == {}
    assert codes(findings) == ["V003"]


def test_ids_that_are_taken_are_not_used_again() -> None:
    taken = {**guard(), "flags": {"chronicle": {"id": "riders", "at": "mill"}}}
    actor = wwn_actor("The Fen", [seat(), taken], OPEN)
    written = texts(laid(actor), over=SOUND)["factions/the-fen.yaml"]
    assert "- id: riders-2\n" in written
