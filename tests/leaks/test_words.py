"""Words and phrases: which of them identify a text."""

from __future__ import annotations

import pytest

from chronicle.leaks.words import secret_phrases_of, secret_terms_of


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("", []),
        ("vale", []),
        ("the vale", ["the vale"]),
        ("the vale of ommerin", ["the vale of ommerin", "vale of ommerin"]),
        # Four letters are no article.
        ("lady vael came", ["lady vael came"]),
        ("it is us", []),
        ("the eyes of house vael", ["the eyes of house vael", "eyes of house vael"]),
        ("in the eyes of house vael", ["in the eyes of house", "the eyes of house vael"]),
        # Phrases of a longer text need no long word.
        ("it is up to us now", ["it is up to us", "is up to us now"]),
    ],
)
def test_a_short_text_is_one_phrase_and_a_longer_one_has_many(
    text: str, phrases: list[str]
) -> None:
    assert list(secret_phrases_of(text.split())) == phrases


def test_small_words_and_numbers_identify_no_text_by_themselves() -> None:
    assert list(secret_terms_of(["the", "1347", "vale"])) == ["vale", "the 1347 vale", "1347 vale"]
