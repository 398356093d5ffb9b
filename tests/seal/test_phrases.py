"""Phrases are drawn fairly, typed sloppily and refused when weak."""

from __future__ import annotations

import hashlib
import sys
import unicodedata
from collections import Counter
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chronicle.seal import (
    Keys,
    bare_phrase,
    normalise_phrase,
    phrase_of,
    phrase_weakness,
    with_logins,
)
from chronicle.seal.keys import campaign_salt
from chronicle.seal.logins import MIN_ROUNDS, ROUNDS, login_of, phrase_fingerprint, stretch_key
from chronicle.seal.phrases import draw_words, word_list
from tests.seal.small_bundles import MASTER, cheap

KEYS = Keys(MASTER)
WORD_LIST_SUM = "6d557f0693958fb5e650b68b5bee585eb82cf4da32965505c789e924743bc522"
#: One character of each kind that parts words, and some that don't.
BLANKS = (
    *(" ", "  ", "\t", "\n", "\r\n", "-", "--", " - ", "_", ",", ", ", "."),
    *("\u2013", "\u2014", "\u00a0", "\u2003", "\u2011", "\u2212", "\u200b", "\u2060", "\ufeff"),
)


def draws(*numbers: int) -> bytes:
    return b"".join(number.to_bytes(2, "big") for number in numbers)


def test_the_word_list_is_that_of_the_eff() -> None:
    text = "\n".join([*word_list(), ""])
    assert hashlib.sha256(text.encode()).hexdigest() == WORD_LIST_SUM
    assert len(set(word_list())) == 6**5
    assert (word_list()[0], word_list()[-1]) == ("abacus", "zoom")


def test_words_are_drawn_uniformly() -> None:
    """Over all 65,536 draws: eight draws lead to each word, and the rest to none."""
    found: Counter[str] = Counter()
    passed_over = 0
    for draw in range(1 << 16):
        # Five draws of the first word stand behind: a draw passed over leaves them alone.
        words = draw_words(draws(draw, *[0] * 6))
        found[words[0]] += 1
        passed_over += draw >= 62208
        assert words[1:] == ("abacus",) * 5
    found["abacus"] -= passed_over
    assert set(found) == set(word_list())
    assert set(found.values()) == {8}


def test_a_draw_that_would_bias_words_is_rejected() -> None:
    assert draw_words(draws(62208, 1, 65535, 62207, 2, 3, 4, 5))[:2] == ("abdomen", "zoom")


def test_too_few_random_bytes_are_an_error() -> None:
    with pytest.raises(ValueError, match="too few draws"):
        draw_words(draws(1, 2, 3, 65535, 4, 5))


def test_phrases_differ_by_campaign_player_and_generation() -> None:
    campaigns = [Keys(bytes([n]) * 32, generations=g) for n in (1, 2) for g in ({}, {"ada": 1})]
    phrases = {phrase_of(keys, player) for keys in campaigns for player in ("ada", "bo", "gm")}
    # The second generation is Ada's alone.
    assert len(phrases) == 2 * 4
    assert {len(phrase.split()) for phrase in phrases} == {6}


def test_a_phrase_stays_when_another_is_replaced_or_a_key_rotated() -> None:
    other = Keys(MASTER, rotations={"customs": (3,)}, generations={"bo": 2}, own={"gm": "x"})
    assert phrase_of(other, "ada") == phrase_of(KEYS, "ada")


def test_a_custom_phrase_replaces_the_generated_one() -> None:
    keys = Keys(MASTER, own={"ada": "Seven geese fly over Vaïme"}, generations={"ada": 3})
    assert phrase_of(keys, "ada") == "Seven geese fly over Vaïme"
    assert phrase_of(keys, "bo") == phrase_of(KEYS, "bo")


