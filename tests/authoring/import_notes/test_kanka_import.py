"""An export of Kanka becomes files of a campaign; what Kanka hides is for the GM alone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from tests.authoring.import_notes.imported import EXPORT, codes, imported, played_with, texts_of

CAMPAIGN = {"campaign.json": '{"id": 1, "name": "Crowns"}'}


def entity(number: int, name: str, *, private: bool = False, **more: Any) -> dict[str, Any]:
    """One file of an export: numbers of entities are a hundred above those of their module."""
    own = {"id": 100 + number, "name": name, "is_private": private, **more.pop("entity", {})}
    return {"id": number, "name": name, "is_private": private, **more, "entity": own}


def export(**modules: Mapping[str, Any]) -> dict[str, str | bytes]:
    """The files of an export: each module's entities by file name."""
    files: dict[str, str | bytes] = {**CAMPAIGN}
    for module, entities in modules.items():
        files |= {f"{module}/{name}.json": json.dumps(one) for name, one in entities.items()}
    return files


def ada(**more: Any) -> dict[str, Any]:
    return entity(1, "Ada", **more)


def text_of_ada(*readers: str, **more: Any) -> str:
    others = {"marrow": entity(2, "Marrow"), "duke": entity(3, "The Duke", private=True)}
    files = export(characters={"ada": ada(**more), **others})
    return texts_of(files, *readers)["people/ada.md"]


@pytest.mark.parametrize(
    ("module", "path"),
    [
        *(("characters", "people/ada.md"), ("items", "items/ada.md"), ("locations", "places.yaml")),
        *(("organisations", "pages/ada.md"), ("families", "pages/ada.md")),
        *(("notes", "pages/ada.md"), ("journals", "pages/ada.md"), ("ships_12", "pages/ada.md")),
    ],
)
def test_each_module_has_its_kind(module: str, path: str) -> None:
    assert list(texts_of(export(**{module: {"ada": ada(entry="<p>.</p>")}}))) == [path]


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<p>One <b>two</b> <i>three</i></p><p>four&nbsp;&amp; five</p>",
         "One **two** *three*\n\nfour & five"),
        ("<p>one<br>two</p>", "one\\\ntwo"),
        ("<h2>Title</h2>text", "## Title\n\ntext"),
        ("<ul><li>a<ol><li>b</li><li>c</li></ol></li><li>d</li></ul>",
         "- a\n  1. b\n  2. c\n- d"),
        ("<ul><li>a<li>b</ul>", "- a\n- b"),
        ("<blockquote><p>a</p><p>b</p></blockquote>", "> a\n>\n> b"),
        ("<table><tr><th>a</th><th>b</th></tr><tr><td>c | d</td></tr></table>",
         "| a | b |\n| --- | --- |\n| c \\| d |  |"),
        ('<a href="https://example.org/">site</a>', "[site](https://example.org/)"),
        ('<a href="javascript:x">bad</a>', "bad"),
        ("<p>a</p><hr><p>b</p>", "a\n\n---\n\nb"),
        ("<script>x</script><style>y</style><p>a</p>", "a"),
        ("<p>1 * 2 _ 3 &lt;b&gt; `x` # y</p><p># no heading</p><p>- no item</p>",
         "1 \\* 2 \\_ 3 &lt;b> \\`x\\` # y\n\n\\# no heading\n\n\\- no item"),
        ("plain\n\ntext", "plain\n\ntext"),
        ("<p>[character:102]</p>", "[[marrow]]"),
        ("<p>[character:102|the man]</p>", "[[marrow|the man]]"),
        ("<p>[entity:102|page:inventory|the man]</p>", "[[marrow|the man]]"),
        ('<a href="#" data-mention="[character:102]">x</a>', "[[marrow]]"),
        ("<p>[character:999|who]</p>", "who"),
        ("<p>[character:999]</p>", "(unknown)"),
        ("<p>[[x]] ::: secret gm</p>", "\\[\\[x\\]\\] \\:\\:\\: secret gm"),
    ],
)  # fmt: skip
def test_html_becomes_markdown(html: str, markdown: str) -> None:
    body = text_of_ada(entry=html).split("---\n", 2)[2]
    assert body.strip() == markdown


