"""Each note gets an id, whatever its name, and the same whenever it is imported."""

from __future__ import annotations

import json
from typing import Final, Literal
from unicodedata import normalize

import pytest

from chronicle.authoring.import_notes.note_ids import id_from_name
from tests.authoring.import_notes.imported import codes, imported, texts_of
from tests.markup.images.sample_images import png
from tests.rules.freeform.small_campaign import SOUND as FREEFORM


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("Café Élan", "cafe-elan"),
        (normalize("NFD", "Café Élan"), "cafe-elan"),
        ("Straße des Æther", "strasse-des-aether"),
        ("Łódź", "lodz"),
        ("Orla's Boat", "orlas-boat"),
        ("Орла Венн", "orla-venn"),
        ("Αθήνα", "athina"),
        ("北京", "beijing"),
        ("서울", "seoul"),
        ("Đorđe", "dorde"),
        ("...", ""),
        ("x" * 99, "x" * 60),
    ],
)
def test_names_of_any_script_make_ids(name: str, id: str) -> None:
    assert id_from_name(name) == id


#: Notes of one name, of names without letters, and of names that can't be ids.
NOTES: Final[dict[str, str | bytes]] = {
    "People/Silver Swan.md": "A singer.",
    "Places/Silver Swan.md": "An inn, unlike [[Mine]].",
    "Lore/Silver Swan.md": "A tale.",
    "Lore/Mine.md": "---\nid: silver-swan-2\n---\nIt has this id.",
    "Персонажи/Орла Венн.md": "She keeps the ferry.",
    "人物/夜の船頭.md": "He rows by night.",
    "People/---.md": "Nobody.",
    "People/!!!.md": "Nobody either.",
    "People/Index.md": "The index.",
}
WRITTEN: Final = [
    *("pages/orla-venn.md", "pages/silver-swan-2.md", "pages/silver-swan.md"),
    *("pages/yenochuantou.md", "people/index-2.md", "people/person-1.md", "people/person-2.md"),
    *("people/silver-swan-3.md", "places.yaml"),
]


def test_none_of_notes_alike_is_left_out() -> None:
    found, findings = imported(NOTES)
    assert found is not None
    assert sorted(found.files) == WRITTEN
    assert "  silver-swan-4:\n    name: Silver Swan" in found.files["places.yaml"].decode()
    assert sorted(codes(findings)) == ["V004", "V004", "V005", "V005", "V005"]
    first = "the id `silver-swan` is that of `notes/Lore/Silver Swan.md`"
    assert {
        f"{first}, so this gets the id `silver-swan-3`",
        "`!!!` gives no usable id, so this gets the id `person-1`",
        "`Index` gives no usable id, so this gets the id `index-2`",
    } <= {finding.message for finding in findings}


@pytest.mark.parametrize("factions", [False, True])
def test_what_is_imported_twice_is_imported_once(factions: bool) -> None:
    notes = {**NOTES, "Guilds/Silver Swan.md": "A guild.", "Guilds/Guild.md": "Another."}
    found, _ = imported(notes, factions=factions)
    assert found is not None
    once = {**FREEFORM, **{path: text.decode() for path, text in found.files.items()}}
    again, findings = imported(notes, over=once, factions=factions)
    assert again is not None
    assert again.files == {}
    assert codes(findings) == ["V003"] * len(notes)


def test_a_name_that_the_campaign_has_once_is_there_once() -> None:
    over = {**FREEFORM, "people/swan.md": "---\nname: Silver Swan\nfor: everyone\n---\nA singer.\n"}
    notes: dict[str, str | bytes] = {
        "A/Silver Swan.md": "One.",
        "B/Silver Swan.md": "Two.",
        "Places/Swan.md": "Three, whose id is taken.",
    }
    found, findings = imported(notes, over=over)
    assert found is not None
    assert sorted(found.files) == ["pages/silver-swan.md", "places.yaml"]
    assert "  swan-2:\n" in found.files["places.yaml"].decode()
    assert codes(findings) == ["V003", "V004"]


Form = Literal["NFC", "NFD"]
NFD: Final = normalize("NFD", "Café Élan")


@pytest.mark.parametrize("link", ["[[Café Élan]]", f"[[{NFD}]]", "[x](Places/Café%20Élan.md)"])
@pytest.mark.parametrize("file", ["Places/Café Élan.md", f"Places/{NFD}.md"])
def test_links_of_a_vault_find_a_name_however_it_is_stored(link: str, file: str) -> None:
    found, findings = imported({"Ada.md": f"She sits in {link}.", file: "An inn."})
    assert found is not None
    assert codes(findings) == []
    assert "[[cafe-elan" in found.files["pages/ada.md"].decode()


@pytest.mark.parametrize("stored", ["NFC", "NFD"])
@pytest.mark.parametrize("shown", ["NFC", "NFD"])
def test_pictures_of_a_vault_are_found_however_their_names_are_stored(
    stored: Form, shown: Form
) -> None:
    name = "Pláno.png"
    notes: dict[str, str | bytes] = {
        "Ada.md": f"![[{normalize(shown, name)}]]",
        normalize(stored, name): png(),
    }
    found, findings = imported(notes)
    assert found is not None
    assert (codes(findings), found.pictures) == ([], ("media/plano.png",))


def test_an_export_finds_pictures_and_names_however_they_are_stored() -> None:
    image = normalize("NFD", "w/Pláno.png")
    one = {"id": 1, "name": NFD, "is_private": 0, "entry": "x"}
    own = {"id": 101, "image_path": normalize("NFC", image)}
    files = {"campaign.json": "{}", "characters/a.json": json.dumps({**one, "entity": own})}
    texts = texts_of({**files, image: png()})
    assert 'name: "Café Élan"' in texts["people/cafe-elan.md"]
    assert "portrait: {picture: plano.png" in texts["people/cafe-elan.md"]
    over = {**FREEFORM, "people/inn.md": "---\nname: Café Élan\nfor: gm\n---\nAn inn.\n"}
    assert texts_of({**files, image: png()}, over=over) == {}
