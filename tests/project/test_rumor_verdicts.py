"""What has been revealed of a rumor is known of that rumor, and to whom it was revealed."""

from __future__ import annotations

from typing import Final

import pytest

from chronicle.model.audience import EVERYONE, GM, Audience
from chronicle.outline.as_of import worlds_by_turn
from chronicle.project import project
from chronicle.project.edition import RumorVerdict
from tests.outline.figures_campaign import ORU, VAEL
from tests.project.access_report.test_report import RELATED
from tests.small_campaign import play_files

#: The Oru alone know the first two rumors of turn 1. Everyone learns in turn 2 that the third is
#: true, and the Oru in turn 3 that the fourth is false.
FILES: Final = {
    "turns/001.yaml": """\
turn: 1
rumors:
  - {id: secret, text: Hush., heard_by: [oru], truth: true}
  - {id: hidden, text: "::: secret oru\\nLow.\\n:::\\n", heard_by: everyone, truth: true}
  - {id: tide, text: High., heard_by: everyone, truth: true}
  - {id: fog, text: Thick., heard_by: everyone, truth: false}
""",
    "turns/002.yaml": """\
turn: 2
reveals: [{place: harbour, for: vael}, {rumor: 1/tide, for: everyone}]
""",
    "turns/003.yaml": "turn: 3\nreveals: [{rumor: 1/fog, for: [oru]}]\n",
}


@pytest.mark.parametrize(
    ("reader", "verdicts"),
    [
        # Rumors are numbered as their reader knows them.
        (EVERYONE, {"1/r1": RumorVerdict(2, "true", "v1")}),
        (VAEL, {"1/r1": RumorVerdict(2, "true", "v2")}),
        (ORU, {"1/r3": RumorVerdict(2, "true", "v1"), "1/r4": RumorVerdict(3, "false", "v1")}),
        (GM, {"1/r3": RumorVerdict(2, "true", "v2"), "1/r4": RumorVerdict(3, "false", "v1")}),
    ],
)
def test_a_verdict_is_on_the_rumor_it_was_revealed_about(
    reader: Audience, verdicts: dict[str, RumorVerdict]
) -> None:
    played = play_files(FILES)
    edition = project(played.campaign, played.history, played.ruleset, reader)
    assert edition.verdicts == verdicts
    texts = {f"1/{it.anchor}": it.text.markdown for it in edition.turns[0].rumors}
    assert {texts[anchor] for anchor in verdicts} <= {"High.", "Thick."}


#: Turn 2 tells in addition of a rumor that only the Oru heard, and opens a secret part of another.
REVEALED: Final = {
    "turns/001.yaml": """\
turn: 1
rumors:
  - {id: secret, text: Hush., heard_by: [oru], truth: true}
  - {id: late, text: Slow., heard_by: everyone, truth: true, after: 1}
  - id: part
    text: "High.\\n\\n::: secret oru\\nLow.\\n:::\\n"
    heard_by: everyone
    truth: true
""",
    "turns/002.yaml": "turn: 2\n",
    "turns/003.yaml": """\
turn: 3
reveals:
  - {rumor: 1/secret, for: everyone}
  - {rumor: 1/late, for: everyone}
  - {rumor: 1/part, for: everyone}
""",
}


@pytest.mark.parametrize(
    ("reader", "anchors"),
    [
        (EVERYONE, [(1, ""), (2, "r1"), (1, "r1")]),
        (ORU, [(1, "r1"), (2, "r1"), (1, "r2")]),
        (GM, [(1, "r1"), (2, "r2"), (1, "r3")]),
    ],
)
def test_a_revealed_rumor_has_its_anchor_if_it_was_heard(
    reader: Audience, anchors: list[tuple[int, str]]
) -> None:
    played = play_files(REVEALED)
    edition = project(played.campaign, played.history, played.ruleset, reader)
    found = [reveal.rumor for reveal in edition.turns[2].reveals]
    assert [(it.turn, it.anchor) for it in found if it is not None] == anchors


@pytest.mark.parametrize(("last", "reader"), [(3, EVERYONE), (4, EVERYONE), (4, GM)])
def test_a_rumor_revealed_before_it_is_heard_is_of_the_turn_it_was_written_in(
    last: int, reader: Audience
) -> None:
    """What turn 2 says of it stays the same once it is heard, in turn 4."""
    files = {f"turns/00{number}.yaml": f"turn: {number}\n" for number in range(3, last + 1)}
    files["turns/001.yaml"] = """\
turn: 1
rumors: [{id: slow, text: Slow., heard_by: everyone, truth: true, after: 3}]
"""
    files["turns/002.yaml"] = "turn: 2\nreveals: [{rumor: 1/slow, for: everyone}]\n"
    played = play_files(files)
    edition = project(played.campaign, played.history, played.ruleset, reader)
    (reveal,) = edition.turns[1].reveals
    assert reveal.rumor is not None
    assert (reveal.rumor.turn, reveal.rumor.anchor) == (1, "r1" if reader == GM else "")
    # Then its truth is known already.
    assert not [*worlds_by_turn(edition)][-1].rumors


@pytest.mark.parametrize(
    ("reader", "text", "anchor"),
    [(EVERYONE, "Ask them.", ""), (VAEL, "Ask them.", ""), (ORU, "Ask [[kell|them]].", "r1")],
)
def test_a_revealed_rumor_that_reads_otherwise_than_heard_has_no_anchor(
    reader: Audience, text: str, anchor: str
) -> None:
    """All but the Oru learn of the Kell after the rumor, which links to them since."""
    played = play_files(
        {
            "turns/001.yaml": """\
turn: 1
rumors: [{id: named, text: "Ask [[kell|them]].", heard_by: everyone, truth: true}]
""",
            "turns/003.yaml": "turn: 3\nreveals: [{rumor: 1/named, for: everyone}]\n",
        },
        over=RELATED,
    )
    edition = project(played.campaign, played.history, played.ruleset, reader)
    (heard,), (reveal,) = edition.turns[0].rumors, edition.turns[2].reveals
    assert heard.text.markdown == text
    assert reveal.rumor is not None
    assert reveal.rumor.text.markdown == "Ask [[kell|them]]."
    assert reveal.rumor.anchor == anchor
