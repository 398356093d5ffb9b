"""Each finding of the load stage is where the mistake is, and says what is wrong and what to do.

The place is marked in the file by ``«`` and ``»``; what is said is written out from what is there.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.load import load_campaign
from chronicle.markup.heraldry import DIVISIONS, division_preferences
from tests.marked_text import Place, marked, place_in_file, place_of, places, unmarked
from tests.markup.images.sample_images import gif, gif_frame, png
from tests.rules.mistakes import Mistake, read_mistakes
from tests.small_campaign import SOUND, tree_of

TURN: Final = "turns/001.yaml"
PICTURES: Final = {"png\n": png(), "gif\n": gif(gif_frame([1]))}


@pytest.mark.parametrize(
    "mistake", read_mistakes(Path(__file__).parent, "mistakes"), ids=lambda mistake: mistake.id
)
def test_a_finding_is_at_the_mistake_and_says_what_it_is(mistake: Mistake) -> None:
    files = mistake.files(SOUND)
    report = Report()
    laid = {path: PICTURES.get(text, text) for path, text in unmarked(files).items()}
    load_campaign(tree_of(laid), report)
    assert [(it.code, it.message, it.help, it.severity) for it in report.findings] == [
        (said.code, said.message, said.help, said.severity) for said in mistake.said
    ]
    assert tuple(place_in_file(it) for it in report.findings) == places(files)


@pytest.mark.parametrize(
    ("content", "guess", "place"),
    [
        # The first byte that is not UTF-8 is the eleventh sign of the second line.
        (b"turn: 1\ntitle: caf\xe9 \xe9\n", "text in an older encoding", Place(2, 11, 2, 12)),
        # Two bytes are one sign.
        (
            "turn: 1\r\ntitle: é".encode() + b"\xe9\n",
            "text in an older encoding",
            Place(2, 9, 2, 10),
        ),
        (b"\xe9", "text in an older encoding", Place(1, 1, 1, 2)),
        ("é: 1\n".encode("utf-16"), "UTF-16", Place(1, 1, 1, 2)),
        ("turn: é\n".encode("utf-16-le"), "UTF-16", Place(1, 13, 1, 14)),
        ("turn: é\n".encode("utf-16-be"), "UTF-16", Place(1, 14, 1, 15)),
        (b"ab\x00\xff", "binary data", Place(1, 4, 1, 5)),
    ],
)
def test_what_is_not_utf_8_is_found_at_its_first_byte(
    content: bytes, guess: str, place: Place
) -> None:
    report = Report()
    load_campaign(tree_of({TURN: content}), report)
    (finding,) = report.findings
    assert finding.code == "R004"
    assert finding.message == f"this file is not UTF-8 text; it looks like {guess}"
    assert place_of(finding.at) == place


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("turn: 1\ntitle: a\x07b\x07\n", Place(2, 9, 2, 10)),
        ("\x07", Place(1, 1, 1, 2)),
        # All line ends count as one.
        ("turn: 1\r\n\rtitle: \x07\n", Place(3, 8, 3, 9)),
    ],
)
def test_a_control_character_is_found_in_its_line(text: str, place: Place) -> None:
    report = Report()
    load_campaign(tree_of({TURN: text}), report)
    (finding,) = report.findings
    assert (finding.code, finding.message) == ("R005", "control character U+0007 is not allowed")
    assert place_of(finding.at) == place


def test_a_relation_without_readers_left_is_found_with_the_later_one() -> None:
    case = marked(
        "turn: 1\nrelations:\n"
        "  - {«between»: [vael, oru], as: war, for: vael}\n"
        "  - {between: [vael, oru], as: truce, for: oru}\n"
        "  - {between: [oru, vael], as: allies, for: factions}\n"
    )
    report = Report()
    found = load_campaign(tree_of({TURN: case.text}), report)
    first, second = report.findings
    assert found is not None
    assert {it.code for it in report.findings} == {"F002"}
    # Both are for fewer readers than the third.
    assert (place_of(first.at),) == case.places
    assert [it.label for it in (first, second)] == ["replaced on line 5", "replaced on line 5"]
    assert [it.kind for it in found.turns[0].relations] == ["war", "truce", "allies"]


def test_a_relation_is_not_replaced_by_one_between_other_factions() -> None:
    """All three share a reader; only the last is between the factions of the first."""
    kell = SOUND["factions/oru.yaml"].replace("name: Oru", "name: Kell")
    case = marked(
        "turn: 1\nrelations:\n"
        "  - {«between»: [vael, oru], as: war, for: vael}\n"
        "  - {between: [vael, kell], as: truce, for: everyone}\n"
        "  - {between: [oru, vael], as: allies, for: everyone}\n"
    )
    report = Report()
    found = load_campaign(tree_of({TURN: case.text, "factions/kell.yaml": kell}), report)
    (replaced,) = report.findings
    assert found is not None
    assert (replaced.code, replaced.label) == ("F002", "replaced on line 5")
    assert (place_of(replaced.at),) == case.places


def with_shield(division: str) -> str:
    return f"{SOUND['factions/vael.yaml']}division: {division}\n"


def test_a_shield_like_an_earlier_one_is_found_at_its_sigil() -> None:
    # Each id has its own order of divisions; the first that no shield with this sigil has is named.
    first, second, third, *_ = division_preferences("vael")
    files = {
        "factions/oru.yaml": with_shield(first).replace("House Vael", "The Oru"),
        "factions/kell.yaml": with_shield(first).replace("key", "moon"),
        "factions/pel.yaml": with_shield(second),
        "factions/vael.yaml": with_shield(first),
    }
    report = Report()
    load_campaign(tree_of(files), report)
    (finding,) = report.findings
    assert (finding.code, finding.at and finding.at.path) == ("H001", "factions/vael.yaml")
    assert place_of(finding.at) == Place(4, 8, 4, 11)
    same = f"this shield has the sigil `key` and the division `{first}`"
    assert finding.message == f"{same}, like that of The Oru"
    assert finding.help == (
        f"give one of the two another sigil, or this one another division: `{third}`"
    )


def test_where_all_divisions_are_taken_only_another_sigil_helps() -> None:
    files = {f"factions/a-{it}.yaml": with_shield(it) for it in DIVISIONS}
    report = Report()
    load_campaign(tree_of({**files, "factions/vael.yaml": with_shield("plain")}), report)
    (finding,) = report.findings
    assert (finding.code, finding.help) == ("H001", "give one of the two another sigil")
