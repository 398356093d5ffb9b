"""Leaks of other tools, each as its own law: repeated here, where somebody would look.

The campaigns are written as an author writes them and drawn by the shipped theme, with keys. A word
that is nowhere else, `quillon`, is what must not get out; a test that looks for it also sees it
reach those who may read it.
"""

from __future__ import annotations

import json
import re
from typing import Final

import pytest

from chronicle.authoring.json_export import turns_as_json
from chronicle.diagnostics.report import Report
from chronicle.model.audience import faction_audience
from chronicle.pipeline import build_files, resolve_campaign
from chronicle.seal import phrase_of
from chronicle.seal.keyring import open_key_bundle
from chronicle.seal.logins import phrase_fingerprint
from chronicle.seal.unseal import open_dossiers
from tests.properties.canary_campaign import (
    KEYS,
    PLAYERS,
    WORD,
    built,
    page,
    readers,
    secret,
    site,
    turn,
)
from tests.render import html_checks
from tests.rules.lieutenants.small_campaign import SOUND as LIEUTENANTS
from tests.small_campaign import SOUND, findings_of, tree_of


def test_a_secret_page_hides_its_head_as_well_as_its_body() -> None:
    """Front matter was printed on the sheet though the body was fenced."""
    files = built({"pages/hall.md": page("A hall.", title="The Quillon", words="[vael]")})
    assert readers(files) == {"vael", "gm"}
    notes = SOUND["factions/vael.yaml"] + "notes: A quillon under the bed.\n"
    assert readers(built({"factions/vael.yaml": notes})) == {"gm"}


def test_a_link_in_a_secret_is_no_link_of_the_page() -> None:
    """Edges of graphs and lists of what was seen were computed from the raw text."""
    news = "\n  - for: everyone\n    text: |\n      It rained.\n\n      {}"
    linked = news.format(secret("See [[harbour]].").replace("\n", "\n      "))
    bare = news.format(secret("See nothing.").replace("\n", "\n      "))
    with_link, without = (built(turn(news=text)) for text in (linked, bare))
    assert site(with_link) == site(without)
    own = "private/vael/places/harbour.html"
    assert with_link[own] != without[own]


@pytest.mark.parametrize(
    "text",
    [
        f"- one\n\n{secret(WORD)}\n\n- two",
        f"> told\n\n{secret(f'- a{chr(10)}{chr(10)}      {WORD}')}",
        secret(f"open\n\n{secret(WORD, 'gm')}\n\n{WORD}"),
        secret(f"    {WORD}\n\n{WORD}"),
        f"- one\n\n  {secret(WORD)}",
        secret(f"```\nno end\n\n{WORD}"),
        secret(f"a\r\n\r\n{WORD}"),
    ],
)
def test_a_fence_closes_where_its_author_closed_it(text: str) -> None:
    """Nested and indented fences closed early."""
    assert readers(built({"pages/table.md": page(f"Hello.\n\n{text}\n\nGoodbye.")})) == {
        "vael",
        "gm",
    }


@pytest.mark.parametrize(
    "text",
    [
        secret(f"```\n:::: no end\n```\n{WORD}"),
        secret(f"<div>\n\n{WORD}"),
        f"> {secret(WORD)}",
        f"::: secret vael\n{WORD}",
        f"::: spoiler vael\n{WORD}\n:::",
        f":::secrets vael\n{WORD}\n:::",
    ],
)
def test_a_malformed_secret_fence_is_refused(text: str) -> None:
    """Rather than taken for text."""
    errors = {f.code for f in findings_of({"pages/table.md": page(text)}) if f.severity == "error"}
    assert errors
    assert build_files(tree_of({"pages/table.md": page(text)}), Report()) is None


@pytest.mark.parametrize(
    "files",
    [
        {"campaign.yml": SOUND["campaign.yaml"]},
        {"turns/1.yaml": "turn: 1\n", "turns/001.yaml": "turn: 1\n"},
        {"factions/vael.yml": SOUND["factions/vael.yaml"]},
    ],
)
def test_two_files_with_one_path_are_reported(files: dict[str, str]) -> None:
    """Of two configurations one shadowed the other, and nobody was told."""
    assert findings_of(files)


