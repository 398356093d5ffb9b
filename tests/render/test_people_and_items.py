"""People and items: who knows of them, of what ties them, and which pages lead to which."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.markup.images import Picture, clean_picture
from chronicle.model.audience import EVERYONE, GM, Audience, faction_audience
from chronicle.model.facts import Ref
from chronicle.outline.mentions import Mentions
from chronicle.outline.pages import outline
from chronicle.outline.site import Site
from chronicle.pipeline import PlayedCampaign, build_files
from chronicle.project import project
from chronicle.project.edition import Edition, EntityView
from tests.folders import read_campaign
from tests.markup.images.sample_images import png
from tests.small_campaign import findings_of, play_files, tree_of

VAEL, ORU = faction_audience("vael"), faction_audience("oru")
ADA, KEY, LAMP = Ref("person", "ada"), Ref("item", "key"), Ref("item", "lamp")
#: Ada is known to all and tied to others in secret; the key is revealed; the lamp is Oru's own.
FILES: Final[Mapping[str, str]] = read_campaign(Path(__file__).parent / "people_and_items")


@lru_cache(maxsize=1)
def played() -> PlayedCampaign:
    return play_files(FILES)


@lru_cache(maxsize=4)
def site(audience: Audience) -> Site:
    edition = project(played().campaign, played().history, played().ruleset, audience)
    return outline(edition, Report())


def edition(audience: Audience) -> Edition:
    return site(audience).edition


def seen(audience: Audience, ref: Ref) -> EntityView:
    return next(one for one in edition(audience).entities if one.ref == ref)


@pytest.mark.parametrize(
    ("audience", "known"),
    [
        (EVERYONE, {ADA: 0, KEY: 2}),
        (VAEL, {ADA: 0, KEY: 0}),
        (ORU, {ADA: 0, KEY: 2, LAMP: 0}),
        (GM, {ADA: 0, KEY: 0, LAMP: 0}),
    ],
    ids=lambda one: getattr(one, "word", ""),
)
def test_an_entity_is_known_from_the_start_or_from_a_turn(
    audience: Audience, known: Mapping[Ref, int]
) -> None:
    found = edition(audience)
    assert [one.ref for one in found.entities] == list(known)
    assert {ref: found.known_since[ref] for ref in known} == known
    assert {page.path for page in site(audience).pages if page.path.startswith("items/")} == {
        "items/index.html",
        *(f"items/{ref.id}.html" for ref in known if ref.kind == "item"),
    }


@pytest.mark.parametrize(
    ("audience", "places"),
    [
        (EVERYONE, ["harbour"]),
        (VAEL, ["harbour", "vale", "marsh"]),
        (ORU, ["harbour", "vale"]),
        (GM, ["harbour", "vale", "marsh"]),
    ],
    ids=lambda one: getattr(one, "word", ""),
)
def test_a_relation_is_visible_to_its_audience_if_both_ends_are_known(
    audience: Audience, places: list[str]
) -> None:
    found = edition(audience)
    ties = [tie.to.id for tie in seen(audience, ADA).ties if tie.kind == "at"]
    assert ties == places
    there = [id for id in ("harbour", "vale", "marsh") if found.tied_to(Ref("place", id))]
    assert sorted(there) == sorted(places)
    assert found.tied_to(Ref("faction", "vael")) == (("of", (seen(audience, ADA),)),)


def test_holder_and_item_link_to_each_other_if_known() -> None:
    assert [one.ref for _, held in edition(ORU).tied_to(ADA) for one in held] == [KEY, LAMP]
    assert [one.ref for _, held in edition(EVERYONE).tied_to(ADA) for one in held] == [KEY]
    assert seen(GM, ADA).ties[-1].readers == ("vael",)
    assert seen(VAEL, ADA).ties[-1].readers == ()


def mentions(audience: Audience) -> Mentions:
    return Mentions.of(edition(audience))


def linkers(audience: Audience, ref: Ref) -> tuple[Ref, ...]:
    """The things whose texts link to a thing."""
    return mentions(audience).connections(ref).linkers


def test_mentions_list_the_pages_on_which_a_reader_reads_of_an_entity() -> None:
    law = Ref("page", "law")
    assert linkers(EVERYONE, ADA) == (KEY, law)
    assert linkers(ORU, LAMP) == (ADA,)
    assert linkers(GM, LAMP) == (ADA,)
    assert linkers(EVERYONE, law) == (ADA,)
    assert not any(ref.kind == "turn" for ref in mentions(EVERYONE).in_things)


def test_turns_before_an_entity_was_known_do_not_link_to_it() -> None:
    (news,) = edition(EVERYONE).turns[0].news
    assert news.text.target("key") is None
    (told,) = edition(VAEL).turns[0].news
    assert told.text.target("key") == KEY
    assert [turn for turn, _ in mentions(EVERYONE).by_turn(KEY)] == [2]
    assert [turn for turn, _ in mentions(VAEL).by_turn(KEY)] == [2, 1]


@lru_cache(maxsize=1)
def built() -> Mapping[str, bytes]:
    """Files of all audiences, in which Oru alone sees who the lamp is a likeness of."""
    lamp = FILES["items/lamp.md"].replace(
        "held_by", "portrait: {picture: lamp.png, words: A lamp with a face.}\nheld_by"
    )
    report = Report()
    files = build_files(tree_of({**FILES, "items/lamp.md": lamp, "media/lamp.png": png()}), report)
    assert files is not None, report.findings
    return files


def test_a_portrait_is_as_visible_as_its_person_or_item() -> None:
    picture = clean_picture(png())
    assert isinstance(picture, Picture)
    assert {path for path in built() if path.endswith(picture.path)} == {
        f"private/{word}/{picture.path}" for word in ("oru", "gm")
    }
    page = built()["private/oru/items/lamp.html"].decode()
    assert re.search(r'<img src="[^"]+" alt="A lamp with a face\."', page)


def test_related_pages_link_to_each_other() -> None:
    def links(path: str) -> set[str]:
        main = built()[path].decode().partition("<main")[2].partition("</main>")[0]
        return set(re.findall(r'href="\.\./([^"#]+)', main))

    assert {"factions/vael.html", "places/harbour.html"} <= links("site/people/ada.html")
    assert "people/ada.html" in links("site/factions/vael.html")
    assert "people/ada.html" in links("site/places/harbour.html")
    assert "people/ada.html" not in links("site/places/marsh.html")
    assert "people/ada.html" in links("private/vael/places/marsh.html")
    assert {"items/key.html", "pages/law.html"} <= links("site/people/ada.html")
    assert "people/ada.html" in links("site/pages/law.html")
    assert "items/lamp.html" not in links("site/people/ada.html")


def test_an_empty_list_and_its_link_are_omitted() -> None:
    lamp = FILES["items/lamp.md"].replace("held_by: ada\n", "")
    made = build_files(tree_of({"items/lamp.md": lamp, "turns/001.yaml": "turn: 1\n"}), Report())
    assert made is not None
    assert "site/items/index.html" not in made
    assert b"items/index.html" not in made["site/index.html"]
    assert b"items/index.html" in made["private/oru/index.html"]


@pytest.mark.parametrize(
    ("front", "codes"),
    [
        ("name: Bo\n", ["C001 2"]),
        ("name: Bo\nfor: gm\nof: valo\n", ["N001 4"]),
        ("name: Bo\nfor: gm\nat: vael\n", ["N001 4"]),
        ("name: Bo\nfor: gm\nheld_by: bo\n", ["N001 4"]),
        ("name: Bo\nfor: gm\nheld_by:\n  - {to: oru, for: velo}\n", ["N002 5"]),
        ("name: Bo\nfor: gm\nof: [{to: oru}]\n", ["C001 4"]),
        ("name: Bo\nfor: gm\nportrait: {picture: bo.png, words: Bo.}\n", ["M001 4"]),
        ("name: Bo\nfor: gm\nportrait: {picture: b?o.png, words: Bo.}\n", ["P007 4"]),
        ("name: Bo\nfor: gm\nportrait: {picture: bo.png, words: 'B[o]'}\n", ["P007 4"]),
        ("name: Bo\nfor: gm\nloves: oru\n", ["C002 4"]),
    ],
)
def test_a_mistake_is_reported_at_its_position(front: str, codes: list[str]) -> None:
    found = findings_of({"people/bo.md": f"---\n{front}---\n", "turns/001.yaml": "turn: 1\n"})
    assert [f"{one.code} {one.at.line if one.at else 0}" for one in found] == codes


def test_misplaced_files_are_reported() -> None:
    found = findings_of(
        {"people/bo.txt": "", "items/notes.yaml": "", "people/B o.md": "---\n---\n"}
    )
    assert sorted((one.code, one.at.path if one.at else "") for one in found) == [
        ("C006", "people/B o.md"),
        ("C010", "items/notes.yaml"),
        ("C010", "people/bo.txt"),
    ]
