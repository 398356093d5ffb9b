"""Every exception of a GM's own template is an error at its innermost line, never our fault."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pytest

from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import Source
from chronicle.model.facts import NameIndex, place_ref
from chronicle.outline.frame import FactionBadge, Frame
from chronicle.outline.site import Site, SitePage
from chronicle.outline.views import Pagination, RumorListPage, RumorPile, TurnSpan
from chronicle.project.edition import EMPTY_EDITION
from chronicle.records import replace
from chronicle.render import Renderer, Theme, render_files
from chronicle.render.messages import MessageCatalogue

QUAY: Final = place_ref("quay")
BADGE: Final = FactionBadge("vael", "House Vael", ("#111111", "#eeeeee"), "key", "chief", "")
FRAME: Final = Frame("Crowns", "", "en", "shadow", factions=(BADGE,))
VIEW: Final = RumorListPage(
    (), (RumorPile(QUAY, ()),), (), Pagination(TurnSpan(1, 1, latest=True, path=""))
)
#: A template of macros and one with a block, for those that import or extend them.
MACROS: Final = "\n\n{% macro half(n) %}\n{{ n // 2 }}{% endmacro %}\n"
LAYOUT: Final = "\n<main>{% block main %}{% endblock %}</main>\n"


def drawn(text: str, *, pages: int = 1, view: Any = VIEW) -> tuple[str, tuple[Finding, ...]]:
    """What a template of the author's own draws, and what is found wrong with it."""
    texts = {"macros.html": MACROS, "layout.html": LAYOUT, "page.html": text}
    sources = {path: Source(f"themes/own/{path}", text) for path, text in texts.items()}
    sources["sigils/key.svg"] = Source("themes/own/sigils/key.svg", "<path/>")
    theme = Theme("own", sources, {}, MessageCatalogue(someone="someone", about="by {who}"), "en")
    report, files = Report(), dict[str, bytes]()
    edition = replace(EMPTY_EDITION, names=NameIndex({QUAY: "The Quay"}))
    listed = tuple(SitePage(f"{n}.html", "page.html", "page", content=view) for n in range(pages))
    render_files(Site(edition, listed, FRAME), Renderer.of(theme, "shadow"), report, files)
    return files.get("0.html", b"").decode(), report.findings


