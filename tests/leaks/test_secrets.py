"""What is a secret, and from whom: computed from circles and from what the ruleset tells."""

from __future__ import annotations

from typing import Final

import pytest

from chronicle.leaks.secrets import _compositions, _words_except_names
from tests.leaks.secret_campaign import FILES, found_in, quoted, secrets_on
from tests.small_campaign import SOUND, play_files


@pytest.mark.parametrize(
    ("shown", "quote"),
    [
        ("beside The Vale of Ommerin", "The Vale of Ommerin"),
        ("sphere-ommerin", "ommerin"),
        ("There grows thornwort", "grows thornwort"),
        ("of rank, Ysolde", "rank, Ysolde"),
        ("The Undertow", "The Undertow"),
        ("corvid-77", "corvid-77"),
        ("A letter from Brandt", "A letter from Brandt"),
        ("said Drusilla", "Drusilla"),
        ("the charter", "charter"),
        ("the tithe", "tithe"),
        ("Perrault", "Perrault"),
        ("vael/quillgate", "quillgate"),
        ("They dig below Lodestone.", "They dig below Lodestone"),
        ("moon was red", "moon was red"),
        ("Remember", "Remember"),
    ],
)
def test_the_public_may_not_read_what_is_hidden(shown: str, quote: str) -> None:
    assert secrets_on(f"<p>Of late {shown}</p>") == [quote]


@pytest.mark.parametrize(
    "shown",
    [
        "The Harbour and the Marsh",
        "The abbess walks at night. A boat lies by the marsh.",
        "The ferryman met nobody by the marsh, they say.",
        "the ferryman, the abbess and the boat",
        "House Vael, The Oru, vael, oru, The First, Crowns",
        "All of the boats",
    ],
)
def test_words_of_public_texts_are_not_secret(shown: str) -> None:
    assert secrets_on(f"<p>{shown}</p>") == []


def test_a_part_of_a_longer_public_word_is_not_secret() -> None:
    """Nor where a tag parts that word from the next without a blank."""
    shown = "<p>The lanternsmith<b>s</b> met the lanternsmith<b>soon</b></p>"
    text = "title: A boat\nnews:\n  - {for: everyone, text: A lanternsmith came.}\n"
    turn = FILES["turns/001.yaml"].replace("title: A boat\nnews:\n", text)
    told = play_files({**FILES, "turns/001.yaml": turn})
    assert found_in({"everyone": {"x.html": shown}}, played=told) == ()
    assert secrets_on(shown) == ["lanterns"]


def test_a_hidden_sentence_made_of_public_words_is_found() -> None:
    assert secrets_on("<p>So: the abbess met the ferryman, by the boat!</p>") == [
        "the abbess met the ferryman, by the boat"
    ]


@pytest.mark.parametrize("audience", ["everyone", "vael", "oru"])
@pytest.mark.parametrize(
    ("shown", "readers"),
    [
        ("The Vale of Ommerin", {"vael", "oru"}),
        ("Ysolde", {"vael", "oru"}),
        ("the abbess met the ferryman by the boat", {"vael"}),
        ("All is lost; Drusilla", set()),
        ("the tithe was miscounted", {"vael"}),
        ("Perrault", set()),
        ("corvid-77", set()),
        ("Lodestone", {"vael", "oru"}),
        ("1/vael/quillgate", {"vael"}),
        ("The Eyes", {"vael", "oru"}),
    ],
)
def test_a_text_is_secret_from_every_audience_that_may_not_know_it(
    shown: str, readers: set[str], audience: str
) -> None:
    assert bool(secrets_on(f"<p>{shown}</p>", audience)) == (audience not in readers)


def test_the_gm_has_no_secrets_from_himself() -> None:
    assert secrets_on("<p>Perrault, corvid-77, Drusilla</p>", "gm") == []


def test_a_revealed_text_is_not_secret_afterwards() -> None:
    reveal = "turn: 2\nreveals:\n  - {place: ommerin, for: everyone}\n"
    told = play_files({**FILES, "turns/002.yaml": reveal})
    page = {"everyone": {"a.html": "<p>The Vale of Ommerin</p>"}}
    assert found_in(page)
    assert not found_in(page, played=told)


