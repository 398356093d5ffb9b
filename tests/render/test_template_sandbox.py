"""A theme that isn't chronicle's own reaches nothing outside of its page, and ends."""

from __future__ import annotations

import os
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import pytest
from jinja2 import Environment, Template

from chronicle import workers
from chronicle.authoring.dice_sheet import sheet_of_turn
from chronicle.diagnostics.report import Report
from chronicle.files.source import Source
from chronicle.model.campaign import names_of_things
from chronicle.outline.frame import drawn_preview_image
from chronicle.pipeline import (
    BuildOptions,
    build_files,
    export_dossier,
    render_announcement,
    resolve_campaign,
)
from chronicle.play.turn_odds import compute_odds
from chronicle.records import replace
from chronicle.render import Renderer
from chronicle.render.invite_cards import InviteCard, render_cards
from chronicle.render.odds_text import OddsFormatter
from chronicle.render.roll_text import RollFormatter
from chronicle.render.templates import SANDBOX_CACHE, TEMPLATE_CACHE, create_environment
from chronicle.render.theme_selection import load_theme
from chronicle.serve.live_campaign import LiveCampaign, PreviewOptions
from tests.golden.campaigns import TIDE_BELL
from tests.render.site_with_address import ADDRESS
from tests.render.test_languages import CAMPAIGNS
from tests.render.test_wrong_templates import drawn
from tests.shipped_theme import shipped_theme
from tests.small_campaign import tree_of
from tests.thorough import beginning

