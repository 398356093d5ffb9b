"""What the desk's forms add to a turn is what somebody would write by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from chronicle.serve.desk.entries import EntryKind, MissingFieldError, with_entry

HEAD = "turn: 1  # first\n"
RUMOR = "rumors:\n  - heard_by: everyone\n"


@pytest.mark.parametrize(
    ("kind", "given", "added"),
    [
        (
            "news",
            {"for": ["everyone"], "title": "Rain", "text": "It rained."},
            'news:\n  - for: everyone\n    title: "Rain"\n    text: "It rained."\n',
        ),
        (
            "news",
            {"for": ["vael", "oru"], "text": "One.\r\n\r\n- two\r\n"},
            "news:\n  - for: [vael, oru]\n    text: |-\n      One.\n\n      - two\n",
        ),
        (
            "letter",
            {"for": ["vael"], "from": "ada", "text": "Come."},
            'news:\n  - for: vael\n    from: ada\n    text: "Come."\n',
        ),
        (
            "rumor",
            {"for": ["everyone"], "truth": "true", "where": "marsh", "text": "No."},
            f'{RUMOR}    truth: true\n    where: [marsh]\n    text: "No."\n',
        ),
        (
            "rumor",
            {"for": ["factions"], "truth": "distorted", "where": "", "text": "A boat."},
            'rumors:\n  - heard_by: factions\n    truth: distorted\n    text: "A boat."\n',
        ),
        (
            "reveal",
            {"for": ["everyone"], "reveals": "place:vale", "text": ""},
            "reveals:\n  - place: vale\n    for: everyone\n",
        ),
        (
            "reveal",
            {"for": ["vael"], "reveals": "event:1/oru/last-boat", "text": "They say so."},
            'reveals:\n  - event: "1/oru/last-boat"\n    for: vael\n    text: "They say so."\n',
        ),
    ],
)
def test_an_entry_is_added(
    kind: EntryKind, given: Mapping[str, str | Sequence[str]], added: str
) -> None:
    assert with_entry(HEAD, kind, given) == HEAD + added


@pytest.mark.parametrize(
    ("kind", "given", "missing"),
    [
        ("news", {"text": "It rained."}, "who reads it"),
        ("news", {"for": [], "text": "It rained."}, "who reads it"),
        ("news", {"for": ["everyone"], "text": " \n"}, "the text"),
        ("letter", {"for": ["vael"], "text": "Come."}, "the sender"),
        ("rumor", {"for": ["vael"], "text": "A boat.", "truth": "maybe"}, "how true it is"),
        ("reveal", {"for": ["vael"], "text": "It is there."}, "what is revealed"),
        ("reveal", {"for": ["vael"], "reveals": "place:"}, "what is revealed"),
        ("reveal", {"for": ["vael"], "reveals": "text:x"}, "what is revealed"),
    ],
)
def test_what_is_missing_is_named(
    kind: EntryKind, given: Mapping[str, str | Sequence[str]], missing: str
) -> None:
    with pytest.raises(MissingFieldError, match=missing):
        with_entry(HEAD, kind, given)
