"""A renamed thing has its new name from that turn on, for those who know it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import pytest

from chronicle.model.audience import EVERYONE, FOR_EVERYONE, GM, Audience, faction_audience
from chronicle.project import project, visibility
from chronicle.project.disclosure import disclosed_items
from chronicle.records import replace
from chronicle.render import Renderer
from tests.leaks.test_injected_faults import found_of
from tests.properties.audience_output import shown
from tests.shipped_theme import shipped_theme
from tests.small_campaign import findings_of, play_files

VAEL: Final = faction_audience("vael")
ORU: Final = faction_audience("oru")
ACT: Final = (
    "orders:\n  vael:\n    conspiracies:\n"
    "      - {id: up, action: raise, resource: eyes, to: 2, narrative: Up.}\n"
)
#: The Oru are the Wardens from turn 2 on, and for themselves and Vael the Moonless from turn 3 on.
FILES: Final[Mapping[str, str]] = {
    "people/ilse.md": "---\nname: Ilse Grau\nfor: everyone\nof: oru\n---\nOf [[The Oru]].\n",
    "turns/001.yaml": f"turn: 1\n{ACT}news: [{{for: everyone, text: 'See [[The Oru]].'}}]\n",
    "turns/002.yaml": (
        f"turn: 2\n{ACT}renames:\n  - {{faction: oru, name: The Wardens, for: everyone}}\n"
        "  - {person: ilse, name: Ilse Blau, for: everyone}\n"
        "news: [{for: everyone, text: 'See [[the wardens]], [[The Oru]], [[oru]], [[ilse]].'}]\n"
    ),
    "turns/003.yaml": (
        "turn: 3\nrenames:\n  - {faction: oru, name: The Moonless, for: [oru, vael]}\n"
        "news: [{for: [oru, vael], text: 'See [[The Moonless]].'}]\n"
    ),
}
HIDDEN: Final = "Moonless"


@lru_cache(maxsize=1)
def annals() -> Renderer:
    theme = shipped_theme()
    return Renderer.of(theme, "shadow")


@lru_cache(maxsize=8)
def pages_of(audience: Audience) -> dict[str, str]:
    files = shown(play_files(FILES), audience, annals()).files
    return {path: text.decode("utf-8", "replace") for path, text in files.items()}


@pytest.mark.parametrize(
    ("audience", "names"),
    [
        (EVERYONE, ("The Oru", "The Wardens", "The Wardens", "The Wardens")),
        (VAEL, ("The Oru", "The Wardens", "The Moonless", "The Moonless")),
        (ORU, ("The Oru", "The Wardens", "The Moonless", "The Moonless")),
        (GM, ("The Oru", "The Wardens", "The Moonless", "The Moonless")),
    ],
)
def test_each_turn_keeps_the_name_of_its_time(audience: Audience, names: tuple[str, ...]) -> None:
    played = play_files(FILES)
    edition = project(played.campaign, played.history, played.ruleset, audience)
    (oru,) = (it for it in edition.factions if it.id == "oru")
    ref = next(ref for ref in edition.names if (ref.kind, ref.id) == ("faction", "oru"))
    found = (*(edition.name_at(ref, turn) for turn in (1, 2, 3)), oru.name)
    assert found == names
    assert edition.names[ref] == names[-1]
    (ilse,) = edition.entities
    assert ilse.name == "Ilse Blau"


def test_pages_show_the_name_of_their_turn_and_links_work_by_each_name() -> None:
    pages = pages_of(EVERYONE)
    first, second = pages["turns/1.html"], pages["turns/2.html"]
    link = '<a href="../factions/oru.html">{}</a>'
    assert f"See {link.format('The Oru')}" in first
    assert "Warden" not in first
    # A link by a name shows what the author wrote, one by an id the name in this turn.
    for words in ("the wardens", "The Oru", "the Wardens"):
        assert link.format(words) in second
    assert '<a href="../people/ilse.html">Ilse Blau</a>' in second
    assert "<h1>The Wardens</h1>" in pages["factions/oru.html"]
    assert "<h1>Ilse Blau</h1>" in pages["people/ilse.html"]
    assert "Of <a" in pages["people/ilse.html"]


def test_a_secret_name_is_in_no_file_of_others() -> None:
    for audience in (VAEL, ORU, GM):
        assert any(HIDDEN in text for text in pages_of(audience).values())
    assert [path for path, text in pages_of(EVERYONE).items() if HIDDEN in text] == []


def test_what_others_see_does_not_depend_on_a_secret_name() -> None:
    other = FILES["turns/003.yaml"].replace("The Moonless", "The Lamplit Ones")
    changed = shown(play_files({**FILES, "turns/003.yaml": other}), EVERYONE, annals())
    same = shown(play_files(FILES), EVERYONE, annals())
    assert changed == same


@pytest.mark.parametrize("audience", [EVERYONE, VAEL, ORU])
def test_a_later_rename_leaves_what_was_told_in_earlier_turns(audience: Audience) -> None:
    def told(files: Mapping[str, str], turn: int) -> object:
        played = play_files(files)
        edition = project(played.campaign, played.history, played.ruleset, audience)
        return disclosed_items(edition, turn, ("oru", "vael"))

    before = {path: text for path, text in FILES.items() if path != "turns/003.yaml"}
    before["turns/002.yaml"] = f"turn: 2\n{ACT}"
    assert told(FILES, 1) == told(before, 1)
    assert "[[faction:oru|The Oru]]" in str(told(FILES, 1))
    assert "[[faction:oru|The Wardens]]" in str(told(FILES, 2))


def test_the_gate_finds_a_secret_name_that_a_fault_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    played = play_files(FILES)
    assert list(found_of(played, annals())) == []
    turns = tuple(
        replace(turn, renames=tuple(replace(it, visibility=FOR_EVERYONE) for it in turn.renames))
        for turn in played.campaign.turns
    )
    honest = played.campaign
    whole = visibility._renames
    monkeypatch.setattr(
        visibility,
        "_renames",
        lambda _, audience, names: whole(replace(honest, turns=turns), audience, names),
    )
    codes = {finding.code for finding in found_of(played, annals())}
    assert "L001" in codes


def test_a_link_by_a_name_that_a_reader_does_not_know_is_an_error() -> None:
    public = {
        **FILES,
        "turns/004.yaml": "turn: 4\nnews: [{for: everyone, text: '[[The Moonless]]'}]\n",
    }
    (found,) = findings_of(public)
    assert found.message.startswith("some readers")


@pytest.mark.parametrize(
    ("written", "column"),
    [
        ("{name: X, for: everyone}", 12),
        ("{faction: oru, person: ilse, name: X, for: everyone}", 12),
        ("{faction: orru, name: X, for: everyone}", 21),
        ("{person: else, name: X, for: everyone}", 20),
        ("{faction: oru, name: X, for: orru}", 40),
    ],
)
def test_a_rename_of_nothing_is_an_error(written: str, column: int) -> None:
    files = {"people/ilse.md": FILES["people/ilse.md"]}
    (found,) = findings_of({**files, "turns/001.yaml": f"turn: 1\nrenames: [{written}]\n"})
    assert found.severity == "error"
    assert found.at is not None
    assert (found.at.line, found.at.column) == (2, column)