@pytest.mark.parametrize("private", [{"is_private": 1}, {"is_private": True}, {}])
def test_what_is_private_or_does_not_say_is_for_the_gm(private: dict[str, Any]) -> None:
    one = {"id": 1, "name": "Ada", "entry": "<p>.</p>", **private, "entity": {"id": 101}}
    text = texts_of(export(characters={"ada": one}), "everyone")["people/ada.md"]
    assert "for: gm" in text


def test_what_is_private_in_one_of_two_places_is_for_the_gm() -> None:
    one = entity(1, "Ada", entity={"is_private": 1})
    assert "for: gm" in texts_of(export(characters={"ada": one}), "everyone")["people/ada.md"]


SECRET = {"name": "Lantern", "entry": "sold", "value": "sold"}


@pytest.mark.parametrize(
    "more",
    [
        *({"entity": {"posts": [{**SECRET, "visibility_id": id}]}} for id in (2, 3, 4, 5, None)),
        {"entity": {"posts": [SECRET]}},
        {"entity": {"posts": [{**SECRET, "visibility_id": 1, "is_private": 1}]}},
        {"entity": {"entityAttributes": [{**SECRET, "is_private": 1}]}},
        {"entity": {"entityAttributes": [{**SECRET, "is_private": 0, "is_hidden": 1}]}},
        {"entity": {"entityAttributes": [SECRET]}},
        {
            "entity": {
                "is_attributes_private": 1,
                "entityAttributes": [{**SECRET, "is_private": 0}],
            }
        },
        {"characterTraits": [{**SECRET, "is_private": 1, "section_id": 1}]},
        {"characterTraits": [{**SECRET, "is_private": 0, "section_id": 2}]},
        {"characterTraits": [{**SECRET, "section_id": 1}]},
        {
            "entity": {
                "relationships": [{"target_id": 102, "relation": "Lantern", "visibility_id": 2}]
            }
        },
        {
            "entity": {
                "relationships": [{"target_id": 103, "relation": "Lantern", "visibility_id": 1}]
            }
        },
    ],
)  # fmt: skip
def test_private_parts_are_never_opened(more: dict[str, Any]) -> None:
    text = text_of_ada("everyone", entry="<p>A pilot.</p>", **more)
    assert "for: everyone" in text
    opened, _, secret = text.partition("::: secret gm\n")
    assert "Lantern" not in opened
    assert "Lantern" in secret


@pytest.mark.parametrize(
    "more",
    [
        {"entity": {"posts": [{**SECRET, "visibility_id": 1}]}},
        {"entity": {"posts": [{**SECRET, "visibility": "all"}]}},
        {"entity": {"entityAttributes": [{**SECRET, "is_private": 0}]}},
        {"characterTraits": [{**SECRET, "is_private": 0, "section_id": 1}]},
        {
            "characterTraits": [{**SECRET, "is_private": 0, "section_id": 2}],
            "is_personality_visible": 1,
        },
    ],
)
def test_open_parts_are_for_the_readers_asked_for(more: dict[str, Any]) -> None:
    text = text_of_ada("everyone", **more)
    assert "Lantern" in text
    assert "::: secret" not in text


UUID = "0a1b2c3d-0000-4000-8000-00000000ada0"
FOLDER = "0a1b2c3d-0000-4000-8000-00000000f01d"
PICTURE = (EXPORT / f"gallery/{UUID}.png").read_bytes()


def pictured(gallery: Mapping[str, Any], *readers: str, **more: Any) -> str:
    """The text of a person with a portrait out of a gallery; a number with its JSON each."""
    files = export(characters={"ada": ada(**more)}, gallery=gallery)
    return texts_of(files | {f"gallery/{UUID}.png": PICTURE}, *readers)["people/ada.md"]


