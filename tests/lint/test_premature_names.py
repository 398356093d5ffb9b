"""Names that an author's own texts let slip are warned of, and nothing else is."""

from __future__ import annotations

from typing import Final

import pytest

from chronicle.diagnostics.report import Finding, Report
from tests.leaks.secret_campaign import FILES
from tests.lint.lint_campaign import picture, warnings_of
from tests.small_campaign import play_files

#: Things of which only Vael knows.
ITEMS: Final = {
    "items/lamp.md": "---\nname: The Lamp\nfor: vael\n---\n",
    "items/owl.md": "---\nname: The Owl\nfor: vael\n---\n",
}


def slips_of(
    text: str, *, readers: str = "everyone", after: str = "turn: 2", media: bytes = b""
) -> list[Finding]:
    """What is warned of when the news of the first turn are this text."""
    text = text.replace("\n", "\n      ")
    news = f"turn: 1\nnews:\n  - for: {readers}\n    text: |\n      All is well.\n      {text}\n"
    pictures = {"media/vale-of-ommerin.png": media} if media else {}
    told = play_files(
        {**FILES, **ITEMS, **pictures, "turns/001.yaml": news, "turns/002.yaml": after}
    )
    return [finding for finding in warnings_of(told) if finding.code == "L002"]


def test_a_hidden_name_in_a_public_text_is_warned_of_at_its_place() -> None:
    (finding,) = slips_of("They went to The Vale of Ommerin by boat.")
    assert finding.severity == "warning"
    assert finding.message == (
        "“The Vale of Ommerin” is named here for everyone, who may not know of it yet"
    )
    at = finding.at
    assert at is not None
    assert (at.path, at.line, at.column, at.end_column) == ("turns/001.yaml", 6, 20, 39)
    assert finding.help


@pytest.mark.parametrize(("readers", "unaware"), [("everyone", "everyone"), ("factions", "`oru`")])
def test_readers_who_do_not_know_a_name_are_listed_unless_it_is_the_public(
    readers: str, unaware: str
) -> None:
    (finding,) = slips_of("The Lamp was lit.", readers=readers)
    assert finding.message == (
        f"“The Lamp” is named here for {unaware}, who may not know of it yet"
    )


def test_a_name_is_located_in_the_text_whose_readers_do_not_know_it() -> None:
    """And not above it, where it is in a text for those who do."""
    (finding,) = slips_of(
        "::: secret factions\nThe Vale of Ommerin is far.\n:::\n"
        "All is well.\nTo The Vale of Ommerin, then!"
    )
    at = finding.at
    assert at is not None
    assert (at.line, at.column, at.end_line, at.end_column) == (10, 10, 10, 29)


def test_a_name_that_goes_over_two_lines_is_warned_of() -> None:
    (finding,) = slips_of("They went to The Vale\nof Ommerin by boat.")
    at = finding.at
    assert at is not None
    assert (at.line, at.column, at.end_line, at.end_column) == (6, 20, 7, 17)


@pytest.mark.parametrize(
    ("text", "readers"),
    [
        ("They went to The Vale of Ommerin.", "factions"),
        ("They went to The Vale of Ommerin.", "gm"),
        ("They went to The Vale of Ommerindale.", "everyone"),
        ("They went to the vale.", "everyone"),
        # A name of short words may be anything.
        ("They went to The Owl.", "everyone"),
        # An id is no name, even if it is a word.
        ("They went to ommerin.", "everyone"),
        ("They went to The Harbour.", "everyone"),
    ],
)
def test_other_words_and_texts_for_other_readers_give_no_warning(text: str, readers: str) -> None:
    assert slips_of(text, readers=readers) == []


#: People of whom only the GM knows, and one whom everybody knows.
PEOPLE: Final = {
    "people/brandt.md": "---\nname: Ysolde Brandt\nfor: gm\n---\n",
    "people/jorun.md": "---\nname: Jorun Salt\nfor: gm\n---\n",
    "people/berit.md": "---\nname: Berit Aske\nfor: gm\n---\n",
    "people/olle.md": "---\nname: Olle Aske\nfor: everyone\n---\nHe sells salt.\n",
    "people/quay.md": "---\nname: Iver Quay\nfor: gm\n---\n",
    "people/sphere.md": "---\nname: Nils Sphere\nfor: gm\n---\n",
    "people/fox.md": "---\nname: Ysolde Fox\nfor: gm\n---\n",
    "people/reeve.md": "---\nname: The Reeve\nfor: gm\n---\n",
}