#: Ways out of a template, each of which would show something of Python or change a value.
ESCAPES: Final = (
    "{{ cycler.__init__.__globals__['os'].popen('id').read() }}",
    "{{ ''.__class__ }}",
    "{{ ''['__class__'] }}",
    "{{ ''|attr('__class__') }}",
    "{{ ''|attr('__cla' ~ 'ss__') }}",
    "{{ [''] |map(attribute='__class__')|list }}",
    "{{ ['']|groupby('__class__') }}",
    "{{ ['']|selectattr('__class__')|list }}",
    "{{ ['']|sort(attribute='__class__') }}",
    "{{ ['']|sum(attribute='__class__') }}",
    "{{ ['']|unique(attribute='__class__')|list }}",
    "{{ ['']|map('attr', '__class__')|list }}",
    "{{ ''.__class__|default('') }}",
    "{{ '{0.__class__}'.format(1) }}",
    "{{ '{0.__class__}'.format_map({'0': 1}) }}",
    "{{ ('{0.__class__}'|attr('format'))(1) }}",
    "{{ ('{0.__class__}'|e).format(1) }}",
    "{{ ['{0.__class__}']|map('format', 1)|list }}{{ ''._a }}",
    "{{ t.__self__ }}",
    "{{ t.__func__.__globals__ }}",
    "{{ part.__self__.environment }}",
    "{{ url.__wrapped__ }}",
    "{{ self._TemplateReference__context }}",
    "{{ view.__class__.__mro__ }}",
    "{{ view.__struct_fields__ }}",
    "{{ view._a }}",
    "{{ frame.__init__ }}",
    "{{ namespace.__init__ }}",
    "{{ namespace(a=1)._Namespace__attrs }}",
    "{{ dict.__subclasses__() }}",
    "{{ dict.mro() }}",
    "{{ dict.fromkeys('abc') }}",
    "{{ range.__class__ }}",
    "{{ lipsum() }}",
    "{{ cycler(1) }}",
    "{{ joiner() }}",
    "{% macro m() %}{% endmacro %}{{ m._environment }}",
    "{% macro m() %}{% endmacro %}{{ m._func.__globals__ }}",
    "{% macro m() %}{{ caller.__class__ }}{% endmacro %}{% call m() %}{% endcall %}",
    "{% import 'macros.html' as m %}{{ m._body_stream }}",
    "{% import 'macros.html' as m %}{{ m.__dict__ }}",
    "{% for a in [1] %}{{ loop.__class__ }}{% endfor %}",
    "{% for a in [1] %}{{ loop._iterable }}{% endfor %}",
    "{{ (1).to_bytes(4) }}",
    "{{ 'a'.encode() }}",
    "{{ 'a'.maketrans('a', 'b') }}",
    "{{ view.by_place.__add__((1,)) }}",
    "{{ {'a': 1}.update({'b': 1}) }}",
    "{{ {'a': 1}.pop('a') }}",
    "{{ [1].pop() }}",
    "{{ [1].clear() }}",
    "{{ [1]|random }}",
    "{{ view|pprint }}",
    "{% autoescape false %}{{ '<b>' }}{% endautoescape %}",
    "{% include '../../../../../etc/passwd' %}",
    "{% include '/etc/passwd' %}",
    "{{ part('../campaign.yaml') }}",
    "{{ asset('../../campaign.yaml') }}",
    "{{ sigil('../../campaign') }}",
)
#: Templates without end, or with far too much.
ENDLESS: Final = (
    "{% for a in range(10 ** 9) %}{% endfor %}",
    "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
    "{% for a in range(99999) %}{% for b in range(99999) if b == -1 %}{% endfor %}{% endfor %}",
    "{% for a in range(99999) %}{{ range(99999)|map('string')|list|length }}{% endfor %}",
    "{% for a in range(99999) %}{{ range(99999)|sum }}{% endfor %}",
    "{% for a in range(99999) %}{{ 99999 in range(99999)|list }}{% endfor %}",
    "{% macro m() %}{{ m() }}{{ m() }}{% endmacro %}{{ m() }}",
    "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(60) }}",
    "{% block b %}{{ self.b() }}{% endblock %}",
    "{% include 'page.html' %}{% include 'page.html' %}",
    "{{ part('page.html', view=1) }}",
    "{% for a in [1] recursive %}{{ loop([1, 1]) }}{% endfor %}",
    "{{ 'x' * 10 ** 9 }}",
    "{{ 10 ** 9 * 'x' }}",
    "{{ [1] * 10 ** 9 }}",
    "{{ (1,) * 10 ** 9 }}",
    "{{ 10 ** (10 ** 10) }}",
    "{{ '%1000000000d'|format(1) }}",
    "{{ '%1000000000d' % 1 }}",
    "{{ '%.1000000000f'|format(1) }}",
    "{{ '%*d'|format(1000000000, 1) }}",
    "{{ '%(a)1000000000s'|format(a=1) }}",
    "{{ 'x'|center(10 ** 9) }}",
    "{{ 'x'|center(width=10 ** 9) }}",
    "{{ 'x'.center(10 ** 9) }}",
    "{{ 'x'.ljust(10 ** 9) }}",
    "{{ 'x'.zfill(10 ** 9) }}",
    "{{ 'x'|indent(10 ** 9) }}",
    "{{ [1]|batch(10 ** 9, 'x')|list }}",
    "{{ [1]|slice(10 ** 9)|list }}",
    "{{ 1.5|round(10 ** 9, 'ceil') }}",
    "{{ [1]|tojson(10 ** 9) }}",
    "{{ '{:1000000000}'.format(1) }}",
    "{% set x = 'x' * 10 ** 6 %}{{ x|replace('x', x) }}",
    "{% set x = 'x' * 10 ** 6 %}{{ x.replace('x', x) }}",
    "{% set x = 'x' * 10 ** 6 %}{{ x|join(x) }}",
    "{% set x = 'x' * 10 ** 6 %}{{ x.join(x) }}",
    "{% set n = namespace(x='x') %}{% for a in range(40) %}{% set n.x = n.x ~ n.x %}{% endfor %}",
    "{% set n = namespace(x='x') %}{% for a in range(40) %}{% set n.x = n.x + n.x %}{% endfor %}",
    (
        "{% set n = namespace(x='x') %}{% for a in range(40) %}{% set n.x %}{{ n.x }}{{ n.x }}"
        "{% endset %}{% endfor %}"
    ),
    (
        "{% set n = namespace(x=[1]) %}{% for a in range(40) %}{% set n.x = [n.x, n.x] %}{%endfor%}"
        "{{ n.x }}"
    ),
    (
        "{% set n = namespace(x=(1,)) %}{% for a in range(40) %}{% set n.x = (n.x, n.x) %}"
        "{% endfor %}{{ n.x }}"
    ),
    (
        "{% set n = namespace(x={}) %}{% for a in range(40) %}{% set n.x = {1: n.x, 2: n.x} %}"
        "{% endfor %}{{ n.x }}"
    ),
    (
        "{% set n = namespace(x=1) %}{% for a in range(40) %}{% set n.x = namespace(a=n.x, b=n.x)%}"
        "{% endfor %}{{ n.x }}"
    ),
    "{% set n = namespace() %}{% set n.a = n %}{{ n }}",
    "{% set x = [] %}{{ x.append(x) }}{{ x }}{{ x == [x] }}",
    "{% set n = namespace(x=2) %}{% for a in range(40) %}{% set n.x = n.x * n.x %}{% endfor %}",
    "{% set x = 'x' * 10 ** 7 %}{% for a in range(9999) %}{{ 'y' in x }}{% endfor %}",
    "{% set x = 'x' * 10 ** 7 %}{% for a in range(9999) %}{{ x[::2]|length}}{% endfor %}",
    "{% set x = 'x' * 10 ** 7 %}{% for a in range(9999) %}{{ x.count('y') }}{% endfor %}",
    "{% set x = 'x' * 10 ** 7 %}{% for a in range(9999) %}{{ x is eq(x ~ '') }}{% endfor %}",
    "{{ view ** (10 ** 9) }}",
    "{% set x = 'x' * 10 ** 7 %}{{ x|list|length }}",
    "{% set x = 'x ' * 10 ** 7 %}{{ x|title|length }}",
    "{% set x = 'x ' * 10 ** 7 %}{{ x|wordwrap|length }}",
    "{% set x = 'x ' * 10 ** 7 %}{{ x.split()|length }}",
)


