"""Words and phrases: which of them identify a text."""

from __future__ import annotations

import pytest

from chronicle.leaks.words import list_parts, secret_phrases_of, secret_terms_of


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


@pytest.mark.parametrize("word", ["2d6", "1d20", "100d100", "3h10", "d100", "1347", "12345m"])
def test_dice_hours_and_steps_of_drawings_are_numbers(word: str) -> None:
    """By chance a page has the same ones."""
    assert list(secret_terms_of([word])) == []


@pytest.mark.parametrize("word", ["corvid77", "42nd", "7a3b", "ab12", "12ab"])
def test_two_letters_are_no_number(word: str) -> None:
    assert list(secret_terms_of([word])) == [word]


def test_small_words_and_numbers_identify_no_text_by_themselves() -> None:
    assert list(secret_terms_of(["the", "1347", "vale"])) == ["vale", "the 1347 vale", "1347 vale"]


@pytest.mark.parametrize(
    ("term", "parts"),
    [
        ("house vael", ["house vael"]),
        ("house vael and the harbour", ["house vael", "harbour"]),
        ("vael or a the oru et les marais", ["vael", "oru", "marais"]),
        # A term may begin or end with a conjunction, or with the article after it.
        ("and the harbour of the marsh", ["", "harbour of the marsh"]),
        ("house vael und die", ["house vael", ""]),
    ],
)
def test_conjunctions_separate_what_is_listed(term: str, parts: list[str]) -> None:
    assert list_parts(term) == parts
