"""A vault becomes files of a campaign: kinds, names, links, pictures, and what the GM keeps."""

from __future__ import annotations

import pytest

from chronicle.model.audience import FOR_GM
from chronicle.model.facts import Ref
from tests.authoring.import_notes.imported import codes, imported, played_with, texts_of
from tests.rules.freeform.small_campaign import SOUND
from tests.small_campaign import SOUND as SHADOW

#: A PNG of one pixel.
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c49444154789c63f8cfc0000003010100c9fe92ef0000000049454e44ae426082"
)


@pytest.mark.parametrize(
    ("path", "text", "file"),
    [
        ("Ada.md", "---\ntype: NPC\n---\nA pilot.", "people/ada.md"),
        ("Ada.md", "---\ntags: [npc/villain]\n---\nA pilot.", "people/ada.md"),
        ("Ada.md", "A pilot. #npc", "people/ada.md"),
        ("World/People/Crew/Ada.md", "A pilot.", "people/ada.md"),
        ("Items/Key.md", "It fits nothing.", "items/key.md"),
        ("Lore/Ada.md", "A pilot.", "pages/ada.md"),
        ("Ada.md", "A pilot.", "pages/ada.md"),
        ("People/Ada.md", "---\ntype: location\n---\nA reef.", "places.yaml"),
        ("Łódź & Ærø.md", "A town.", "pages/lodz-aero.md"),
    ],
)
def test_the_kind_comes_from_type_then_tags_then_folder(path: str, text: str, file: str) -> None:
    assert list(texts_of({path: text})) == [file]


def test_everything_is_for_the_gm_unless_others_are_named() -> None:
    notes = {"People/Ada.md": "A pilot.", "Places/Reef.md": "Rocks.", "Rules.md": "None."}
    for text in texts_of(notes).values():
        assert "for: gm" in text
    found, _ = imported(notes)
    assert found is not None
    played, _ = played_with(found)
    assert played is not None
    things = {Ref("person", "ada"), Ref("place", "reef"), Ref("page", "rules")}
    campaign = played.campaign
    seen = {
        **{one.ref: one.visibility for one in campaign.entities},
        **{Ref("place", one.id): one.visibility for one in campaign.places},
        **{Ref("page", one.id): one.visibility for one in campaign.pages},
    }
    assert {seen[ref] for ref in things} == {FOR_GM}


def test_named_readers_read_what_is_not_secret() -> None:
    notes = {
        "Ada.md": "---\ntype: npc\n---\nA pilot.",
        "Marrow.md": "---\nsecret: true\n---\nA smuggler.",
        "Duke.md": "---\npublish: false\n---\nA duke.",
        "GM/Plot.md": "A lie.",
        "Spy.md": "A spy. #secret",
    }
    found = texts_of(notes, "everyone")
    assert "for: everyone" in found["people/ada.md"]
    for page in ("marrow", "duke", "plot", "spy"):
        assert "for: gm" in found[f"pages/{page}.md"]


@pytest.mark.parametrize(
    "hidden",
    [
        "%% sold the lantern %%",
        "%%\nsold the lantern\n%%",
        "%% sold the lantern",
        "<!-- sold the lantern -->",
        "> [!secret] Truth\n> sold the lantern",
        "> [!gm]- Truth\n> sold the lantern",
        "## GM notes\nsold the lantern",
        "## Secrets\n\n### Old\nsold the lantern",
    ],
)
def test_secret_parts_are_kept_for_the_gm_alone(hidden: str) -> None:
    text = texts_of({"Ada.md": f"A pilot.\n\n{hidden}\n\n## Looks\nGrey."}, "everyone")[
        "pages/ada.md"
    ]
    opened, fence, secret = text.partition("::: secret gm\n")
    assert fence
    assert "lantern" not in opened
    assert "sold the lantern" in secret


def test_text_after_a_secret_section_is_open_again() -> None:
    text = texts_of({"Ada.md": "## GM notes\nA lie.\n\n## Looks\nGrey."}, "everyone")[
        "pages/ada.md"
    ]
    assert "Grey." in text.partition("::: secret gm")[0]