@pytest.mark.parametrize(("state", "secret"), [("", []), (", draft: true", ["Quicksilver"])])
def test_a_draft_of_a_rumor_is_secret_from_those_who_will_hear_it(
    state: str, secret: list[str]
) -> None:
    rumor = f"{{heard_by: everyone, truth: true, text: Quicksilver was found{state}}}"
    told = play_files({**FILES, "turns/002.yaml": f"turn: 2\nrumors:\n  - {rumor}\n"})
    found = found_in({"everyone": {"a.html": "<p>Quicksilver</p>"}}, played=told)
    assert [quoted(finding) for finding in found] == secret


@pytest.mark.parametrize("audience", ["everyone", "vael", "oru"])
def test_a_text_revealed_to_two_audiences_is_secret_from_neither(audience: str) -> None:
    hidden = "turn: 2\nnews:\n  - {id: hoard, for: gm, text: Quicksilver lies in the cistern.}\n"
    once = "turn: 3\nreveals:\n  - {news: 2/hoard, for: vael}\n"
    again = "turn: 4\nreveals:\n  - {news: 2/hoard, for: oru}\n"
    turns = {"turns/002.yaml": hidden, "turns/003.yaml": once, "turns/004.yaml": again}
    told = play_files({**FILES, **turns})
    page = {audience: {"a.html": "<p>Quicksilver lies in the cistern.</p>"}}
    assert bool(found_in(page, played=told)) == (audience == "everyone")


class TestTheTheme:
    """Words of the theme are no secrets; names that an author puts into his own are."""

    PAGE = "<h2>Remember the tithe</h2>\n<p>The Vale of Ommerin</p>"

    def found(self, *, shipped: str = "", own: str = "") -> list[str]:
        found = found_in({"everyone": {"a.html": self.PAGE}}, shipped=[shipped], own=[own])
        return [quoted(finding) for finding in found]

    def test_an_empty_theme_excuses_no_match(self) -> None:
        assert self.found() == ["The Vale of Ommerin", "tithe", "Remember"]

    def test_a_shipped_theme_may_say_anything(self) -> None:
        assert self.found(shipped="Remember the tithe of the Vale of Ommerin") == []

    def test_a_custom_theme_may_use_any_other_word(self) -> None:
        assert self.found(own="Remember any tithe") == ["The Vale of Ommerin"]

    def test_a_custom_theme_may_not_name_hidden_things(self) -> None:
        own = "Remember any tithe in The Vale of Ommerin."
        assert self.found(own=own) == ["The Vale of Ommerin"]

    def test_the_words_of_a_name_make_no_name_elsewhere_in_the_theme(self) -> None:
        shipped = "Remember the tithe. Ommerin of the Vale"
        assert self.found(shipped=shipped) == ["The Vale of Ommerin"]

    def test_letters_are_no_words(self) -> None:
        shipped = "t i t h e, remember the Vale of Ommerin"
        assert self.found(shipped=shipped) == ["tithe"]

    @pytest.mark.parametrize(
        ("own", "page", "secrets"),
        [
            ("In The Vale of Ommerin", "Ommerin", ["Ommerin"]),
            ("In the Vale of Ommerin", "Ommerin", []),
            # A title names nothing that is hidden.
            ("A letter from Brandt", "Brandt", []),
            # A name that everybody knows hides no part of one that they don't.
            ("The Harbour Watch", "Watch", ["Watch"]),
            ("A Watch", "Watch", []),
        ],
    )
    def test_the_words_of_a_hidden_name_are_secret_where_a_custom_theme_has_the_name(
        self, own: str, page: str, secrets: list[str]
    ) -> None:
        watch = "places:\n  watch: {name: Harbour Watch, for: factions}\n"
        told = play_files(
            {**FILES, "places.yaml": FILES["places.yaml"].replace("places:\n", watch)}
        )
        found = found_in({"everyone": {"a.html": f"<p>{page}</p>"}}, played=told, own=[own])
        assert [quoted(finding) for finding in found] == secrets

    def test_a_word_of_the_theme_makes_no_hidden_phrase_known(self) -> None:
        news = "turn: 2\nnews:\n  - {for: vael, text: It is by the tithe of us.}\n"
        told = play_files({**FILES, "turns/002.yaml": news})
        page = {"everyone": {"a.html": "<p>is by the tithe of</p>"}}
        found = found_in(page, played=told, shipped=["tithe"])
        assert [quoted(finding) for finding in found] == ["is by the tithe of"]

    def test_a_sentence_of_the_theme_round_a_known_name_is_no_secret(self) -> None:
        told = play_files({**FILES, "factions/vael.yaml": _HIDDEN_SENTENCE})
        page = "<p>Dice were seen on the quay of House Vael</p>"
        shipped = ["Dice were seen on the quay of", "boats"]
        assert not found_in({"everyone": {"a.html": page}}, played=told, shipped=shipped)


