"""An id is found as it is written, and not where its words meet by chance."""

from __future__ import annotations

import base64
import html
import json
from functools import lru_cache
from typing import Final
from urllib.parse import quote

import pytest

from chronicle.pipeline import PlayedCampaign
from tests.leaks.secret_campaign import FILES, found_in, quoted
from tests.rules.freeform.small_campaign import SOUND as FREEFORM
from tests.small_campaign import play_files

ID: Final = "closed-wend"
#: News with an id whose words are public; what they say is Vael's, and how they begin is not.
NEWS: Final = """\
turn: 1
news:
  - {for: everyone, title: The gate is closed, text: Wend was there. }
  - {id: closed-wend, for: vael, title: A boat, text: A boat.}
"""


@lru_cache(maxsize=2)
def told(more: str = "") -> PlayedCampaign:
    """The campaign with these news, and with others below them."""
    return play_files({**FILES, "turns/001.yaml": NEWS + more})


def secrets_on(page: str, *, path: str = "a.html", more: str = "") -> list[str]:
    """What one page shows the public."""
    return [quoted(one) for one in found_in({"everyone": {path: page}}, played=told(more))]


@pytest.mark.parametrize(
    "page",
    [
        "<h2>The gate is closed</h2> <p>Wend was there.</p>",
        "<td>closed</td><td>Wend</td>",
        "<p>It is closed. Wend was there.</p>",
        "<p>It is closed – Wend was there.</p>",
        "<p>It is closed:<br>Wend was there.</p>",
        '<a href="x" title="It is closed, Wend">there</a>',
        json.dumps(["closed", "wend"]),
        "<p>Wend-closed</p>",
    ],
)
def test_words_of_an_id_that_occur_together_by_chance_are_no_leak(page: str) -> None:
    assert secrets_on(page) == []


@pytest.mark.parametrize(
    "written",
    [
        ID,
        ID.upper(),
        "Closed-Wend",
        "closed_wend",
        "closed-\nwend",
        "closed\u2011wend",
        "closed-\u200bwend",
        "ｃｌｏｓｅｄ－ｗｅｎｄ",
        "closed&#45;wend",
        "closed&#x2011;wend",
        "closed%2Dwend",
        "closed\\u002dwend",
        "".join(f"&#{ord(sign)};" for sign in ID),
        html.escape("".join(f"&#{ord(sign)};" for sign in ID)),
        "".join(f"%{ord(sign):02X}" for sign in ID),
        "".join(f"\\x{ord(sign):02x}" for sign in ID),
        ID.encode().hex(),
        ID.encode().hex(" "),
        base64.b64encode(ID.encode()).decode(),
        base64.b64encode(quote(ID).encode()).decode(),
        base64.b64encode(ID.encode("utf-16-le")).decode(),
        f"1/{ID}",
        f"news-{ID}",
        f"news_{ID}_2",
        f"{ID}-2.html#e3",
    ],
)
@pytest.mark.parametrize("around", ["<p>{}</p>", '<p class="x" data-id="{}">there</p>', '["{}"]'])
def test_an_id_is_found_in_every_spelling(written: str, around: str) -> None:
    assert secrets_on(around.format(written))


@pytest.mark.parametrize(
    "written", ["closed-<em>wend</em>", "<b>clo</b>sed-wend", "closed<td>-wend", "closed<wbr>-wend"]
)
def test_an_id_is_found_among_tags(written: str) -> None:
    assert secrets_on(f"<p>{written}</p>")


@pytest.mark.parametrize("path", ["news/closed-wend.html", "closed-wend-2.html", "1-Closed-Wend"])
def test_an_id_is_found_in_the_name_of_a_file(path: str) -> None:
    assert secrets_on("<p>there</p>", path=path)


def test_an_id_is_quoted_where_it_is_written() -> None:
    assert secrets_on("<p>It is closed. Wend said: closed-wend</p>") == ["closed-wend"]


def test_the_words_of_a_hidden_text_are_found_in_sequence_anywhere() -> None:
    page = "<p>It is closed. Wend was there.</p>"
    assert secrets_on(page, more="notes: Closed Wend\n") == ["closed. Wend"]


#: An order with an id as chronicle suggests them, of words that everybody reads.
ORDER: Final = """\
turn: 1
news: [{{for: everyone, title: Sette, text: Sette of Faction 2 led a caravan.}}]
orders:
  vael:
    conspiracies:
      - {{id: {id}, action: raise, resource: eyes, to: 2, narrative: They listen.}}
"""


@pytest.mark.parametrize(
    ("id", "page", "leaks"),
    [
        ("sette-2", "Sette (2+3)→4", []),
        ("sette-2", "Sette: 2", []),
        ("sette-2", "Sette, 2 + 3", []),
        ("sette-2", "Sette 2", []),
        ("sette-2", "Sette -2", []),
        ("sette-2", "Sette – 2", []),
        ("sette-2", "Sette / 2", []),
        ("sette-2", "Sette-23", []),
        ("sette-2", "Sette-2", ["Sette-2"]),
        ("sette-2", '<a href="#sette-2">Sette</a>', ["sette-2"]),
        ("sette-2", "units/sette-2.html", ["sette-2"]),
        ("faction-2-caravan", "Faction 2: Caravan", []),
        ("faction-2-caravan", "Faction-2: Caravan", []),
        ("faction-2-caravan", "faction-2-caravan", ["faction-2-caravan"]),
        ("faction-2-caravan", "faction-2- caravan", ["faction-2- caravan"]),
        ("faction-2-caravan", "faction-2 -caravan", ["faction-2 -caravan"]),
    ],
)
def test_an_id_in_an_order_is_an_id_wherever_it_stands(
    id: str, page: str, leaks: list[str]
) -> None:
    """Words and numbers of a page may follow each other like those of a suggested id."""
    played = play_files({**FILES, "turns/001.yaml": ORDER.format(id=id)})
    files = {"everyone": {"a.html": f"<p>{page}</p>"}}
    assert [quoted(one) for one in found_in(files, played=played)] == leaks


#: Counters are changed by keys made of ids, whose words meet on pages: the Oru have crowns.
COUNTERS: Final = """\
turn: 1
adjustments: [{for: gm, because: a test, change: {oru/crowns: 1}}]
"""


@pytest.mark.parametrize(
    ("page", "leaks"),
    [("<title>The Oru – Crowns</title>", []), ("<p>See oru/crowns.</p>", ["oru/crowns"])],
)
def test_a_key_made_of_ids_is_an_id(page: str, leaks: list[str]) -> None:
    played = play_files({"turns/001.yaml": COUNTERS}, over=FREEFORM)
    files = {"everyone": {"a.html": page}}
    assert [quoted(one) for one in found_in(files, played=played)] == leaks