def names_in(text: str, *, language: str = "en", **files: str) -> list[str]:
    """The names that are warned of when public news are this text."""
    news = f"turn: 1\nnews:\n  - for: everyone\n    text: |\n      {text}\n"
    head = FILES["campaign.yaml"] + f"language: {language}\n"
    laid = {**FILES, **PEOPLE, **ITEMS, **files, "turns/001.yaml": news, "campaign.yaml": head}
    told = play_files(laid)
    found = [it for it in warnings_of(told) if it.code == "L002"]
    return [it.message.partition("“")[2].partition("”")[0] for it in found]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("They met Brandt.", ["Ysolde Brandt"]),
        ("Brandt was there.", ["Ysolde Brandt"]),
        ("They met Ysolde Brandt and Brandt's son.", ["Ysolde Brandt"]),
        # Not a person: a house, a fire.
        ("They met the Brandt.", []),
        ("They met a brandt.", []),
        ("They wore brandt-red cloth.", []),
        # Somebody else sells salt.
        ("They met Captain Salt.", []),
        ("On the quayside they met Captain Quay.", ["Iver Quay"]),
        # The theme has the word.
        ("They met Captain Sphere.", []),
        # Everybody knows another of that name.
        ("They met Captain Aske.", []),
        ("They met Berit Aske.", ["Berit Aske"]),
        # So it is with first names, but for those of several people; short words may be anything.
        ("They met Jorun.", ["Jorun Salt"]),
        ("Jorun was there.", ["Jorun Salt"]),
        ("They met Berit.", ["Berit Aske"]),
        ("They met the Jorun.", []),
        ("They wore jorun-red cloth.", []),
        ("They met Ysolde.", []),
        ("They met Nils, and nils was a word.", []),
        ("They met Captain Fox.", []),
        # Nor is every name a surname.
        ("Reeve Olle came.", []),
    ],
)
def test_a_part_of_a_name_is_warned_of_if_nothing_else_is_called_so(
    text: str, named: list[str]
) -> None:
    assert names_in(text) == named


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("They lit the Lamp.", ["The Lamp"]),
        ("They lit a Lamp.", ["The Lamp"]),
        ("They call it Lamp.", ["The Lamp"]),
        ("THEY LIT LAMP AND ALL.", ["The Lamp"]),
        ("Lamp and all fell down.", []),
        ("They lit the lamp.", []),
        ("It fell; vale of Ommerin.", ["The Vale of Ommerin"]),
        ("They saw a vale of Ommerin.", ["The Vale of Ommerin"]),
        ("vale of Ommerin, they say.", ["The Vale of Ommerin"]),
        ("They saw a vale. Of Ommerin nobody spoke.", []),
        ("They saw a vale of, Ommerin said, great beauty.", []),
        ("In the vale of ommerin it rains.", ["The Vale of Ommerin"]),
        ("In a vale of ommerin it rains.", []),
        ("Vale of ommerin is nonsense.", []),
        ("The lamp and all fell down.", []),
        ("They lit the&nbsp;Lamp.", ["The Lamp"]),
        ("The Lamp and The Vale of Ommerin.", ["The Vale of Ommerin", "The Lamp"]),
        ("The [[harbour]] Lamp.", ["The Lamp"]),
        # A link without a label is warned of as a link.
        ("They saw [[The Lamp]].", []),
    ],
)
def test_common_words_are_a_name_only_if_they_are_written_like_one(
    text: str, named: list[str]
) -> None:
    assert sorted(names_in(text)) == sorted(named)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Sie sahen das Hohle Gewölbe.", ["Das Hohle Gewölbe"]),
        ("Sie waren im Hohlen Gewölbe.", ["Das Hohle Gewölbe"]),
        ("Die Tore des hohlen Gewölbes.", ["Das Hohle Gewölbe"]),
        ("SIE WAREN IM HOHLEN GEWÖLBE.", ["Das Hohle Gewölbe"]),
        ("Ein Hohles Gewölbe.", ["Das Hohle Gewölbe"]),
        ("Dort ist ein hohles Gewölbe.", []),
        ("Sie waren im hohlen Gewölbe.", ["Das Hohle Gewölbe"]),
        ("Sie fanden die Laterne.", ["Die Laterne"]),
        ("Sie fanden eine Laterne.", []),
        ("Sie fanden Laternen.", []),
        ("Bracks Tore sind zu.", ["Brack"]),
    ],
)
def test_german_names_are_found_in_all_cases(text: str, named: list[str]) -> None:
    files = {
        "items/vault.md": "---\nname: Das Hohle Gewölbe\nfor: gm\n---\n",
        "items/lantern.md": "---\nname: Die Laterne\nfor: gm\n---\n",
        "items/brack.md": "---\nname: Brack\nfor: gm\n---\n",
    }
    assert names_in(text, language="de", **files) == named


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("On a parlé du Conseil Gris.", ["Le Conseil Gris"]),
        ("On a écrit au conseil gris.", ["Le Conseil Gris"]),
        ("Voici la fin des Sauniers.", ["Les Sauniers"]),
        ("On se fie aux Sauniers.", ["Les Sauniers"]),
        ("Le chef de l’Ordre est mort.", ["L’Ordre"]),
        ("On attend un ordre.", []),
        ("C’est la maison d’Orrow.", ["Orrow"]),
    ],
)
def test_french_names_are_found_where_they_contract(text: str, named: list[str]) -> None:
    files = {
        "items/council.md": "---\nname: Le Conseil Gris\nfor: gm\n---\n",
        "items/salters.md": "---\nname: Les Sauniers\nfor: gm\n---\n",
        "items/order.md": "---\nname: L’Ordre\nfor: gm\n---\n",
        "items/orrow.md": "---\nname: Orrow\nfor: gm\n---\n",
    }
    assert names_in(text, language="fr", **files) == named