_HIDDEN_SENTENCE = """\
name: House Vael
for: everyone
colors: ["#7a1f2b", "#e8d8b0"]
sigil: key
notes: Nobody was on the quay of House Vael.
opening:
  actor: {name: Lady Vael, sphere: harbour}
  influence: {harbour: 1}
  resources:
    - {id: eyes, name: the Eyes, type: contacts, strength: 1, sphere: harbour}
"""


#: A resource whose id says something else than its name. The powers share one board, and name each
#: other's resources in orders; the public learns of neither.
SPARROW: Final = {
    "factions/vael.yaml": SOUND["factions/vael.yaml"].replace(
        "{id: knives,", "{id: sparrowhawk-nine,"
    )
}


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("assets/sparrowhawk-nine.html", "<p>A boat</p>"),
        ("a.html", '<p id="asset-sparrowhawk-nine">A boat</p>'),
        ("a.html", '<a href="#sparrowhawk-nine">A boat</a>'),
        ("a.html", "<p>Sparrowhawk</p>"),
        ("search.json", '[{"id": "sparrowhawk-nine"}]'),
    ],
)
def test_an_id_of_a_factions_asset_is_found_anywhere(path: str, page: str) -> None:
    told = play_files(SPARROW)
    found = found_in({"everyone": {path: page}}, played=told)
    assert [quoted(one) for one in found] in (["sparrowhawk-nine"], ["Sparrowhawk"])
    assert found_in({"vael": {path: page}}, played=told) == ()


@pytest.mark.parametrize(
    ("phrase", "ways"),
    [
        ("the vale of ommerin", []),
        (
            "vale of the old ommerin",
            [
                ["of the old ommerin"],
                ["vale of", "the old ommerin"],
                ["vale of the", "old ommerin"],
                ["vale of the old"],
            ],
        ),
        # Without the small words at its ends, it is shorter.
        ("the vale of ommerin by", [["vale of ommerin"], ["of ommerin"], ["vale of"]]),
        ("of the vale market by", [["vale market"]]),
        ("of the vale is by", [["vale"]]),
        # Of small words nothing is left that would be secret.
        ("it is up to us", [[]]),
    ],
)
def test_a_long_phrase_is_made_up_of_two_others_in_these_ways(
    phrase: str, ways: list[list[str]]
) -> None:
    """A single word is one by itself, and else a word is not a part."""
    assert list(map(list, _compositions(phrase))) == ways


def test_where_no_name_is_hidden_a_theme_is_read_as_it_is_written() -> None:
    assert _words_except_names(["True thorn\u00ad\u00adwort"], []) == {"true", "thornwort"}


