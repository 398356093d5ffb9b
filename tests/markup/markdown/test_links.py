"""Wiki links lead each reader only to what that reader may know."""

from __future__ import annotations

from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.source import find_control_character
from chronicle.model.audience import EVERYONE, GM, Audience, faction_audience
from chronicle.outline.pages import outline
from chronicle.project import project
from chronicle.render import Renderer, Theme
from chronicle.render.messages import MessageCatalogue
from chronicle.render.template_functions import (
    CURRENT_PAGE,
    ROOT_PLACEHOLDER,
    PageScope,
    with_relative_urls,
)
from tests.small_campaign import findings_of, play_files

VAEL: Final = faction_audience("vael")
THEME: Final = Theme("bare", {}, {}, MessageCatalogue(), "en")


def drawn(text: str, audience: Audience) -> str:
    """The first news of the first turn, for everyone, as HTML on the page of its turn."""
    turn = f"turn: 1\nnews:\n  - for: everyone\n    text: {text!r}\n"
    played = play_files({"turns/001.yaml": turn})
    edition = project(played.campaign, played.history, played.ruleset, audience)
    site = outline(edition, Report())
    page = next(page for page in site.pages if page.path == "turns/1.html")
    text_view = edition.turns[0].news[0].text
    scope = PageScope(page, site.frame, edition.names, {}, {}, frozenset())
    token = CURRENT_PAGE.set(scope)
    try:
        html = Renderer.of(THEME).functions.md(text_view)
    finally:
        CURRENT_PAGE.reset(token)
    return with_relative_urls(str(html), page.folder).strip()


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("[[harbour]]", '<a href="../places/harbour.html">The Harbour</a>'),
        ("[[The Harbour]]", '<a href="../places/harbour.html">The Harbour</a>'),
        ("[[THE HARBOUR]]", '<a href="../places/harbour.html">THE HARBOUR</a>'),
        ("[[harbour|the docks]]", '<a href="../places/harbour.html">the docks</a>'),
        ("[[House Vael]]", '<a href="../factions/vael.html">House Vael</a>'),
        ("[[turn 1|now]]", '<a href="../turns/1.html">now</a>'),
    ],
)
@pytest.mark.parametrize("audience", [EVERYONE, VAEL, GM], ids=lambda a: a.word)
def test_a_wiki_link_resolves_between_pages(text: str, html: str, audience: Audience) -> None:
    assert drawn(text, audience) == f"<p>{html}</p>"


def test_a_wiki_link_is_a_link_only_for_readers_who_know_its_target() -> None:
    text = "Smoke over [[vale|the valley]]."
    assert drawn(text, EVERYONE) == "<p>Smoke over the valley.</p>"
    for audience in (VAEL, GM):
        assert '<a href="../places/vale.html">the valley</a>' in drawn(text, audience)


@pytest.mark.parametrize("typed", ["vale", "The Vale", "the VALE"])
def test_a_link_to_a_hidden_target_is_shown_as_typed(typed: str) -> None:
    assert drawn(f"Smoke over [[{typed}]].", EVERYONE) == f"<p>Smoke over {typed}.</p>"


def test_a_link_to_something_hidden_is_a_warning_at_the_link() -> None:
    text = "turn: 1\nnews: [{for: everyone, text: 'Over [[vale]]'}]\n"
    (finding,) = findings_of({"turns/001.yaml": text})
    assert (finding.code, finding.severity) == ("P003", "warning")


def test_a_link_for_those_who_know_the_thing_is_no_warning() -> None:
    text = "turn: 1\nnews: [{for: factions, text: 'Over [[vale]]'}]\n"
    assert findings_of({"turns/001.yaml": text}) == ()


def test_a_link_in_a_secret_is_checked_for_the_readers_of_the_secret() -> None:
    inside = "      ::: secret vael\n      Over [[vale]]\n      :::\n"
    text = f"turn: 1\nnews:\n  - for: everyone\n    text: |\n      Over [[marsh]]\n{inside}"
    assert findings_of({"turns/001.yaml": text}) == ()
    (finding,) = findings_of({"turns/001.yaml": f"{text}      Over [[vale]]\n"})
    assert (finding.code, finding.at.line if finding.at else 0) == ("P003", 9)