def test_a_key_given_twice_is_refused() -> None:
    twice = SOUND["factions/vael.yaml"].replace("for: everyone", "for: factions\nfor: everyone")
    found = findings_of({"factions/vael.yaml": twice})
    assert [finding.severity for finding in found] == ["error"]


@pytest.mark.parametrize("text", [f"<!-- {WORD} -->", f"Hello. <!--\n\n{WORD}\n-->"])
def test_a_comment_in_html_is_refused(text: str) -> None:
    """Callouts and comments were published."""
    found = findings_of({"pages/table.md": page(text)})
    assert "error" in {finding.severity for finding in found}


def test_a_comment_in_markdown_is_removed() -> None:
    assert readers(built({"pages/table.md": page(f"Hello.\n\n[//]: # ({WORD})")})) == set()


def test_yaml_comments_are_never_published() -> None:
    noted = "# the quillon is false\n" + SOUND["campaign.yaml"] + "# quillon\n"
    assert readers(built({"campaign.yaml": noted})) == set()


def test_the_search_index_of_a_dossier_is_sealed() -> None:
    """The index was in clear text next to encrypted pages."""
    text = f"\n  - {{for: vael, title: The {WORD}, text: It is under the bed.}}"
    files = built(turn(news=text))
    assert readers(files) == {"vael", "gm"}
    assert b"Tide Bell" in site(files)["search.json"]
    kinds = {path.rpartition(".")[2] for path in site(files)}
    assert kinds == {"html", "css", "js", "svg", "json", "txt", "woff2"}


def test_only_media_files_that_are_shown_are_copied() -> None:
    """Every file that was no page was copied along."""
    lying: dict[str, str | bytes] = {
        "media/quillon.png": b"\x89PNG quillon",
        "media/handout.pdf": b"%PDF quillon",
        "notes.txt": "quillon",
        "turns/quillon.bak": "quillon",
    }
    files = built(lying)
    assert readers(files) == set()
    assert files.keys() == built({}).keys()


def test_a_hidden_member_is_on_no_list() -> None:
    """Lists of members showed the private ones."""
    hidden = LIEUTENANTS["factions/vael.yaml"].replace("for: everyone", "for: [vael]")
    assert "for: [vael]" in hidden
    files = built({"factions/vael.yaml": hidden}, LIEUTENANTS)
    open_to_all = site(files)
    assert "factions/vael.html" not in open_to_all
    assert not [path for path, text in open_to_all.items() if b"House Vael" in text]
    assert "site" in readers(built({}, LIEUTENANTS), "house vael")


def test_the_dossier_page_exists_even_if_no_dossier_has_content() -> None:
    """A tab of secrets was there only when there were some."""
    quiet = turn()
    loud = turn(
        news="\n  - {for: vael, text: A quillon.}\n  - {for: oru, from: A friend, text: Quillon.}",
        notes=" A quillon.",
    )
    pages = {"pages/hall.md": page("A quillon.", title="Hall", words="[oru]")}
    assert site(built(loud)) == site(built({**loud, **pages})) == site(built(quiet))


def test_a_link_preview_shows_only_what_its_reader_may_know() -> None:
    """Tooltips, labels and addresses named what the text left out."""
    text = "\n  - {for: everyone, text: 'They met in [[vale|the valley]].'}"
    shown = site(built(turn(news=text)))["turns/1.html"].decode()
    assert "They met in the valley." in shown
    words = [
        str(value)
        for tag in html_checks.parse(shown).tags
        for name, value in tag.attributes.items()
        if name in ("title", "aria-label", "aria-description", "alt", "href", "id", "content")
    ]
    assert words
    assert not [word for word in words if "vale" in word.lower()]


RAISE: Final = """
  vael:
    place: {{knives: marsh}}
    conspiracies:
      - {{id: ring, action: raise, resource: knives, to: 3, stake: {stake}, narrative: A rope.,
         public: The bell rang.}}
"""