@pytest.mark.parametrize(
    "gallery",
    [
        *({UUID: {"visibility_id": id}} for id in (2, 3, 4, 5, None, "admin", 9)),
        {UUID: {}},
        {},
        {UUID: {"visibility_id": 1, "folder_id": FOLDER}, FOLDER: {"visibility_id": 2}},
        {UUID: {"visibility_id": 1, "folder_id": FOLDER}},
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "more",
    [
        {"entity": {"image_uuid": UUID}},
        {"entity": {"image_path": f"gallery/{UUID}.png"}},
        {"entry": f'<p>She rows. <img src="x" data-gallery-id="{UUID}"></p>'},
        {"entry": f'<p>She rows. <img src="https://th.kanka.io/gallery/{UUID}.png"></p>'},
    ],
)
def test_a_picture_that_is_not_for_all_is_for_the_gm(
    gallery: dict[str, Any], more: dict[str, Any]
) -> None:
    opened, _, secret = pictured(gallery, "everyone", **more).partition("::: secret gm\n")
    assert ".png" not in opened
    assert ".png" in secret


@pytest.mark.parametrize("folder", [None, FOLDER])
def test_a_picture_for_all_is_open(folder: str | None) -> None:
    gallery = {
        UUID: {"visibility_id": 1, "folder_id": folder},
        FOLDER: {"visibility_id": 1, "is_folder": 1},
    }
    text = pictured(gallery, "everyone", entity={"image_uuid": UUID})
    assert "portrait: {picture: ada.png" in text
    assert "secret" not in text


def test_a_file_that_an_entity_shows_to_few_is_for_the_gm() -> None:
    asset = {"type_id": 1, "visibility_id": 2, "metadata": {"path": "w/1/ada.png"}}
    one = ada(entity={"image_path": "w/1/ada.png", "assets": [asset]})
    files = export(characters={"ada": one}) | {"w/1/ada.png": PICTURE}
    opened, _, secret = texts_of(files, "everyone")["people/ada.md"].partition("::: secret gm\n")
    assert (".png" in opened, ".png" in secret) == (False, True)


@pytest.mark.parametrize(
    ("rows", "module", "number"),
    [("characterFamilies", "families", "family_id"), ("characterRaces", "races", "race_id")],
)
@pytest.mark.parametrize("said", [{}, {"is_private": None}, {"is_private": 1}])
def test_families_and_races_that_do_not_say_are_for_the_gm(
    rows: str, module: str, number: str, said: dict[str, Any]
) -> None:
    one = ada(entry="<p>A pilot.</p>", **{rows: [{number: 7, **said}]})
    files = export(characters={"ada": one}, **{module: {"vael": entity(7, "Vael", entry="x")}})
    found, _ = imported(files, "everyone", factions=True)
    assert found is not None
    opened, _, secret = found.files["people/ada.md"].decode().partition("::: secret gm\n")
    assert ("vael" in opened.casefold(), "vael" in secret) == (False, True)


#: Posts and attributes have numbers of their own: these are those of entities, too.
NUMBERED: dict[str, Any] = {
    "posts": [
        {"id": 102, "name": "The Pact", "entry": "x", "visibility_id": 1},
        {"id": 103, "name": "The Truth", "entry": "x", "visibility_id": 2},
    ],
    "entityAttributes": [
        {"id": 102, "name": "Boat", "value": "Eel & Oar", "is_private": 0},
        {"id": 103, "name": "Debt", "value": "Lantern", "is_private": 1},
    ],
    "assets": [
        {"id": 102, "type_id": 3, "name": "The Hand", "visibility_id": 1},
        {"id": 103, "type_id": 3, "name": "Lantern", "visibility_id": 2},
    ],
}


@pytest.mark.parametrize(
    ("mention", "shown"),
    [
        ("[post:102|the pact]", "[[bo|the pact]]"),
        ("[post:102]", "[[bo|The Pact]]"),
        ("[post:102|transclude]", "[[bo|The Pact]]"),
        ("[POST:102]", "[[bo|The Pact]]"),
        ("[post:103|the pact]", "(unknown)"),
        ("[post:103]", "(unknown)"),
        ("[post:999|the pact]", "(unknown)"),
        ("[character:999|the pact]", "(unknown)"),
        ("[tag:120]", "Ally"),
        ("[tag:121|the pact]", "(unknown)"),
        ("[note:122]", "(unknown)"),
        ("[post:999|transclude]", "(unknown)"),
        ("[post:101]", "(unknown)"),
        ("{attribute:102}", "(unknown)"),
        ("{attribute:101}", "(unknown)"),
        ("{attribute:103}", "(unknown)"),
        ("{attribute:104}", "3 oars"),
        ("[character:108|alias:102]", "[[bo|The Hand]]"),
        ("[character:108|alias:103]", "[[bo]]"),
        ("[character:108|alias:102|page:inventory|params:a=b]", "[[bo|The Hand]]"),
        ("[character:108|field:title|anchor:post-3|tooltip:attributes]", "[[bo]]"),
        ("[custom-type:108|transclude:entry]", "[[bo]]"),
        ("[character:108|page:map|words of hers]", "[[bo|words of hers]]"),
        ('[character:108<ins class="advanced-mention-name" data-name="Bo"></ins>|her]',
         "[[bo|her]]"),
        ('<span data-type="mention" data-mention="[character:108]">x</span>', "[[bo]]"),
        ('<a class="attribute" data-attribute="{attribute:104}">{Oars}</a>', "3 oars"),
        ("[icon:fa-solid fa-key]x", "x"),
        ("{table-of-contents}x", "x"),
        ("[sic: no number]", "\\[sic: no number\\]"),
    ],
)  # fmt: skip
def test_mentions_lead_to_what_has_the_number_in_its_own_space(mention: str, shown: str) -> None:
    oars = {"id": 104, "name": "Oars", "value": "3 oars", "is_private": 0}
    own = {**NUMBERED, "entityAttributes": [*NUMBERED["entityAttributes"], oars]}
    files = export(
        characters={
            "ada": ada(entry=f"<p>See {mention}.</p>"),
            "bo": entity(8, "Bo", entity=own),
            "marrow": entity(2, "Marrow"),
            "duke": entity(3, "The Duke", private=True),
        },
        tags={"ally": entity(20, "Ally"), "foe": entity(21, "Foe", private=True)},
        notes={"empty": entity(22, "Empty", private=True)},
    )
    text = texts_of(files, "everyone")["people/ada.md"]
    assert text.split("---\n", 2)[2].strip() == f"See {shown}."


def test_a_mention_of_who_is_private_does_not_name_them() -> None:
    text = text_of_ada("everyone", entry="<p>She fears [character:103|the Duke himself].</p>")
    assert "She fears (unknown)." in text
    assert "Duke" not in text


def test_places_and_owners_are_found_by_their_numbers() -> None:
    files = export(
        characters={"ada": ada(location_id=5)},
        locations={
            "reef": entity(5, "Reef", location_id=6),
            "bay": entity(6, "Bay", parent_location_id=7),
            "sea": entity(7, "Sea", entity={"parent_id": 108}),
            "world": entity(8, "World"),
        },
        items={"key": entity(9, "Key", character_id=1, entity={"entityLocations": [
            {"location_id": 6}]})},
    )  # fmt: skip
    found, findings = imported(files)
    assert codes(findings) == []
    assert found is not None
    played, _ = played_with(found)
    assert played is not None
    within = {place.id: place.within for place in played.campaign.places}
    assert (within["reef"], within["bay"], within["sea"], within["world"]) == (
        *("bay", "sea", "world"),
        "",
    )
    ties = {(one.id, tie.kind, tie.to.id) for one in played.campaign.entities for tie in one.ties}
    assert ties == {("ada", "at", "reef"), ("key", "held_by", "ada"), ("key", "at", "bay")}


def test_memberships_are_ties_to_factions_if_these_are_asked_for() -> None:
    files = export(
        characters={"ada": ada(organisationMemberships=[
            {"organisation_id": 4, "role": "Helm", "is_private": 0}])},
        organisations={"ferry": entity(4, "Night Ferry", entry="<p>They row.</p>")},
    )  # fmt: skip
    assert "- **Helm:** [[night-ferry]]" in texts_of(files)["people/ada.md"]
    found, _ = imported(files, factions=True)
    assert found is not None
    assert "of: night-ferry" in found.files["people/ada.md"].decode()


def test_an_export_may_lie_in_a_folder() -> None:
    files = {f"campaign_1/{path}": text for path, text in export(characters={"ada": ada()}).items()}
    assert list(texts_of(files)) == ["people/ada.md"]


def test_tags_settings_and_campaign_are_no_notes() -> None:
    files = export(characters={"ada": ada()}, tags={"ally": entity(2, "Ally")})
    files |= {"settings/modules.json": "{}", "gallery/x.json": "{}"}
    found, findings = imported(files)
    assert found is not None
    assert (list(found.files), findings) == (["people/ada.md"], ())


def test_what_is_not_imported_is_reported() -> None:
    files = export(
        characters={"ada": ada(), "form": entity(2, "Form", entity={"is_template": 1})},
        dice_rolls={"fate": entity(3, "Fate")},
        notes={"empty": entity(4, "Empty")},
        maps={"bay": entity(5, "Bay", entry="<p>Reefs.</p>")},
    )
    found, findings = imported(files)
    assert found is not None
    assert sorted(found.files) == ["pages/bay.md", "people/ada.md"]
    assert sorted(one.at.path.removeprefix("notes/") for one in findings if one.at) == [
        *("characters/form.json", "dice_rolls/fate.json", "maps/bay.json", "notes/empty.json")
    ]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('{"id": 1,\n "name": ', 2, 10),
        ("[]", 1, 1),
        ('{"id": 1}', 1, 1),
        ("[" * 100_000, 1, 1),
        ('{"id": ' + "9" * 5000 + ', "name": "x"}', 1, 1),
    ],
)
def test_a_file_that_cannot_be_read_is_left_out(text: str, line: int, column: int) -> None:
    files = export(characters={"bo": entity(2, "Bo", entry="[character:101|the secret heir]")})
    found, findings = imported({**files, "characters/ada.json": text}, "everyone")
    assert found is not None
    assert list(found.files) == ["people/bo.md"]
    assert "heir" not in found.files["people/bo.md"].decode()
    assert ("V002", (line, column)) in [
        (one.code, one.at and (one.at.line, one.at.column)) for one in findings
    ]


