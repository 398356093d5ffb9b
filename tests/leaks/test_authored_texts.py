"""All that authors write and who may read it, as the files of a small campaign say."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.source import Source
from chronicle.leaks.authored_texts import AuthoredText, authored_texts_of, knowledge_of
from chronicle.model.facts import Ref, faction_ref, place_ref
from chronicle.records import replace
from chronicle.yaml.parser import compose
from tests.outline.figures_campaign import FILES as FIGURES
from tests.small_campaign import play_files

ALL: Final = frozenset({"everyone", "vael", "oru"})
FACTIONS: Final = frozenset({"vael", "oru"})
VAEL, ORU = frozenset({"vael"}), frozenset({"oru"})
NOBODY: Final = frozenset[str]()


def text_of(path: str) -> str:
    found = FIGURES[path]
    assert isinstance(found, str)
    return found


FILES: Final = {
    **FIGURES,
    "campaign.yaml": text_of("campaign.yaml").replace(
        "{turn: 3, title: The Second}", "{turn: 3, title: The Second}, {turn: 4, title: The Third}"
    )
    + "card: {picture: face.png, words: a card}\nplayers: {cy: vael}\n",
    "turns/001.yaml": text_of("turns/001.yaml")
    .replace(
        "orders:",
        "  - {for: oru, id: seal, from: A clerk, title: The Seal, text: 'Burn this.'}\norders:",
    )
    .replace(
        "rumors:",
        "rumors:\n  - {id: owl, text: An owl., heard_by: oru, truth: true, about: vael/law}",
    ),
    "turns/003.yaml": """\
turn: 3
title: Ash
date: 2 Reap 8
news:
  - {for: everyone, title: The Ash, text: 'Grey over [[vale|the far vale]].', id: ash}
  - for: factions
    title: The Levy
    text: |
      Pay up.

      ::: secret oru
      Or flee.
      :::
  - for: everyone
    title: The Hush
    text: |
      ::: secret oru
      Be still.
      :::
rumors:
  - {id: late, text: Not yet., heard_by: everyone, truth: true, after: 1}
reveals:
  - {news: 1/seal, for: vael, text: It was sealed.}
  - {rumor: 1/owl, for: vael}
relations:
  - {between: [vael, oru], as: truce, for: factions, text: Sworn.}
drafted: [the comet]
modifiers: [{value: 1, because: The wind., for: [vael]}]
renames: [{faction: oru, name: The Wardens, for: [vael]}]
adjustments:
  - {for: everyone, because: The tithe., power: vael, dd: +1}
  - {for: factions, because: The toll., power: vael, dd: +1}
  - {for: [oru], because: The gift., power: oru, dd: +1}
orders:
  vael:
    conspiracies:
      - {id: drill, action: mobilize, resource: eyes, public: Men drill., veto: Not now.}