def test_the_public_does_not_see_how_many_dice_were_thrown() -> None:
    """The number of dice told how large an army was."""
    one = turn(orders=RAISE.format(stake=1), rolls="\n  vael/ring/pool: [6]")
    two = turn(orders=RAISE.format(stake=2), rolls="\n  vael/ring/pool: [6, 1]")
    few, many = built(one), built(two)
    assert b"The bell rang." in site(few)["turns/1.html"]
    assert site(few) == site(many)
    assert few["private/vael/turns/1.html"] != many["private/vael/turns/1.html"]


BOTH: Final = """
  vael:
    conspiracies:
      - {id: ring, action: raise, resource: eyes, to: 2, narrative: a, public: The bell rang.}
  oru:
    conspiracies:
      - {id: dig, action: mobilize, resource: giants, narrative: b, public: A ditch was dug.}
"""


def test_the_order_of_rumors_does_not_reveal_the_order_of_events() -> None:
    """When something was posted told who had moved."""
    orders = turn(orders=BOTH)
    turned = {"campaign.yaml": SOUND["campaign.yaml"].replace("[vael, oru]", "[oru, vael]")}
    one, other = built(orders), built({**orders, **turned})
    heard = site(one)["turns/1.html"]
    assert b"The bell rang." in heard
    assert b"A ditch was dug." in heard
    assert site(one) == site(other)
    assert one["private/gm/turns/1.html"] != other["private/gm/turns/1.html"]


def test_a_player_preview_equals_the_players_dossier() -> None:
    """Shown as a player it was not what players got."""
    files = built(turn(news="\n  - {for: vael, text: A quillon.}"))
    hosted = {
        path.removeprefix("site/"): content
        for path, content in files.items()
        if path.startswith("site/")
    }
    login = KEYS.logins[phrase_fingerprint(KEYS, phrase_of(KEYS, "vael"))]
    volume = (open_dossiers(hosted, login) or {})["vael"]
    pages = json.loads(volume.book)["pages"]
    for text in (volume.pages, *volume.turns):
        pages |= json.loads(text)["pages"]
    assert {f"private/vael/{path}" for path in pages} == {
        path for path in files if path.startswith("private/vael/") and path.endswith(".html")
    }
    for path, one in pages.items():
        assert one["main"].encode() in files[f"private/vael/{path}"]


def test_changing_the_audience_does_not_change_the_content() -> None:
    """Hiding a message changed what was executed."""
    news = "\n  - {{for: {}, text: A windfall., effects: [{{power: oru, dd: +1}}]}}"
    boards = []
    for words in ("everyone", "[oru]", "gm"):
        played = resolve_campaign(tree_of(turn(news=news.format(words), orders=BOTH)), Report())
        assert played is not None
        boards.append(played.history.turns[-1].after)
    assert boards[0] == boards[1] == boards[2]


def test_no_published_file_lists_hidden_paths() -> None:
    """A list of protected names was committed to the public repository."""
    files = built(
        {
            **turn(news=f"\n  - {{for: vael, title: The {WORD}, text: Below.}}"),
            "pages/hall.md": page(f"A {WORD}.", title=f"{WORD} hall", words="[vael]"),
        }
    )
    assert "site" not in readers(files)
    ring = json.loads(files["site/sealed/keyring.json"])
    assert ring.keys() == {"version", "kdf", "salt", "stamp", "slots"}
    assert all(re.fullmatch(r"[0-9a-f]{32}", slot) for slot in ring["slots"])


@pytest.mark.parametrize("text", ["{secret}\n\nIt rained.", "It rained.\n\n{secret}"])
def test_excerpts_and_descriptions_hold_only_what_the_reader_may_read(text: str) -> None:
    """Excerpts on lists, in titles, descriptions and previews had the whole text."""
    whole = text.format(secret=secret(f"The {WORD}."))
    indented = whole.replace("\n", "\n      ")
    files = built(
        {
            **turn(news=f"\n  - for: everyone\n    text: |\n      {indented}"),
            "pages/table.md": page(whole),
            "campaign.yaml": SOUND["campaign.yaml"]
            + "introduction: |\n  "
            + whole.replace("\n", "\n  ")
            + "\n",
        }
    )
    assert readers(files) == {"vael", "gm"}
    for path, content in site(files).items():
        if path.endswith(".html"):
            assert b"<title>" in content
            assert b'name="description"' in content