@pytest.mark.parametrize("text", ESCAPES)
def test_a_way_out_is_an_error_at_its_line(text: str) -> None:
    page, (found,) = drawn("\n" + text)
    assert (page, found.severity) == ("", "error")
    assert found.at is not None
    assert (found.at.path, found.at.line) == ("themes/own/page.html", 2)


INVITES: Final = (InviteCard("ada", False, ("House Vael",), "six words of a phrase"),)
#: Templates that print what Python would print with its place in memory.
OBJECTS: Final = (
    "{{ [t] }}",
    "{{ {'a': (1, t)} }}",
    "{{ t }}",
    "{{ frame.faction }}",
    "{{ 'a'.upper }}",
    "{% macro m() %}{% endmacro %}{{ m }}",
    "{{ namespace(a=1) }}",
    "{{ t ~ '' }}",
    "{{ t|string }}",
    "{{ t|e }}",
    "{{ t|safe }}",
    "{{ [t]|join }}",
    "{{ ['a', 'b']|join(t) }}",
    "{{ [t]|map('string')|join }}",
    "{{ '%s'|format(t) }}",
    "{{ '%s' % t }}",
    "{{ '%(a)s' % {'a': t} }}",
    "{{ t|upper }}",
    "{{ 'a'|replace('a', t) }}",
    "{{ ('a'|e).replace('a', t) }}",
    "{{ ('a'|e).join([t]) }}",
    "{{ t('about', who=t) }}",
    "{% set x %}{{ t }}{% endset %}{{ x }}",
    "{{ [1]|map('string') }}",
)


@pytest.mark.parametrize("text", OBJECTS)
def test_an_object_can_not_be_printed(text: str) -> None:
    page, (found,) = drawn("\n" + text)
    assert (page, found.severity) == ("", "error")
    assert found.at is not None
    assert (found.at.path, found.at.line) == ("themes/own/page.html", 2)


