"""What of a comment is prose, and so a secret, and what is YAML that was taken out of use."""

from __future__ import annotations

import pytest

from chronicle.files.source import Source
from chronicle.leaks.yaml_comments import comment_texts
from tests.leaks.secret_campaign import FILES, found_in
from tests.small_campaign import play_files


def prose(text: str) -> list[str]:
    return [said for said, _ in comment_texts(Source("turns/001.yaml", text))]


@pytest.mark.parametrize(
    "text",
    [
        "# at: market",
        "  # - vael",
        "# - {id: braak, action: raid, take: {capital: 1}, units: [carters, two-swans]}",
        "# - {id: braak, action: raid, plan: ''}  #: L-ACT-RAID, 92 %, as above",
        "# actor: '12'  # to: oru/giants",
        "#: against: basins, chapter (The Chapter of the Shroud), night-leaf",
        "turn: 3  #: turn 2: 4 Frost",
        "# rolls: {vael/watch/check: [4, 3]}",
        "# - {id: a, target: {unit:\n#    rats}, to: [ford], gain: level}  #: 8–83 %, needed 6",
        "#",
        "  #     FILL-IN: what they do, in your own words",
        "# name: FILL-IN  #: a name",
    ],
)
def test_ids_codes_and_numbers_are_no_prose(text: str) -> None:
    assert prose(text) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# Perrault", ["Perrault"]),
        ("title: A boat  # Perrault did it", ["Perrault did it"]),
        ("# TODO: perrault", ["TODO: perrault"]),
        ("# note: Perrault did it, and {she} knows", ["Perrault did it, and {she} knows"]),
        ("# - They saw Perrault", ["They saw Perrault"]),
        ("#   text: |\n#     Perrault did it", ["|", "Perrault did it"]),
        ("# plan: perrault", ["perrault"]),
        ("# FILL-IN: Perrault did it", ["FILL-IN: Perrault did it"]),
        ("# - {id: a, plan: \"Burn it, 'all'\", to: 2}", ["Burn it, 'all"]),
        ("# - {id: a, plan: Burn it, to: 2}  # Perrault did it", ["Burn it", "Perrault did it"]),
        ("#: at: market; Perrault did it with a lantern", ["Perrault did it with a lantern"]),
        ("# {open: [Burn it", ["Burn it"]),
        ("# - {id: a,\tplan: Burn it}", ["Burn it"]),
        ("# - {id: a,\n#    plan: Burn it, to: 2}", ["Burn it"]),
    ],
)
def test_sentences_in_comments_are_prose(text: str, said: list[str]) -> None:
    assert prose(text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("---\n# Perrault did it\ntitle: A boat\n---\n\n# A heading\n", ["Perrault did it"]),
        ("# A heading\n\nBoat # 3 came.", []),
        ("# A heading\n\nBoat # 3 came.\n", []),
    ],
)
def test_only_the_head_of_a_page_has_comments(text: str, said: list[str]) -> None:
    assert [said for said, _ in comment_texts(Source("pages/a.md", text))] == said


@pytest.mark.parametrize(
    "text", ["x: 1  # Say   it", "# - {a: b, plan: 'Say   it', c: d}", "# Say   it"]
)
def test_prose_is_found_at_its_place(text: str) -> None:
    ((said, at),) = comment_texts(Source("turns/001.yaml", f"turn: 1\n{text}\n"))
    assert (said, at.line) == ("Say   it", 2)
    assert text[at.column - 1 : at.end_column - 1] == said


def secrets_in(comment: str, page: str) -> list[str]:
    files = {**FILES, "turns/001.yaml": f"{FILES['turns/001.yaml']}{comment}\n"}
    found = found_in({"everyone": {"x.html": page}}, played=play_files(files))
    return [it.message for it in found]


def test_words_of_a_commented_out_order_are_secret() -> None:
    order = "# - {id: dig, resource: eyes, to: 2, narrative: Wulfram digs by night}"
    (found,) = secrets_in(order, "<p>Of late Wulfram digs by night</p>")
    assert "Wulfram digs by night" in found


def test_an_anchor_made_of_a_key_and_an_id_is_no_secret() -> None:
    assert secrets_in("# at: harbour", '<p id="at-harbour">At the harbour</p>') == []
    assert secrets_in("# at the harbour", "<p>They met at the harbour</p>") != []