@given(
    st.integers(0, 9),
    st.lists(st.sampled_from(BLANKS), min_size=7, max_size=7),
    st.lists(st.sampled_from((str.upper, str.lower, str.title)), min_size=6, max_size=6),
)
def test_case_and_spacing_of_a_phrase_do_not_matter(
    generation: int, blanks: list[str], cases: list[object]
) -> None:
    phrase = phrase_of(Keys(MASTER, generations={"ada": generation}), "ada")
    typed = blanks[0]
    for word, blank, case in zip(phrase.split(), blanks[1:], cases, strict=True):
        assert callable(case)
        typed += case(word) + blank
    assert normalise_phrase(typed) == normalise_phrase(phrase)


@pytest.mark.parametrize(
    "form", ["„{}“", '"{}"', "«\xa0{}\xa0»", "`{}`", "**{}**.", "_{}_\n", "({})"]
)
def test_marks_around_a_phrase_are_left_out(form: str) -> None:
    for phrase in ("coat d’Or shriek", "(a) b!", "100% c"):
        assert bare_phrase(form.format(phrase)) == phrase.lstrip("(")
    assert bare_phrase(form.format("")) == ""


@given(st.text())
def test_normalised_phrases_have_single_spaces(text: str) -> None:
    assert normalise_phrase(text).split(" ") == (normalise_phrase(text).split() or [""])


@given(st.text(st.characters(max_codepoint=0x17F)))
def test_normalisation_is_idempotent(text: str) -> None:
    assert normalise_phrase(normalise_phrase(text)) == normalise_phrase(text)


def test_hyphens_of_an_invite_link_are_spaces() -> None:
    phrase = "drop-down yo-yo coat"
    assert (
        normalise_phrase(phrase.replace(" ", "-"))
        == normalise_phrase(phrase)
        == "drop down yo yo coat"
    )


def test_case_is_folded_as_unicode_has_it_but_for_what_browsers_cannot() -> None:
    """The Cherokee letters, and the dotless i, which becomes an i."""
    unlike = set()
    for code in range(sys.maxunicode + 1):
        for char in unicodedata.normalize("NFKC", chr(code)):
            if char.lower().upper().lower() != char.casefold():
                unlike.add(unicodedata.name(char).partition(" LETTER")[0])
    assert unlike == {"CHEROKEE", "CHEROKEE SMALL", "LATIN SMALL"}


@pytest.mark.parametrize(
    ("phrase", "words"),
    [
        ("", 0),
        ("password", 1),
        ("correct horse battery staple", 4),
        ("raven raven RAVEN Raven raven", 1),
        ("an ox is in my old hat", 2),
        ("12345 67890 11111 22222 33333", 0),
        ("raven-lamp-tide-salt", 4),
        ("ra7 la7 ti7 sa7 go7", 0),
    ],
)
def test_a_weak_phrase_is_refused(phrase: str, words: int) -> None:
    reason = phrase_weakness(phrase)
    assert reason is not None
    assert f"has {words} different" in reason


@pytest.mark.parametrize(
    "phrase",
    ["raven lamp tide salt goose", "Raven-Lamp-Tide-Salt-Goose", "чайка лампа волна соль гусь"],
)
def test_five_words_are_strong_enough(phrase: str) -> None:
    assert phrase_weakness(phrase) is None


@pytest.mark.parametrize(
    "phrase",
    [
        "one two three four five",
        "Monday, Tuesday, Wednesday, Thursday, Friday",
        "alpha bravo charlie delta echo",
        "may the force be with you",
        "To be, or not to be: that is the question",
        "the quick brown fox jumps over the lazy dog",
        "correct horse battery staple again",
        "password letmein dragon monkey master",
        "qwerty asdfgh zxcvbn qwertz azerty",
        "aaa bbb ccc ddd eee",
        # Twice the same is as good as once.
        "one two three four five one two three four five one two three",
    ],
)
def test_different_words_that_are_easily_guessed_are_refused(phrase: str) -> None:
    reason = phrase_weakness(phrase)
    assert reason is not None
    assert "guesses find it, and it needs 10^14" in reason or "different words" in reason