@pytest.mark.parametrize("path", ["characters/ada.json", "gallery/x.json", "notes/x.json"])
def test_a_file_that_is_no_text_is_left_out(path: str) -> None:
    files = export(characters={"bo": entity(2, "Bo")})
    found, findings = imported({**files, path: b"\xff\xfe{"})
    assert found is not None
    assert (list(found.files), codes(findings)) == (["people/bo.md"], ["V006"])


#: What an entity's file has beside what is a part of a note: where it is written, and for whom.
OTHERS: dict[str, tuple[dict[str, Any], str, bool]] = {
    "type": ({"entity": {"type": "Pilot"}}, "- **Type:** Pilot", True),
    "price": ({"price": "3 gp"}, "- **Price:** 3 gp", True),
    "status": ({"entity": {"status_id": 2}}, "- **Status:** missing", False),
    "status before 2026": ({"status_id": 1}, "- **Status:** dead", False),
    "status of a quest": ({"entity": {"status_id": 9}}, "- **Status:** number 9 in Kanka", False),
    "what the export leaves out": (
        {"organisationMemberships": [{"organisation_id": 77, "role": "Spy", "is_private": 0}]},
        *("- **Spy:** number 77 in Kanka", False),
    ),
    "a relation to what it leaves out": (
        {"entity": {"relationships": [{"target_id": 78, "relation": "Foe", "visibility_id": 1}]}},
        *("- **Foe:** number 78 in Kanka", False),
    ),
    "a flag": ({"is_dead": True}, "- **Is dead:** yes", False),
    "a key of later": ({"lairs": "<p>deep &amp; dark</p>"}, "- **Lairs:** deep & dark", False),
    "a tooltip": ({"entity": {"tooltip": "<b>old</b>"}}, "- **Tooltip:** **old**", False),
    "an alias": (
        {"entity": {"assets": [{"type_id": 3, "name": "Eel", "visibility_id": 1}]}},
        *("- **Also called:** Eel", True),
    ),
    "a hidden alias": (
        {"entity": {"assets": [{"type_id": 3, "name": "Eel", "visibility_id": 2}]}},
        *("- **Also called:** Eel", False),
    ),
    "a link": (
        {"entity": {"assets": [{"type_id": 2, "name": "Song", "visibility_id": 1, "metadata": {
            "url": "https://example.org/x"}}]}},
        *("- **Link:** [Song](<https://example.org/x>)", True),
    ),
    "a link of another kind": (
        {"entity": {"assets": [{"type_id": 2, "name": "Song", "visibility_id": 1, "metadata": {
            "url": "javascript:x"}}]}},
        *("- **File:** Song", True),
    ),
    "an inventory": (
        {"entity": {"inventories": [{"item_id": 9, "amount": 2, "visibility_id": 1,
            "position": "Bag", "created_by": 4}]}},
        *("- **Inventories:** [[key]]; amount 2", True),
    ),
    "a hidden inventory": (
        {"entity": {"inventories": [{"name": "Rope", "amount": 2, "visibility_id": 2}]}},
        *("- **Inventories:** Rope; amount 2", False),
    ),
    "a hidden item": (
        {"entity": {"inventories": [{"item_id": 10, "visibility_id": 1}]}},
        *("- **Inventories:** (unknown)", True),
    ),
    "a reminder": (
        {"entity": {"reminders": [{"day": 3, "month": 4, "year": 12, "comment": "Feast",
            "visibility_id": 5}]}},
        *("- **Reminders:** day 3; month 4; year 12; Feast", False),
    ),
    "an ability": (
        {"entity": {"abilities": [{"ability_id": 11, "note": "twice", "visibility_id": 2}]}},
        *("- **Abilities:** [[rowing]]; twice", False),
    ),
    "a creator": (
        {"itemCreators": [{"creator_id": 102}]},
        *("- **Item creators:** [[marrow]]", False),
    ),
    "rows of later": (
        {"lairs": [{"id": 4, "name": "Cave", "is_wet": True, "entity_id": 102}]},
        *("- **Lairs:** Cave; is wet yes; [[marrow]]", False),
    ),
    "tags": ({"entity": {"entityTags": [{"tag_id": 12}]}}, "- **Entity tags:** Ally", False),
    "a parent": ({"entity": {"parent_id": 102}}, "- **Parent:** [[marrow]]", False),
}  # fmt: skip