""",
}


@lru_cache(maxsize=1)
def texts() -> tuple[AuthoredText, ...]:
    campaign = play_files(FILES).campaign
    # Only the vale is learnt from an event here, by Vael in turn 1.
    return authored_texts_of(campaign, knowledge_of(campaign, [("vael", place_ref("vale"), 1)]))


def found(text: str) -> set[tuple[str, frozenset[str], int]]:
    return {(it.what, it.readers, it.turn) for it in texts() if it.text.strip() == text}


@pytest.mark.parametrize(
    ("text", "what", "readers", "turn"),
    [
        ("Crowns", "the campaign's head", ALL, 3),
        ("Salt and fog", "the campaign's head", ALL, 3),
        ("en", "the language", ALL, 0),
        ("https://crowns.example/hall/", "the site's address", ALL, 0),
        *((word, "the calendar", ALL, 0) for word in ("Thaw", "Reap", "Mun", "of Salt")),
        *((word, "the deadline", ALL, 0) for word in ("Europe/Berlin", "2026-11-14", "20:15")),
        ("one", "the seed", NOBODY, 0),
        ("The First", "the title of a story", ALL, 1),
        ("The Second", "the title of a story", ALL, 3),
        # Its turn is not played yet.
        ("The Third", "the title of a story", NOBODY, 4),
        ("a card", "the words of the card", ALL, 3),
        ("the coast", "the words of a map", VAEL, 3),
        ("cy", "the id of a player", NOBODY, 0),
        ("A slip.", "the reason of an amendment", VAEL, 0),
        ("Wait", "the motto of a faction", ALL, 3),
        ("chief", "the arms of a faction", ALL, 0),
        ("Old folk.", "a faction's profile", ALL, 3),
        ("Lady Vael", "a faction's opening", NOBODY, 0),
        ("All of it.", "the text of a place", ALL, 3),
        ("pilot", "the role of a person", ALL, 3),
        ("She left [[harbour]].", "the text of a person", ALL, 3),
        ("cracked", "the role of an item", VAEL, 3),
        ("It rang for [[ada-mott]].", "the text of an item", VAEL, 3),
        ("Ask [[oru]].", "a page", ALL, 3),
        ("Salt", "the head of a turn", ALL, 1),
        ("On the feast of fog", "the head of a turn", ALL, 2),
        ("2026-01-05", "the head of a turn", ALL, 1),
        ("The Quay", "the title of news", ALL, 1),
        ("A friend", "the sender of a letter", VAEL, 1),
        ("Beware of [[ada-mott]].", "news", VAEL, 1),
        # Only the words of a link are read.
        ("Grey over the far vale.", "news", ALL, 3),
        ("ash", "the id of news", NOBODY, 0),
        # News for Oru, revealed to Vael.
        ("Burn this.", "news", FACTIONS, 1),
        ("The Seal", "the title of news", FACTIONS, 1),
        ("A clerk", "the sender of a letter", FACTIONS, 1),
        ("Pay up.", "news", FACTIONS, 3),
        ("The Levy", "the title of news", FACTIONS, 3),
        ("Or flee.", "news, in a secret block", ORU, 3),
        # All of it is in a secret block.
        ("The Hush", "the title of news", ORU, 3),
        ("the comet", "what a rumor was drafted about", NOBODY, 0),
        ("The tide is late at [[harbour]].", "a rumor", ALL, 1),
        ("A toll for [[oru]].", "a rumor", VAEL, 1),
        ("tide", "the id of a rumor", NOBODY, 0),
        ("1/vael/law", "what a rumor is about", NOBODY, 0),
        # A draft, and what is not heard before the next turn.
        ("A draft.", "a rumor", NOBODY, 2),
        ("Not yet.", "a rumor", NOBODY, 4),
        ("It was.", "a reveal", ALL, 2),
        ("It was sealed.", "a reveal", VAEL, 3),
        ("1/seal", "what a reveal names", NOBODY, 0),
        ("Old debts.", "a relation", ALL, 1),
        ("Sworn.", "a relation", FACTIONS, 3),
        ("Keep the bell.", "notes on a turn", NOBODY, 1),
        ("The wind.", "a modifier of a turn", NOBODY, 0),
        ("The Wardens", "the name of a faction", VAEL, 3),
        ("vael/law/pool", "the name of a roll", NOBODY, 0),
        ("A law.", "an order of vael", NOBODY, 1),
        ("Not now.", "why an order was vetoed", NOBODY, 3),
        ("conspiracies", "an order of vael", NOBODY, 0),
        ("effects", "", NOBODY, 0),
    ],
)
def test_each_text_is_for_those_whom_the_author_names(
    text: str, what: str, readers: frozenset[str], turn: int
) -> None:
    if what:
        assert (what, readers, turn) in found(text)
    else:
        assert found(text) == set()


def test_the_reason_of_an_adjustment_is_for_those_it_names() -> None:
    own = {it.text: it.readers for it in texts() if it.what == "why something was adjusted"}
    assert own == {"The tithe.": ALL, "The toll.": FACTIONS, "The gift.": ORU}
    # The ruleset reads them too, and no reader is assumed there.
    assert found("The tithe.") >= {("an adjustment", NOBODY, 0)}


def test_an_adjustment_that_names_no_reader_has_none() -> None:
    """Nor is what a ruleset would not accept passed over."""
    text = "[a toll, {because: A gift.}, {because: [a, loan]}, {for: [vael, [oru]], because: Pay.}]"
    node = compose(Source("turns/001.yaml", text), Report())
    campaign = play_files({}).campaign
    turn = replace(play_files({"turns/001.yaml": "turn: 1"}).campaign.turns[0], adjustments=node)
    pieces = authored_texts_of(replace(campaign, turns=(turn,)), knowledge_of(campaign, []))
    own = {it.text: it.readers for it in pieces if it.what == "why something was adjusted"}
    assert own == {"A gift.": NOBODY, "Pay.": VAEL}
    assert {"a toll", "loan"} <= {it.text for it in pieces if it.what == "an adjustment"}


@pytest.mark.parametrize(
    ("id", "about", "what"),
    [
        ("draft-vael-law", "vael/law", "a drafted rumor"),
        ("mine", "vael/law", "a rumor"),
        ("draft-vael-law", "vael/toll", "a rumor"),
    ],
)
def test_a_rumor_is_a_draft_by_its_id_and_what_was_drafted(id: str, about: str, what: str) -> None:
    rumor = f"{{id: {id}, about: vael/law, heard_by: everyone, truth: 'true', text: So.}}"
    order = "{id: law, action: raise, resource: eyes, to: 2, narrative: They listen.}"
    turn = f"turn: 1\nrumors: [{rumor}]\ndrafted: [{about}]\n"
    played = play_files(
        {"turns/001.yaml": f"{turn}orders: {{vael: {{conspiracies: [{order}]}}}}\n"}
    ).campaign
    pieces = authored_texts_of(played, knowledge_of(played, []))
    assert [it.what for it in pieces if it.text == "So."] == [what]


def test_no_text_is_empty() -> None:
    assert [it for it in texts() if not it.text.strip()] == []


def test_the_reason_of_an_amendment_is_where_it_is_written_or_else_the_campaign() -> None:
    campaign = play_files(FILES).campaign
    (amendment,) = campaign.published.amendments
    unwritten = replace(campaign.published, amendments=(replace(amendment, at=None),))
    known = knowledge_of(campaign, [])
    for played, path in (
        (campaign, "published.yaml"),
        (replace(campaign, published=unwritten), "campaign.yaml"),
    ):
        (piece,) = (it for it in authored_texts_of(played, known) if it.text == "A slip.")
        assert piece.at.path == path


def test_a_revealed_rumor_is_for_both_who_heard_it_and_who_are_told() -> None:
    assert found("An owl.") == {("a rumor", ORU, 1), ("a rumor", FACTIONS, 3)}


def test_names_and_ids_are_for_those_who_know_the_thing() -> None:
    own = {(it.what, it.text): (it.readers, it.about) for it in texts() if it.about is not None}
    assert own == {
        (f"the {part} of {kind}", text): (readers, ref)
        for kind, ref, name, readers in (
            ("a faction", faction_ref("oru"), "The Oru", ALL),
            ("a faction", faction_ref("vael"), "House Vael", ALL),
            ("a place", place_ref("land"), "The Land", ALL),
            ("a place", place_ref("harbour"), "The Harbour", ALL),
            ("a place", place_ref("marsh"), "The Marsh", ALL),
            # Revealed in turn 2 to all.
            ("a place", place_ref("vale"), "A Vale", ALL),
            ("a person", Ref("person", "ada-mott"), "Ada Mott", ALL),
            ("an item", Ref("item", "bell"), "The Bell", VAEL),
            ("a page", Ref("page", "rules"), "House Rules", ALL),
        )
        for part, text in (("id", ref.id), ("title" if kind == "a page" else "name", name))
    } | {("the name of a faction", "The Wardens"): (VAEL, faction_ref("oru"))}


def test_things_are_known_from_when_they_are_told_on() -> None:
    campaign = play_files(FILES).campaign
    vale = place_ref("vale")
    # For factions from the start; a reveal for all in turn 2.
    assert knowledge_of(campaign, []).since[vale] == {"vael": 0, "oru": 0, "everyone": 2}
    bell = Ref("item", "bell")
    assert knowledge_of(campaign, []).since[bell] == {"vael": 0}
    # What the public is told, the players of factions can read.
    told = knowledge_of(campaign, [("everyone", bell, 3)])
    assert told.since[bell] == {"vael": 0, "oru": 3, "everyone": 3}
    told = knowledge_of(campaign, [("oru", bell, 2), ("everyone", bell, 3), ("oru", bell, 3)])
    assert told.since[bell] == {"vael": 0, "oru": 2, "everyone": 3}


def test_only_what_has_a_page_of_its_own_is_known() -> None:
    """And not news or a rumor that was revealed."""
    campaign = play_files(FILES).campaign
    assert set(knowledge_of(campaign, []).since) == {
        *map(faction_ref, ("oru", "vael")),
        *map(place_ref, ("land", "harbour", "marsh", "vale")),
        *(Ref("person", "ada-mott"), Ref("item", "bell"), Ref("page", "rules")),
    }
