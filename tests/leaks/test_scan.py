"""What the search itself finds and quotes, for terms and words given by hand."""

from __future__ import annotations

import pytest

from chronicle.leaks.scan import Scanner
from chronicle.leaks.term_search import TermSearch
from chronicle.leaks.words import Term


def scanner_for(terms: set[Term], vocabulary: frozenset[str] = frozenset()) -> Scanner:
    return Scanner(TermSearch(terms), vocabulary)


def found(text: str, terms: set[Term], vocabulary: set[str]) -> set[Term]:
    return scanner_for(terms, frozenset(vocabulary)).terms_in([text])


def test_words_and_phrases_are_found_that_share_words() -> None:
    terms: set[Term] = {"vale", "vale of", "the vale of ommerin", "of ommerin"}
    assert found("in the Vale of – Ommerin", {*terms, "the", "in vale", "val"}, set()) == {
        *terms,
        "the",
    }


def test_without_terms_nothing_is_found() -> None:
    assert found("the vale", set(), set()) == set()


@pytest.mark.parametrize(
    ("known", "terms"),
    [
        # Words that overlap the term explain no more than their own letters.
        ("atommer", {"ommerin"}),
        ("merinth", {"ommerin"}),
        ("mmerin", {"ommerin"}),
        ("ommerin", {"ommerin"}),
        ("atommerin", set()),
        ("ommerinth", set()),
        ("atommerinth", set()),
        ("tommerint", set()),
    ],
)
def test_a_term_within_a_word_counts_unless_a_longer_known_word_contains_it(
    known: str, terms: set[Term]
) -> None:
    assert found("atommerinth2", {"ommerin"}, {known}) == terms


def test_a_known_word_contains_a_term_up_to_its_last_letter() -> None:
    assert found("2atommerin", {"ommerin"}, {"atommerin"}) == set()


@pytest.mark.parametrize("word", ["xtanner", "tannerx", "xxtannerxx", "tanner2", "2tanner"])
def test_a_term_of_six_letters_is_found_anywhere_in_a_word(word: str) -> None:
    assert found(word, {"tanner"}, set()) == {"tanner"}


@pytest.mark.parametrize("length", [6, 40])
def test_a_long_term_is_found_at_the_end_of_a_word(length: int) -> None:
    term = "q" + "z" * (length - 1)
    assert found(f"a{term}", {term}, set()) == {term}


@pytest.mark.parametrize("word", ["tithe2", "2tithe", "12tithe34"])
def test_a_short_term_is_found_between_digits(word: str) -> None:
    assert found(word, {"tithe"}, set()) == {"tithe"}
    assert found(f"x{word}", {"tithe"}, set()) == set()


def test_a_run_of_known_words_and_numbers_is_not_decoded() -> None:
    # In Base64 the first spells “thornwort”; the digits of the second are the letters of “tithe”.
    terms: set[Term] = {"thornwort", "tithe"}
    assert found("dGhvcm53b3J0 7469746865", terms, {"dghvcm53b3j0"}) == set()
    assert found("dGhvcm53b3J0 7469746865", terms, set()) == {"thornwort"}


def test_the_path_of_a_drawing_is_not_decoded() -> None:
    """By chance it spells something in Base64."""
    terms: set[Term] = {"xyxv", "coin"}
    assert found("3v1h5v1h2v", terms, set()) == set()
    # The digits of “!coin”.
    assert found("21636f696e", terms, set()) == {"coin"}
    assert found("IWNvaW4h", terms, set()) == {"coin"}


def test_what_is_quoted_once_is_not_quoted_again_for_a_part_of_it() -> None:
    terms: set[Term] = {"ommerin", "vale of ommerin"}
    scanner = scanner_for(terms)
    line = '<p title="Ommerin">The Vale of Ommerin</p>'
    ((quote, inside),) = scanner.quotes(line, terms)
    assert quote == "Vale of Ommerin"
    assert set(inside) == terms


def test_a_term_that_stands_nowhere_as_such_is_quoted_itself() -> None:
    terms: set[Term] = {"ommerin", "night market"}
    scanner = scanner_for(terms)
    assert list(scanner.quotes("atommerinth", terms)) == [
        ("night market", ("night market",)),
        ("ommerin", ("ommerin",)),
    ]


@pytest.mark.parametrize(
    ("last", "quote"),
    [
        # Ten words of seven letters and the blanks after them are 80 signs.
        ("l" * 10, "ommerin " * 10 + "l" * 10),
        ("l" * 11, "ommerin " * 10 + "…"),
        ("l" * 2 + " " + "l" * 8, "ommerin " * 10 + "ll …"),
    ],
)
def test_a_quote_of_more_than_90_signs_is_shortened_between_words(last: str, quote: str) -> None:
    terms: set[Term] = {"ommerin", *last.split()}
    scanner = scanner_for(terms)
    assert [shown for shown, _ in scanner.quotes("ommerin " * 10 + last, terms)] == [quote]
