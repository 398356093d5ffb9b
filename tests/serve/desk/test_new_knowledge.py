"""What a turn newly makes known is listed for each reader, and nothing for whom it is not."""

from __future__ import annotations

from chronicle.model.audience import EVERYONE, faction_audience
from chronicle.project import project
from chronicle.project.edition import Edition
from chronicle.serve.desk.new_knowledge import LearnedThing, learned_besides, learned_by_everyone
from tests.small_campaign import play_files

FIRST = """\
turn: 1
news:
  - {id: note, for: vael, text: The seal was false.}
rumors:
  - {id: boat, text: There is a boat., heard_by: everyone, truth: distorted}
"""
SECOND = """\
turn: 2
news:
  - for: everyone
    title: Smoke
    text: |
      The mill burned.

      ::: secret vael
      You lit it.
      :::
  - {for: oru, from: Ada, text: Come at night.}
  - {for: [vael, oru], title: For two, text: Quiet.}
rumors:
  - {text: They owe him., heard_by: oru, truth: true}
reveals:
  - {rumor: 1/boat, for: everyone}
  - {news: 1/note, for: oru}
  - {place: vale, for: everyone}
"""


def editions(*factions: str) -> tuple[Edition, ...]:
    played = play_files({"turns/001.yaml": FIRST, "turns/002.yaml": SECOND})
    readers = [EVERYONE, *map(faction_audience, factions)]
    return tuple(project(played.campaign, played.history, played.ruleset, it) for it in readers)


def said(found: object) -> list[tuple[str, str]]:
    assert isinstance(found, list)
    assert all(isinstance(it, LearnedThing) for it in found)
    return [(it.kind, it.text) for it in found]


def test_everyone_learns_what_is_for_everyone() -> None:
    (public,) = editions()
    assert said([*learned_by_everyone(public)]) == [
        ("News", "Smoke"),
        ("Reveal", "how true it was: There is a boat."),
        ("Reveal", "The Vale"),
        ("Place", "The Vale"),
    ]


def test_a_faction_learns_what_is_for_it_besides() -> None:
    public, vael, oru = editions("vael", "oru")
    assert said([*learned_besides(vael, public)]) == [
        ("Secret part", "Smoke"),
        ("News", "For two"),
        ("Events", f"{len(vael.turns[-1].events)} on the page of the turn"),
    ]
    assert said([*learned_besides(oru, public)]) == [
        ("Letter from Ada", "Come at night."),
        ("News", "For two"),
        ("Rumor", "They owe him."),
        ("Reveal", "The seal was false."),
        ("Events", f"{len(oru.turns[-1].events)} on the page of the turn"),
    ]


def test_what_is_listed_leads_to_its_place() -> None:
    public, oru = editions("oru")
    anchors = {it.text: it.anchor for it in learned_besides(oru, public)}
    turn = oru.turns[-1]
    assert anchors["Come at night."] == next(it.anchor for it in turn.news if it.sender)
    assert anchors["They owe him."] == next(it.anchor for it in turn.rumors)