def test_front_matter_without_a_meaning_is_for_the_gm() -> None:
    text = texts_of({"People/Ada.md": "---\ntrue name: Adelheid\n---\nA pilot."}, "everyone")
    opened, _, secret = text["people/ada.md"].partition("::: secret gm\n")
    assert "Adelheid" not in opened
    assert "- **true name:** Adelheid" in secret


@pytest.mark.parametrize(
    ("link", "written"),
    [
        ("[[Old Marrow]]", "[[old-marrow]]"),
        ("[[old marrow]]", "[[old-marrow|old marrow]]"),
        ("[[Old Marrow|the ferryman]]", "[[old-marrow|the ferryman]]"),
        ("[[People/Old Marrow#Youth|him]]", "[[old-marrow|him]]"),
        ("[[Old Marrow^a1b2]]", "[[old-marrow]]"),
        ("[[Marrow]]", "[[old-marrow|Marrow]]"),
        ("[him](People/Old%20Marrow.md)", "[[old-marrow|him]]"),
        ("[him](<People/Old Marrow.md>)", "[[old-marrow|him]]"),
        ("![[Old Marrow]]", "[[old-marrow]]"),
        ("[[House Vael]]", "[[vael]]"),
        ("[[Nobody]]", "Nobody"),
        ("[[Nobody|the *stranger*]]", "the \\*stranger\\*"),
        ("[site](https://example.org/a)", "[site](https://example.org/a)"),
        ("[bad](javascript:x)", "bad"),
        ("[file](file:///etc/passwd)", "file"),
        ("`[[Old Marrow]]`", "`[ [Old Marrow]]`"),
        ("[[#Looks]]", "Looks"),
    ],
)
def test_links_lead_to_what_is_imported_or_there(link: str, written: str) -> None:
    notes = {
        "Ada.md": f"See {link}.",
        "People/Old Marrow.md": "---\naliases: [Marrow]\n---\nA ferryman.",
    }
    assert f"See {written}." in texts_of(notes)["pages/ada.md"]


def test_links_in_a_table_have_no_bar() -> None:
    notes = {"Ada.md": "| Who |\n| --- |\n| [[Marrow\\|him]] |", "Marrow.md": "A ferryman."}
    assert "| [[marrow]] |" in texts_of(notes)["pages/ada.md"]


def test_an_open_note_does_not_name_what_is_secret() -> None:
    notes = {
        "Ada.md": "She serves [[Vael the Elder]] and [[Vael the Elder|her lord]].",
        "Vael the Elder.md": "---\nsecret: true\n---\nA duke.",
    }
    found, findings = imported(notes, "everyone")
    assert found is not None
    assert "She serves (unknown) and (unknown)." in found.files["pages/ada.md"].decode()
    assert set(codes(findings)) == {"V008"}


def test_ties_come_from_front_matter() -> None:
    notes = {
        "People/Ada.md": "---\nlocation: [[Reef]]\nfaction: House Vael\n---\nA pilot.",
        "Places/Reef.md": '---\nparent: "[[Harbour Town]]"\n---\nRocks.',
        "Places/Harbour Town.md": "---\nparent: The Harbour\n---\nSheds.",
        "Items/Key.md": "---\nowner: Ada\nlocation: Reef\n---\nIt fits nothing.",
    }
    found, findings = imported(notes)
    assert codes(findings) == []
    assert found is not None
    played, _ = played_with(found)
    assert played is not None
    ties = {(one.id, tie.kind, tie.to.id) for one in played.campaign.entities for tie in one.ties}
    assert ties == {
        *(("ada", "at", "reef"), ("ada", "of", "vael")),
        *(("key", "at", "reef"), ("key", "held_by", "ada")),
    }
    within = {place.id: place.within for place in played.campaign.places}
    assert within["reef"] == "harbour-town"
    assert within["harbour-town"] == "harbour"


def test_places_that_lie_in_each_other_make_no_circle() -> None:
    notes = {
        "Places/A.md": "---\nparent: B\n---\n.",
        "Places/B.md": "---\nparent: A\n---\n.",
        "Places/C.md": "---\nparent: C\n---\n.",
    }
    found, _ = imported(notes)
    assert found is not None
    assert found.files["places.yaml"].decode().count("within:") == 1