def test_everything_meant_to_be_sealed_is_sealed() -> None:
    """Pages that were believed to be encrypted were not: no sentence of a dossier lies in clear."""
    files = built(turn(news="\n  - {for: vael, text: A quillon lies below.}", orders=BOTH))
    open_to_all = b"\n".join(site(files).values())
    own = {
        line.strip()
        for path, content in files.items()
        if re.fullmatch(r"private/(vael|oru)/.*\.html", path)
        for line in re.sub(rb"<[^>]*>", b"\n", content).splitlines()
    }
    # What else the public may read, and what is not a sentence.
    told = {line for line in own if len(line.split()) > 3 and line not in open_to_all}
    assert b"A quillon lies below." in told
    blobs = [content for path, content in files.items() if path.startswith("site/sealed/")]
    assert len(blobs) > 8
    assert not [line for line in told for blob in blobs if line in blob]


def test_names_and_numbers_do_not_count_hidden_siblings() -> None:
    """A second page of one name was `raven-2`, and ids ran through what was hidden."""
    open_page = {"pages/raven.md": page("A bird.", title="Raven")}
    hidden = {
        "pages/a-raven.md": page("Another bird.", title="Raven", words="gm"),
        "pages/raven-1.md": page("A third.", title="Raven", words="[vael]"),
    }
    seen = "\n  - {for: everyone, text: It rained.}"
    unseen = "\n  - {for: gm, text: It thundered.}\n  - {for: vael, text: It hailed.}"
    alone = built({**open_page, **turn(news=seen)})
    among = built({**open_page, **hidden, **turn(news=unseen + seen)})
    assert site(alone) == site(among)


def test_a_rebuild_keeps_remembered_logins_valid() -> None:
    """With a new salt for every build all had to type their phrases again."""
    first = built(turn(news="\n  - {for: vael, text: One.}"))
    second = built(
        {**turn(news="\n  - {for: vael, text: Two.}"), "turns/002.yaml": "turn: 2\ntitle: Low\n"}
    )
    rings = [files["site/sealed/keyring.json"] for files in (first, second)]
    assert json.loads(rings[0])["salt"] == json.loads(rings[1])["salt"]
    for player in (*PLAYERS, "gm"):
        login = KEYS.logins[phrase_fingerprint(KEYS, phrase_of(KEYS, player))]
        assert open_key_bundle(rings[0], login) == open_key_bundle(rings[1], login) is not None


def test_no_total_counts_what_its_reader_may_not_see() -> None:
    """Axes went up to hidden figures, and pages said "3 of 7 shown"."""
    rich = LIEUTENANTS["factions/vael.yaml"]
    poor = re.sub(r"capital: \d+", "capital: 97", rich)
    assert rich != poor
    one, other = built({}, LIEUTENANTS), built({"factions/vael.yaml": poor}, LIEUTENANTS)
    assert site(one) == site(other)
    assert {path: text for path, text in one.items() if path.startswith("private/oru/")} == {
        path: text for path, text in other.items() if path.startswith("private/oru/")
    }
    few = turn(rumors="\n  - {text: The moon was red., heard_by: everyone, truth: true}")
    many = turn(
        rumors="\n  - {text: The moon was red., heard_by: everyone, truth: true}"
        + "\n  - {text: The sun was red., heard_by: vael, truth: true}" * 7
    )
    assert site(built(few)) == site(built(many))


def test_json_for_an_audience_holds_no_more_than_its_pages() -> None:
    """What is computed for a reader is filtered before it is written, in every form."""
    played = resolve_campaign(tree_of(turn(news=f"\n  - {{for: vael, text: A {WORD}.}}")), Report())
    assert played is not None
    told = {id: json.dumps(turns_as_json(played, None, faction_audience(id))) for id in PLAYERS}
    assert [id for id in PLAYERS if WORD in told[id]] == ["vael"]