NAMES: Final = ("The Night Ferry", "Customs House", "Orla Venn", "Quay", "Salt Road", "Vaïme")


@pytest.mark.parametrize(
    "phrase",
    [
        "quay ferry venn customs vaïme",
        "the night ferry customs house orla venn quay salt road",
        "night ferry house orla quay salt vaïme",
        "salt-road Quay Vaïme NIGHT-FERRY orla-venn customs-house",
        "nightferry customshouse orlavenn quay saltroad",
        "qu4y f3rry v3nn cust0ms vaïme",
        # These are of every campaign.
        "wisdom charisma strength dexterity constitution",
        "Stärke Weisheit Charisma Intelligenz Geschicklichkeit",
        "wizard rogue cleric paladin druid",
        "athletics acrobatics stealth arcana history",
        "Angriff Schaden Rüstung Zauber Heimlichkeit",
    ],
)
def test_names_of_the_campaign_and_words_of_the_game_are_guessed_first(phrase: str) -> None:
    reason = phrase_weakness(phrase, NAMES)
    assert reason is not None
    assert "guesses find it, and it needs 10^14" in reason


def test_a_name_among_other_words_does_no_harm() -> None:
    assert phrase_weakness("quay lamp goose tide velvet copper", NAMES) is None


def test_many_names_count_no_more_than_those_that_are_tried_first() -> None:
    names = [f"Person {word}" for word in word_list()[::3]]
    assert phrase_weakness(" ".join(word_list()[0:1500:300]), names) is not None


def test_five_random_words_are_strong_enough() -> None:
    phrases = [" ".join(word_list()[at::1555][:5]) for at in range(40)]
    assert [phrase for phrase in phrases if phrase_weakness(phrase)] == []


def test_a_generated_phrase_is_strong_enough() -> None:
    phrases = [phrase_of(Keys(MASTER, generations={"a": n}), "a") for n in range(40)]
    assert [phrase for phrase in phrases if phrase_weakness(phrase)] == []


def test_a_login_costs_a_million_rounds() -> None:
    assert ROUNDS == 1_000_000 > MIN_ROUNDS == 600_000
    salt = campaign_salt(KEYS)
    assert (
        stretch_key("A  b", salt, 3) == stretch_key("a-b", salt, 3) != stretch_key("a b", salt, 4)
    )
    # The whole cost, once: it is not the product of fewer rounds.
    assert login_of(KEYS, "A b") == hashlib.pbkdf2_hmac("sha256", b"a b", salt, ROUNDS)


def test_only_logins_of_current_readers_are_stored() -> None:
    keys = cheap(KEYS, ["ada", "bo", "gm", "gone"])
    again = with_logins(keys, ["bo", "ada", "ada"])
    assert again.logins.keys() == {
        phrase_fingerprint(KEYS, phrase_of(KEYS, p)) for p in ("ada", "bo", "gm")
    }
    assert all(again.logins[mark] == keys.logins[mark] for mark in again.logins)


def test_a_mark_belongs_to_a_phrase_and_a_campaign() -> None:
    mark = phrase_fingerprint(KEYS, "a b")
    assert mark == phrase_fingerprint(KEYS, " A-b")
    assert mark not in {phrase_fingerprint(KEYS, "a c"), phrase_fingerprint(Keys(bytes(32)), "a b")}


def test_a_login_with_another_iteration_count_is_not_reused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mark = phrase_fingerprint(KEYS, "a b")
    monkeypatch.setattr("chronicle.seal.logins.ROUNDS", 2)
    assert phrase_fingerprint(KEYS, "a b") != mark


def test_repr_of_keys_hides_secrets() -> None:
    shown = repr(Keys(MASTER, own={"ada": "seven geese"}, logins={"ab": b"login"}))
    assert not any(secret in shown for secret in (repr(MASTER), "geese", "login"))


def test_a_master_key_has_32_bytes() -> None:
    with pytest.raises(ValueError, match="32 bytes, not 31"):
        Keys(bytes(31))