def test_comments_of_places_yaml_are_kept() -> None:
    start = f"# The map.\n{SOUND['places.yaml']}  # The end of it.\n"
    files = texts_of({"Places/Reef.md": "Rocks."}, over={**SOUND, "places.yaml": start})
    assert files["places.yaml"].startswith(start.rstrip().removesuffix("  # The end of it."))
    assert "# The end of it." in files["places.yaml"]


def test_pictures_are_copied_and_shown() -> None:
    front = "---\nportrait: My Ada.PNG\n---\n"
    notes: dict[str, str | bytes] = {
        "People/Ada.md": f"{front}![[My Ada.PNG|200]] and ![her](../art/b.png)",
        "art/My Ada.PNG": PIXEL,
        "art/b.png": PIXEL + b"x",
        "art/unused.png": PIXEL,
    }
    found, findings = imported(notes)
    assert codes(findings) == []
    assert found is not None
    assert found.pictures == ("media/b.png", "media/my-ada.png")
    text = found.files["people/ada.md"].decode()
    assert "portrait: {picture: my-ada.png, words: Ada}" in text
    assert "![My Ada](my-ada.png) and ![her](b.png)" in text


def test_pictures_of_one_name_do_not_replace_each_other() -> None:
    notes: dict[str, str | bytes] = {
        "Ada.md": "![[a/map.png]] ![[b/map.png]]",
        "a/map.png": PIXEL,
        "b/map.png": PIXEL + b"x",
    }
    found, _ = imported(notes)
    assert found is not None
    first, second = found.pictures
    assert {found.files[first], found.files[second]} == {PIXEL, PIXEL + b"x"}


@pytest.mark.parametrize(
    ("name", "content"),
    [("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>"), ("a.png", b"GIF"), ("b.png", PIXEL)],
)
def test_what_is_no_picture_leaves_its_words(name: str, content: bytes) -> None:
    found, findings = imported({"Ada.md": "![[a.png|A map]] ![[a.svg|A map]]", name: content})
    assert found is not None
    assert set(codes(findings)) == {"V009"}
    assert "A map A map" in found.files["pages/ada.md"].decode()


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("Places/The Harbour.md", "Other rocks."),
        ("People/house vael.md", "A family."),
        ("People/Vael.md", "The id of a faction."),
        ("People/X.md", "---\nid: harbour\n---\nThe id of a place."),
    ],
)
def test_what_is_there_is_left_alone_and_reported(path: str, text: str) -> None:
    found, findings = imported({path: text, "Ada.md": "A pilot."})
    assert found is not None
    assert list(found.files) == ["pages/ada.md"]
    assert codes(findings) == ["V003"]


def test_a_second_import_writes_nothing() -> None:
    notes = {
        "People/Ada.md": "A pilot of [[Reef]].",
        "Places/Reef.md": "Rocks.",
        "Rules.md": "None.",
    }
    again = {**SOUND, **texts_of(notes)}
    found, findings = imported(notes, over=again)
    assert found is not None
    assert found.files == {}
    assert codes(findings) == ["V003"] * 3


def test_templates_settings_and_drawings_are_no_notes() -> None:
    notes = {
        "Ada.md": "A pilot.",
        ".obsidian/templates.json": '{"folder": "Meta/Forms"}',
        "Meta/Forms/NPC.md": "{{title}}",
        "templates/Place.md": "{{title}}",
        "Map.excalidraw.md": "xyz",
        "Drawing.md": "---\nexcalidraw-plugin: parsed\n---\n# Text Elements\nreeve ^a1\n",
        "Board.canvas": "{}",
    }
    found, findings = imported({path: text for path, text in notes.items() if path[0] != "."})
    assert found is not None
    assert "pages/npc.md" in found.files, "without settings it is a folder like any other"
    found, findings = imported(notes)
    assert found is not None
    assert list(found.files) == ["pages/ada.md"]
    assert {finding.code for finding in findings} == {"V006"}
    assert "notes/Drawing.md" in {finding.at.path for finding in findings if finding.at}