def test_french_articles_are_words_like_others_in_other_languages() -> None:
    files = {"items/leap.md": "---\nname: Leap Au Gard\nfor: gm\n---\n"}
    assert names_in("It is the Leap Gard.", language="en", **files) == []
    assert names_in("It is the Leap Au Gard.", language="en", **files) == ["Leap Au Gard"]


@pytest.mark.parametrize("known", ["Lamp of Oru", "Silver Lamp"])
def test_a_hidden_name_in_a_name_that_readers_know_is_that_name(known: str) -> None:
    inn = {"items/inn.md": f"---\nname: The {known}\nfor: everyone\n---\n"}
    assert names_in(f"They met at the {known}.", **inn) == ["The Lamp"]
    # Once for the name itself, wherever it is, and never for texts that mention it.


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("moonwort", "They drank moonwort."),
        ("moonwort", "Moonwort is bitter."),
        ("Mr. Toad", "They met Mr. Toad."),
        ("Grey Salt", "They sold grey Salt."),
        ("The Lock of Oru", "They broke the lock of Oru."),
        ("Bel-Ami", "They met Bel-Ami and Belami."),
    ],
)
def test_a_name_is_found_as_it_is_written(name: str, text: str) -> None:
    item = {"items/one.md": f"---\nname: {name}\nfor: gm\n---\n"}
    assert names_in(text, **item) == [name]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Moonwort", "They drank moonwort."),
        ("Grey Salt", "Grey salt is dear."),
        ("The Lock of Oru", "They broke the lock of oru."),
        ("The", "The end is near."),
    ],
)
def test_a_name_is_not_found_in_common_words(name: str, text: str) -> None:
    item = {"items/one.md": f"---\nname: {name}\nfor: gm\n---\n"}
    assert names_in(text, **item) == []