@pytest.mark.parametrize("case", OTHERS)
def test_all_that_a_file_says_is_in_the_text_or_listed(case: str) -> None:
    more, shown, is_open = OTHERS[case]
    files = export(
        characters={"ada": ada(**more), "marrow": entity(2, "Marrow")},
        items={"key": entity(9, "Key"), "eye": entity(10, "Eye", private=True)},
        abilities={"rowing": entity(11, "Rowing", entry="x")},
        tags={"ally": entity(12, "Ally")},
    )
    opened, _, secret = texts_of(files, "everyone")["people/ada.md"].partition("::: secret gm\n")
    assert (shown in opened, shown in secret) == (is_open, not is_open)


def test_a_tag_is_no_link_that_is_missing() -> None:
    tagged = ada(entity={"entityTags": [{"tag_id": 12}]})
    files = export(characters={"ada": tagged}, tags={"ally": entity(12, "Ally")})
    assert codes(imported(files)[1]) == ["V006"]


def test_what_else_there_is_is_listed_once_for_all_entities() -> None:
    rows = {"reminders": [{"comment": "Feast", "visibility_id": 2}]}
    files = export(
        characters={"ada": ada(entity=rows), "bo": entity(2, "Bo", entity=rows)},
        items={"key": entity(3, "Key", entity={"header_uuid": UUID, "header_image": "x.png"})},
    )
    files["campaign.json"] = '{"name": "Crowns", "entry": "<p>Ours.</p>"}'
    _, findings = imported(files)
    assert sorted(finding.message for finding in findings) == [
        "`header_image`: in the text for the GM",
        "`reminders` of 2 entities: in the text for the GM",
        "the description of the campaign itself: not imported",
    ]