@pytest.fixture
def low_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits that a test reaches soon, but not on a busy computer before the template begins."""
    monkeypatch.setattr(workers, "MAX_SECONDS", 0.5)
    monkeypatch.setattr(workers, "MAX_MEMORY", 64 << 20)


@pytest.mark.usefixtures("low_limits")
@pytest.mark.parametrize("text", ENDLESS, ids=lambda text: text[:60])
def test_what_has_no_end_is_an_error_at_its_line(text: str) -> None:
    page, (found,) = drawn("\n" + text, view=Fraction(1, 3))
    assert (page, found.severity) == ("", "error")
    assert found.at is not None
    assert (found.at.path, found.at.line) == ("themes/own/page.html", 2)


@pytest.mark.usefixtures("low_limits")
def test_a_page_that_is_too_large_is_an_error_of_its_template() -> None:
    # It is put together when its last line is over.
    page, (found,) = drawn("{% for a in range(9999) %}" + "x" * 99_999 + "{% endfor %}")
    assert (page, found.code) == ("", "T019")
    assert found.at is not None
    assert found.at.path == "themes/own/page.html"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{% set l = [] %}{% set _ = l.append(1) %}{{ l }}", "[1]"),
        ("{% for a in range(3) %}{{ loop.index }}/{{ loop.length }} {% endfor %}", "1/3 2/3 3/3 "),
        ("{% for a in 'ab' if a != 'a' %}{{ loop.cycle('x', 'y') }}{% endfor %}", "x"),
        ("{% import 'macros.html' as m %}{{ m.half(5) }}", "2"),
        ("{% macro m() %}[{{ caller() }}]{% endmacro %}{% call m() %}x{% endcall %}", "[x]"),
        (
            "{% extends 'layout.html' %}{% block main %}m{{ super() }}{% endblock %}",
            "\n<main>m</main>\n",
        ),
        ("{% set n = namespace(x=1) %}{% set n.x = n.x + 1 %}{{ n.x }}", "2"),
        ("{{ {'a': 1}.items()|list }}{{ dict(a=1).get('a') }}", "[(&#39;a&#39;, 1)]1"),
        ("{{ '%03d|%-4s|%5.1f%%' % (7, 'a', 2) }}", "007|a   |  2.0%"),
        ("{{ '<b>' ~ '</b>'|safe }}{{ 'a b'.split()[1:]|join('-') }}", "&lt;b&gt;</b>b"),
        ("{% for a in [[1], []] recursive %}{{ a }}{% endfor %}", "[1][]"),
        ("{{ view.by_place|map(attribute='of')|map(attribute='id')|join }}", "quay"),
        (
            "{{ frame.faction('vael').name }} {{ link(view.by_place[0].of)|striptags }}",
            "House Vael The Quay",
        ),
        ("{{ [3, 1]|sort|first }}{{ 7|default(1) }}{{ 'a' is in 'abc' }}", "17True"),
    ],
)
def test_templates_can_do_what_jinja_is_for(text: str, expected: str) -> None:
    assert drawn(text) == (expected, ())


def test_one_template_of_an_author_puts_the_whole_theme_in_the_sandbox() -> None:
    theme = shipped_theme()
    assert not Renderer.of(theme).environment.sandboxed
    for path in ("macros.html", "new.html", "rules/shadow/parts.html", "card.svg", "x/lang/a.html"):
        own = Source(f"themes/annals/{path}", "{{ 1 }}")
        changed = replace(theme, sources={**theme.sources, path: own})
        assert create_environment(changed).sandboxed, path
    # A shipped template in the place of another is not the shipped theme either.
    swapped = {**theme.sources, "macros.html": theme.sources["home.html"]}
    assert create_environment(replace(theme, sources=swapped)).sandboxed


def foreign_themes(folder: Path) -> Path:
    """A folder with a theme that differs from the shipped one by a template that nothing uses."""
    (folder / "annals").mkdir()
    (folder / "annals" / "own.html").write_text("{{ 1 }}")
    return folder


@pytest.fixture
def loaded_here(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The templates of others that this process loads itself, of which there must be none."""
    here, names = os.getpid(), list[str]()
    load = Environment._load_template

    def noted(environment: Environment, name: str, given: Any) -> Template:
        if environment.sandboxed and os.getpid() == here:
            names.append(name)
        return load(environment, name, given)

    monkeypatch.setattr(Environment, "_load_template", noted)
    return names