def test_files_of_one_kind_that_are_no_notes_are_one_warning() -> None:
    files = {
        "Ada.md": "A pilot.",
        "a.canvas": "{}",
        "b/c.Canvas": "{}",
        "d.pdf": "x",
        "LICENCE": "x",
    }
    _, findings = imported(files)
    assert [finding.message for finding in findings] == [
        "this is not a note: not imported",
        "2 files ending in `.canvas`: not imported",
        "this is not a note: not imported",
    ]


def test_positions_and_calendars_of_plugins_are_listed_and_kept_for_the_gm() -> None:
    notes = {
        "Places/Reef.md": "---\nlocation: [51.5, -0.1]\n---\nRocks.",
        "Places/Cove.md": "---\nlocation: [51, 0]\nfc-calendar: Harptos\n---\nSand.",
    }
    found, findings = imported(notes, "everyone")
    assert found is not None
    assert [one.message for one in findings] == [
        "2 notes have a position on a map of Leaflet: kept as text for the GM",
        "this note has a category or another name of Calendarium: kept as text for the GM",
    ]
    assert "- **location:** 51.5, -0.1" in found.files["places.yaml"].decode()


@pytest.mark.parametrize("end", ["\n```", "\n```\n", "\n```\n\nA crab.", ""])
def test_a_block_of_admonition_is_its_title_and_its_text(end: str) -> None:
    text = f"```ad-info\ntitle: Read Aloud\ncollapse: open\n\nA reef.\ntitle: none{end}"
    page = texts_of({"Ada.md": text})["pages/ada.md"]
    assert "**Read Aloud**\n\nA reef.\ntitle: none" in page
    assert "collapse" not in page


def test_a_link_to_a_site_in_the_manner_of_notes_leads_there() -> None:
    text = "[[https://example.org/a?b=1&c#d|Absalom]], [[https://example.org]], [[http://a b]]"
    found, findings = imported({"Ada.md": text})
    assert found is not None
    page = found.files["pages/ada.md"].decode()
    assert "[Absalom](<https://example.org/a?b=1&c#d>), " in page
    assert "[https://example.org](<https://example.org>)" in page
    assert codes(findings) == ["V007"]


def test_organisations_are_pages_unless_factions_are_asked_for() -> None:
    notes = {"Factions/The Watch.md": "Lamps.", "People/Ada.md": "---\nfaction: The Watch\n---\n."}
    assert "pages/the-watch.md" in texts_of(notes)
    found, findings = imported(notes, factions=True)
    assert found is not None
    assert codes(findings) == []
    assert "for: gm" in found.files["factions/the-watch.yaml"].decode()
    assert "of: the-watch" in found.files["people/ada.md"].decode()


def test_what_the_rules_do_not_take_becomes_pages() -> None:
    notes = {"Places/Reef.md": "Rocks.", "Factions/The Watch.md": "Lamps.", "People/Ada.md": "."}
    found, findings = imported(notes, over=SHADOW, factions=True)
    assert found is not None
    assert sorted(found.files) == ["pages/reef.md", "pages/the-watch.md", "people/ada.md"]
    assert codes(findings) == ["V010", "V010"]
    played, after = played_with(found, SHADOW)
    assert played is not None
    assert codes(after) == []


def test_places_in_braces_become_pages() -> None:
    braces = "for: everyone\nplaces: {harbour: {name: The Harbour}, vale: {name: The Vale}}\n"
    found, findings = imported({"Places/Reef.md": "."}, over={**SOUND, "places.yaml": braces})
    assert found is not None
    assert list(found.files) == ["pages/reef.md"]
    assert codes(findings) == ["V010"]


@pytest.mark.parametrize(
    ("front", "line"),
    [
        ("title: Foo: bar", 2),
        ("\ttitle: Foo", 2),
        ("type: npc\ntype: place", 3),
        ("secret: false\nsecret: true", 3),
        ("- a\n- b", 2),
    ],
)
def test_a_note_with_front_matter_that_cannot_be_read_is_left_out(front: str, line: int) -> None:
    found, findings = imported({"Ada.md": f"---\n{front}\n---\nx", "Bo.md": "A cook."}, "everyone")
    assert found is not None
    assert list(found.files) == ["pages/bo.md"]
    assert [
        (one.code, one.severity, one.at and (one.at.path, one.at.line)) for one in findings
    ] == [("V013", "warning", ("notes/Ada.md", line))]


