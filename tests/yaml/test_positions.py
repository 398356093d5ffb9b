"""A finding points at the word it is about: line, column and end are exact."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from tests.marked_text import marked, places_of
from tests.small_campaign import SOUND, findings_of

TURN: Final = "turns/001.yaml"


def news(text: str) -> str:
    """A turn with one piece of news whose text is as given."""
    return f"turn: 1\nnews:\n  - for: everyone\n    text: {text}\n"


#: What is marked, in which file, under which code.
IN_SHAPES: Final = {
    "a key that means nothing": ("C002", "turn: 1\n«titel»: The Riots\n"),
    "a key in quotes": ("C002", 'turn: 1\n«"titel"»: The Riots\n'),
    "a key within a list": ("C002", "turn: 1\nnews:\n  - for: gm\n    text: x\n    «tex»: y\n"),
    "a key in a flow mapping": ("C002", "turn: 1\nnews: [{for: gm, text: x, «tex»: y}]\n"),
    "a value of another kind": ("C003", "turn: «one»\n"),
    "a value in quotes": ("C003", 'turn: «"1"»\n'),
    "a list where a text belongs": ("C003", "turn: 1\ntitle: «[a, b]»\n"),
    "an item of a list": ("C003", "turn: 1\nrolls:\n  vael/x/pool: [1, «two», 3]\n"),
    "a text where a list belongs": (
        "C003",
        "turn: 1\nnews: «tomorrow»\n\n# a comment\nrumors: []\n",
    ),
    "a number out of range": ("C004", "turn: «0»\n"),
    "a list that is empty": ("C004", "turn: 1\nnews:\n  - for: «[]»\n    text: x\n"),
    "an unknown word": (
        "C005",
        "turn: 1\nrumors:\n  - {text: x, heard_by: everyone, truth: «maybe»}\n",
    ),
    "a text of another form": ("C006", "turn: 1\nplayed: «14.11.2026»\n"),
    "a key that should be an id": ("C006", "turn: 1\nnews: [{for: gm, text: x, id: «The Fire»}]\n"),
    "what a mapping lacks is missed at its first key": ("C001", "turn: 1\nnews:\n  - «text»: x\n"),
    "an order without its kind": (
        "C001",
        "turn: 1\norders:\n  vael:\n    conspiracies: [{«id»: a, actor: oru}]\n",
    ),
    "an order whose kind is misspelt": (
        "C001",
        "turn: 1\norders:\n  vael:\n    conspiracies: [{id: a, «acton»: raise}]\n",
    ),
    "a number that is not the file's": ("C011", "turn: «2»\n"),
    "an unknown faction": ("N001", "turn: 1\norders:\n  «velo»: {}\n"),
    "an unknown audience": ("N002", "turn: 1\nnews:\n  - for: «velo»\n    text: x\n"),
    "an unknown audience among others": (
        "N002",
        "turn: 1\nnews:\n  - for:\n      - vael\n      - «velo»\n    text: x\n",
    ),
    "an id given twice": (
        "N003",
        "turn: 1\nnews:\n  - {id: a, for: gm, text: x}\n  - {id: «a», for: gm, text: x}\n",
    ),
    "a turn there is not": ("N005", "turn: 1\nreveals:\n  - {news: «4/fire», for: everyone}\n"),
    "an unknown roll": ("N007", "turn: 1\nrolls:\n  «vael/x/pool»: [1]\n"),
    "an unknown place in a rumor": (
        "N001",
        "turn: 1\nrumors:\n  - {text: x, heard_by: gm, truth: true, where: [marsh, «mash»]}\n",
    ),
    "an event that never was": (
        "N001",
        "turn: 1\nrumors:\n  - {text: x, heard_by: gm, truth: true, about: «vael/x»}\n",
    ),
}

IN_YAML: Final = {
    "a key given twice": ("R009", "turn: 1\ntitle: a\n«title»: b\n"),
    "a key that is a list": ("R010", "turn: 1\n? «[a, b]»\n: c\n"),
    "an alias without an anchor": ("R011", "turn: 1\ntitle: «*bells»\n"),
    "a tag": ("R012", "turn: 1\ntitle: «!loud Bells»\n"),
    "a control character": ("R005", "turn: 1\ntitle: bell«\x07»\n"),
    "a control character as an escape": ("R005", 'turn: 1\ntitle: «"bell \\a"»\n'),
    "a second colon": ("R007", "turn: 1\ntitle: News«:» all is well\n"),
    "a tab that indents": ("R007", "turn: 1\nnews:\n«\t»- for: gm\n"),
    "a quote that is never closed": ("R007", 'turn: 1\ntitle: «"»The bells\ndate: x\n'),
    "a bracket that is never closed": ("R007", "turn: 1\nrolls: «{»a: [1, 2]\ntitle: x\n"),
}

IN_PROSE: Final = {
    "a link in a plain value": ("P001", news("«They met in [[Nowhere]].»")),
    "a link in quotes": ("P001", news('«"They met in [[Nowhere]]."»')),
    "a link in a block": ("P001", news("|\n      They met\n      in «[[Nowhere]]».")),
    "a link in a deep block": ("P001", news("|\n                in «[[Nowhere|a place]]».")),
    "a link in a line that is further in": (
        "P001",
        news("|\n      - a list\n        with «[[Nowhere]]» in it"),
    ),
    "a link in a block that starts with blanks": ("P001", news("|2\n        in «[[Nowhere]]»")),
    "a link after empty lines": ("P001", news("|\n\n\n      in «[[Nowhere]]»")),
    "a link in a block that is chomped": ("P001", news("|-\n      in «[[Nowhere]]»\n\n")),
    "a link in a block that is kept": ("P001", news("|+\n      in «[[Nowhere]]»\n\n")),
    "a link after a comment": ("P001", news("| # not a part of it\n      in «[[Nowhere]]»")),
    "a link in a folded block": (
        "P001",
        news("«>\n      They met in [[Nowhere]].\n»").rstrip("\n"),
    ),
    "a link after wide characters": ("P001", news("|\n      「鐘」 «[[Nowhere]]»")),
    "a link after characters of two": ("P001", news("|\n      🔔🔔 «[[Nowhere]]»")),
    "a link after a tab": ("P001", news("|\n      a\tb «[[Nowhere]]»")),
    "the second of two same links": ("P001", news("|\n      [[vael]] [[MARSH]] «[[Nowhere]]»")),
    "a secret that is never closed": ("P004", news("|\n      a\n      «:::» secret vael\n      b")),
    "colons that open nothing": ("P005", news("|\n      a\n        «::::» secrte vael\n      b")),
    "colons within a quote": ("P005", news("|\n      > «:::» secret vael\n      > b")),
    "colons in the middle of a line": ("P005", news("|\n      a «:::» secret vael")),
    "a secret for nobody": ("N002", news("|\n      «:::» secret velo\n      b\n      :::")),
    "a tag of HTML": ("P006", news("|\n      a «<b>»bold move")),
    "a comment of HTML": ("P006", news("|\n      a «<!--» b -->")),
    "a picture of another site": ("P007", news("|\n      ![map](«https://a.example/b.png»)")),
    "a picture that is not there": ("M001", news("|\n      bay.png: ![map](«bay.png»)")),
    "a link to a file": ("P008", news("|\n      ../notes.txt: [notes](«../notes.txt»)")),
}


def cases(table: dict[str, tuple[str, str]]) -> tuple[object, ...]:
    return tuple(pytest.param(*case, id=name) for name, case in table.items())


@pytest.mark.parametrize(("code", "text"), [*cases(IN_SHAPES), *cases(IN_YAML), *cases(IN_PROSE)])
def test_a_finding_in_a_turn_has_its_exact_position(code: str, text: str) -> None:
    case = marked(text)
    assert places_of(findings_of({TURN: case.text})) == ((code, case.places[0]),)


@pytest.mark.parametrize(
    ("keys", "hint"),
    [
        ("acton: raise", "did you mean `action:` instead of `acton:`? If not, add it"),
        ("Action: raise", "did you mean `action:` instead of `Action:`? If not, add it"),
        ("actor: oru", "add `action:`"),
        ("to: 2", "add `action:`"),
    ],
)
def test_an_unknown_key_is_suggested_as_the_missing_one(keys: str, hint: str) -> None:
    turn = f"turn: 1\norders:\n  vael:\n    conspiracies: [{{id: a, {keys}}}]\n"
    (found,) = findings_of({TURN: turn})
    assert (found.message, found.help) == ("missing key `action`", hint)


IN_OTHER_FILES: Final = {
    "an unknown ruleset": ("campaign.yaml", "N001", "title: A\nruleset: «shado»\nseed: x\n"),
    "a place next to itself": (
        "places.yaml",
        "N004",
        "for: gm\nplaces:\n  marsh: {name: M, neighbours: [«marsh»]}\n",
    ),
    "an unknown neighbour": (
        "places.yaml",
        "N001",
        SOUND["places.yaml"].replace("[marsh]", "[«mash»]"),
    ),
    "a place that is no id": (
        "places.yaml",
        "C006",
        SOUND["places.yaml"].replace("marsh: {", "«The Marsh»: {"),
    ),
    "an infinite position": (
        "places.yaml",
        "C007",
        SOUND["places.yaml"].replace("name: The Vale", "name: The Vale, position: [1, «.inf»]"),
    ),
    "one colour": (
        "factions/vael.yaml",
        "C004",
        SOUND["factions/vael.yaml"].replace('["#7a1f2b", "#e8d8b0"]', '«["#7a1f2b"]»'),
    ),
    "a colour's name": (
        "factions/vael.yaml",
        "C006",
        SOUND["factions/vael.yaml"].replace('"#e8d8b0"', "«red»"),
    ),
    "what a page says in its front matter": (
        "pages/rules.md",
        "N002",
        "---\ntitle: Rules\nfor: «velo»\n---\ntext\n",
    ),
    "a key of a page": ("pages/rules.md", "C002", "---\ntitle: R\nfor: gm\n«tilte»: x\n---\na\n"),
    "a link on a page": (
        "pages/rules.md",
        "P001",
        "---\ntitle: Rules\nfor: gm\n---\n\nFirst\n\n  see «[[Nowhere]]»\n",
    ),
    "a secret on a page": (
        "pages/rules.md",
        "P004",
        "---\ntitle: Rules\nfor: gm\n---\n«:::» secret vael\n",
    ),
}


@pytest.mark.parametrize(
    ("path", "code", "text"),
    tuple(pytest.param(*case, id=name) for name, case in IN_OTHER_FILES.items()),
)
def test_a_finding_in_another_file_has_its_exact_position(path: str, code: str, text: str) -> None:
    case = marked(text)
    found = findings_of({path: case.text})
    assert (code, case.places[0]) in places_of(found)
    assert {finding.at.path for finding in found if finding.at} >= {path}


@pytest.mark.parametrize(
    "write",
    [
        pytest.param(lambda text: text.replace("\n", "\r\n").encode(), id="CRLF"),
        pytest.param(lambda text: text.replace("\n", "\r").encode(), id="CR"),
        pytest.param(lambda text: b"\xef\xbb\xbf" + text.encode(), id="byte order mark"),
        pytest.param(lambda text: text.rstrip("\n").encode(), id="no last line end"),
        pytest.param(lambda text: f"---\n{text}...\n".encode(), id="document marks"),
        pytest.param(lambda text: f"%YAML 1.2\n---\n{text}".encode(), id="directive"),
        pytest.param(lambda text: f"# Ω 鐘 🔔\n\n{text}".encode(), id="comments"),
    ],
)
def test_positions_do_not_depend_on_encoding_or_line_ends(write: Callable[[str], bytes]) -> None:
    case = marked("turn: 1\nnews:\n  - for: everyone\n    text: |\n      a «[[Nowhere]]» b\n")
    content = write(case.text)
    above = (
        content.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n").split("turn: 1")[0]
    )
    (finding,) = findings_of({TURN: content})
    assert finding.at is not None
    assert finding.at.line == case.places[0].line + above.count("\n")
    assert (finding.at.column, finding.at.end_column) == (9, 20)
    assert finding.at.source.line(finding.at.line) == "      a [[Nowhere]] b"


def test_a_byte_order_mark_does_not_count_as_a_column() -> None:
    case = marked("turn: «one»\n")
    found = findings_of({TURN: b"\xef\xbb\xbf" + case.text.encode()})
    assert places_of(found) == (("C003", case.places[0]),)
    page = b"\xef\xbb\xbf---\ntitle: Rules\nfor: everyone\n---\ntext\n"
    assert findings_of({"pages/rules.md": page}) == ()


def test_the_position_of_an_invalid_byte_counts_characters() -> None:
    (finding,) = findings_of({TURN: "turn: 1\ntitle: ça caf".encode() + b"\xe9\n"})
    assert finding.code == "R004"
    assert finding.at is not None
    assert (finding.at.line, finding.at.column) == (2, 14)  # t-i-t-l-e-:-blank-ç-a-blank-c-a-f


def test_a_finding_about_a_whole_file_points_at_its_beginning() -> None:
    (finding,) = findings_of({TURN: "# nothing yet\n"})
    assert finding.at is not None
    assert (finding.code, finding.at.line, finding.at.column) == ("R006", 1, 1)