@pytest.mark.parametrize("name", ["Bel-Ami", "Captain Rusk", "The Rusk of Oru"])
def test_no_part_of_some_names_is_a_name(name: str) -> None:
    """Not in one word, and neither a title nor what follows an article is a first name."""
    person = {"people/one.md": f"---\nname: {name}\nfor: gm\n---\n"}
    assert names_in("They met Captain Bel.", **person) == []


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("[A map](https://a.example/vale-of-ommerin.html)", 33, 48),
        ("At https://a.example/Vale_of_Ommerin, or so.", 28, 43),
        ("[A map](https://a.example/vale%20of%20ommerin)", 33, 52),
        ("[A map](https://a.example/ 'Vale of Ommerin')", 35, 50),
    ],
)
def test_a_name_in_an_address_is_found_there(text: str, start: int, end: int) -> None:
    (finding,) = slips_of(text)
    assert finding.at is not None
    assert (finding.at.line, finding.at.column, finding.at.end_column) == (6, start, end)


@pytest.mark.parametrize(
    "text",
    [
        # Neither has more than one word that is a name's only in part.
        "[A map](https://a.example/ommerin.html)",
        "[A map](https://a.example/vale)",
        # No reader sees where a picture is.
        "![A map](vale-of-ommerin.png)",
    ],
)
def test_common_words_in_addresses_are_no_names(text: str) -> None:
    assert slips_of(text, media=picture() if "!" in text else b"") == []


def test_a_name_without_its_article_begins_where_it_is_written() -> None:
    (finding,) = slips_of("To Vale of Ommerin, then!")
    assert finding.at is not None
    assert (finding.at.column, finding.at.end_column) == (10, 25)


def test_a_name_used_before_its_reveal_is_warned_of() -> None:
    later = "turn: 2\nreveals:\n  - {place: ommerin, for: everyone}\n"
    assert len(slips_of("They went to The Vale of Ommerin.", after=later)) == 1


def test_a_name_used_in_the_turn_of_its_reveal_gives_no_warning() -> None:
    named = "  - {for: everyone, text: They saw The Vale of Ommerin.}\n"
    later = "turn: 2\nnews:\n" + named + "reveals:\n  - {place: ommerin, for: everyone}\n"
    assert slips_of("All is quiet.", after=later) == []


def test_names_in_links_are_not_reported_twice() -> None:
    report = Report()
    assert slips_of("They went up the [[harbour|The Harbour]].") == []
    assert not report.findings


def names_told_by_order(
    narrative: str, *, news: str = "All is well.", above: str = ""
) -> list[str]:
    """The file, and for whom, of each warning when Vael's order has this narrative."""
    order = f"{{id: dig, action: raise, resource: eyes, to: 2, narrative: {narrative}}}"
    laid = {
        "turns/001.yaml": f"turn: 1\nnews: [{{for: everyone, text: {news}}}]\n",
        "turns/002.yaml": f"{above}turn: 2\norders: {{vael: {{conspiracies: [{order}]}}}}\n",
    }
    found = warnings_of(play_files({**FILES, **PEOPLE, **laid}))
    told = [(it.at.path, it.message) for it in found if it.at is not None]
    return [f"{path} {said.partition('here for ')[2].split(', who')[0]}" for path, said in told]


def test_an_order_is_read_by_those_whom_events_tell_it() -> None:
    # The other factions are told the narrative of a conspiracy.
    assert names_told_by_order("They met Ysolde Brandt") == ["turns/002.yaml `oru`, `vael`"]


def test_a_player_may_call_something_by_a_word_that_is_a_hidden_name() -> None:
    assert names_told_by_order("Brandt") == []


def test_nobody_reads_a_comment_even_if_it_repeats_an_order() -> None:
    narrative = "They met Ysolde Brandt"
    found = names_told_by_order(narrative, above=f"# {narrative}\n")
    assert found == names_told_by_order(narrative)


def test_news_are_read_by_all_they_are_for_even_if_they_repeat_an_order() -> None:
    narrative = "They met Ysolde Brandt"
    found = names_told_by_order(narrative, news=narrative)
    assert found == ["turns/001.yaml everyone", "turns/002.yaml `oru`, `vael`"]