@pytest.mark.parametrize("value", [None, 3, [], [1], {}, "x", [None], [{"x": []}], True])
def test_values_of_other_types_do_no_harm(value: Any) -> None:
    keys = ("entry", "title", "location_id", "characterTraits", "organisationMemberships", "type")
    own = (
        "posts",
        "relationships",
        "entityAttributes",
        "image_uuid",
        "entityLocations",
        "parent_id",
    )
    one = entity(1, "Ada", **dict.fromkeys(keys, value), entity=dict.fromkeys(own, value))
    found, _ = imported(export(characters={"ada": one}))
    assert found is not None
    assert list(found.files) == ["people/ada.md"]


def test_html_nested_without_end_is_read() -> None:
    text = text_of_ada(entry="<div><b>" * 5000 + "deep" + "<ul><li>" * 5000 + "deeper")
    assert "deep" in text
    assert "deeper" in text


@pytest.mark.parametrize(
    "html",
    [
        "<h2>GM notes</h2><p>reeve</p><h3>x</h3><p>reeve</p>",
        "<p><strong>GM:</strong> reeve [character:102|reeve]</p>",
        "<ul><li>ferry</li><li>Secret: reeve<ul><li>reeve</li></ul></li></ul>",
        '<div class="gm-only"><p>reeve</p><ul><li>reeve</li></ul></div><p>ferry</p>',
        '<p>ferry <span style="display: none">reeve</span> ferry</p>',
        "<p hidden>reeve</p>",
        "<details><summary>Secret</summary><p>reeve</p></details>",
        "<table><tr><td>Who</td><td>GM</td></tr><tr><td>Tam</td><td>reeve</td></tr></table>",
        "<p>ferry (GM only: the reeve) ferry %%reeve%%</p>",
        "<script>ferry</script><p>(for the GM)<br>reeve</p>",
    ],
)
@pytest.mark.parametrize("part", ["entry", "post"])
def test_marks_in_the_text_of_an_open_entity_are_for_the_gm(html: str, part: str) -> None:
    post = {"name": "Looks", "entry": html, "visibility_id": 1}
    said = {"entity": {"posts": [post]}} if part == "post" else {"entry": html}
    text = text_of_ada("everyone", **said)
    opened, _, secret = text.partition("::: secret gm\n")
    assert "reeve" not in opened
    assert "reeve" in secret
    assert opened.count("ferry") == html.count("ferry") - html.count("<script>ferry")


def test_an_attribute_or_an_entity_for_the_gm_by_its_name_is_for_the_gm() -> None:
    fact = {"name": "GM notes", "value": "reeve", "is_private": 0}
    opened = text_of_ada("everyone", entity={"entityAttributes": [fact]}).partition("::: secret")[0]
    assert "reeve" not in opened
    files = export(notes={"plan": entity(5, "Secrets (GM)", entry="reeve")})
    assert "for: gm" in texts_of(files, "everyone")["pages/secrets-gm.md"]


def test_a_membership_that_has_ended_says_so() -> None:
    member = {"organisation_id": 4, "role": "Helm", "is_private": 0, "status_id": 1}
    files = export(
        characters={"ada": ada(organisationMemberships=[member])},
        organisations={"guild": entity(4, "Guild")},
    )
    assert "- **Helm (inactive):** [[guild]]" in texts_of(files)["people/ada.md"]