@pytest.mark.parametrize("ruleset", beginning(sorted(CAMPAIGNS), 1))
def test_the_sandbox_does_not_change_a_site(
    ruleset: str, tmp_path: Path, loaded_here: list[str]
) -> None:
    files, over = CAMPAIGNS[ruleset]
    head = f"{over['campaign.yaml']}address: {ADDRESS}\n"
    tree = tree_of(files, over={**over, "campaign.yaml": head})
    report = Report()
    sandboxed = build_files(tree, report, themes=(foreign_themes(tmp_path),))
    assert sandboxed is not None, report.findings
    assert sandboxed == build_files(tree, Report())
    assert loaded_here == []
    assert f"site/{drawn_preview_image().path}" in sandboxed


def test_the_sandbox_does_not_change_what_is_made_alone(
    tmp_path: Path, loaded_here: list[str]
) -> None:
    tree = tree_of(TIDE_BELL)
    report = Report()
    played = resolve_campaign(tree, report)
    assert played is not None
    made = []
    for themes in ((foreign_themes(tmp_path),), ()):
        options, shown = BuildOptions(themes), PreviewOptions("vael", themes)
        state = LiveCampaign().state(tree, shown)
        theme = load_theme(played.campaign, themes, report)
        assert theme is not None
        renderer = Renderer.of(theme, "shadow")
        odds = compute_odds(played.campaign, played.ruleset, 1, report)
        sheet = sheet_of_turn(played.campaign, played.ruleset, 1, report)
        assert odds, report.findings
        assert sheet is not None
        names = {one.id: one.name for one in played.campaign.factions}
        chances = OddsFormatter(renderer, "shadow", names)
        rolls = RollFormatter(renderer, "shadow", names_of_things(played.campaign))
        made.append(
            [
                export_dossier(played, tree, report, options, "vael"),
                render_announcement(played, tree, report, options),
                state.file("index.html", report),
                state.file("dossier.html", report),
                render_cards("Crowns", "en", INVITES, ADDRESS, renderer, report),
                [chances.outcome(one, report) for order in odds for one in order.chances],
                [
                    rolls.modifier(one, report)
                    for roll in sheet.rolls
                    for one in roll.entry.modifiers
                ],
            ]
        )
    sandboxed, plain = made
    assert sandboxed == plain
    assert all(plain)
    assert not report.findings
    assert loaded_here == []


def test_compiled_templates_of_the_sandbox_are_kept_apart() -> None:
    name = "macros.html"
    theme = shipped_theme()
    foreign = replace(theme, sources={**theme.sources, "own.html": Source("own.html", "")})
    create_environment(theme).get_template(name)
    create_environment(foreign).get_template(name)
    ours, theirs = TEMPLATE_CACHE._code, SANDBOX_CACHE._code
    assert ours
    assert theirs
    assert not ours.keys() & theirs.keys()
    assert not {*ours.values()} & {*theirs.values()}


@pytest.mark.usefixtures("low_limits")
@pytest.mark.parametrize("text", ["{{ 'x' * 10 ** 9 }}", "{{ 10 ** (10 ** 10) }}"])
def test_a_theme_without_end_is_not_tried_on_each_page(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[int] = []
    receive = workers.LimitedProcess._receive

    def received(process: workers.LimitedProcess[Renderer]) -> object:
        tried.append(1)
        return receive(process)

    monkeypatch.setattr(workers.LimitedProcess, "_receive", received)
    _, found = drawn(text, pages=5)
    assert (len(found), found[0].code, len(tried)) == (1, "T019", 1)