#: Templates that are wrong, each with the line of its mistake; "macros.html:4" is elsewhere.
WRONG: Final[Mapping[str, str]] = {
    # Syntax
    "{% if view %}": "1",
    "\n{{ view. }}": "2",
    "\n\n{% endfor %}": "3",
    "{% for it in %}{% endfor %}": "1",
    "\n{% unknown %}": "2",
    "{{ 'open }}": "1",
    "\n{{ 1 | nosuchfilter }}": "2",
    "\n{{ 1 is nosuchtest }}": "2",
    "\n{% block a %}{% endblock %}\n{% block a %}{% endblock %}": "3",
    "\n{% macro m(a, a) %}{% endmacro %}": "2",
    "\n" + "{% for a in [1] %}" * 25 + "x" + "{% endfor %}" * 25: "2",
    "{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}": "1",
    "{% extends %}": "1",
    "\n{% break %}": "2",
    # Names
    "\n{{ nothing }}": "2",
    "\n{{ view.titel }}": "2",
    "\n{{ view.by_place[7] }}": "2",
    "\n{{ nothing.at.all }}": "2",
    "\n{{ nothing() }}": "2",
    "\n{{ {}['a'] }}": "2",
    "\n{{ self.nothing() }}": "2",
    "\n{{ loop.index }}": "2",
    "{% extends 'layout.html' %}\n{% block main %}\n{{ nothing }}{% endblock %}": "3",
    "{% block a %}\n{{ super() }}{% endblock %}": "2",
    # Other templates
    "\n{% include 'nothing.html' %}": "2",
    "\n{% import 'nothing.html' as m %}": "2",
    "\n{% from 'macros.html' import nothing %}{{ nothing() }}": "2",
    "\n{% extends 'nothing.html' %}": "2",
    "\n{% include 'page.html' %}": "2",
    "\n{% extends 'page.html' %}": "2",
    "\n{% import 'page.html' as m %}": "2",
    "\n{% include 7 %}": "2",
    "\n{% include none %}": "2",
    "\n{% include 'sigils/key.svg' %}": "2",
    "\n{{ part('page.html') }}": "2",
    "\n{{ part('nothing.html') }}": "2",
    "\n{{ part('macros.html', a=view.by_place.count) }}": "2",
    "\n{{ part(7) }}": "2",
    # Macros
    "{% macro m() %}\n{{ m() }}{% endmacro %}\n{{ m() }}": "2",
    "{% macro m(a) %}{% endmacro %}\n{{ m(1, 2) }}": "2",
    "{% macro m(a) %}{{ a }}{% endmacro %}\n{{ m(b=2) }}": "2",
    "{% macro m(a) %}\n{{ a }}{% endmacro %}\n{{ m() }}": "2",
    "{% macro m(a) %}{% endmacro %}\n{% call m(1) %}{% endcall %}": "2",
    "{% import 'macros.html' as m %}\n{{ m.half('x') }}": "macros.html:4",
    "{% import 'macros.html' as m %}\n{{ m.third(1) }}": "2",
    # Filters, tests, operators
    "\n{{ '%s %s'|format(1) }}": "2",
    "\n{{ '%d'|format('x') }}": "2",
    "\n{{ '%q'|format(1) }}": "2",
    "\n{{ '%(a)s'|format(b=1) }}": "2",
    "\n{{ '%s' % () }}": "2",
    "\n{{ 1 / 0 }}": "2",
    "\n{{ 1 % 0 }}": "2",
    "\n{{ 1 + 'a' }}": "2",
    "\n{{ -'a' }}": "2",
    "\n{{ 1 < 'a' }}": "2",
    "\n{{ 'a' in 1 }}": "2",
    "\n{{ 7|length }}": "2",
    "\n{{ [1, 'a']|sort|list }}": "2",
    "\n{{ ['a']|sum }}": "2",
    "\n{{ 'x'|round }}": "2",
    "\n{{ 7|join }}": "2",
    "\n{{ [1]|map('nosuchfilter')|list }}": "2",
    "\n{{ [1]|select('nosuchtest')|list }}": "2",
    "\n{{ [1]|map(attribute='nothing')|join }}": "2",
    "\n{{ 'a'|truncate }}{{ 'a'|truncate(-1) }}": "2",
    "\n{{ 'a'|center('b') }}": "2",
    "\n{{ view|tojson }}": "2",
    "\n{{ [1, 2]|dictsort }}": "2",
    "\n{{ 'a'|replace(1) }}": "2",
    "\n{{ 1 is divisibleby 0 }}": "2",
    "\n{{ 10 ** -1 ** 0.5 / 0 }}": "2",
    "\n{{ ''|first }}": "2",
    # Loops and assignments
    "\n{% for it in 7 %}{% endfor %}": "2",
    "\n{% for a, b in [1] %}{% endfor %}": "2",
    "\n{% for a, b in [(1, 2, 3)] %}{% endfor %}": "2",
    "\n{% set a, b = 1 %}": "2",
    "\n{% set a.b = 1 %}": "2",
    "\n{% for it in range('x') %}{% endfor %}": "2",
    "\n{% for it in nothing %}{% endfor %}": "2",
    "\n{% for it in [1] recursive %}{{ loop([1]) }}{% endfor %}": "2",
    # Functions of chronicle
    "\n{{ t('nothing') }}": "2",
    "\n{{ t('about') }}": "2",
    "\n{{ t() }}": "2",
    "\n{{ url() }}": "2",
    "\n{{ url(7) }}": "2",
    "\n{{ link('quay') }}": "2",
    "\n{{ name(7) }}": "2",
    "\n{{ md('text') }}": "2",
    "\n{{ md(view) }}": "2",
    "\n{{ asset('nothing.css') }}": "2",
    "\n{{ sigil('nothing') }}": "2",
    "\n{{ picture('nothing.png') }}": "2",
    "\n{{ picture_url('nothing.png', 7) }}": "2",
    "\n{{ percent('x') }}": "2",
    "\n{{ faction('nobody') }}": "2",
    "\n{{ faction(view) }}": "2",
    "\n{{ shield('vael') }}": "2",
    "\n{{ number('x') }}": "2",
    "\n{{ told_to(view) }}": "2",
    "\n{{ because(7) }}": "2",
    "\n{{ packed(7) }}": "2",
    "\n{{ frame.faction() }}": "2",
}


@pytest.mark.parametrize("text", WRONG, ids=lambda text: text.strip()[:40])
def test_a_wrong_template_is_an_error_at_its_innermost_line(text: str) -> None:
    page, found = drawn(text)
    assert [it.severity for it in found] == ["error"]
    assert not page
    at = found[0].at
    expected = WRONG[text]
    where = expected if ":" in expected else f"page.html:{expected}"
    assert at is not None
    assert f"{at.path}:{at.line}" == f"themes/own/{where}"
    assert " at 0x" not in found[0].message