@pytest.mark.parametrize(
    ("note", "page", "secrets"),
    [
        ("House Vael and the Harbour", "House Vael and the Harbour", []),
        ("The Harbour or House Vael", "the Harbour or House Vael", []),
        ("Ask House Vael and the Harbour about it", "by House Vael and the Harbour", []),
        ("The Harbour, House Vael und die Marsh", "House Vael und die Marsh", []),
        # A conjunction makes no list of other words, nor do names without one.
        (
            "House Vael and the ferryman",
            "House Vael and the ferryman",
            ["House Vael and the ferryman"],
        ),
        ("The abbess or House Vael", "the abbess or House Vael", ["the abbess or House Vael"]),
        (
            "House Vael met the Harbour",
            "House Vael met the Harbour",
            ["House Vael met the Harbour"],
        ),
        ("Harbour House Vael", "Harbour House Vael", ["Harbour House Vael"]),
        (
            "Vael House and the Harbour",
            "Vael House and the Harbour",
            ["Vael House and the Harbour"],
        ),
        # A name that the public does not know.
        ("House Vael and Ommerin", "House Vael and Ommerin", ["House Vael and Ommerin"]),
    ],
)
def test_names_that_a_reader_knows_may_be_listed(note: str, page: str, secrets: list[str]) -> None:
    """Pages list them, so a hidden text with the same ones is found by chance."""
    turn = f"{FILES['turns/001.yaml']}# {note}\n"
    told = play_files({**FILES, "turns/001.yaml": turn})
    found = found_in({"everyone": {"a.html": f"<p>{page}</p>"}}, played=told)
    assert [quoted(finding) for finding in found] == secrets


@pytest.mark.parametrize(
    ("note", "page", "secrets"),
    [
        ("Ask why House Vael attacked the Harbour again", "House Vael attacked the Harbour", []),
        ("All say Vael attacked Oru at Harbour again", "Vael attacked Oru at Harbour", []),
        # It is all that is hidden.
        (
            "House Vael attacked the Harbour",
            "House Vael attacked the Harbour",
            ["House Vael attacked the Harbour"],
        ),
        # Something is no name that is known, is a name only in part, or not of the theme.
        (
            "Ask why House Vael attacked the Ferryman again",
            "House Vael attacked the Ferryman",
            ["House Vael attacked the Ferryman"],
        ),
        (
            "Ask why Vael House attacked the Harbour again",
            "Vael House attacked the Harbour",
            ["Vael House attacked the Harbour"],
        ),
        (
            "Ask why House Vael burned the Harbour again",
            "House Vael burned the Harbour",
            ["House Vael burned the Harbour"],
        ),
        (
            "All say House Vael at attacked Harbour again",
            "House Vael at attacked Harbour",
            ["House Vael at attacked Harbour"],
        ),
    ],
)
def test_names_that_a_reader_knows_may_be_in_a_sentence_of_the_theme(
    note: str, page: str, secrets: list[str]
) -> None:
    """Pages say what happened to whom, so a part of a hidden text with that is found by chance."""
    turn = f"{FILES['turns/001.yaml']}# {note}\n"
    told = play_files({**FILES, "turns/001.yaml": turn})
    found = found_in(
        {"everyone": {"a.html": f"<p>{page}</p>"}},
        played=told,
        shipped=("<p>{{ one }} attacked {{ other }} at {{ place }}</p>",),
    )
    assert [quoted(finding) for finding in found] == secrets


def test_a_word_is_not_made_up_of_others() -> None:
    assert list(_compositions("lanternsmiths")) == []


def test_a_secret_is_reported_where_most_of_its_words_are_written() -> None:
    """Not where one of them stands in a file before."""
    campaign = FILES["campaign.yaml"].replace("owes Ysolde money", "owes money to Lodestone")
    turn = FILES["turns/001.yaml"].replace("They dig below Lodestone.", "Lodestone lies below.")
    told = play_files({**FILES, "campaign.yaml": campaign, "turns/001.yaml": turn})

    def place(page: str) -> tuple[str, str, int]:
        (finding,) = found_in({"everyone": {"a.html": f"<p>{page}</p>"}}, played=told)
        assert finding.at is not None
        return quoted(finding), finding.at.path, finding.at.line

    assert place("Lodestone") == ("Lodestone", "campaign.yaml", 8)
    assert place("Lodestone lies below") == ("Lodestone lies below", "turns/001.yaml", 21)


def test_an_encoded_secret_is_quoted_as_it_was_before() -> None:
    assert secrets_on("<p>VGhlIFZhbGUgb2YgT21tZXJpbg==</p>") == ["The Vale of Ommerin"]