def test_a_link_to_what_is_revealed_later_is_no_warning() -> None:
    files = {
        "turns/001.yaml": "turn: 1\nnews: [{for: everyone, text: 'Over [[vale]]'}]\n",
        "turns/002.yaml": "turn: 2\nreveals: [{place: vale, for: everyone}]\n",
    }
    assert findings_of(files) == ()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[[nowhere]]", "P001"),
        ("[[1]]", "P001"),
        ("[[turn 9]]", "P001"),
        ("[[]]", "P009"),
        ("[[vael", "P009"),
        ("[[vael]", "P009"),
        ("[[the\\nvale|the valley]]", "P009"),
        ("`[[vael]]`", "P009"),
        ("a\\n\\n    [[vael]]\\n", "P009"),
        ("[mine](notes.md)", "P008"),
        ("[mine](file:///etc/passwd)", "P008"),
        ("[mine](javascript:alert)", "P008"),
        ("[mine](#top)", "P008"),
        ("[mine][x]\\n\\n[x]: ../notes.md", "P008"),
        ("![map](map.png)", "M001"),
        ("![map](https://example.org/map.png)", "P007"),
        ("![map](../map.png)", "P007"),
        ("![the\\nmap](map.png)", "P007"),
        ("![map][x]\\n\\n[x]: map.png", "P007"),
        ("a <b>bold</b> move", "P006"),
        ("a <!-- comment -->", "P006"),
        ("<br/>", "P006"),
        ("`a` <b> `c`", "P006"),
        ("\\\\`<b>\\\\`", "P006"),
        ("``<b>`", "P006"),
        ("`a`\\n\\n<b>\\n\\n    <i>", "P006"),
        ("<?php x ?>", "P006"),
        ("<!DOCTYPE html>", "P006"),
        ("<img\\nsrc=x>", "P006"),
    ],
)
def test_a_link_that_fails_for_a_reader_stops_the_build(text: str, code: str) -> None:
    found = findings_of({"turns/001.yaml": f'turn: 1\nnews: [{{for: everyone, text: "{text}"}}]\n'})
    assert {finding.code for finding in found} == {code}
    assert {finding.severity for finding in found} == {"error"}


@pytest.mark.parametrize(
    "text",
    [
        "3 < 4 and 5 > 4",
        "I <3 you",
        "<https://example.org>",
        "<gm@example.org>",
        "[rules](https://example.org)",
        "[write](mailto:gm@example.org)",
        "[1] and [a] and [ ]",
        "a * b, c_d, 50%",
        "the tag `<b>` is text",
        "`` `<b>` `` and `a` and `<i x=1>`",
        "`<!-- a comment -->`",
    ],
)
def test_a_link_that_works_for_its_readers_gives_no_finding(text: str) -> None:
    assert findings_of({"turns/001.yaml": f"turn: 1\nnews: [{{for: gm, text: '{text}'}}]\n"}) == ()


@pytest.mark.parametrize("code", ["```\n<b>\n```", "    <b>", "> ```\n> <b>\n> ```", "`a\n<b>`"])
def test_tags_in_code_are_text(code: str) -> None:
    block = "\n".join(f"      {line}" for line in f"Before.\n\n{code}\n\nAfter.".split("\n"))
    news = f"turn: 1\nnews:\n  - for: everyone\n    text: |\n{block}\n"
    assert findings_of({"turns/001.yaml": news}) == ()


def test_an_ambiguous_name_asks_for_the_id() -> None:
    page = "---\ntitle: The Marsh\nfor: everyone\n---\nx\n"
    text = "turn: 1\nnews: [{for: everyone, text: 'In [[the marsh]]'}]\n"
    (finding,) = findings_of({"turns/001.yaml": text, "pages/wetlands.md": page})
    assert finding.code == "P002"
    assert finding.message == "the link [[the marsh]] is ambiguous: marsh or wetlands"
    assert finding.help == "write the id: [[marsh|the marsh]]"


def test_an_ambiguous_id_asks_for_the_name() -> None:
    page = "---\ntitle: On the Marsh\nfor: everyone\n---\nx\n"
    text = "turn: 1\nnews: [{for: everyone, text: 'In [[marsh]]'}]\n"
    (finding,) = findings_of({"turns/001.yaml": text, "pages/marsh.md": page})
    assert finding.code == "P002"
    assert finding.help == "write the full name, or give one of them a different id"
    named = text.replace("[[marsh]]", "[[On the Marsh]] and [[The Marsh]]")
    assert findings_of({"turns/001.yaml": named, "pages/marsh.md": page}) == ()


@pytest.mark.parametrize("written", ["&#x1;", "&#1;", "&#x01;turns/1.html"])
def test_authors_cannot_write_the_internal_root_placeholder(written: str) -> None:
    assert find_control_character(ROOT_PLACEHOLDER)
    html = drawn(f"Bells {written}", EVERYONE)
    assert ROOT_PLACEHOLDER not in html
    assert "../" not in html