@pytest.mark.parametrize("link", ["[[Orla Venn|the reeve]]", "[the reeve](<Orla Venn.md>)"])
def test_what_is_left_out_or_in_a_folder_of_the_gms_is_not_named(link: str) -> None:
    notes = {
        "Orla Venn.md": "---\ntitle: Foo: bar\n---\nx",
        "Bo.md": f"A cook, {link}, [[GM/Marrow|the reeve]] and [[Nobody]].",
    }
    text = texts_of(notes, "everyone")["pages/bo.md"]
    assert "A cook, (unknown), (unknown) and Nobody." in text


def test_a_note_with_a_control_character_is_left_out() -> None:
    found, findings = imported({"Ada.md": "a\x07b", "Bo.md": "A cook."})
    assert found is not None
    assert list(found.files) == ["pages/bo.md"]
    assert [(one.code, one.at and (one.at.path, one.at.line)) for one in findings] == [
        ("V006", ("notes/Ada.md", 1))
    ]


@pytest.mark.parametrize(
    ("file", "text", "name"),
    [
        ("tam-reed.md", "# Tam Reed the Younger\n\nAn heir.", "Tam Reed the Younger"),
        ("tam_reed.md", "\n# Tam Reed\nAn heir.", "Tam Reed"),
        ("тэм-рид.md", "# Тэм Рид\n\nAn heir.", "Тэм Рид"),
        ("tam-reed.md", "---\nname: Tam\n---\n# Tam Reed\n\nAn heir.", "Tam"),
        ("tam-reed.md", "An heir.\n\n# Youth\n\nx", "tam-reed"),
        ("tam-reed.md", "## Youth\n\nx", "tam-reed"),
        ("tam-reed.md", "# [[Ada]]'s heir\n\nx", "tam-reed"),
        ("tam-reed.md", "# GM notes\n\nx\n\n# Tam\n\ny", "tam-reed"),
        ("Tam-Reed.md", "# Youth\n\nx", "Tam-Reed"),
        ("tam.md", "# Youth\n\nx", "tam"),
    ],
)
def test_a_file_named_by_a_program_has_its_name_in_its_heading(
    file: str, text: str, name: str
) -> None:
    found, _ = imported({f"People/{file}": text, "Bo.md": "See [[tam-reed]]."}, "everyone")
    assert found is not None
    assert [one.note.name for one in found.notes if one.kind == "person"] == [name]
    body = next(it for path, it in found.files.items() if path.startswith("people/")).decode()
    assert f"# {name}\n" not in body


def test_a_note_that_is_no_text_is_left_out() -> None:
    found, findings = imported({"Ada.md": "caf\u00e9".encode("latin-1"), "Bo.md": "A cook."})
    assert found is not None
    assert list(found.files) == ["pages/bo.md"]
    assert codes(findings) == ["V006"]


def test_markup_that_would_be_an_error_is_kept_as_plain_words() -> None:
    found, findings = imported({"Ada.md": "Her sign is [this][sign].\n\n[sign]: javascript:x"})
    assert found is not None
    assert codes(findings) == ["V011"]
    assert "Her sign is" in found.files["pages/ada.md"].decode()


def test_errors_of_the_campaign_itself_come_first() -> None:
    found, findings = imported({"Ada.md": "."}, over={**SOUND, "campaign.yaml": "title: Crowns\n"})
    assert found is None
    assert {finding.code for finding in findings} == {"C001"}


def test_a_picture_beside_the_templates_is_shown_where_notes_show_it() -> None:
    notes: dict[str, str | bytes] = {
        "Ada.md": "![[ada.png]]",
        "Templates/Art/ada.png": PIXEL,
        "Templates/Npc.md": "x",
    }
    found, findings = imported(notes)
    assert found is not None
    assert (found.pictures, codes(findings)) == (("media/ada.png",), [])
