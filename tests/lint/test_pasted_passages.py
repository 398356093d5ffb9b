"""Words copied from a text with fewer readers are warned of, and others are not."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

import pytest

from chronicle.diagnostics.report import Finding
from chronicle.files.source import Source, span_of_file
from chronicle.leaks.authored_texts import AuthoredText
from chronicle.lint.normal_form import normal_text
from chronicle.lint.pasted_passages import pasted_passages_in
from chronicle.lint.shown_texts import ShownText
from tests.lint.lint_campaign import warnings_of
from tests.lint.reference_passages import passages_in
from tests.small_campaign import SOUND, play_files

_HIDDEN: Final = "The clerk sold both keys of the old strongroom to a diver"


def pastes(*turns: str, **files: str) -> list[Finding]:
    """The copied passages in a campaign of these turns."""
    laid = {f"turns/{n:03}.yaml": f"turn: {n}\n{text}" for n, text in enumerate(turns, 1)}
    played = play_files({**laid, **files})
    return [finding for finding in warnings_of(played) if finding.code == "L003"]


def news(text: str, readers: str = "everyone") -> str:
    return f"news:\n  - {{for: {readers}, text: {text}}}\n"


def notes(text: str) -> str:
    return f"notes: {text}\n"


def test_what_is_copied_is_quoted_with_where_it_comes_from() -> None:
    (finding,) = pastes(news(f"Heard at noon. {_HIDDEN} said he.") + notes(f"{_HIDDEN}!"))
    assert finding.severity == "warning"
    assert finding.message == (
        "“clerk sold both keys of the old strongroom to a diver” also stands in notes on a turn "
        "(turns/001.yaml:1), which is not for everyone"
    )
    at = finding.at
    assert at is not None
    assert (at.path, at.line, at.column, at.end_column) == ("turns/001.yaml", 3, 46, 99)
    assert finding.help


@pytest.mark.parametrize(
    ("shown", "hidden", "count"),
    [
        # Seven words without articles.
        ("so clerk sold both keys of old strongroom here", _HIDDEN, 1),
        ("so clerk sold both keys of an old roof", _HIDDEN, 0),
        # A whole sentence of four words, and one of three.
        ("It is noon. The keys were false. Nobody minds.", "Look. Keys were false! So?", 0),
        ("It is noon. The keys were quite false. Nobody minds.", "Look. Keys were quite false!", 1),
        ("It is noon. The keys were quite false, alas.", "Look. Keys were quite false!", 0),
        # A whole sentence of five words within a longer one, and five words of a longer one.
        ("They say the keys were quite badly made, alas.", "Look. Keys were quite badly made!", 1),
        ("They say the keys were quite badly made.", "Keys were quite badly made once!", 0),
        # A sentence of short words.
        ("So it was all in an end.", "So it was all in an end.", 0),
        ("It was he and so on.", "It was he and so on.", 0),
        ("At last. The keys were quite false.", "The keys were quite false.", 1),
        ("It was all in vain.", "It was all in vain.", 0),
        ("He sold the keys to me.", "He sold the keys to me.", 1),
        ("so it is as he is to us", "so it is as he is to us", 0),
        # Twice the same in one text is said once.
        (f"{_HIDDEN}. In sum, {_HIDDEN}", _HIDDEN, 1),
        # Two parts of it are two.
        (
            f"{_HIDDEN}. In sum: they sank all seven grey barges near Oru by night",
            f"{_HIDDEN}. So they sank all seven grey barges near Oru by night",
            2,
        ),
    ],
)
def test_seven_words_or_a_short_sentence_are_copied(shown: str, hidden: str, count: int) -> None:
    assert len(pastes(news(f"'{shown}'") + notes(f"'{hidden}'"))) == count


@pytest.mark.parametrize(
    ("shown", "hidden", "listed"),
    [
        ("everyone", "gm", "everyone"),
        ("everyone", "vael", "everyone"),
        ("factions", "vael", "`oru`"),
        ("vael", "gm", "`vael`"),
        # Two letters may have the same words.
        ("oru", "vael", ""),
        ("vael", "everyone", ""),
        ("vael", "vael", ""),
        ("gm", "gm", ""),
    ],
)
def test_only_a_text_with_more_readers_lets_something_slip(
    shown: str, hidden: str, listed: str
) -> None:
    second = news(f"So. {_HIDDEN}", hidden).removeprefix("news:\n")
    found = pastes(news(_HIDDEN, shown) + second)
    others = {"vael": "everyone"}.get(shown) if hidden == "everyone" else None
    expected = [others or listed] if others or listed else []
    assert [it.message.rpartition("not for ")[2] for it in found] == expected


def test_what_readers_knew_before_is_not_hidden() -> None:
    public, private = news(_HIDDEN), notes(f"Remember. {_HIDDEN}")
    assert pastes(public, private) == []
    assert len(pastes(private, public)) == 1
    assert pastes(public, private, news(f"Again. {_HIDDEN}")) == []


def test_what_comes_from_two_texts_is_warned_of_twice() -> None:
    other = "so they sank all seven grey barges near Oru by night"
    letter = news(other, "gm").removeprefix("news:\n")
    assert len(pastes(news(f"{_HIDDEN} {other}") + letter + notes(_HIDDEN))) == 2


def test_only_all_readers_of_a_text_may_have_known_it_before() -> None:
    assert len(pastes(news(_HIDDEN, "oru"), notes(_HIDDEN), news(f"So. {_HIDDEN}", "vael"))) == 1
    assert len(pastes(news("All is well."), notes(_HIDDEN) + news(f"So. {_HIDDEN}"))) == 1


def test_a_note_on_a_faction_may_be_older_than_any_turn() -> None:
    faction = SOUND["factions/vael.yaml"] + f"notes: {_HIDDEN}\n"
    assert len(pastes(news(_HIDDEN), "", **{"factions/vael.yaml": faction})) == 1


def test_comments_are_often_what_is_now_told() -> None:
    assert pastes(f"# {_HIDDEN}\n" + news(_HIDDEN)) == []


def test_an_id_may_repeat_the_words_of_a_public_text() -> None:
    id = _HIDDEN.lower().replace(" ", "-")
    assert pastes(f"news:\n  - {{id: {id}, for: everyone, text: {_HIDDEN}}}\n") == []


def test_the_id_of_a_public_page_may_not_repeat_a_hidden_sentence() -> None:
    path = f"pages/{_HIDDEN.lower().replace(' ', '-')}.md"
    page = "---\ntitle: The Clerk\nfor: everyone\n---\nHe is kind.\n"
    (finding,) = pastes(notes(_HIDDEN), **{path: page})
    assert finding.at is not None
    assert finding.at.path == path


def test_what_is_revealed_later_is_not_copied_from_itself() -> None:
    hidden = f"news:\n  - {{id: keys, for: vael, text: {_HIDDEN}}}\n"
    assert pastes(hidden, "reveals:\n  - {news: 1/keys, for: everyone}\n") == []


def test_players_know_what_they_ordered() -> None:
    """Even if no event tells them, as in an order that was not carried out."""
    at = span_of_file(Source("turns/001.yaml", ""))
    texts = [
        ShownText(AuthoredText(what, text, readers, at, 1), readers, normal_text(text, "en"))
        for what, text, readers in (
            ("an order of vael", _HIDDEN, frozenset[str]()),
            ("news", f"So. {_HIDDEN}", frozenset({"vael"})),
            ("news", f"Say. {_HIDDEN}", frozenset({"vael", "oru"})),
        )
    ]
    slips = pasted_passages_in(texts, ("everyone", "oru", "vael"))
    assert [slip.problem.message_text().rpartition("not for ")[2] for slip in slips] == ["`oru`"]


_WORDS: Final = ["clerk", "sold", "keys", "of", "so", "it", "boat", "night", "far", "diver"]
_AUDIENCES: Final = ("everyone", "oru", "vael", "kest")
_READERS: Final = tuple(
    frozenset(words.split()) for words in ("", "everyone oru vael kest", "vael", "oru", "vael oru")
)


def random_text(chance: random.Random, stock: Sequence[str]) -> ShownText:
    """A text of a few sentences, most of which others have too."""
    turn = chance.randint(1, 3)
    path = chance.choice([f"turns/{turn:03}.yaml", "factions/vael.yaml"])
    what = chance.choice(["news", "notes on a turn", "an order of vael", "a comment"])
    text = " ".join(
        chance.choice(stock) if chance.random() < 0.7 else sentence(chance)
        for _ in range(chance.randint(1, 3))
    )
    readers, at = chance.choice(_READERS), span_of_file(Source(path, text))
    return ShownText(AuthoredText(what, text, readers, at, turn), readers, normal_text(text, "en"))


def sentence(chance: random.Random) -> str:
    count = chance.choice([3, 4, 5, 6, 7, 9, 12])
    return " ".join(chance.choice(_WORDS) for _ in range(count)) + "."


@pytest.mark.parametrize("seed", range(40))
def test_the_index_finds_what_the_plain_search_finds(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311  protects no secret
    stock = [sentence(chance) for _ in range(chance.choice([2, 4, 8]))]
    texts = [random_text(chance, stock) for _ in range(chance.randint(2, 10))]
    for length in (4, 5, 7):
        slips = [*pasted_passages_in(texts, _AUDIENCES, length)]
        passages = [*passages_in(texts, frozenset(_AUDIENCES), length)]
        assert [slip.forms for slip in slips] == [passage.words for passage in passages]
        for slip, passage in zip(slips, passages, strict=True):
            said = slip.problem.message_text()
            unaware = sorted({"everyone"} & passage.unaware or passage.unaware)
            named = ", ".join(word if word == "everyone" else f"`{word}`" for word in unaware)
            assert said.endswith(f"({passage.origin}), which is not for {named}")


def heard(text: str, by: str, *, id: str = "draft-vael-look", drafted: str = "vael/look") -> str:
    """A turn with an order, a rumor about it, and the events about which rumors were drafted."""
    order = "{id: look, action: raise, resource: eyes, to: 2, narrative: They listen.}"
    rumor = f"{{id: {id}, about: vael/look, text: {text}, heard_by: {by}, truth: 'true'}}"
    orders = f"orders:\n  vael:\n    conspiracies:\n      - {order}\n"
    return f"{orders}rumors:\n  - {rumor}\n" + (f"drafted: [{drafted}]\n" if drafted else "")


_DRAFT: Final = heard(_HIDDEN, "vael")


@pytest.mark.parametrize(
    ("first", "second", "count"),
    [
        (_DRAFT, heard(_HIDDEN, "everyone"), 0),
        (_DRAFT, heard(f"So it is. {_HIDDEN}.", "everyone"), 0),
        # The GM's own rumors are none, nor what is added in a secret block.
        (heard(_HIDDEN, "vael", id="mine"), heard(_HIDDEN, "everyone"), 1),
        (heard(_HIDDEN, "vael", drafted=""), heard(_HIDDEN, "everyone"), 1),
        (heard(_HIDDEN, "vael", drafted="oru/look"), heard(_HIDDEN, "everyone"), 1),
        (_DRAFT, heard(_HIDDEN, "everyone", id="mine"), 1),
        (
            heard(f'"So.\\n\\n::: secret gm\\n{_HIDDEN}.\\n:::\\n"', "vael"),
            heard(_HIDDEN, "everyone"),
            1,
        ),
        # News for everyone with the words of a draft for some are written by the GM.
        (_DRAFT, news(_HIDDEN), 1),
    ],
)
def test_a_draft_may_have_a_sentence_of_another_draft(first: str, second: str, count: int) -> None:
    assert len(pastes(first, second)) == count


@pytest.mark.parametrize(
    ("first", "second", "count"),
    [
        # It quotes the news of its turn, or earlier ones; these are warned of themselves.
        (notes(_HIDDEN), news(_HIDDEN) + heard(_HIDDEN, "everyone"), 1),
        (notes(_HIDDEN) + news(_HIDDEN), heard(_HIDDEN, "everyone"), 1),
        # Its readers are not those of the news.
        (notes(_HIDDEN), news(_HIDDEN, "oru") + heard(_HIDDEN, "everyone"), 2),
        (notes(_HIDDEN), heard(_HIDDEN, "everyone"), 1),
        (notes(_HIDDEN), heard(_HIDDEN, "everyone", id="mine") + news(_HIDDEN), 2),
        (heard(_HIDDEN, "everyone") + notes(_HIDDEN), news(_HIDDEN), 2),
    ],
)
def test_a_draft_may_quote_what_its_readers_can_read(first: str, second: str, count: int) -> None:
    assert len(pastes(first, second)) == count
